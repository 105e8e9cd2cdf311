// The threads on which searches run, and the tasks that begin them: most answers take one thread, because waking another one
// takes longer than many a search.

internal import NIOPosix
internal import Synchronization

/// A pool of threads for searches, and for the tasks that wait for them.
final class SearchThreads: Sendable {
    private let pool: NIOThreadPool
    private let worker = ThreadSpecificVariable<Worker>()
    /// The threads' workers.
    private let workers = Mutex<[Worker]>([])

    init(count: Int) {
        pool = NIOThreadPool(numberOfThreads: count)
        pool.start()
    }

    deinit { pool.shutdownGracefully { _ in } }

    /// What a job does.
    enum Kind {
        case search
        /// Begins searches, and answers with their results. It does not take long.
        case handler
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
            threads.enqueue(Job(job: UnownedJob(job), executor: asUnownedTaskExecutor()), kind)
        }
    }

    private struct Job: Sendable {
        let job: UnownedJob
        let executor: UnownedTaskExecutor
    }

    /// What one thread does next: at most one job of each kind. Only that thread uses it.
    private final class Worker: Sendable {
        private struct Jobs {
            var handler: Job?
            var search: Job?
            /// The number of loops that take jobs from here; 0 on a thread that does something else.
            var loopCount = 0
            /// Whether they waited at the last look.
            var areOld = false
        }

        private let jobs = Mutex(Jobs())

        /// Takes a job over, unless the thread has one of that kind already.
        func accepts(_ job: Job, _ kind: Kind) -> Bool {
            jobs.withLock { jobs in
                guard jobs.loopCount > 0 else { return false }
                switch kind {
                case .search where jobs.search == nil: jobs.search = job
                case .handler where jobs.handler == nil: jobs.handler = job
                case .search, .handler: return false
                }
                jobs.areOld = false
                return true
            }
        }

        func begin() { jobs.withLock { $0.loopCount += 1 } }
        func end() { jobs.withLock { $0.loopCount -= 1 } }

        /// The next job: the answer to the search that has ended, then the next search.
        func next() -> Job? { jobs.withLock { $0.handler.take() ?? $0.search.take() } }

        /// The jobs that already waited at the last look.
        func oldJobs() -> [Job] {
            jobs.withLock { jobs in
                guard jobs.areOld else {
                    jobs.areOld = true
                    return []
                }
                return [jobs.handler.take(), jobs.search.take()].compactMap(\.self)
            }
        }
    }

    /// Gives jobs to other threads whose own thread has been busy since the last call, for example because it waits for a lock.
    func relieve() {
        for worker in workers.withLock(\.self) {
            for job in worker.oldJobs() { pool.submit { [self] _ in work(beginningWith: job) } }
        }
    }

    private func enqueue(_ job: Job, _ kind: Kind) {
        // What a job starts, its own thread does next.
        if worker.currentValue?.accepts(job, kind) == true { return }
        // A job must always run: a pool that has shut down calls this closure at once.
        pool.submit { [self] _ in work(beginningWith: job) }
    }

    private func makeWorker() -> Worker {
        let made = Worker()
        worker.currentValue = made
        workers.withLock { $0.append(made) }
        return made
    }

    private func work(beginningWith job: Job) {
        let worker = worker.currentValue ?? makeWorker()
        worker.begin()
        defer { worker.end() }
        var next: Job? = job
        while let job = next {
            job.job.runSynchronously(on: job.executor)
            next = worker.next()
        }
    }
}
