// The state that signal handlers need to restore the terminal.

internal import Synchronization

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// The terminal of the process while it is taken. A process has one.
enum TerminalKeeper {
    private static let inputDescriptor = Atomic<Int32>(0)
    private static let outputDescriptor = Atomic<Int32>(1)
    private static let usesPart = Atomic(false)

    static var input: Int32 { inputDescriptor.load(ordering: .relaxed) }
    static var output: Int32 { outputDescriptor.load(ordering: .relaxed) }
    /// Whether the program uses lines below the cursor instead of the alternate screen.
    static var isInline: Bool { usesPart.load(ordering: .relaxed) }

    /// Chooses the terminal before it is taken: the process's controlling one instead of standard input and
    /// output, which a script may have redirected.
    ///
    /// - Returns: `false` if the process has no terminal.
    static func choose(controlling: Bool, isInline: Bool) -> Bool {
        usesPart.store(isInline, ordering: .relaxed)
        guard controlling, input == 0 else { return true }
        let descriptor = open("/dev/tty", O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        inputDescriptor.store(descriptor, ordering: .relaxed)
        outputDescriptor.store(descriptor, ordering: .relaxed)
        return true
    }

    private struct Kept {
        var saved = termios()
        var guarding: TerminalGuard?
    }

    /// The state. Signal handlers read it while `isTaken` is set; the thread that owns the screen writes it
    /// before. A pointer allocated once, so that no handler allocates.
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
        kept.pointee.guarding = TerminalGuard(saved: saved)
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
        kept.pointee.guarding?.tell(isTaken: true, isInline: isInline)
    }

    /// Restores the terminal, if it is taken. Safe in signal handlers.
    static func giveBack() {
        guard isTaken.exchange(false, ordering: .sequentiallyConsistent) else { return }
        TerminalMode.leave(input: input, output: output, saved: kept.pointee.saved, isInline: isInline)
        kept.pointee.guarding?.tell(isTaken: false, isInline: isInline)
    }

    /// Restores the terminal for the last time.
    static func finish() {
        giveBack()
        kept.pointee.guarding?.end()
        kept.pointee.guarding = nil
    }
}
