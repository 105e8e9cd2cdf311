// The databases of a store: what SQLite and PostgreSQL have in common.

internal import CatalogSearch
internal import CatalogStorage

/// A database of catalogs. It makes its committed changes visible in `StoreCatalogs`.
///
/// Invariant: both implementations pass the same tests, `RecordTests` and those beside it.
protocol StoreBackend: AnyObject, Sendable {
    /// Performs a write. When this returns, the write is committed and visible to searches, or has failed,
    /// even if the task was cancelled.
    func perform(_ change: Change) async throws(StoreError) -> ChangeOutcome

    /// Reads the state of one moment, concurrently with writers.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any StoreReader) throws -> Value
    ) async throws(StoreError) -> Value

    /// Like ``read(_:)``, for a long reading for which others need not wait.
    func readApart<Value: Sendable>(
        _ body: @escaping @Sendable (any StoreReader) throws -> Value
    ) async throws(StoreError) -> Value

    /// Refuses new writes, waits for running ones, and closes the database.
    func close() async throws(StoreError)

    /// Whether the database is still the one that was opened.
    var isInPlace: Bool { get }

    /// The state of the copy in memory.
    var following: StoreFollowing { get }

    /// The path beside which the lines of a large load are stored until they are committed.
    var stagingPath: String { get throws(StoreError) }

    /// The searched catalogs, and the position of this moment in the store's history.
    ///
    /// - Returns: `nil` if nothing has changed since `last`, or the catalogs do not match the database now.
    func checkpointSnapshot(
        after last: Checkpoint.Position?
    ) async throws(StoreError) -> (state: StoreCatalogs.State, position: Checkpoint.Position)?

    /// Records the outcome of writing a checkpoint.
    ///
    /// - Parameter kept: the checkpoints that the folder has now; `nil` if this one was not written.
    func endCheckpoint(_ position: Checkpoint.Position, kept: Set<Checkpoint.Position>?)
        async throws(StoreError)

    /// Soon reads all catalogs from the database again.
    func readAgain()

    /// Whether the writer publishes its own changes. Otherwise all changes are read back from the database.
    var publishesOwnWrites: Bool { get }

    /// The shard of the records in the copy in memory; `nil` for all.
    var shard: StoreShard? { get }

    /// Identifies the database; `nil` if it is not known.
    var databaseName: String? { get }

    /// Whether changes are accepted, as far as this is known; `false` if the disk was full when the store was
    /// opened.
    var takesChanges: Bool { get }

    /// Soon tries to accept changes again.
    func recover()

    /// Whether this process makes the vectors of records.
    func leadsEmbedding() async -> Bool
}

extension StoreBackend {
    var shard: StoreShard? { nil }
    var databaseName: String? { nil }
    var takesChanges: Bool { true }
    func recover() {}
    func leadsEmbedding() async -> Bool { true }
}

/// How far the copy in memory lags behind the database.
public struct StoreFollowing: Hashable, Sendable {
    /// The time since the copy was last known to have all of the database's changes;
    /// `nil` before it was complete once.
    public var lag: Duration?
    /// The number of failed attempts to read changes since the start.
    public var errorCount = 0
    /// How often the copy was rebuilt because the history of the database had changed.
    public var rebuildCount = 0
    /// Why changes cannot be read now; `nil` if they can.
    public var problem: StoreError?
    /// Whether it follows the primary: then a change that does not arrive within some time does not exist.
    public var isOfPrimary = true
}
