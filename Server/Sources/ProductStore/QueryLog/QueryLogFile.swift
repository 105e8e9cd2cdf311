// The file of the query log: queries, counted by day, without addresses.

internal import FoundationEssentials
internal import GRDB
internal import Glibc
internal import Synchronization

/// The damage that was found in a query log. Damaged parts are left out of all counts.
public struct QueryLogDamage: Hashable, Sendable {
    /// The number of damaged rows; a row is a query, or a record chosen for it, on a day.
    public internal(set) var rows = 0
    /// Whether the newest counts may be lost with the end of SQLite's log, which stays beside the file
    /// (`-wal-damaged`).
    public internal(set) var hasLostLog = false
    /// Whether SQLite could not read the file, which stays beside a new one (`-damaged`).
    public internal(set) var hasLostFile = false

    public init() {}

    /// The number of damaged parts.
    public var count: Int { rows + (hasLostLog ? 1 : 0) + (hasLostFile ? 1 : 0) }
}

/// An SQLite file with counts by day. Several processes may add to the same file.
///
/// Each row has a checksum, which is compared whenever it is read. A file that SQLite finds damaged is
/// renamed, and a new one begun: searches matter more than their counts.
public final class QueryLogFile: Sendable {
    /// The database; `nil` once it is closed. A caller that is using it keeps it open until the end.
    private let opened: Mutex<DatabaseQueue?>
    private let found = Mutex(QueryLogDamage())

    /// The application id in the file's header: "lsql" in ASCII.
    static let applicationID: UInt32 = 0x6C73_716C

    /// Whether the header of the file at a path is that of a query log.
    static func isQueryLog(_ path: String) throws -> Bool {
        let header = try StoreFile.readHeader(path)
        guard !header.isEmpty else { return false }
        return (try? StoreFile.isNew(header, applicationID: applicationID)) == false
    }

    /// The damage found so far.
    public var damage: QueryLogDamage { found.withLock { $0 } }

    /// Opens or creates the file, which only its owner may read.
    ///
    /// - Throws: `StoreError.refused` if the file belongs to something else; `.unavailable`.
    public init(path: String) throws(StoreError) {
        opened = Mutex(nil)
        do throws(StoreError) {
            try open(path)
        } catch .unavailable(.damaged) {
            try Self.keep(path)
            try open(path)
        } catch {
            throw error.isLackOfSpace(path) ? .unavailable(.diskFull) : error
        }
        found.withLock { found in
            found.hasLostLog = WriteAheadLog.hasCopy(besides: path)
            found.hasLostFile = access(Self.copyPath(path), F_OK) == 0
        }
    }

    private func open(_ path: String) throws(StoreError) {
        let database = try Self.database(path)
        try StoreError.naming { try database.read { try noteDamage($0) } }
        opened.withLock { $0 = database }
    }

    private static func database(_ path: String) throws(StoreError) -> DatabaseQueue {
        try StoreError.namingOpening {
            let header = try StoreFile.readHeader(path)
            let isNew = try StoreFile.isNew(header, applicationID: Self.applicationID)
            if isNew {
                let file = Glibc.open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0o600)
                guard file >= 0 else { throw StoreError.system(errno) }
                Glibc.close(file)
            }
            _ = try WriteAheadLog.keepIfDamaged(besides: path)
            PrivateFile.restrict(WriteAheadLog.copyPath(besides: path))
            let database = try DatabaseQueue(path: path, configuration: configuration)
            try database.writeWithoutTransaction { db in
                if isNew { try db.execute(sql: "PRAGMA application_id = \(Self.applicationID)") }
                try db.execute(sql: "PRAGMA journal_mode = WAL")
                try db.execute(sql: "PRAGMA synchronous = FULL")
            }
            guard try !database.read({ try QueryLogTables.migrator.hasBeenSuperseded($0) }) else {
                throw StoreError.refused(.newerVersion)
            }
            try QueryLogTables.migrator.migrate(database)
            try database.read { try QueryLogTables.check($0) }
            return database
        }
    }

    private static var configuration: Configuration {
        var configuration = StoreFile.configuration
        configuration.label = "QueryLog"
        return configuration
    }

    /// The path of a damaged file that was renamed.
    private static func copyPath(_ path: String) -> String { path + "-damaged" }

    /// Renames a damaged file. An earlier one is replaced.
    private static func keep(_ path: String) throws(StoreError) {
        guard rename(path, copyPath(path)) == 0 else { throw StoreError.system(errno) }
        for name in ["-wal", "-shm"] { unlink(path + name) }
    }

    var database: DatabaseQueue {
        get throws {
            guard let database = opened.withLock({ $0 }) else { throw StoreError.unavailable(.closed) }
            return database
        }
    }

    /// Records how many rows are damaged.
    func noteDamage(_ db: Database) throws {
        let rows = try QueryLogTables.damagedCount(db)
        found.withLock { $0.rows = rows }
    }

    // MARK: Writing

    /// Adds counts, and removes old days, in one transaction.
    ///
    /// - Parameters:
    ///   - counts: by day, in days since 1970.
    ///   - oldest: the oldest day that stays.
    public func add(_ counts: [Int: DayCounts], keepingFrom oldest: Int) async throws(StoreError) {
        do {
            try await database.write { db in
                for (day, counts) in counts where day >= oldest {
                    try QueryLogTables.add(counts, day, to: db)
                }
                try QueryLogTables.forget(before: oldest, db)
            }
        } catch {
            throw StoreError(error)
        }
    }

    /// Closes the file; later calls fail.
    public func close() { opened.withLock { $0 = nil } }
}
