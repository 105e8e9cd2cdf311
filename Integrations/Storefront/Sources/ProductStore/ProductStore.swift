// How does a shop keep its products? In a database that survives everything, with a search that knows it by heart.

public import CatalogSearch
internal import Dispatch
internal import GRDB
internal import Storage

/// The catalogs of a shop: kept in SQLite, which is the truth, and searched in memory.
///
/// A write returns when it is on the disk, and can be found. Writers that wait at the same time share one transaction.
/// Whoever reads or searches waits for nobody.
///
///     let store = try ProductStore(path: "shop.sqlite")
///     let merging = Task { try await store.keepMerged() }
///     try await store.putCatalog("teas", description: Array(#"{"defaultLocale": "en"}"#.utf8))
///     try await store.put(Array(#"{"id": "t-1", "title": {"en": "Assam"}}"#.utf8), in: "teas")
///     let results = try store.snapshot().engine.search(SearchRequest("assam", locale: english))
///     try await store.close()
///
/// One process has a store open at a time: a file beside it, with `-lock` behind its name, is locked meanwhile.
public final class ProductStore: Sendable {
    /// The most bytes that a record's JSON may have, and a change of it.
    public static let recordSizeLimit = 1 << 20
    /// The most bytes that a record's id may have.
    public static let identifierSizeLimit = 512
    /// The most bytes that a catalog's description may have.
    public static let descriptionSizeLimit = 1 << 20

    /// How far the opening is.
    public struct Progress: Hashable, Sendable {
        /// The catalog that is being read.
        public let catalog: String
        /// How many of all records were read.
        public let recordCount: Int
        /// How many there are.
        public let total: Int
    }

    let file: StoreFile
    private let live: LiveCatalogs
    let writer: GroupCommit
    /// Records that were stored but could not be searched when the store was opened.
    public let unusableRecords: [UnusableRecord]

    /// Opens the store at a path, or makes it, and reads its catalogs.
    ///
    /// - Parameters:
    ///   - policy: when changed records are merged, by ``keepMerged()``.
    ///   - progress: told now and then how many records were read.
    /// - Throws: `StoreError.refused` where the file is no store, and `.unavailable`; the file is then as it was.
    public init(
        path: String, policy: MergePolicy = MergePolicy(),
        progress: @escaping (Progress) -> Void = { _ in }
    ) throws(StoreError) {
        file = try StoreError.naming { try StoreFile.open(path) }
        let pool = file.pool
        let (entries, revision, unusable) = try StoreError.naming {
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
        writer = GroupCommit(pool, live, policy: policy)
        unusableRecords = unusable
    }

    /// Refuses writes from now on, waits for those that were begun, writes what SQLite wrote ahead into the database
    /// itself, and closes it. Searches go on in what is in memory.
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

    // MARK: Searching

    /// The catalogs as they are searched, by id. They follow the database; nobody else changes them.
    public var catalogs: [LiveCatalog] {
        live.state.entries.sorted { $0.key < $1.key }.map(\.value.live)
    }

    /// All catalogs as they are now, for ever. Waits for nobody.
    public func snapshot() -> StoreSnapshot {
        let state = live.state
        return StoreSnapshot(
            engine: state.engine, revision: state.revision,
            catalogRevisions: state.entries.mapValues(\.revision))
    }

    /// Merges what was changed, so that searches stay fast, until the task is cancelled: to run as long as the service
    /// does. One task does it at a time: where another one begins, the first one returns.
    ///
    /// - Throws: `SearchError`, `ICUError` where a catalog could not be merged: it is as it was, and this may be called
    ///   again.
    public func keepMerged() async throws {
        do {
            try await live.keepMerged()
        } catch is CancellationError {
            // That is how it ends.
        }
    }

    // MARK: What the parts share

    func perform(_ change: Change) async throws(StoreError) -> ChangeOutcome {
        try await writer.perform(change)
    }

    /// Reads from the database, beside writers.
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
    /// Searches the catalogs, which stand in the order of their ids.
    public let engine: SearchEngine
    /// The newest change of the store.
    public let revision: Revision
    /// The newest change of each catalog.
    public let catalogRevisions: [String: Revision]
}
