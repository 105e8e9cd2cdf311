// Group commit: concurrent writes share a transaction, and one wait for the disk.

internal import Synchronization

/// Commits writes in the order of their arrival. Writes that arrive during a commit wait and are then
/// committed together: the more writers there are, the more of them share one wait for the disk.
final class GroupCommit: Sendable {
    /// A write and the caller that waits for it.
    private struct Waiting: Sendable {
        let change: Change
        let done: CheckedContinuation<Result<ChangeOutcome, StoreError>, Never>
    }

    private struct Queue: Sendable {
        var waiting: [Waiting] = []
        var size = 0
        /// Whether the writer is running and will read the queue again.
        var isServed = false
        var isClosed = false
        /// Callers of `close()` that wait for the last write.
        var closing: [CheckedContinuation<Void, Never>] = []
    }

    /// The most writes, and bytes of writes, that wait at a time.
    static let waitingLimit = (count: 16_384, size: 256 << 20)
    /// The most writes, and bytes of writes, in one transaction.
    private static let transactionLimit = (count: 1_024, size: 8 << 20)

    /// Commits writes in one transaction, then calls `done` with their results.
    typealias Commit =
        @Sendable (
            _ writes: [Change], _ done: @escaping @Sendable ([Result<ChangeOutcome, StoreError>]) -> Void
        )
        -> Void

    /// Runs a block on the queue that may write.
    private let schedule: @Sendable (@escaping @Sendable () -> Void) -> Void
    private let commit: Commit
    private let queue = Mutex(Queue())

    /// - Parameters:
    ///   - schedule: runs a block on the queue that may write.
    ///   - commit: commits writes in one transaction; it is called on that queue.
    init(
        schedule: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void, commit: @escaping Commit
    ) {
        self.schedule = schedule
        self.commit = commit
    }

    /// Performs a write. When this returns, the write is committed or has failed, even if the task was
    /// cancelled.
    func perform(_ change: Change) async throws(StoreError) -> ChangeOutcome {
        let result = await withCheckedContinuation { done in enqueue(Waiting(change: change, done: done)) }
        return try result.get()
    }

    private func enqueue(_ waiting: Waiting) {
        let size = waiting.change.size
        let (refusal, isServed) = queue.withLock { queue -> (StoreError.Unavailability?, Bool) in
            if queue.isClosed { return (.closed, true) }
            // An empty queue accepts a write of any size.
            if !queue.waiting.isEmpty,
                queue.waiting.count >= Self.waitingLimit.count || queue.size + size > Self.waitingLimit.size
            {
                return (.overloaded, true)
            }
            queue.waiting.append(waiting)
            queue.size += size
            defer { queue.isServed = true }
            return (nil, queue.isServed)
        }
        if let refusal { return waiting.done.resume(returning: .failure(.unavailable(refusal))) }
        if !isServed { schedule { self.serve() } }
    }

    /// The number of waiting writes.
    var waitingCount: Int { queue.withLock { $0.waiting.count } }

    /// Refuses new writes, and returns when the waiting ones are done.
    func close() async {
        await withCheckedContinuation { closed in
            let isIdle = queue.withLock { queue in
                queue.isClosed = true
                if queue.isServed { queue.closing.append(closed) }
                return !queue.isServed
            }
            if isIdle { closed.resume() }
        }
    }

    // MARK: On the writer's queue

    private func serve() {
        while let batch = nextBatch() {
            commit(batch.map(\.change)) { results in
                for (waiting, result) in zip(batch, results) { waiting.done.resume(returning: result) }
            }
        }
    }

    /// The writes of the next transaction; `nil` if none are waiting.
    private func nextBatch() -> [Waiting]? {
        let (batch, closing) = queue.withLock { queue -> ([Waiting], [CheckedContinuation<Void, Never>]) in
            var count = 0
            var size = 0
            for waiting in queue.waiting {
                let isFull = count >= Self.transactionLimit.count || size >= Self.transactionLimit.size
                if count > 0, isFull || waiting.change.standsAlone { break }
                count += 1
                size += waiting.change.size
                if waiting.change.standsAlone { break }
            }
            let batch = Array(queue.waiting.prefix(count))
            queue.waiting.removeFirst(count)
            queue.size -= size
            if count > 0 { return (batch, []) }
            queue.isServed = false
            defer { queue.closing = [] }
            return ([], queue.closing)
        }
        for closed in closing { closed.resume() }
        return batch.isEmpty ? nil : batch
    }
}
