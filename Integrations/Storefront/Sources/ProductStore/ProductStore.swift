// The products of a shop: a database, and a copy in memory that is searched.

public import CatalogSearch
internal import Dispatch
internal import GRDB
internal import Storage

/// The catalogs of a shop: stored in SQLite, the source of truth, and searched in memory.
///
/// A write returns when it is on the disk and visible to searches. Writers that wait at the same time share one
/// transaction. Reads and searches never wait.
///
///     let store = try ProductStore(path: "shop.sqlite")
///     let merging = Task { try await store.keepMerged() }
///     try await store.putCatalog("teas", description: Array(#"{"defaultLocale": "en"}"#.utf8))
///     try await store.put(Array(#"{"id": "t-1", "title": {"en": "Assam"}}"#.utf8), in: "teas")
///     let results = try store.snapshot().engine.search(SearchRequest("assam", locale: english))
///     try await store.close()
///
/// Only one process has a store open at a time: it locks the database and a file beside it, with `-lock` appended to the
/// name. If the files are renamed, removed or replaced meanwhile, writes throw `StoreError.unavailable(.moved)`.
public final class ProductStore: Sendable {
    /// The most bytes of a record's JSON, and of a patch.
    public static let recordSizeLimit = 1 << 20
    /// The most bytes of a record's id.
    public static let identifierSizeLimit = 512
    /// The most bytes of a catalog's description.
    public static let descriptionSizeLimit = 1 << 20

    /// The progress of opening a store.
    public struct Progress: Hashable, Sendable {
        /// The catalog being read.
        public let catalog: String
        /// The number of records read, of all catalogs.
        public let recordCount: Int
        /// The number of records of all catalogs.
        public let total: Int
    }

    let file: StoreFile
    private let live: LiveCatalogs
    let writer: GroupCommit
    /// Stored records that could not be searched when the store was opened.
    public let unusableRecords: [UnusableRecord]

    /// Opens or creates the store at a path, and reads its catalogs.
    ///
    /// - Parameters:
    ///   - policy: when ``keepMerged()`` merges changed records.
    ///   - progress: called now and then.
    /// - Throws: `StoreError.refused` if the file is not a store, and `.unavailable`; the file is then unchanged.
    public init(
        path: String, policy: MergePolicy = MergePolicy(),
        progress: @escaping (Progress) -> Void = { _ in }
    ) throws(StoreError) {
        file = try StoreError.namingOpening { try StoreFile.open(path) }
        let pool = file.pool
        let (entries, revision, unusable) = try StoreError.namingOpening {
            try pool.read { db in
                var entries: [String: LiveEntry] = [:]
                var unusable: [UnusableRecord] = []
                let rows = try db.catalogs()
                let total = rows.reduce(0) { $0 + $1.recordCount }
                var before = 0
                for row in rows {
                    let settings = CatalogSettings(catalog: row.id, json: row.description)
                    let start = before
                    entries[row.id] = try LiveEntry(
                        row, settings, from: db, policy: policy, unusable: &unusable
                    ) { count in
                        progress(Progress(catalog: row.id, recordCount: start + count, total: total))
                    }
                    before += row.recordCount
                }
                return (entries, try db.storeRevision(), unusable)
            }
        }
        live = LiveCatalogs(entries, revision)
        writer = GroupCommit(file, live, policy: policy)
        unusableRecords = unusable
    }

    /// Refuses new writes, waits for running ones, writes SQLite's log into the database, and closes it. Searches of the
    /// copy in memory stay possible.
    public func close() async throws(StoreError) {
        await writer.close()
        let file = file
        let result = await withCheckedContinuation { done in
            DispatchQueue.global().async {
                done.resume(returning: Result { try file.close() })
            }
        }
        try StoreError.naming { try result.get() }
    }

    /// Whether the database is still at its path. If not, writes are refused until it is put back.
    public var isInPlace: Bool { file.isInPlace }

    // MARK: Searching

    /// The searched catalogs, in the order of their ids. They follow the database; do not change them.
    public var catalogs: [LiveCatalog] {
        live.state.entries.sorted { $0.key < $1.key }.map(\.value.live)
    }

    /// All catalogs as they are now. The snapshot does not change, and taking it never waits.
    public func snapshot() -> StoreSnapshot {
        StoreSnapshot(state: live.state)
    }

    /// Merges changed records, so that searches stay fast, until the task is cancelled: run it as long as the service
    /// runs. Only one task merges at a time: when a second one begins, the first one returns.
    ///
    /// - Throws: `SearchError`, `ICUError` if a catalog could not be merged: it is unchanged, and you can call this again.
    public func keepMerged() async throws {
        do {
            try await live.keepMerged()
        } catch is CancellationError {
            // The normal end.
        }
    }

    // MARK: Shared parts

    func perform(_ change: Change) async throws(StoreError) -> ChangeOutcome {
        try await writer.perform(change)
    }

    /// Reads from the database, concurrently with writers.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(StoreError) -> Value {
        do {
            return try await file.pool.read(body)
        } catch {
            throw StoreError(error)
        }
    }

    /// - Throws: `StoreError.notFound`.
    func entry(_ catalog: String) throws(StoreError) -> LiveEntry {
        guard let entry = live.state.entries[catalog] else { throw .notFound(.catalog(catalog)) }
        return entry
    }

    static func checkLength(ofIdentifier id: String) throws(StoreError) {
        let count = id.utf8.count
        guard count <= identifierSizeLimit else {
            throw .tooLarge(.identifier, bytes: count, limit: identifierSizeLimit)
        }
    }

    static func check(_ expected: String, is found: String) throws(StoreError) {
        guard expected.utf8.elementsEqual(found.utf8) else {
            throw .differentIdentifier(expected: expected, found: found)
        }
    }
}

/// All catalogs of a store at one moment.
public struct StoreSnapshot: Sendable {
    let state: LiveCatalogs.State

    /// Searches the catalogs, which are in the order of their ids.
    public var engine: SearchEngine { state.engine }

    /// The newest revision of the store.
    public var revision: Revision { state.revision }

    /// The newest revision of each catalog.
    public var catalogRevisions: [String: Revision] { state.entries.mapValues(\.revision) }
}
