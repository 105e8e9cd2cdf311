// Runs the program's tasks on the main thread.
//
// An asynchronous `main` starts the threads of the concurrency library before its first line, which takes as
// long as a search, and most runs need no other thread. Work for all cores names `globalConcurrentExecutor`
// where it adds its tasks; otherwise they run one after the other on this thread.

internal import Synchronization

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

package final class MainThread: TaskExecutor {
    private struct Queue {
        var jobs: [UnownedJob] = []
    }

    private let queue = Mutex(Queue())
    /// Counts the waiting jobs. A pointer, because a semaphore must not move.
    nonisolated(unsafe) private let semaphore: UnsafeMutablePointer<sem_t>

    private init() {
        semaphore = .allocate(capacity: 1)
        sem_init(semaphore, 0, 0)
    }

    /// Runs a task that ends the process, and all its jobs that name no other executor.
    package static func run(_ program: @escaping @Sendable () async -> Never) -> Never {
        let thread = MainThread()
        Task(executorPreference: thread) { await program() }
        while true { thread.runNext() }
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.withLock { $0.jobs.append(job) }
        sem_post(semaphore)
    }

    private func runNext() {
        while sem_wait(semaphore) != 0 {}
        queue.withLock { $0.jobs.removeFirst() }.runSynchronously(on: asUnownedTaskExecutor())
    }
}
