// What has to be given back when the process ends, however it ends; kept where signal handlers find it.

internal import Synchronization

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// The terminal of the process while a program has it for itself. A process has one.
enum TerminalKeeper {
    static let input: Int32 = 0
    static let output: Int32 = 1

    private struct Kept {
        var saved = termios()
        var guardian: TerminalGuard?
    }

    /// Where the facts stand. Signal handlers read them while `isTaken`; they are written before it is set, by the one
    /// thread that owns the screen, and allocated once so that no handler ever has to.
    nonisolated(unsafe) private static let kept: UnsafeMutablePointer<Kept> = {
        let memory = UnsafeMutablePointer<Kept>.allocate(capacity: 1)
        memory.initialize(to: Kept())
        return memory
    }()

    private static let isTaken = Atomic(false)
    private static let isPrepared = Atomic(false)

    /// Reads the terminal's mode, and starts the process that gives it back if this one is killed.
    static func prepare() throws(TerminalFailure) {
        var saved = termios()
        guard tcgetattr(input, &saved) == 0 else { throw TerminalFailure(code: errno) }
        kept.pointee.saved = saved
        kept.pointee.guardian = TerminalGuard(saved: saved)
        // Whoever calls exit, anywhere, gives the terminal back.
        if !isPrepared.exchange(true, ordering: .relaxed) { atexit { TerminalKeeper.giveBack() } }
    }

    /// Whether the terminal is ours now.
    static var isHeld: Bool { isTaken.load(ordering: .sequentiallyConsistent) }

    /// Puts the terminal into raw mode. From here on whatever ends the process gives it back.
    static func take() throws(TerminalFailure) {
        if let code = TerminalMode.enter(input, saved: kept.pointee.saved) {
            throw TerminalFailure(code: code)
        }
        isTaken.store(true, ordering: .sequentiallyConsistent)
        kept.pointee.guardian?.tell(isTaken: true)
    }

    /// Gives the terminal back, if it is taken. Safe in signal handlers.
    static func giveBack() {
        guard isTaken.exchange(false, ordering: .sequentiallyConsistent) else { return }
        TerminalMode.leave(input: input, output: output, saved: kept.pointee.saved)
        kept.pointee.guardian?.tell(isTaken: false)
    }

    /// The terminal was given back for good.
    static func finish() {
        giveBack()
        kept.pointee.guardian?.end()
        kept.pointee.guardian = nil
    }
}
