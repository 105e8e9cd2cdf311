// The state that signal handlers need to restore the terminal.

internal import Synchronization

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// The terminal of the process while it is taken. A process has one.
enum TerminalKeeper {
    static let input: Int32 = 0
    static let output: Int32 = 1

    private struct Kept {
        var saved = termios()
        var guardian: TerminalGuard?
    }

    /// The state. Signal handlers read it while `isTaken` is set; the thread that owns the screen writes it before. A pointer
    /// allocated once, so that no handler allocates.
    nonisolated(unsafe) private static let kept: UnsafeMutablePointer<Kept> = {
        let memory = UnsafeMutablePointer<Kept>.allocate(capacity: 1)
        memory.initialize(to: Kept())
        return memory
    }()

    private static let isTaken = Atomic(false)
    private static let isPrepared = Atomic(false)

    /// Reads the terminal's mode, and starts the process that restores it if this one is killed.
    static func prepare() throws(TerminalFailure) {
        var saved = termios()
        guard tcgetattr(input, &saved) == 0 else { throw TerminalFailure(code: errno) }
        kept.pointee.saved = saved
        kept.pointee.guardian = TerminalGuard(saved: saved)
        // A call of exit anywhere restores the terminal.
        if !isPrepared.exchange(true, ordering: .relaxed) { atexit { TerminalKeeper.giveBack() } }
    }

    /// Whether the terminal is taken.
    static var isHeld: Bool { isTaken.load(ordering: .sequentiallyConsistent) }

    /// Puts the terminal into raw mode. From now on every end of the process restores it.
    static func take() throws(TerminalFailure) {
        if let code = TerminalMode.enter(input, saved: kept.pointee.saved) {
            throw TerminalFailure(code: code)
        }
        isTaken.store(true, ordering: .sequentiallyConsistent)
        kept.pointee.guardian?.tell(isTaken: true)
    }

    /// Restores the terminal, if it is taken. Safe in signal handlers.
    static func giveBack() {
        guard isTaken.exchange(false, ordering: .sequentiallyConsistent) else { return }
        TerminalMode.leave(input: input, output: output, saved: kept.pointee.saved)
        kept.pointee.guardian?.tell(isTaken: false)
    }

    /// Restores the terminal for the last time.
    static func finish() {
        giveBack()
        kept.pointee.guardian?.end()
        kept.pointee.guardian = nil
    }
}
