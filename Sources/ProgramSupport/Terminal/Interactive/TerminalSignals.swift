// The signal handlers of a full-screen program.
//
// Handlers neither allocate nor lock: they record an event for the next wait, or restore the terminal.

internal import Files
internal import Synchronization

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// The signal handlers of a process that has taken the terminal.
enum TerminalSignals {
    /// Signals that ask the process to end. It stores its state first.
    private static let ending = [SIGTERM, SIGHUP, SIGINT, SIGQUIT]
    /// Signals after which the process ends at once.
    private static let fatal = [SIGSEGV, SIGILL, SIGTRAP, SIGABRT, SIGFPE]

    /// The previous action of each signal, by its number. A pointer allocated once, because handlers read it;
    /// written before our handler can run.
    nonisolated(unsafe) private static let previous: UnsafeMutablePointer<sigaction> = {
        let memory = UnsafeMutablePointer<sigaction>.allocate(capacity: 65)
        memory.initialize(repeating: sigaction(), count: 65)
        return memory
    }()

    /// The first signal that asked the process to end; 0 if none did.
    private static let endingSignal = Atomic<Int32>(0)

    /// The signal that asked the process to end.
    static var pendingEnd: Int32? {
        let number = endingSignal.load(ordering: .sequentiallyConsistent)
        return number == 0 ? nil : number
    }

    /// Installs the handlers.
    static func install() {
        // Initialize these here, because handlers must not.
        _ = (previous, WakePipe.readingEnd)
        prepareStack()
        for number in ending {
            install(number) { number in
                TerminalSignals.preservingError {
                    _ = TerminalSignals.endingSignal.compareExchange(
                        expected: 0, desired: number, ordering: .sequentiallyConsistent)
                    WakePipe.interrupt()
                }
            }
            // Under `nohup` the program must ignore the signal.
            if isIgnored(previous[Int(number)]) { restore(number) }
        }
        for number in fatal {
            install(number, flags: Int32(SA_ONSTACK)) { number in TerminalSignals.endByFault(number) }
        }
        install(SIGBUS, flags: Int32(SA_ONSTACK)) { number, information, _ in
            // Another program truncated an index: the search reports that.
            if let information, MappedFile.repairFault(information) { return }
            TerminalSignals.endByFault(number)
        }
        install(SIGWINCH) { _ in TerminalSignals.preservingError { WakePipe.note(.resized) } }
        install(SIGCONT) { _ in TerminalSignals.preservingError { WakePipe.note(.continued) } }
        installStop()
    }

    /// Restores the previous actions.
    static func uninstall() {
        for number in ending + fatal + [SIGBUS, SIGWINCH, SIGCONT, SIGTSTP] { restore(number) }
    }

    /// Stops the process group as the terminal's suspend key would, and returns when it continues. The system
    /// does not stop an orphaned process group.
    static func stop() {
        restore(SIGTSTP)
        kill(0, SIGTSTP)
        installStop()
    }

    /// Ends the process so that its parent sees which signal ended it.
    static func endProcess(by number: Int32) -> Never {
        signal(number, SIG_DFL)
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, number)
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
        raise(number)
        _exit(128 + number)
    }

    private static func installStop() {
        install(SIGTSTP) { _ in TerminalSignals.preservingError { WakePipe.note(.stopped) } }
    }

    /// Installs a handler. Without SA_RESTART, so that a signal ends a write to a
    /// terminal that accepts no output.
    private static func install(
        _ number: Int32, flags: Int32 = 0, _ handler: @escaping @convention(c) (Int32) -> Void
    ) {
        var action = sigaction()
        #if canImport(Glibc)
            action.__sigaction_handler.sa_handler = handler
        #else
            action.__sa_handler.sa_handler = handler
        #endif
        action.sa_flags = flags
        sigemptyset(&action.sa_mask)
        sigaction(number, &action, previous + Int(number))
    }

    /// Installs a handler that receives the signal's `siginfo_t`.
    private static func install(
        _ number: Int32, flags: Int32,
        _ handler:
            @escaping @convention(c) (
                Int32, UnsafeMutablePointer<siginfo_t>?, UnsafeMutableRawPointer?
            ) -> Void
    ) {
        var action = sigaction()
        #if canImport(Glibc)
            action.__sigaction_handler.sa_sigaction = handler
        #else
            action.__sa_handler.sa_sigaction = handler
        #endif
        action.sa_flags = flags | Int32(SA_SIGINFO)
        sigemptyset(&action.sa_mask)
        sigaction(number, &action, previous + Int(number))
    }

    /// Restores the terminal after a fault. The previous action follows when the handler returns.
    private static func endByFault(_ number: Int32) {
        preservingError { TerminalKeeper.giveBack() }
        restore(number)
        raise(number)
    }

    private static func restore(_ number: Int32) { sigaction(number, previous + Int(number), nil) }

    private static func isIgnored(_ action: sigaction) -> Bool {
        #if canImport(Glibc)
            let handler = action.__sigaction_handler.sa_handler
        #else
            let handler = action.__sa_handler.sa_handler
        #endif
        return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    private static func preservingError(_ body: () -> Void) {
        let code = errno
        body()
        errno = code
    }

    /// Gives handlers a stack of their own, for the case of a stack overflow. An existing one is kept.
    private static func prepareStack() {
        var stack = stack_t()
        guard sigaltstack(nil, &stack) == 0, stack.ss_size == 0 else { return }
        let size = 1 << 16
        stack = stack_t(ss_sp: .allocate(byteCount: size, alignment: 16), ss_flags: 0, ss_size: size)
        sigaltstack(&stack, nil)
    }
}
