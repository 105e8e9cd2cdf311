// A command of the user that runs beside a full-screen program, such as one that shows a preview.

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// A running command of the shell and its output. It has no terminal and no input, so it can neither read
/// what the user types nor write over the screen. Only one thread uses it.
package final class ShellCommand {
    /// Further output ends the command.
    package static let outputLimit = 1 << 20

    /// The output so far, errors included.
    package private(set) var output: [UInt8] = []
    /// Whether the whole output is there.
    package private(set) var isFinished = false
    /// The exit status, or 128 plus the number of the signal that ended the command; `nil` while it runs.
    package private(set) var status: Int32?
    private let process: pid_t
    private var pipe: Int32

    /// The descriptor to wait for; -1 after the end of the output.
    package var descriptor: Int32 { pipe }

    /// Starts a command with `/bin/sh -c`; `nil` if the system starts none.
    ///
    /// - Parameters:
    ///   - environment: variables beside those of this process.
    ///   - isReadElsewhere: whether a reader of its own takes the output from the descriptor: reading waits,
    ///     and errors are dropped.
    package init?(_ command: String, environment: [String: String], isReadElsewhere: Bool = false) {
        guard let ends = ProcessPipe() else { return nil }
        defer { close(ends.writing) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, ends.writing, 1)
        if isReadElsewhere {
            posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        } else {
            posix_spawn_file_actions_adddup2(&actions, ends.writing, 2)
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // A session of its own has no terminal; signals have their default actions there.
        posix_spawnattr_setflags(
            &attributes, Int16(Self.newSession | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        for number in [SIGPIPE, SIGINT, SIGQUIT, SIGTERM, SIGHUP] { sigaddset(&signals, number) }
        posix_spawnattr_setsigdefault(&attributes, &signals)
        let words: [UnsafeMutablePointer<CChar>?] =
            ["/bin/sh", "-c", command].map { (word: String) in strdup(word) } + [nil]
        let pairs = ProgramEnvironment.current.variables.merging(environment) { $1 }.map { "\($0)=\($1)" }
        let variables: [UnsafeMutablePointer<CChar>?] = pairs.map { (pair: String) in strdup(pair) } + [nil]
        defer { for text in words + variables { free(text) } }
        var process = pid_t()
        guard posix_spawn(&process, "/bin/sh", &actions, &attributes, words, variables) == 0 else {
            close(ends.reading)
            return nil
        }
        self.process = process
        pipe = ends.reading
        if !isReadElsewhere { _ = fcntl(pipe, F_SETFL, O_NONBLOCK) }
    }

    /// `POSIX_SPAWN_SETSID`, which the C library's headers hide.
    private static let newSession: Int32 = 0x80

    deinit { end() }

    /// Takes the output that is there.
    package func read() {
        var block = [UInt8](repeating: 0, count: 1 << 16)
        while pipe >= 0 {
            #if canImport(Glibc)
                let count = Glibc.read(pipe, &block, block.count)
            #else
                let count = Musl.read(pipe, &block, block.count)
            #endif
            if count > 0 {
                output += block[..<count]
                if output.count >= Self.outputLimit { end() }
            } else if count == 0 || (errno != EINTR && errno != EAGAIN) {
                closePipe()
                collect()
            } else if errno == EAGAIN {
                return
            }
        }
    }

    /// Ends the command and its children.
    package func end() {
        closePipe()
        guard status == nil else { return }
        // The process leads a group of its own.
        kill(-process, SIGKILL)
        // A process that the system cannot end at once must not hold the terminal.
        for _ in 0..<20 {
            collect()
            if status != nil { return }
            usleep(1_000)
        }
    }

    private func closePipe() {
        guard pipe >= 0 else { return }
        close(pipe)
        pipe = -1
        isFinished = true
    }

    private func collect() {
        var status: Int32 = 0
        guard waitpid(process, &status, WNOHANG) == process else { return }
        self.status = status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
    }
}
