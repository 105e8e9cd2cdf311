// The threads for searches and for the tasks that begin them: most responses need only one thread, because
// waking another one takes longer than many searches.

internal import NIOCore
internal import NIOPosix
internal import Synchronization

/// A pool of threads for searches, and for the tasks that wait for them. Searches go first: `FairQueue` lets
/// few run at a time. Other tasks are shared out among clients.
final class SearchThreads: Sendable {
    private let pool: NIOThreadPool
    private let worker = ThreadSpecificVariable<Worker>()
    private let workers = Mutex<[Worker]>([])
    private let waiting: Mutex<Waiting>

    /// - Parameter handlerLimit: the most handlers of one client that run at a time, at least 1.
    init(count: Int, handlerLimit: Int) {
        pool = NIOThreadPool(numberOfThreads: count)
        waiting = Mutex(Waiting(handlers: ClientQueue(limit: handlerLimit)))
        pool.start()
    }

    deinit { pool.shutdownGracefully { _ in } }

    /// What a job does.
    enum Kind {
        case search
        /// Begins searches, and responds with their results. It is short.
        case handler(Client)
    }

    /// Runs jobs of one kind.
    final class Executor: TaskExecutor {
        private let threads: SearchThreads
        private let kind: Kind

        init(_ threads: SearchThreads, _ kind: Kind) {
            self.threads = threads
            self.kind = kind
        }

        func enqueue(_ job: consuming ExecutorJob) {
            threads.enqueue(Job(job: UnownedJob(job), executor: self), kind)
        }
    }

    private struct Job: Sendable {
        let job: UnownedJob
        let executor: Executor

        func run() { job.runSynchronously(on: executor.asUnownedTaskExecutor()) }
    }

    /// The jobs that wait for a thread.
    private struct Waiting {
        var searches = CircularBuffer<Job>()
        var handlers: ClientQueue<Job>

        var isEmpty: Bool { searches.isEmpty && handlers.isEmpty }

        mutating func add(_ job: Job, _ kind: Kind) {
            switch kind {
            case .search: searches.append(job)
            case .handler(let client): handlers.add(job, of: client)
            }
        }

        /// The next job, and the client whose handler it is.
        mutating func next() -> (job: Job, client: Client?)? {
            if let search = searches.popFirst() { return (search, nil) }
            return handlers.next().map { ($0.job, $0.client) }
        }
    }

    /// The jobs that one thread runs next: at most one of each kind. Only that thread uses it.
    private final class Worker: Sendable {
        private struct Jobs {
            var handler: Job?
            var search: Job?
            /// The client whose running handler counts.
            var client: Client?
            /// The number of loops that take jobs from here; 0 on a thread that does something else.
            var loopCount = 0
            /// Whether nothing has changed since the last check.
            var areOld = false
            /// Whether the next job gives way to those that wait.
            var yields = false
        }

        private let jobs = Mutex(Jobs())

        /// Accepts a job, unless the thread already has one of that kind.
        func accepts(_ job: Job, _ kind: Kind) -> Bool {
            jobs.withLock { jobs in
                guard jobs.loopCount > 0 else { return false }
                if jobs.yields {
                    jobs.yields = false
                    return false
                }
                switch kind {
                case .search where jobs.search == nil: jobs.search = job
                case .handler where jobs.handler == nil: jobs.handler = job
                case .search, .handler: return false
                }
                jobs.areOld = false
                return true
            }
        }

        /// Begins a loop, with a handler of a client or with a search.
        func begin(_ client: Client?) {
            jobs.withLock { jobs in
                jobs.loopCount += 1
                jobs.client = client
                jobs.areOld = false
                jobs.yields = false
            }
        }

        /// Accepts no job until one has been refused.
        func yield() { jobs.withLock { $0.yields = true } }

        func end() { jobs.withLock { $0.loopCount -= 1 } }

        /// The client whose handler has ended, if it was still counted.
        func ended() -> Client? { jobs.withLock { $0.client.take() } }

        /// The next job: the response to the search that has ended, then the next search.
        func next() -> Job? { jobs.withLock { $0.handler.take() ?? $0.search.take() } }

        /// The jobs that already waited at the last check, and the client whose handler already ran then,
        /// which no longer counts.
        func takeOld() -> (jobs: [Job], client: Client?) {
            jobs.withLock { jobs in
                guard jobs.areOld else {
                    jobs.areOld = true
                    return ([], nil)
                }
                return ([jobs.handler.take(), jobs.search.take()].compactMap(\.self), jobs.client.take())
            }
        }
    }

    /// Moves jobs to other threads if their own thread has been busy since the last call, for example because
    /// it waits for a lock, and releases the clients whose handlers such a thread runs.
    func relieve() {
        for worker in workers.withLock(\.self) {
            let (jobs, client) = worker.takeOld()
            for job in jobs { pool.submit { [self] _ in work(beginningWith: job, of: nil) } }
            if let client { end(client) }
        }
    }

    /// Suspends a handler behind those of other clients that wait for a thread.
    func yield() async {
        if yieldsThread() { await Task.yield() }
    }

    /// Whether others wait for a thread. Then the next job on this one goes behind them.
    private func yieldsThread() -> Bool {
        guard !waiting.withLock({ $0.isEmpty }) else { return false }
        worker.currentValue?.yield()
        return true
    }

    private func enqueue(_ job: Job, _ kind: Kind) {
        // The same thread runs next what its job starts.
        if worker.currentValue?.accepts(job, kind) == true { return }
        waiting.withLock { $0.add(job, kind) }
        wake()
    }

    /// Stops counting a client's handler.
    private func end(_ client: Client) {
        if waiting.withLock({ $0.handlers.end(client) }) { wake() }
    }

    /// Wakes a thread for the next job, if any may run.
    private func wake() {
        // A job must always run, so this works even after the pool has shut down, which calls this closure at
        // once.
        pool.submit { [self] _ in
            guard let (job, client) = waiting.withLock({ $0.next() }) else { return }
            work(beginningWith: job, of: client)
        }
    }

    private func makeWorker() -> Worker {
        let made = Worker()
        worker.currentValue = made
        workers.withLock { $0.append(made) }
        return made
    }

    private func work(beginningWith job: Job, of client: Client?) {
        let worker = worker.currentValue ?? makeWorker()
        worker.begin(client)
        defer { worker.end() }
        var next: Job? = job
        while let job = next {
            job.run()
            if let client = worker.ended() { end(client) }
            next = worker.next()
        }
    }
}
