// Runs searches on threads of their own, so that they do not block other requests.

internal import HTTPTypes
internal import Localization
internal import NIOPosix
internal import Synchronization

/// Runs searches with limits: as many at a time as there are threads, others wait in a queue, and all have a deadline.
final class SearchRunner: Sendable {
    private let threads: SearchThreads
    private let limits: Limits
    private let running = Mutex(Running())

    struct Limits: Sendable {
        /// The most searches that run or wait.
        var count: Int
        /// The longest time that a search may wait and run, together.
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

    /// The number of searches that run or wait.
    var count: Int { running.withLock { $0.searches.count } }

    /// The deadline of a search that begins now.
    var deadline: ContinuousClock.Instant { ContinuousClock.now + limits.time }

    /// Runs `body` on a search thread.
    ///
    /// - Parameter deadline: when the task of `body` is cancelled; the default is the full time from now.
    /// - Throws: `Problem` if too many searches wait or the deadline passes; errors of `body`; `CancellationError`.
    func run<Value: Sendable>(
        until deadline: ContinuousClock.Instant? = nil, _ body: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        let deadline = deadline ?? self.deadline
        // The task below might start before it notices that its caller was cancelled.
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

    /// Cancels late searches, until the task is cancelled. Checking all searches periodically is cheaper than a timer for
    /// each.
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

/// A pool of threads for tasks.
private final class SearchThreads: TaskExecutor {
    private let pool: NIOThreadPool

    init(count: Int) {
        pool = NIOThreadPool(numberOfThreads: count)
        pool.start()
    }

    deinit { pool.shutdownGracefully { _ in } }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        // A job must always run: a pool that has shut down calls this closure at once.
        pool.submit { [self] _ in job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
}
