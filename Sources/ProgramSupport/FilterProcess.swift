// Runs a command of the shell with input, and reads its output within a time.

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// A command of the shell that has read an input and written an output.
package struct FilterProcess {
    /// The bytes of its standard output. It shares our standard error.
    package let output: [UInt8]

    /// Why there is no output.
    package enum Failure: Error, Hashable {
        /// It could not be started; the operating system's message.
        case notStarted(String)
        /// It ended with this exit status, or 128 plus the number of the signal that ended it.
        case failed(Int32)
        /// It did not end in time, and was killed with all processes of its group.
        case timedOut
        /// It wrote more than this number of bytes.
        case tooLong(Int)
    }

    /// The most bytes that are read.
    package static let outputLimit = 256 << 20

    /// Runs a command with `/bin/sh -c` and waits until it ends.
    ///
    /// - Parameters:
    ///   - input: its standard input.
    ///   - seconds: the time that it may take.
    package init(_ command: String, input: [UInt8], seconds: Int) throws(Failure) {
        // A file rather than a pipe: no order of reading and writing makes both sides wait.
        guard let stream = tmpfile() else { throw .notStarted(String(cString: strerror(errno))) }
        defer { fclose(stream) }
        let file = fileno(stream)
        guard Self.write(input, to: file), lseek(file, 0, SEEK_SET) == 0 else {
            throw .notStarted(String(cString: strerror(errno)))
        }
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw .notStarted(String(cString: strerror(errno))) }
        defer { close(ends[0]) }
        let started = Self.start(command, input: file, output: ends)
        close(ends[1])
        let process: pid_t
        switch started {
        case .success(let identifier): process = identifier
        case .failure(let reason): throw reason
        }
        let deadline = Self.now + Int64(seconds) * 1000
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 1 << 16)
        var failure: Failure?
        reading: while failure == nil {
            var descriptor = pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)
            let left = deadline - Self.now
            guard left > 0 else {
                failure = .timedOut
                break
            }
            guard poll(&descriptor, 1, Int32(min(left, 1000))) > 0 else { continue }
            #if canImport(Glibc)
                let count = Glibc.read(ends[0], &block, block.count)
            #else
                let count = Musl.read(ends[0], &block, block.count)
            #endif
            if count < 0, errno == EINTR { continue }
            if count <= 0 { break reading }
            bytes += block[..<count]
            if bytes.count > Self.outputLimit { failure = .tooLong(Self.outputLimit) }
        }
        var state: Int32 = 0
        while failure == nil {
            let ended = waitpid(process, &state, WNOHANG)
            if ended == process || (ended < 0 && errno != EINTR) { break }
            if Self.now > deadline { failure = .timedOut }
            usleep(2000)
        }
        if let failure {
            let group: pid_t = 0 - process
            kill(group, SIGKILL)
            while waitpid(process, &state, 0) < 0, errno == EINTR {}
            throw failure
        }
        let status = state & 0x7F == 0 ? state >> 8 & 0xFF : 128 + state & 0x7F
        guard status == 0 else { throw .failed(status) }
        output = bytes
    }

    private static func start(
        _ command: String, input: Int32, output: [Int32]
    ) -> Result<pid_t, Failure> {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, input, 0)
        posix_spawn_file_actions_adddup2(&actions, output[1], 1)
        posix_spawn_file_actions_addclose(&actions, output[0])
        posix_spawn_file_actions_addclose(&actions, output[1])
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // A group of its own, so that what the shell starts ends with it.
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
        let arguments: [String] = ["sh", "-c", command]
        let words = arguments.map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var process = pid_t()
        let code = posix_spawn(&process, "/bin/sh", &actions, &attributes, words, environ)
        return code == 0 ? .success(process) : .failure(.notStarted(String(cString: strerror(code))))
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { buffer in
                #if canImport(Glibc)
                    Glibc.write(descriptor, buffer.baseAddress, buffer.count)
                #else
                    Musl.write(descriptor, buffer.baseAddress, buffer.count)
                #endif
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Milliseconds of a clock that is never set.
    private static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }
}
