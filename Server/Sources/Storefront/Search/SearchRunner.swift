// Runs searches with limits on threads of their own, so that they do not block other requests.

internal import HTTPTypes
internal import Localization
internal import Support
internal import Synchronization
internal import Tracing

/// Runs searches within limits: as many at a time as there are threads; others wait in a fair queue, and all
/// have a deadline.
final class SearchRunner: Sendable {
    private let threads: SearchThreads
    private let searchExecutor: SearchThreads.Executor
    private let time: Duration
    private let state: Mutex<State>

    struct Limits: Sendable {
        /// The most searches that run or wait.
        var count: Int
        /// The most searches of one client that run or wait.
        var clientCount: Int
        /// The longest time that a search may wait and run, together.
        var time: Duration
    }

    /// The client of a search, and its expected cost.
    struct Slot: Sendable {
        var client = Client.local
        var cost = SearchCost.cheap
        /// The name of the work in traces.
        var work = "search"
    }

    private struct State {
        var queue: FairQueue
        var usage = ClientUsage()
        /// The searches without a response. A search that is past its deadline has a response, but may still
        /// run.
        var searches: [FairQueue.Ticket: Search] = [:]
    }

    private struct Search {
        let deadline: ContinuousClock.Instant
        let progress: Progress
        let start: @Sendable (FairQueue.Ticket) -> Void
        /// Responds with an error.
        let fail: @Sendable (any Error) -> Void
        var started: ContinuousClock.Instant?
        var isLate = false
    }

    /// How long a search may take to notice its cancellation. After that its client gets a response although
    /// the search still runs.
    private static let patience = Duration.milliseconds(100)
    /// How long a cheap search may take; longer ones count as expensive.
    private static let cheapTime = Duration.milliseconds(20)
    /// The number of threads reserved for handlers.
    private static let handlerThreads = 2
    /// How often the times of all searches are checked.
    private static let interval = Duration.milliseconds(20)

    /// - Parameter threadCount: how many searches run at a time. At least two: one is reserved for cheap
    ///   searches.
    init(threadCount: Int, limits: Limits) {
        let threadCount = max(2, threadCount)
        let mostThreads = 4 * threadCount
        threads = SearchThreads(count: mostThreads + Self.handlerThreads, handlerLimit: threadCount - 1)
        searchExecutor = SearchThreads.Executor(threads, .search)
        time = limits.time
        state = Mutex(
            State(
                queue: FairQueue(
                    .init(
                        threads: threadCount, mostThreads: mostThreads, count: limits.count,
                        clientCount: limits.clientCount))))
    }

    /// Runs a client's handlers on the same threads, shared out among all clients.
    func executor(for client: Client) -> any TaskExecutor {
        SearchThreads.Executor(threads, .handler(client))
    }

    /// Suspends a handler behind those of other clients that wait for a thread.
    func yield() async { await threads.yield() }

    /// The number of searches that run or wait.
    var count: Int { state.withLock { $0.queue.count } }

    /// The deadline of a search that begins now.
    var deadline: ContinuousClock.Instant { ContinuousClock.now + time }

    /// Runs `body` on a search thread when it gets a slot.
    ///
    /// - Parameter deadline: when the task of `body` is cancelled; by default after the full time from now.
    /// - Throws: `Problem` if too many searches wait or the deadline passes; errors
    ///   of `body`; `CancellationError`.
    func run<Value: Sendable>(
        _ slot: Slot, until deadline: ContinuousClock.Instant? = nil,
        _ body: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        let deadline = deadline ?? self.deadline
        return try await withSpan(slot.work) { span in
            span.attributes["lsearch.expensive"] = slot.cost == .expensive
            return try await perform(slot, until: deadline, span, body)
        }
    }

    /// - Parameter span: records the event `started` when the search gets its slot.
    private func perform<Value: Sendable>(
        _ slot: Slot, until deadline: ContinuousClock.Instant, _ span: any Span,
        _ body: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        let progress = Progress()
        return try await withTaskCancellationHandler {
            // Only a search that has begun can be cancelled below.
            try Task.checkCancellation()
            return try await withCheckedThrowingContinuation { continuation in
                let search = Search(
                    deadline: deadline, progress: progress,
                    start: { ticket in
                        span.addEvent("started")
                        // Detached: an ending search starts the next one, which must not be part of the
                        // ending search's task.
                        progress.runs(
                            Task.detached(executorPreference: self.searchExecutor) {
                                let before = ProcessorTime.ofThread
                                let result = Result {
                                    try Task.checkCancellation()
                                    return try body()
                                }
                                let time = (ProcessorTime.ofThread - before) / .seconds(1)
                                self.end(ticket, of: slot.client, after: time, result, continuation)
                            })
                    },
                    fail: { continuation.resume(throwing: $0) })
                if let problem = begin(search, slot, at: progress) {
                    continuation.resume(throwing: problem)
                } else if Task.isCancelled {
                    leave(progress)
                }
            }
        } onCancel: {
            leave(progress)
        }
    }

