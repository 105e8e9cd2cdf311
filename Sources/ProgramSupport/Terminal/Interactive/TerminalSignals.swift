// Which signals does a full-screen program answer, and how?
//
// Handlers call nothing that allocates or locks: they note what happened for the next wait, or give the terminal back.

internal import Synchronization

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// The signal handlers of a process that has the terminal for itself.
enum TerminalSignals {
    /// Somebody wants the process to end; it may store its state first.
    private static let ending = [SIGTERM, SIGHUP, SIGINT, SIGQUIT]
    /// The process is at fault, and ends at once.
    private static let fatal = [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE]

    /// How each signal was answered before, by its number. Written before our handler can run, and allocated once.
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

    /// Answers the signals from now on.
    static func install() {
        // Made now: a handler finds them there.
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
            // Who started the program under `nohup` wants it to live on.
            if isIgnored(previous[Int(number)]) { restore(number) }
        }
        for number in fatal {
            install(number, flags: Int32(SA_ONSTACK)) { number in
                TerminalSignals.preservingError { TerminalKeeper.giveBack() }
                // What the signal would have done without us, it does when the handler returns.
                TerminalSignals.restore(number)
                raise(number)
            }
        }
        install(SIGWINCH) { _ in TerminalSignals.preservingError { WakePipe.note(.resized) } }
        install(SIGCONT) { _ in TerminalSignals.preservingError { WakePipe.note(.continued) } }
        installStop()
    }

    /// Answers signals as before.
    static func uninstall() {
        for number in ending + fatal + [SIGWINCH, SIGCONT, SIGTSTP] { restore(number) }
    }

    /// Stops the process group as the terminal's own key for it would, and returns when it goes on. Where nobody could make
    /// it go on, the system does not stop it.
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

    /// Without SA_RESTART: a write that waits for a terminal which takes nothing ends when a signal comes.
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

    /// A handler needs room when the stack itself is what ran out. Where there is another stack already, it stays.
    private static func prepareStack() {
        var stack = stack_t()
        guard sigaltstack(nil, &stack) == 0, stack.ss_size == 0 else { return }
        let size = 1 << 16
        stack = stack_t(ss_sp: .allocate(byteCount: size, alignment: 16), ss_flags: 0, ss_size: size)
        sigaltstack(&stack, nil)
    }
}
