// A command of the user that responds to lines, such as one that makes vectors of texts.

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif
internal import Synchronization

/// A running command of the shell. It responds to each line of its standard input with one line on its
/// standard output; its errors are the user's. One thread uses it at a time.
package final class CommandConversation {
    /// Why there is no response. The command is ended then.
    package enum Fault: Error, Hashable, Sendable {
        /// The system starts no more processes.
        case notStarted
        /// It ended, or closed its output, with an exit status, or 128 and the number of a signal.
        case ended(status: Int32)
        /// It did not respond in time.
        case slow
        /// It wrote a longer line than is read.
        case tooLong
    }

    let process: StartedProcess
    private let input: Int32
    private let output: Int32
    private var received: [UInt8] = []
    private let lineLimit: Int
    private var hasEnded = false

    /// Starts a command with `/bin/sh -c`.
    ///
    /// - Parameter lineLimit: the most bytes of a response.
    package init(_ command: String, lineLimit: Int = 64 << 20) throws(Fault) {
        // Commands that are started at the same time must not inherit what is not closed yet: they would keep
        // the input of this one open.
        let started = try Self.starting.withLock { _ throws(Fault) in try Self.start(command) }
        process = StartedProcess(started.process)
        (input, output) = (started.input, started.output)
        self.lineLimit = lineLimit
        _ = fcntl(output, F_SETFL, O_NONBLOCK)
    }

    private static let starting = Mutex(())

    private static func start(
        _ command: String
    ) throws(Fault) -> (process: pid_t, input: Int32, output: Int32) {
        var pipes: [Int32] = [-1, -1]
        guard pipe(&pipes) == 0 else { throw .notStarted }
        var sockets: [Int32] = [-1, -1]
        // A socket, since writing to a pipe whose reader has ended would end this program.
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &sockets) == 0 else {
            for end in pipes { close(end) }
            throw .notStarted
        }
        for end in pipes + sockets { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, sockets[1], 0)
        posix_spawn_file_actions_adddup2(&actions, pipes[1], 1)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // A group of its own can be ended with its children.
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
        posix_spawnattr_setpgroup(&attributes, 0)
        let words: [UnsafeMutablePointer<CChar>?] =
            ["/bin/sh", "-c", command].map { (word: String) in strdup(word) } + [nil]
        defer { for text in words { free(text) } }
        var process = pid_t()
        let status = posix_spawn(&process, "/bin/sh", &actions, &attributes, words, environ)
        close(sockets[1])
        close(pipes[1])
        guard status == 0 else {
            close(sockets[0])
            close(pipes[0])
            throw .notStarted
        }
        return (process, sockets[0], pipes[0])
    }

    deinit { _ = end() }

    /// Sends a line and waits for the line with the response.
    ///
    /// - Parameters:
    ///   - line: without its end.
    ///   - time: the time until the end of the response.
    package func response(to line: [UInt8], within time: Duration) throws(Fault) -> [UInt8] {
        guard !hasEnded else { throw .ended(status: 0) }
        let end = ContinuousClock.now + time
        var rest = (line + [0x0A])[...]
        while true {
            if let newline = received.firstIndex(of: 0x0A), rest.isEmpty {
                let response = Array(received[..<newline])
                received.removeFirst(newline + 1)
                return response
            }
            guard received.count <= lineLimit else { throw fault(.tooLong) }
            let left = ContinuousClock.now.duration(to: end)
            guard left > .zero else { throw fault(.slow) }
            var waits = [pollfd(fd: output, events: Int16(POLLIN), revents: 0)]
            if !rest.isEmpty { waits.append(pollfd(fd: input, events: Int16(POLLOUT), revents: 0)) }
            let milliseconds =
                left.components.seconds * 1_000 + left.components.attoseconds / 1_000_000_000_000_000
            guard poll(&waits, nfds_t(waits.count), Int32(clamping: milliseconds + 1)) >= 0 || errno == EINTR
            else { throw fault(.ended(status: 0)) }
            if waits.count > 1, waits[1].revents != 0 { try write(&rest) }
            if waits[0].revents != 0 { try read() }
        }
    }

    private func write(_ rest: inout ArraySlice<UInt8>) throws(Fault) {
        let count = rest.withUnsafeBytes {
            send(input, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
        }
        if count >= 0 {
            rest = rest.dropFirst(count)
        } else if errno != EAGAIN, errno != EINTR {
            throw .ended(status: end())
        }
    }

    private func read() throws(Fault) {
        var block = [UInt8](repeating: 0, count: 1 << 16)
        #if canImport(Glibc)
            let count = Glibc.read(output, &block, block.count)
        #else
            let count = Musl.read(output, &block, block.count)
        #endif
        if count > 0 {
            received += block[..<count]
        } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
            throw .ended(status: end())
        }
    }

    private func fault(_ fault: Fault) -> Fault {
        _ = end()
        return fault
    }

    /// Ends the command and its children.
    ///
    /// - Returns: its exit status, or 128 and the number of the signal that ended it.
    private func end() -> Int32 {
        guard !hasEnded else { return 0 }
        hasEnded = true
        close(input)
        close(output)
        // A command that has closed its output may just be about to end by itself.
        for round in 0..<200 {
            if let status = process.reaped() { return status }
            if round == 20 { process.kill() }
            usleep(1_000)
        }
        return 0
    }
}
