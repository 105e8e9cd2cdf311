// Limits the processor time of work that may remain unfinished: similar words and suggestions.

internal import Support
internal import Synchronization

/// The processor time that similar words and suggestions of one request may take together.
///
/// Work within a budget ends where an ``Interruption`` notices that the budget is spent, as if its task were
/// cancelled. The budget belongs to one thread, whose time its clock tells.
final class RelaxationBudget: Sendable {
    /// The budget of the work that runs; `nil` for work that must be finished, such as a strict search.
    @TaskLocal static var current: RelaxationBudget?
    /// Tells new budgets of the task the processor time in the place of the system; set by tests only.
    @TaskLocal static var clock: (@Sendable () -> Duration)?

    private let limit: Duration
    private let clock: (@Sendable () -> Duration)?
    private let state = Mutex((isSpent: false, isExceeded: false))
    /// When the processor time was read last, and its value.
    private let lastLook: Mutex<Look>

    private struct Look {
        let time: SuspendingClock.Instant
        let used: Duration

        static var now: Look { Look(time: .now, used: ProcessorTime.ofThread) }

        /// How long the last look is good enough: reading the processor time takes longer
        /// than many of the loops that do.
        static let validity = Duration.microseconds(50)
    }
    /// The processor time of other processes that worked on the same.
    private let charged = Mutex(Duration.zero)

    /// A budget that begins now.
    ///
    /// - Parameter time: the processor time that the work may take.
    init(_ time: Duration) {
        let now = Look.now
        clock = Self.clock
        limit = (clock?() ?? now.used) + time
        lastLook = Mutex(now)
    }

    /// A budget for work that must be finished where only similar words are limited.
    static var unlimited: RelaxationBudget {
        RelaxationBudget(Duration(secondsComponent: 1 << 30, attosecondsComponent: 0))
    }

    /// Whether the time is spent.
    var isSpent: Bool {
        if state.withLock({ $0.isSpent }) { return true }
        guard left <= .zero else { return false }
        state.withLock { $0.isSpent = true }
        return true
    }

    /// The processor time that is left; none or less if it is spent.
    var left: Duration { limit - used - charged.withLock { $0 } }

    /// The processor time that the thread has used; shortly after a look it is taken to
    /// have worked all the time since.
    private var used: Duration {
        if let clock { return clock() }
        return lastLook.withLock { last in
            let passed = SuspendingClock.now - last.time
            if passed < Look.validity { return last.used + passed }
            last = .now
            return last.used
        }
    }

    /// Counts the processor time of another process.
    func charge(_ time: Duration) { charged.withLock { $0 += time } }

    /// Notes that another process found the time spent.
    func end() { state.withLock { $0.isSpent = true } }

    /// Whether work remained unfinished.
    var isExceeded: Bool { state.withLock { $0.isExceeded } }

    /// Notes that work remains unfinished.
    func exceed() { state.withLock { $0.isExceeded = true } }
}
