// Who gives the terminal back if the program is killed and cannot do it itself?
//
// A process of the same program that waits at the end of a pipe. It is told the terminal's mode and, with one byte for each
// change, whether the program has the terminal. When the pipe is closed, by whatever end of the program, it knows.

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// The process that stands guard over the terminal.
package struct TerminalGuard {
    private static let argument = "--guard-terminal"
    private static let taken = UInt8(ascii: "r")
    private static let givenBack = UInt8(ascii: "c")

    private let process: pid_t
    private let pipe: Int32

    /// Starts the process; `nil` where that fails, and the program goes on without.
    init?(saved: termios) {
        guard let ends = ProcessPipe() else { return nil }
        defer { close(ends.reading) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends.reading, 0)
        posix_spawn_file_actions_adddup2(&actions, TerminalKeeper.output, 1)
        // Whoever reads our errors does not wait for the guard's end.
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // A process group of its own: what kills the program's group leaves the guard alone.
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
        posix_spawnattr_setpgroup(&attributes, 0)
        let words = [strdup(CommandLine.arguments.first ?? ""), strdup(Self.argument), nil]
        defer { for word in words { free(word) } }
        var process = pid_t()
        guard posix_spawn(&process, "/proc/self/exe", &actions, &attributes, words, environ) == 0 else {
            close(ends.writing)
            return nil
        }
        self.process = process
        pipe = ends.writing
        // A guard that does not read keeps nobody waiting.
        _ = fcntl(pipe, F_SETFL, O_NONBLOCK)
        withUnsafeBytes(of: saved) { _ = write(pipe, $0.baseAddress!, $0.count) }
    }

    /// Tells whether the program has the terminal. Safe in signal handlers.
    func tell(isTaken: Bool) {
        var byte = isTaken ? Self.taken : Self.givenBack
        _ = write(pipe, &byte, 1)
    }

    /// Lets the guard end, and takes note of it so that no zombie stays.
    func end() {
        close(pipe)
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
    }

    // MARK: The guard itself

    /// Stands guard if the process was started for that, and ends it then. The first thing that `main` calls.
    package static func runIfAsked() {
        guard CommandLine.argc == 2, CommandLine.arguments[1] == argument else { return }
        // A user who tries the argument gets the answer that any unknown one gets.
        var status = stat()
        guard fstat(0, &status) == 0, status.st_mode & S_IFMT == S_IFIFO else { return }
        for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGTTOU, SIGTTIN, SIGPIPE] {
            signal(number, SIG_IGN)
        }
        standGuard()
        _exit(0)
    }

    private static func standGuard() {
        var saved = termios()
        let isKnown = withUnsafeMutableBytes(of: &saved) { memory in
            var count = 0
            while count < memory.count {
                let length = read(0, memory.baseAddress! + count, memory.count - count)
                if length < 0, errno == EINTR { continue }
                if length <= 0 { return false }
                count += length
            }
            return true
        }
        guard isKnown else { return }
        var last = givenBack
        while true {
            var byte: UInt8 = 0
            let length = read(0, &byte, 1)
            if length < 0, errno == EINTR { continue }
            if length <= 0 { break }
            last = byte
        }
        if last == taken { TerminalMode.leave(input: 1, output: 1, saved: saved) }
    }
}
