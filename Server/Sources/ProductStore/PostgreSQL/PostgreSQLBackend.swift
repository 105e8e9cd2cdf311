// A store in PostgreSQL: many processes write to it, and each follows the changes of all.

internal import CatalogSearch
internal import CatalogStorage
internal import Dispatch
internal import Synchronization

/// The connections of a store in PostgreSQL: one writes, one reads for the administration, one follows.
final class PostgreSQLBackend: StoreBackend {
    let writer: PostgreSQLWriter
    let commits: GroupCommit
    let follower: PostgreSQLFollower
    let shard: StoreShard?
    private let reader: PostgreSQLLink
    private let leaderLock: LeaderLock
    private let address: PostgreSQLAddress
    /// The folder for large loads, after the first one.
    private let stagingFolder = Mutex<ScratchFolder?>(nil)

    /// How long a write waits until searches of this process find it. It is stored by then.
    private static let publishTime = Duration.seconds(5)

    init(
        _ address: PostgreSQLAddress, _ catalogs: StoreCatalogs, _ checkpoints: StoreCheckpoints?,
        context: ReadingContext, shard: StoreShard?
    ) {
        self.shard = shard
        let writer = PostgreSQLWriter(address, catalogs)
        let follower = PostgreSQLFollower(address, catalogs, checkpoints, context: context, shard: shard)
        self.writer = writer
        self.follower = follower
        self.address = address
        reader = PostgreSQLLink(address)
        leaderLock = LeaderLock(address, of: "embedding " + (shard?.description ?? "all"))
        commits = GroupCommit { body in
            writer.queue.async { body() }
        } commit: { writes, done in
            let outcome = writer.commit(writes)
            guard let revision = outcome.revision else { return done(outcome.results) }
            follower.wake()
            Task {
                _ = await catalogs.isPublished(revision, within: Self.publishTime)
                done(outcome.results)
            }
        }
    }

    deinit { follower.close() }

    /// Checks the database, creates its tables if they do not exist, reads everything, and begins to follow.
    ///
    /// - Returns: records that cannot be searched.
    /// - Throws: `StoreError.refused`.
    func open(
        writes: Bool, progress: (OpeningProgress) -> Void
    ) throws(StoreError) -> [UnusableRecord] {
        try follower.open(writes: writes, progress: progress)
    }

    func perform(_ change: Change) async throws(StoreError) -> ChangeOutcome {
        try await commits.perform(change)
    }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any StoreReader) throws -> Value
    ) async throws(StoreError) -> Value {
        let reader = reader
        let result = await withCheckedContinuation { done in
            reader.queue.async { done.resume(returning: reader.read(body)) }
        }
        return try result.get()
    }

    func readApart<Value: Sendable>(
        _ body: @escaping @Sendable (any StoreReader) throws -> Value
    ) async throws(StoreError) -> Value {
        // A connection of its own, so that other reads need not wait.
        let link = PostgreSQLLink(address)
        let result = await withCheckedContinuation { done in
            link.queue.async { done.resume(returning: link.read(body)) }
        }
        return try result.get()
    }

    func close() async throws(StoreError) {
        await commits.close()
        let (writer, follower, reader, leaderLock) = (writer, follower, reader, leaderLock)
        await withCheckedContinuation { done in
            DispatchQueue.global().async {
                follower.close()
                writer.close()
                reader.close()
                leaderLock.close()
                done.resume()
            }
        }
    }

    // MARK: Checkpoints

    func checkpointSnapshot(
        after last: Checkpoint.Position?
    ) async throws(StoreError) -> (state: StoreCatalogs.State, position: Checkpoint.Position)? {
        let follower = follower
        let moment = await withCheckedContinuation { done in
            follower.queue.async { done.resume(returning: follower.moment) }
        }
        return moment?.position == last ? nil : moment
    }

    /// The database's table of transactions identifies all checkpoints.
    func endCheckpoint(_ position: Checkpoint.Position, kept: Set<Checkpoint.Position>?) {}

    func leadsEmbedding() async -> Bool { await leaderLock.isHeld() }

    func readAgain() { follower.readAgain() }

    var isInPlace: Bool { true }
    var following: StoreFollowing { follower.following }
    var stagingPath: String {
        get throws(StoreError) {
            try stagingFolder.withLock { folder throws(StoreError) in
                if let folder { return folder.path + "/load" }
                let made = try ScratchFolder(for: .loads)
                folder = made
                return made.path + "/load"
            }
        }
    }
    var publishesOwnWrites: Bool { false }
    var databaseName: String? { follower.databaseName }
}

/// A connection that reads the current state of the primary.
///
/// `@unchecked`, because only `queue` uses the connection.
private final class PostgreSQLLink: @unchecked Sendable {
    let queue = DispatchQueue(label: "ProductStore.read")
    private let address: PostgreSQLAddress
    private var connection: PostgreSQLConnection?
    private var isClosed = false

    init(_ address: PostgreSQLAddress) { self.address = address }

    /// Runs `body` in a transaction. Call it on `queue`.
    func read<Value>(_ body: (any StoreReader) throws -> Value) -> Result<Value, StoreError> {
        if isClosed { return .failure(.unavailable(.closed)) }
        // If the server has ended, the first attempt with an old connection fails.
        for isLast in [connection == nil, true] {
            do {
                let connection = try connected()
                return .success(try connection.reading { try body(PostgreSQLReader(connection)) })
            } catch {
                let isBroken = (error as? PostgreSQLError)?.isDisconnection == true
                if isBroken { connection = nil }
                if isLast || !isBroken { return .failure(StoreError(error)) }
            }
        }
        return .failure(.unavailable(.closed))
    }

    private func connected() throws(PostgreSQLError) -> PostgreSQLConnection {
        try connection.usable { () throws(PostgreSQLError) in try PostgreSQLConnection(address, .primary) }
    }

    func close() {
        queue.sync {
            connection = nil
            isClosed = true
        }
    }
}
