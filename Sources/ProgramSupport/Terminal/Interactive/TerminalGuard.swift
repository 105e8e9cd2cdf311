// Restores the terminal after the program was killed.
//
// A second process of the same program reads from a pipe: first the terminal's mode, then one byte whenever
// the program takes or gives back the terminal. The pipe closes when the program ends, however it ends.

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// The process that guards the terminal.
package struct TerminalGuard {
    private static let argument = "--guard-terminal"
    private static let taken = UInt8(ascii: "r")
    private static let takenInline = UInt8(ascii: "i")
    private static let givenBack = UInt8(ascii: "c")

    private let process: pid_t
    private let pipe: Int32

    /// Starts the process; `nil` if that fails. The program can continue without it.
    init?(saved: termios) {
        guard let ends = ProcessPipe() else { return nil }
        defer { close(ends.reading) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends.reading, 0)
        posix_spawn_file_actions_adddup2(&actions, TerminalKeeper.output, 1)
        // The reader of our standard error must not wait for the guard.
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // In a process group of its own the guard survives a signal to the program's group.
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
        // A guard that does not read must not block the program.
        _ = fcntl(pipe, F_SETFL, O_NONBLOCK)
        withUnsafeBytes(of: saved) { _ = write(pipe, $0.baseAddress!, $0.count) }
    }

    /// Reports to the guard whether the program has the terminal. Safe in signal handlers.
    func tell(isTaken: Bool, isInline: Bool) {
        var byte = isTaken ? isInline ? Self.takenInline : Self.taken : Self.givenBack
        _ = write(pipe, &byte, 1)
    }

    /// Ends the guard and collects its status, so that no zombie remains.
    func end() {
        close(pipe)
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
    }

    // MARK: The guard itself

    /// Runs the guard and ends the process, if it was started as a guard. `main` calls this first.
    package static func runIfRequested() {
        guard CommandLine.argc == 2, CommandLine.arguments[1] == argument else { return }
        // A user who types the argument gets the error for an unknown option.
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
        guard last != givenBack else { return }
        TerminalMode.leave(input: 1, output: 1, saved: saved, isInline: last == takenInline)
    }
}
