// Who searches when? Threads of their own, so that whoever waits for a search holds up nobody who does not.

internal import HTTPTypes
internal import Localization
internal import NIOPosix
internal import Synchronization

/// Runs searches: as many at once as there are processors, the others in line, and none for longer than is allowed.
final class SearchRunner: Sendable {
    private let threads: SearchThreads
    private let limits: Limits
    private let running = Mutex(Running())

    struct Limits: Sendable {
        /// How many searches may run and wait.
        var count: Int
        /// How long one may wait and run, together.
        var time: Duration
    }

    private struct Running {
        var searches: [Int: Search] = [:]
        var next = 0
    }

    private struct Search {
        let deadline: ContinuousClock.Instant
        var cancel: (@Sendable () -> Void)?
    }

    init(threadCount: Int, limits: Limits) {
        threads = SearchThreads(count: threadCount)
        self.limits = limits
    }

    /// How many searches run or wait.
    var count: Int { running.withLock { $0.searches.count } }

    /// When something that begins now must have ended.
    var deadline: ContinuousClock.Instant { ContinuousClock.now + limits.time }

    /// Does something that takes as long as a search.
    ///
    /// - Parameter deadline: when it is given up; as late as any that begins now by default.
    /// - Throws: `Problem` where too many wait already, or it takes too long; what `body` throws; `CancellationError`.
    func run<Value: Sendable>(
        until deadline: ContinuousClock.Instant? = nil, _ body: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        let deadline = deadline ?? self.deadline
        // A task whose caller has gone might begin before it is told.
        try Task.checkCancellation()
        guard let number = begin(until: deadline) else {
            throw Problem(.tooBusy, "TooBusy", headers: [.retryAfter: "1"])
        }
        defer { running.withLock { _ = $0.searches.removeValue(forKey: number) } }
        let task = Task(executorPreference: threads) {
            try Task.checkCancellation()
            return try body()
        }
        running.withLock { $0.searches[number]?.cancel = { task.cancel() } }
        do {
            return try await withTaskCancellationHandler {
                try await task.value
            } onCancel: {
                task.cancel()
            }
        } catch {
            if task.isCancelled, ContinuousClock.now >= deadline {
                throw Problem(.timeLimit, "TimeLimit: %ld", .init(limits.time.components.seconds))
            }
            throw error
        }
    }

    private func begin(until deadline: ContinuousClock.Instant) -> Int? {
        running.withLock { running in
            guard running.searches.count < limits.count else { return nil }
            running.next += 1
            running.searches[running.next] = Search(deadline: deadline)
            return running.next
        }
    }

    /// Gives up what has taken too long, until the task is cancelled. One look at all searches now and then is cheaper than
    /// a timer for each.
    func keepTime() async {
        while !Task.isCancelled {
            let late = running.withLock { running in
                let now = ContinuousClock.now
                return running.searches.values.filter { $0.deadline <= now }
            }
            for search in late { search.cancel?() }
            try? await Task.sleep(for: .milliseconds(50))
        }
    }
}

/// Threads on which tasks run one after the other.
private final class SearchThreads: TaskExecutor {
    private let pool: NIOThreadPool

    init(count: Int) {
        pool = NIOThreadPool(numberOfThreads: count)
        pool.start()
    }

    deinit { pool.shutdownGracefully { _ in } }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        // A pool that has ended runs what comes too late at once: it is told by its state, and a job must be run.
        pool.submit { [self] _ in job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
}
