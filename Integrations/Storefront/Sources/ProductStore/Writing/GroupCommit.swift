// Group commit: concurrent writes share a transaction, and one wait for the disk.

internal import CatalogSearch
internal import GRDB
internal import Synchronization

/// Commits writes in the order of their arrival. Writes that arrive during a commit wait and are then committed together:
/// the more writers there are, the more of them share one wait for the disk.
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

    private let pool: DatabasePool
    private let place: StorePlace
    private let catalogs: LiveCatalogs
    private let policy: MergePolicy
    private let queue = Mutex(Queue())
    /// Ids of catalogs that must be read again from the database.
    let stale = Mutex<Set<String>>([])

    init(_ file: StoreFile, _ catalogs: LiveCatalogs, policy: MergePolicy) {
        // Not the file itself: it closes the database when it is released, which this writer must not do.
        pool = file.pool
        place = file.place
        self.catalogs = catalogs
        self.policy = policy
    }

    /// Does a write. When this returns, the write is committed or has failed, even if the task was cancelled.
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
        if !isServed { pool.asyncWriteWithoutTransaction { self.serve($0) } }
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

    private func serve(_ db: Database) {
        while let batch = nextBatch() { commit(batch, to: db) }
    }

    /// The writes of the next transaction; `nil` if nothing waits.
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

    private func commit(_ batch: [Waiting], to db: Database) {
        refreshStale(from: db)
        var results: [Result<ChangeOutcome, StoreError>] = []
        var changes = LiveChanges()
        do {
            try place.check()
            try attaching(batch, to: db) {
                try db.inTransaction(.immediate) {
                    var transaction = try Transaction(db, policy: policy)
                    for waiting in batch { results.append(try transaction.apply(waiting.change)) }
                    try transaction.finish()
                    changes = transaction.changes
                    return .commit
                }
            }
        } catch {
            // Retry one by one: a write that does not fit on the disk must not fail smaller ones.
            if batch.count > 1 { return batch.forEach { commit([$0], to: db) } }
            return batch.forEach { $0.done.resume(returning: .failure(StoreError(error))) }
        }
        // Published before the writers are answered: an acknowledged write is visible.
        let failed = catalogs.apply(changes)
        stale.withLock { $0.formUnion(failed) }
        var problem: StoreError?
        if !failed.isEmpty, !refreshStale(from: db) { problem = .unavailable(.searchBehind) }
        // Nobody finds what was written to a file that was moved meanwhile.
        if !place.isUnchanged { problem = .unavailable(.moved) }
        for (waiting, result) in zip(batch, results) {
            waiting.done.resume(
                returning: problem.map { error in result.flatMap { _ in .failure(error) } } ?? result)
        }
    }

    /// Runs `body` with the staged records of a load, which a transaction cannot attach.
    private func attaching(_ batch: [Waiting], to db: Database, _ body: () throws -> Void) throws {
        guard case .loadStaged(let load, _)? = batch.first?.change else { return try body() }
        try LoadStaging.attached(load.path, to: db, body)
    }

    /// Reads those catalogs again that could not be changed.
    ///
    /// - Returns: whether all catalogs match the database.
    @discardableResult
    private func refreshStale(from db: Database) -> Bool {
        let ids = stale.withLock { $0 }
        if ids.isEmpty { return true }
        do {
            var changes = LiveChanges()
            changes.revision = try db.storeRevision()
            for id in ids {
                guard let row = try db.catalog(id) else { continue }
                var unusable: [UnusableRecord] = []
                let settings = CatalogSettings(catalog: id, json: row.description)
                changes.entries[id] = try LiveEntry(
                    row, settings, from: db, policy: policy, unusable: &unusable)
            }
            _ = catalogs.apply(changes)
            stale.withLock { $0 = [] }
            return true
        } catch {
            return false
        }
    }
}
