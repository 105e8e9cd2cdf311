// Where a store keeps its catalogs: what SQLite and PostgreSQL have in common.

internal import CatalogSearch
internal import CatalogStorage
internal import Dispatch

/// A database of catalogs. It makes its committed changes visible in `StoreCatalogs`.
///
/// Invariant: both implementations pass the same tests, `RecordTests` and those beside it.
protocol StoreBackend: AnyObject, Sendable {
    /// Does a write. When this returns, the write is committed and visible to searches, or has failed,
    /// even if the task was cancelled.
    func perform(_ change: Change) async throws(StoreError) -> ChangeOutcome

    /// Reads the state of one moment, concurrently with writers.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any StoreReader) throws -> Value
    ) async throws(StoreError) -> Value

    /// The same for a reader that takes long, which others do not wait for.
    func readApart<Value: Sendable>(
        _ body: @escaping @Sendable (any StoreReader) throws -> Value
    ) async throws(StoreError) -> Value

    /// Refuses new writes, waits for running ones, and closes the database.
    func close() async throws(StoreError)

    /// Whether the database is still the one that was opened.
    var isInPlace: Bool { get }

    /// What is known of the copy in memory.
    var following: StoreFollowing { get }

    /// The path beside which the lines of a large load are kept until they are committed.
    var stagingPath: String { get }

    /// The searched catalogs, and the position of this moment in the store's history.
    ///
    /// - Returns: `nil` if nothing has changed since a position, or they do not match the database now.
    func checkpointSnapshot(
        after last: Checkpoint.Position?
    ) async throws(StoreError) -> (state: StoreCatalogs.State, position: Checkpoint.Position)?

    /// Notes what became of a checkpoint.
    ///
    /// - Parameter kept: the checkpoints that the folder has now; `nil` if this one was not written.
    func endCheckpoint(_ position: Checkpoint.Position, kept: Set<Checkpoint.Position>?)
        async throws(StoreError)

    /// Reads all catalogs from the database again, soon.
    func readAgain()

    /// Whether the writer publishes its own changes. Otherwise all changes are read back from the database.
    var publishesOwnWrites: Bool { get }

    /// The share of the records in the copy in memory; `nil` for all.
    var shard: StoreShard? { get }

    /// What identifies the database; `nil` if it is not known.
    var databaseName: String? { get }

    /// Whether changes are taken, as far as it is known; `false` if the disk was
    /// full when the store was opened.
    var takesChanges: Bool { get }

    /// Tries to take changes again, soon.
    func recover()
}

extension StoreBackend {
    var shard: StoreShard? { nil }
    var databaseName: String? { nil }
    var takesChanges: Bool { true }
    func recover() {}
}

/// How well the copy in memory follows the database.
public struct StoreFollowing: Hashable, Sendable {
    /// The time since the copy was last known to have all of the database's changes;
    /// `nil` before it was complete once.
    public var lag: Duration?
    /// The number of failed attempts to read changes since the start.
    public var errorCount = 0
    /// How often the copy was made anew, because the history of the database was another one.
    public var rebuildCount = 0
    /// Why changes cannot be read now; `nil` if they can.
    public var problem: StoreError?
    /// Whether it reads where writes go: what it has not seen for a while does not exist.
    public var isOfPrimary = true
}

/// Reads the rows of a store as they were at one moment.
protocol StoreReader {
    func storeRevision() throws -> Revision
    /// All catalogs, in the byte order of their ids.
    func catalogs() throws -> [CatalogRow]
    func catalog(_ id: String) throws -> CatalogRow?
    func record(_ id: String, in catalog: Int64) throws -> StoredRecord?
    /// The records of a catalog after an id, in the byte order of their ids.
    func records(in catalog: Int64, after id: String) throws -> RecordCursor
    /// The keys of the API.
    func accessKeys() throws -> [StoredAccessKey]
    /// Whether the records of a catalog are all of them, and not a share.
    var hasAllRecords: Bool { get }
}

extension StoreReader {
    var hasAllRecords: Bool { true }
    func records(in catalog: Int64) throws -> RecordCursor { try records(in: catalog, after: "") }
}

/// Reads and writes the rows of a store within a transaction.
protocol StoreTables: StoreReader {
    func setStoreRevision(_ revision: Revision) throws
    /// Reads together what a change will look up one by one.
    func prepare(for change: Change) throws
    /// Writes what has only been noted so far, and forgets it.
    func flush() throws
    func insertCatalog(_ id: String, description: [UInt8], _ revision: Revision) throws
    /// Replaces the description of a catalog, its revisions, and the number of its records.
    func describeCatalog(_ catalog: CatalogRow) throws
    /// Replaces the revision of a catalog, and the number of its records.
    func updateCatalog(_ catalog: CatalogRow) throws
    /// Deletes a catalog and its records.
    func deleteCatalog(_ number: Int64, _ revision: Revision) throws
    /// Exchanges the ids of two catalogs. The second one need not exist.
    func exchangeCatalogs(_ first: String, _ second: String, _ revision: Revision) throws
    /// Inserts or replaces a key of the API.
    func putAccessKey(_ key: StoredAccessKey) throws
    func deleteAccessKey(_ uid: String) throws
    func recordRevision(_ id: String, in catalog: Int64) throws -> Revision?
    func insertRecord(_ id: String, in catalog: Int64, json: [UInt8], _ revision: Revision) throws
    func updateRecord(_ id: String, in catalog: Int64, json: [UInt8], _ revision: Revision) throws
    func deleteRecord(_ id: String, in catalog: Int64, _ revision: Revision) throws
    /// Puts the staged records of a load into a catalog. Each gets the revision of its position after
    /// `revision`. Deletions of a replacement get the revision after all these.
    func putStaged(_ load: StagedLoad, into catalog: Int64, after revision: Revision) throws -> StagedCounts
}

extension StoreTables {
    func prepare(for change: Change) {}
    func flush() {}
}

/// What a staged load did.
struct StagedCounts {
    /// The number of records.
    let all: Int
    /// The number of records that the catalog did not have.
    let new: Int
    var deleted = 0
}

/// A row of the catalogs.
struct CatalogRow: Sendable {
    let number: Int64
    var id: String
    var description: [UInt8]
    var descriptionRevision: Revision
    var revision: Revision
    var recordCount: Int
    /// Whether the row is as it was written.
    var isIntact = true
    /// Whether a bit of the row was flipped on the disk: this is the row as it was before.
    var isRestored = false

    /// What the description means; a damaged one counts as empty.
    var settings: CatalogSettings {
        isIntact ? CatalogSettings(catalog: id, json: description) : CatalogSettings(damaged: id)
    }
}

/// Records, one after the other.
struct RecordCursor {
    /// The next record; `nil` after the last one.
    let next: () throws -> StoredRecord?

    /// The next records, so few that they fit into memory.
    ///
    /// - Parameter size: a number of bytes; the record that reaches it is the last one.
    func prefix(_ limit: Int, size: Int) throws -> [StoredRecord] {
        var records: [StoredRecord] = []
        var total = 0
        while records.count < limit, total < size, let record = try next() {
            records.append(record)
            total += record.json.count
        }
        return records
    }
}
