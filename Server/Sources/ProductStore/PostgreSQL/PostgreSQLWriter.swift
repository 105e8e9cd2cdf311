// Commits writes to PostgreSQL, and determines the outcome of a COMMIT whose response was lost.

internal import CatalogSearch
internal import Dispatch
internal import Glibc
internal import Synchronization

/// The writer of a store: one connection to the primary, used on one queue.
///
/// `@unchecked`, because only `queue` uses the connection.
final class PostgreSQLWriter: @unchecked Sendable {
    /// The outcome of a transaction.
    struct Outcome {
        var results: [Result<ChangeOutcome, StoreError>]
        /// The revision that followers must reach to see the writes; `nil` if they changed nothing.
        var revision: Revision?
    }

    private enum Fate {
        case stored
        case absent
        case unknown
    }

    let queue = DispatchQueue(label: "ProductStore.write")
    private let address: PostgreSQLAddress
    /// The searched catalogs, which follow the database.
    private let catalogs: StoreCatalogs
    private var connection: PostgreSQLConnection?
    private var lastPurge = ContinuousClock.now

    /// The longest time to find a new primary for writes that are not stored yet.
    private static let retryTime = Duration.seconds(5)
    /// The longest time to find out whether a write is stored.
    private static let resolveTime = Duration.seconds(15)
    private static let pause: UInt32 = 100_000
    /// How long deleted records and marks stay in the database, and the time between two purges.
    private static let retention = Duration.seconds(24 * 3_600)
    private static let purgeInterval = Duration.seconds(600)
    /// The most transactions that one purge removes.
    private static let purgeLimit = 50_000

    init(_ address: PostgreSQLAddress, _ catalogs: StoreCatalogs) {
        self.address = address
        self.catalogs = catalogs
    }

    private func connected() throws(PostgreSQLError) -> PostgreSQLConnection {
        try connection.usable { () throws(PostgreSQLError) in
            let new = try PostgreSQLConnection(address, .primary)
            for setting in [
                // Writers wait for each other at the lock of one row.
                "lock_timeout = '10s'", "idle_in_transaction_session_timeout = '60s'",
                // All rows are found by their keys, whatever the statistics of a new table say.
                "enable_seqscan = off", "enable_hashjoin = off", "enable_mergejoin = off",
                // Disabled methods count as costly, and costly statements would be compiled again each time.
                "jit = off",
            ] { try new.run("SET " + setting) }
            return new
        }
    }

    /// Ends the connection.
    func close() { queue.sync { connection = nil } }

    // MARK: Commit

    /// Commits writes in one transaction. Call it on `queue`.
    func commit(_ writes: [Change]) -> Outcome {
        let wasConnected = connection != nil
        let deadline = ContinuousClock.now + Self.retryTime
        while true {
            do {
                if let outcome = try attempt(writes) {
                    purgeNowAndThen()
                    return outcome
                }
                // Nothing is stored, and two connections have failed in this time.
                guard ContinuousClock.now < deadline else {
                    return failed(writes, .unavailable(.unreachable(message: "the server ends connections")))
                }
            } catch {
                let failure = error as? PostgreSQLError
                if failure?.isDisconnection == true {
                    connection = nil
                    // Nothing is stored. The server of the open connection may have ended and been replaced
                    // by another one.
                    if wasConnected, ContinuousClock.now < deadline {
                        usleep(Self.pause)
                        continue
                    }
                } else {
                    rollBack()
                }
                // Retry one by one: a write that does not fit on the disk must not fail smaller ones.
                if writes.count > 1, failure?.isOfOneWrite == true {
                    let each = writes.map { commit([$0]) }
                    return Outcome(
                        results: each.flatMap(\.results), revision: each.compactMap(\.revision).max())
                }
                return failed(writes, StoreError(error))
            }
        }
    }

