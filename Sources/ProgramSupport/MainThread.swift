// Where the program's own work is done: on the thread that the process begins with.
//
// An asynchronous `main` would start the threads of the concurrency library before its first line, which takes as long as
// a search. Most runs wait for nobody. Work for all cores names `globalConcurrentExecutor` where it adds its tasks: without
// that, they would take turns on this thread too.

internal import Synchronization

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// Runs a program's task on the main thread.
package final class MainThread: TaskExecutor {
    private struct Queue {
        var jobs: [UnownedJob] = []
    }

    private let queue = Mutex(Queue())
    /// Counts the jobs that wait; never moved once it is initialized.
    nonisolated(unsafe) private let semaphore: UnsafeMutablePointer<sem_t>

    private init() {
        semaphore = .allocate(capacity: 1)
        sem_init(semaphore, 0, 0)
    }

    /// Runs a task, which is to end the process, and whatever it does not hand to others.
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
