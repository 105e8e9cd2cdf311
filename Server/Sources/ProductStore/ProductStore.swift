// The products of a shop: a database, and a copy in memory that is searched.

public import CatalogSearch
public import CatalogStorage
internal import GRDB

/// The catalogs of a shop: stored in SQLite or PostgreSQL, the source of truth, and searched in memory.
///
/// A write returns when it is on the disk and visible to searches of this process. Writers that wait at the
/// same time share one transaction. Reads and searches never wait.
///
///     let store = try ProductStore(path: "shop.sqlite")
///     let merging = Task { try await store.keepMerged() }
///     try await store.putCatalog("teas", description: Array(#"{"defaultLocale": "en"}"#.utf8))
///     try await store.put(Array(#"{"id": "t-1", "title": {"en": "Assam"}}"#.utf8), in: "teas")
///     let results = try store.snapshot().engine.search(SearchRequest("assam", locale: english))
///     try await store.close()
///
/// Only one process has a store in SQLite open at a time: it locks the database and a file beside it, with
/// `-lock` appended to the name. If the files are renamed, removed or replaced meanwhile, writes throw
/// `StoreError.unavailable(.moved)`.
public final class ProductStore: Sendable {
    let backend: any StoreBackend
    let live: StoreCatalogs
    let checkpoints: StoreCheckpoints?
    let damage: DamageLog
    /// Stored records that could not be searched when the store was opened.
    public let unusableRecords: [UnusableRecord]

    /// Opens or creates the store at a path, and reads its catalogs.
    ///
    /// - Parameters:
    ///   - checkpoints: the location of its checkpoints. The store starts from the newest usable one, and
    ///     reads only what has changed since. ``keepCheckpoints(every:)`` writes them.
    ///   - policy: when ``keepMerged()`` merges changed records.
    ///   - note: called with each event of a checkpoint, at any time.
    ///   - damaged: called with each part that is found damaged, at any time.
    ///   - restored: called with each part in which a bit flipped on the disk, after its repair.
    ///   - progress: called at intervals.
    /// - Throws: `StoreError.refused` if the file is not a store, and `.unavailable`; the file is then
    ///   unchanged.
    public init(
        path: String, checkpoints place: (any CheckpointLocation)? = nil, policy: MergePolicy = MergePolicy(),
        note: @escaping @Sendable (CheckpointNote) -> Void = { _ in },
        damaged: @escaping @Sendable (DamagedPart) -> Void = { _ in },
        restored: @escaping @Sendable (DamagedPart) -> Void = { _ in },
        progress: @escaping (OpeningProgress) -> Void = { _ in }
    ) throws(StoreError) {
        let checkpoints = place.map { StoreCheckpoints($0, tell: note) }
        self.checkpoints = checkpoints
        let context = ReadingContext(policy: policy, damage: DamageLog(tell: damaged, tellRestored: restored))
        damage = context.damage
        let opened: SQLiteStore
        do throws(StoreError) {
            opened = try SQLiteStore(path, checkpoints, context, progress)
        } catch {
            guard error.isLackOfSpace(path) else { throw error }
            do throws(StoreError) {
                opened = try SQLiteStore(readingOnly: path, checkpoints, context, progress)
            } catch _ {
                throw error
            }
        }
        live = opened.start.catalogs
        backend = opened.backend
        unusableRecords = opened.start.unusable
    }

    /// Opens the store at a path for reading, as if its disk were full.
    ///
    /// - Parameter hasSpace: whether there is space again.
    init(fullDisk path: String, hasSpace: @escaping @Sendable () -> Bool) throws(StoreError) {
        let context = ReadingContext()
        let opened = try SQLiteStore(readingOnly: path, nil, context, { _ in }, hasSpace: hasSpace)
        damage = context.damage
        checkpoints = nil
        live = opened.start.catalogs
        backend = opened.backend
        unusableRecords = opened.start.unusable
    }

    /// Opens the store in a database of PostgreSQL, creates its tables if there
    /// are none, and reads its catalogs.
    ///
    /// Any number of processes may have the store open. Each follows the changes of all. If no server can be
    /// reached now, the store has the catalogs of a checkpoint, or none, until a server can be reached.
    ///
    /// - Parameters:
    ///   - address: the address of the database.
    ///   - writes: whether this process also writes; if not, read access is enough.
    ///   - shard: the shard of the records to search here; `nil` for all. Writes, and functions that read the
    ///     database, use all records.
    ///   - checkpoints: the location of the store's checkpoints, which several processes may share. If no
    ///     server can be reached, the newest checkpoint is searched.
    ///   - policy: when ``keepMerged()`` merges changed records.
    ///   - note: called with each event of a checkpoint, at any time.
    ///   - damaged: called with each part that is found damaged, at any time.
    ///   - progress: called at intervals.
    /// - Throws: `StoreError.refused` if the server refuses the account, or the database is not a store.
    public init(
        _ address: PostgreSQLAddress, writes: Bool = true, shard: StoreShard? = nil,
        checkpoints place: (any CheckpointLocation)? = nil,
        policy: MergePolicy = MergePolicy(), note: @escaping @Sendable (CheckpointNote) -> Void = { _ in },
        damaged: @escaping @Sendable (DamagedPart) -> Void = { _ in },
        progress: @escaping (OpeningProgress) -> Void = { _ in }
    ) throws(StoreError) {
        let checkpoints = place.map { StoreCheckpoints($0, tell: note) }
        self.checkpoints = checkpoints
        let context = ReadingContext(policy: policy, damage: DamageLog(tell: damaged))
        damage = context.damage
        live = StoreCatalogs([:], Revision(0), keepsVersions: shard != nil)
        let postgreSQL = PostgreSQLBackend(address, live, checkpoints, context: context, shard: shard)
        unusableRecords = try postgreSQL.open(writes: writes, progress: progress)
        backend = postgreSQL
    }

