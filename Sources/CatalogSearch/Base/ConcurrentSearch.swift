// Searches several segments at once, each on a thread of its own.

internal import Dispatch
internal import Synchronization

/// Runs a search of each of several segments on the threads of the system that are free.
enum ConcurrentSearch {
    /// The number of records from which a segment is worth a thread: smaller ones are
    /// searched faster than a thread begins.
    static let worthwhileCount = 1 << 17

    /// The results of `body` for all numbers below `count`, in their order.
    ///
    /// The calling thread takes part, so this ends even if no other thread is free. If its task is cancelled,
    /// ``Interruption`` ends the work of all threads.
    static func results<Value: Sendable>(
        _ count: Int, _ body: @escaping @Sendable (_ number: Int) -> Value
    ) -> [Value] {
        let work = Work(count, body)
        for _ in 1..<max(1, count) {
            DispatchQueue.global(qos: .userInitiated).async {
                SharedCancellation.$current.withValue(work.cancellation) { work.run() }
            }
        }
        work.run()
        return work.finished()
    }

    private final class Work<Value: Sendable>: Sendable {
        let cancellation = SharedCancellation()
        private let count: Int
        private let body: @Sendable (Int) -> Value
        private let next = Atomic<Int>(0)
        private let results: Mutex<[Value?]>
        /// One entry for each number without a result.
        private let unfinished = DispatchGroup()

        init(_ count: Int, _ body: @escaping @Sendable (Int) -> Value) {
            self.count = count
            self.body = body
            results = Mutex([Value?](repeating: nil, count: count))
            for _ in 0..<count { unfinished.enter() }
        }

        /// Takes numbers until there are none left.
        func run() {
            while true {
                let number = next.add(1, ordering: .relaxed).oldValue
                guard number < count else { return }
                let result = body(number)
                results.withLock { $0[number] = result }
                unfinished.leave()
            }
        }

        /// Waits for the other threads, and passes a cancellation of this thread's task on to them.
        func finished() -> [Value] {
            while unfinished.wait(timeout: .now() + .milliseconds(2)) == .timedOut {
                if Task.isCancelled { cancellation.cancel() }
            }
            return results.withLock { $0.map { $0! } }
        }
    }
}

/// Tells the threads of a search that its task was cancelled.
final class SharedCancellation: Sendable {
    /// That of the search for which the current thread works; `nil` on threads of tasks.
    @TaskLocal static var current: SharedCancellation?

    private let flag = Atomic<Bool>(false)

    var isCancelled: Bool { flag.load(ordering: .relaxed) }

    func cancel() { flag.store(true, ordering: .relaxed) }
}