    /// Attempts one transaction.
    ///
    /// - Returns: its outcome; `nil` if it must be repeated, because nothing of it is stored.
    /// - Throws: only if nothing of it is stored.
    private func attempt(_ writes: [Change]) throws -> Outcome? {
        let mark = Self.newMark()
        let connection = try connected()
        try connection.run("BEGIN")
        let outcome = try apply(writes, mark, connection)
        guard outcome.revision != nil else {
            try connection.run("ROLLBACK")
            return outcome
        }
        do throws(PostgreSQLError) {
            try connection.commit()
            return outcome
        } catch {
            guard error.isDisconnection else { throw error }
        }
        return switch fate(of: mark) {
        case .stored: outcome
        case .absent: nil
        case .unknown: failed(writes, .unavailable(.outcomeUnknown))
        }
    }

    private func failed(_ writes: [Change], _ error: StoreError) -> Outcome {
        Outcome(results: writes.map { _ in .failure(error) }, revision: nil)
    }

    private func rollBack() {
        do {
            try connection?.run("ROLLBACK")
        } catch {
            connection = nil
        }
    }

    private func apply(
        _ writes: [Change], _ mark: [UInt8], _ connection: PostgreSQLConnection
    ) throws -> Outcome {
        if case .loadStaged(let load, _, _)? = writes.first { try PostgreSQLTables.stage(load, connection) }
        let tables = try PostgreSQLTables(connection, mark: mark)
        let before = try tables.storeRevision()
        try tables.fetch(for: writes)
        var transaction = try Transaction(
            tables, searched: catalogs.state, context: .init(), publishes: false)
        let results = try writes.map { try transaction.apply($0) }
        try transaction.finish()
        let revision = transaction.changes.revision
        return Outcome(results: results, revision: revision > before ? revision : nil)
    }

    private static func newMark() -> [UInt8] {
        (0..<16).map { _ in UInt8.random(in: .min ... .max) }
    }

    /// Determines whether a transaction is stored whose COMMIT got no response. Taking the lock proves that
    /// it no longer runs; the COMMIT of another write proves that all machines have it.
    private func fate(of mark: [UInt8]) -> Fate {
        connection = nil
        let deadline = ContinuousClock.now + Self.resolveTime
        while ContinuousClock.now < deadline {
            do {
                let connection = try connected()
                try connection.run("BEGIN")
                try connection.run("UPDATE store SET horizon = horizon")
                let found =
                    try connection.run("SELECT FROM tick WHERE mark = $1::uuid", .bytes(mark)).count > 0
                try connection.commit()
                return found ? .stored : .absent
            } catch {
                connection = nil
                usleep(Self.pause)
            }
        }
        return .unknown
    }

    // MARK: Purge

    private func purgeNowAndThen() {
        guard ContinuousClock.now - lastPurge > Self.purgeInterval else { return }
        lastPurge = .now
        // If the purge fails, a later one is tried.
        try? purge(olderThan: Self.retention)
    }

    /// Removes deleted records, and marks of transactions, that are older than a time. Followers that have
    /// not read them must read everything again. Call it on `queue`.
    func purge(olderThan time: Duration) throws {
        let connection = try connected()
        try connection.run("BEGIN")
        do {
            try connection.run("SELECT FROM store FOR UPDATE")
            let rows = try connection.run(
                """
                SELECT coalesce(max(revision), 0) FROM (
                    SELECT revision FROM tick WHERE at < clock_timestamp() - $1::bigint * interval '1 second'
                    ORDER BY revision LIMIT \(Self.purgeLimit)) AS old
                """, .integer(time.components.seconds))
            let horizon = SQLValue.integer(try rows.count(0, 0))
            try connection.run("DELETE FROM record WHERE json IS NULL AND revision <= $1::bigint", horizon)
            try connection.run(
                "DELETE FROM catalog WHERE description IS NULL AND revision <= $1::bigint", horizon)
            try connection.run("DELETE FROM tick WHERE revision < $1::bigint", horizon)
            try connection.run(
                "UPDATE store SET horizon = greatest(horizon, $1::bigint) WHERE $1::bigint > 0", horizon)
            try connection.commit()
        } catch {
            rollBack()
            throw error
        }
    }
}