    /// Tracks where a search is: in the queue, then in its task.
    private final class Progress: Sendable {
        private struct State {
            var ticket: FairQueue.Ticket?
            var task: Task<Void, Never>?
            var isCancelled = false
        }

        private let state = Mutex(State())

        /// Its ticket in the queue; `nil` before it has one.
        var ticket: FairQueue.Ticket? { state.withLock(\.ticket) }

        func waits(_ ticket: FairQueue.Ticket) { state.withLock { $0.ticket = ticket } }

        func runs(_ task: Task<Void, Never>) {
            let isCancelled = state.withLock { state in
                state.task = task
                return state.isCancelled
            }
            if isCancelled { task.cancel() }
        }

        /// Cancels its task, even one that starts only later.
        func cancel() {
            let task = state.withLock { state in
                state.isCancelled = true
                return state.task
            }
            task?.cancel()
        }
    }

    /// Searches to start after unlocking the state: waking a thread takes longer than everything else.
    private typealias Started = [(ticket: FairQueue.Ticket, search: Search)]

    private func begin(_ search: Search, _ slot: Slot, at progress: Progress) -> Problem? {
        let (problem, displaced, started) = state.withLock { state -> (Problem?, Search?, Started) in
            // A client that used little time recently sends searches that end soon.
            let isLight = slot.cost == .expensive && state.usage.isLight(slot.client, at: .now)
            switch state.queue.add(isLight ? .cheap : slot.cost, of: slot.client) {
            case .full: return (.tooBusy, nil, [])
            case .clientFull: return (.tooManySearches, nil, [])
            case .waits(let ticket, let displaced):
                progress.waits(ticket)
                state.searches[ticket] = search
                let displaced = displaced.flatMap { state.searches.removeValue(forKey: $0) }
                return (nil, displaced, Self.next(&state))
            }
        }
        displaced?.fail(Problem.tooBusy)
        start(started)
        return problem
    }

    /// Takes the searches that have a slot from the queue.
    private static func next(_ state: inout State) -> Started {
        var started: Started = []
        while let ticket = state.queue.next() {
            state.searches[ticket]?.started = ContinuousClock.now
            if let search = state.searches[ticket] { started.append((ticket, search)) }
        }
        return started
    }

    private func start(_ started: Started) {
        for (ticket, search) in started { search.start(ticket) }
    }

    /// - Parameter time: the processor time that it took, in seconds.
    private func end<Value: Sendable>(
        _ ticket: FairQueue.Ticket, of client: Client, after time: Double, _ result: Result<Value, any Error>,
        _ continuation: CheckedContinuation<Value, any Error>
    ) {
        let (search, started) = state.withLock { state in
            state.usage.add(time, of: client, at: .now)
            state.queue.remove(ticket, after: time)
            let started = Self.next(&state)
            return (state.searches.removeValue(forKey: ticket), started)
        }
        start(started)
        guard let search else { return }
        if search.isLate, case .failure = result {
            continuation.resume(throwing: late)
        } else {
            continuation.resume(with: result)
        }
    }

    /// Cancels a search whose client has left.
    private func leave(_ progress: Progress) {
        guard let ticket = progress.ticket else { return }
        let waiting = state.withLock { state in
            guard state.queue.isWaiting(ticket) else {
                state.searches[ticket]?.progress.cancel()
                return nil as Search?
            }
            state.queue.remove(ticket)
            return state.searches.removeValue(forKey: ticket)
        }
        waiting?.fail(CancellationError())
    }

    private var late: Problem { Problem(.timeLimit, "TimeLimit: %ld", .init(time.components.seconds)) }

    // MARK: Time

    /// Cancels late searches until the task is cancelled. Checking all searches periodically is cheaper than
    /// a timer for each.
    func keepTime() async {
        while !Task.isCancelled {
            checkTimes(at: ContinuousClock.now)
            threads.relieve()
            try? await Task.sleep(for: Self.interval)
        }
    }

    /// Cancels the searches whose deadline has passed, and responds to those that wait or do not notice.
    /// Counts searches that take long as expensive.
    func checkTimes(at now: ContinuousClock.Instant) {
        let (ended, started) = state.withLock { state in
            var ended: [Search] = []
            for (ticket, search) in state.searches {
                if let started = search.started, started + Self.cheapTime <= now {
                    state.queue.overrun(ticket)
                }
                guard search.deadline <= now else { continue }
                let isWaiting = state.queue.isWaiting(ticket)
                if isWaiting { state.queue.remove(ticket) }
                if isWaiting || search.deadline + Self.patience <= now {
                    state.searches[ticket] = nil
                    ended.append(search)
                } else {
                    state.searches[ticket]?.isLate = true
                }
                search.progress.cancel()
            }
            return (ended, Self.next(&state))
        }
        start(started)
        for search in ended { search.fail(late) }
    }
}

extension Problem {
    fileprivate static let tooBusy = Problem(.tooBusy, "TooBusy", headers: [.retryAfter: "1"])
    fileprivate static let tooManySearches = Problem(
        .tooManySearches, "TooManySearches", headers: [.retryAfter: "1"])
}