    /// Refuses new writes, waits for running ones, and closes the database. Searches of
    /// the copy in memory stay possible.
    public func close() async throws(StoreError) { try await backend.close() }

    /// Whether the database is still at its path. If not, writes are refused until it is put back.
    public var isInPlace: Bool { backend.isInPlace }

    /// Whether changes are accepted, as far as this is known: a store whose disk was full when it was opened
    /// accepts none until there is space.
    public var takesChanges: Bool { backend.takesChanges }

    /// Soon checks whether there is space again, if changes are not accepted.
    public func recover() { backend.recover() }

    // MARK: Following

    /// How far the searched copy lags behind the database.
    public var following: StoreFollowing { backend.following }

    /// Waits until searches find a change.
    ///
    /// - Parameters:
    ///   - revision: the number of the change.
    ///   - time: the longest time to wait.
    /// - Returns: whether they find it.
    public func isSearched(_ revision: Revision, within time: Duration) async -> Bool {
        // Writes of this process are searched before their writer learns the revision.
        await live.isPublished(revision, within: backend.publishesOwnWrites ? .zero : time)
    }

    // MARK: Searching

    /// The searched catalogs, in the order of their ids. They follow the database; do not change them.
    public var catalogs: [LiveCatalog] {
        live.state.entries.sorted { $0.key < $1.key }.map(\.value.live)
    }

    /// All catalogs as they are now. The snapshot does not change, and taking it never waits.
    public func snapshot() -> StoreSnapshot {
        StoreSnapshot(state: live.state)
    }

    /// Merges changed records, so that searches stay fast, until the task is cancelled: run it as long as the
    /// service runs. Only one task merges at a time: when a second one begins, the first one returns.
    ///
    /// - Throws: `SearchError`, `ICUError` if a catalog could not be merged: it is
    ///   unchanged, and you can call this again.
    public func keepMerged() async throws {
        while true {
            do {
                return try await live.keepMerged()
            } catch is CancellationError {
                // The normal end.
                return
            } catch SearchError.damagedIndex(let catalog) where checkpoints != nil {
                noteDamage(of: catalog)
            }
        }
    }

    // MARK: Shared parts

    func perform(_ change: Change) async throws(StoreError) -> ChangeOutcome {
        let outcome = try await backend.perform(change)
        damage.forget(whatReplaces: change)
        return outcome
    }

    // MARK: Damage

    /// The damaged parts of the database that were found so far and not replaced since.
    public var damagedParts: Set<DamagedPart> { damage.parts }

    /// Whether a part of a catalog was found damaged and not replaced since.
    var hasDamagedCatalogs: Bool { damagedParts.contains(where: \.isOfCatalog) }

    /// How many parts of the database were restored since it was opened.
    public var restoredCount: Int { damage.restoredCount }

    /// Records a part whose content could not be read.
    public func noteDamage(_ part: DamagedPart) { damage.note(part) }

    /// - Throws: `StoreError.unavailable(.damaged)`.
    func fail(for part: DamagedPart) throws(StoreError) -> Never {
        damage.note(part)
        throw .unavailable(.damaged(message: "\(part)"))
    }

    /// Reads from the database, concurrently with writers.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any StoreReader) throws -> Value
    ) async throws(StoreError) -> Value {
        try await backend.read(body)
    }

    /// The description by which records of a catalog are read. Another process may have changed it meanwhile;
    /// the writer compares the revisions.
    ///
    /// - Throws: `StoreError.notFound`, `.unavailable`.
    func settings(
        of catalog: String
    ) async throws(StoreError) -> (settings: CatalogSettings, revision: Revision) {
        if let entry = live.state.entries[catalog] { return (entry.settings, entry.descriptionRevision) }
        // Another process may have created it just now.
        let row = backend.publishesOwnWrites ? nil : try await read { db in try db.catalog(catalog) }
        guard let row else { throw .notFound(.catalog(catalog)) }
        return (row.settings, row.descriptionRevision)
    }
}
