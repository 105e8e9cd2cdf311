// A store in SQLite: one process has it open, and publishes its commits.

internal import CatalogSearch
internal import CatalogStorage
internal import Dispatch
internal import GRDB
internal import Synchronization

/// The database of a store in SQLite, its writer, and the catalogs in memory that the writer changes.
final class SQLiteBackend: StoreBackend {
    let file: StoreFile
    let writer: GroupCommit
    private let catalogs: StoreCatalogs
    private let committer: SQLiteCommitter

    /// Opens or creates the database at a path.
    init(_ file: StoreFile, _ catalogs: StoreCatalogs, context: ReadingContext) {
        self.file = file
        self.catalogs = catalogs
        let committer = SQLiteCommitter(file, catalogs, context: context)
        self.committer = committer
        // Not the file itself: it closes the database when it is released, which the writer must not do.
        let pool = file.pool
        writer = GroupCommit { body in
            pool.asyncWriteWithoutTransaction { _ in body() }
        } commit: { writes, done in
            done(pool.unsafeReentrantWrite { committer.commit(writes, to: $0) })
        }
    }

    func perform(_ change: Change) async throws(StoreError) -> ChangeOutcome {
        try await writer.perform(change)
    }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any StoreReader) throws -> Value
    ) async throws(StoreError) -> Value {
        do {
            return try await file.pool.read { try body($0) }
        } catch {
            throw StoreError(error)
        }
    }

    /// The pool gives each reader a connection of its own.
    func readApart<Value: Sendable>(
        _ body: @escaping @Sendable (any StoreReader) throws -> Value
    ) async throws(StoreError) -> Value {
        try await read(body)
    }

    /// Writes SQLite's log into the database, too.
    func close() async throws(StoreError) {
        await writer.close()
        let file = file
        let result = await withCheckedContinuation { done in
            DispatchQueue.global().async {
                done.resume(returning: Result { try file.close() })
            }
        }
        try StoreError.naming { try result.get() }
    }

    var isInPlace: Bool {
        guard !file.isClosed else { return true }
        // Checks for changes by other programs, for the next call.
        let place = file.place
        file.pool.asyncWriteWithoutTransaction { try? place.check($0) }
        return file.isInPlace
    }
    var following: StoreFollowing { StoreFollowing(lag: .zero) }
    var stagingPath: String { file.pool.path }
    var publishesOwnWrites: Bool { true }

    // MARK: Checkpoints

    /// No commit can come between the snapshot and its position, because only the writer publishes.
    func checkpointSnapshot(
        after last: Checkpoint.Position?
    ) async throws(StoreError) -> (state: StoreCatalogs.State, position: Checkpoint.Position)? {
        let (catalogs, committer, place) = (catalogs, committer, file.place)
        return try await write { db in
            let state = catalogs.state
            guard state.revision.number != last?.revision, committer.stale.withLock({ $0.isEmpty }) else {
                return nil
            }
            try place.check(db)
            defer { place.noteOwnWrite(db) }
            let position = Checkpoint.Position(
                revision: state.revision.number, mark: (0..<16).map { _ in .random(in: .min ... .max) })
            try db.inTransaction(.immediate) {
                try db.note(position)
                return .commit
            }
            return (state, position)
        }
    }

    func endCheckpoint(
        _ position: Checkpoint.Position, kept: Set<Checkpoint.Position>?
    ) async throws(StoreError) {
        let place = file.place
        try await write { db in
            try place.check(db)
            defer { place.noteOwnWrite(db) }
            try db.inTransaction(.immediate) {
                if let kept {
                    try db.forgetCheckpoints(except: kept)
                } else {
                    try db.forget(position)
                }
                return .commit
            }
        }
    }

    func readAgain() {
        let (catalogs, committer) = (catalogs, committer)
        file.pool.asyncWriteWithoutTransaction { db in
            committer.stale.withLock { $0.formUnion(catalogs.state.entries.keys) }
            committer.refreshStale(from: db)
        }
    }

    private func write<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(StoreError) -> Value {
        do {
            return try await file.pool.writeWithoutTransaction { try body($0) }
        } catch {
            throw StoreError(error)
        }
    }

    /// Ids of catalogs that must be read again from the database.
    var stale: Set<String> {
        get { committer.stale.withLock { $0 } }
        set { committer.stale.withLock { $0 = newValue } }
    }
}

/// Commits writes, and publishes them.
private final class SQLiteCommitter: Sendable {
    private let place: StoreLocation
    private let catalogs: StoreCatalogs
    private let context: ReadingContext
    let stale = Mutex<Set<String>>([])

    init(_ file: StoreFile, _ catalogs: StoreCatalogs, context: ReadingContext) {
        place = file.place
        self.catalogs = catalogs
        self.context = context
    }

    /// Commits writes in one transaction.
    ///
    /// - Returns: their results, in the same order.
    func commit(_ writes: [Change], to db: Database) -> [Result<ChangeOutcome, StoreError>] {
        refreshStale(from: db)
        var results: [Result<ChangeOutcome, StoreError>] = []
        var changes = LiveChanges()
        do {
            try place.check(db)
            // Also after a failure: SQLite may have written its log into the database.
            defer { place.noteOwnWrite(db) }
            try attaching(writes, to: db) {
                try db.inTransaction(.immediate) {
                    var transaction = try Transaction(db, searched: catalogs.state, context: context)
                    for change in writes { results.append(try transaction.apply(change)) }
                    try transaction.finish()
                    changes = transaction.changes
                    return .commit
                }
            }
        } catch {
            // Retry one by one: a write that does not fit on the disk must not fail smaller ones.
            if writes.count > 1 { return writes.flatMap { commit([$0], to: db) } }
            return writes.map { _ in .failure(StoreError(error)) }
        }
        // Published before writers get a response: an acknowledged write is visible.
        let failed = catalogs.apply(changes)
        stale.withLock { $0.formUnion(failed) }
        var problem: StoreError?
        if !failed.isEmpty, !refreshStale(from: db) { problem = .unavailable(.searchBehind) }
        // Writes to a file that was meanwhile moved are lost.
        if !place.isUnchanged { problem = .unavailable(.moved) }
        guard let problem else { return results }
        return results.map { result in result.flatMap { _ in .failure(problem) } }
    }

    /// Runs `body` with the staged records of a load, which a transaction cannot attach.
    private func attaching(_ writes: [Change], to db: Database, _ body: () throws -> Void) throws {
        guard case .loadStaged(let load, _, _)? = writes.first else { return try body() }
        try LoadStaging.attached(load.path, to: db, body)
    }

    /// Reads again the catalogs that could not be changed.
    ///
    /// - Returns: whether all catalogs match the database.
    @discardableResult
    func refreshStale(from db: Database) -> Bool {
        let ids = stale.withLock { $0 }
        if ids.isEmpty { return true }
        do {
            var changes = LiveChanges()
            changes.revision = try db.storeRevision()
            for id in ids {
                guard let row = try db.catalog(id) else { continue }
                var unusable: [UnusableRecord] = []
                let settings = row.settings
                changes.entries[id] = try LiveEntry(
                    row, settings, from: db, context: context, unusable: &unusable)
            }
            _ = catalogs.apply(changes)
            stale.withLock { $0 = [] }
            return true
        } catch {
            return false
        }
    }
}
