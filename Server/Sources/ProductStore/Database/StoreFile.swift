// The database file: checks, creation, closing.

internal import GRDB
internal import Glibc

/// Opens the database of a store, and locks out other processes while it is open: the searched copy in
/// memory would not see their writes.
final class StoreFile: Sendable {
    let pool: DatabasePool
    private let lock: StoreLock
    let place: StoreLocation
    /// Whether a flipped bit of the log was restored.
    let hasRestoredLog: Bool

    private init(pool: DatabasePool, lock: StoreLock, place: StoreLocation, hasRestoredLog: Bool) {
        self.pool = pool
        self.lock = lock
        self.place = place
        self.hasRestoredLog = hasRestoredLog
    }

    deinit {
        // The database is closed before the lock is released, so that no other process opens it while it is
        // still open here.
        if !lock.isReleased { try? pool.close() }
    }

    /// Opens or creates the database at a path.
    static func open(_ path: String) throws -> StoreFile {
        // Symbolic links to a store share its lock.
        let path = resolved(path)
        let lock = try StoreLock(besides: path)
        do {
            return try open(path, lock)
        } catch {
            switch error {
            case StoreError.refused(.notDatabase), StoreError.refused(.foreign): lock.removeFile()
            default: break
            }
            lock.release()
            throw error
        }
    }

    /// Opens or creates the database at a path without links, whose lock is held.
    static func open(_ path: String, _ lock: StoreLock) throws -> StoreFile {
        // Before the file is read, because closing it would release SQLite's locks if
        // this process has the store open.
        try lock.reserveDatabase()
        if try isNew(readHeader(path)) {
            if isEmptied(path) { throw StoreError.refused(.notDatabase) }
            try create(path)
        }
        try lock.lockDatabase()
        let hasRestoredLog = try WriteAheadLog.keepIfDamaged(besides: path)
        StagedFile.removeAll(besides: path)
        for name in ["", "-wal", "-shm", "-wal-damaged"] { PrivateFile.restrict(path + name) }
        let pool = try openPool(path)
        return StoreFile(
            pool: pool, lock: lock, place: try StoreLocation(path), hasRestoredLog: hasRestoredLog)
    }

    private static func openPool(_ path: String) throws -> DatabasePool {
        let database = try DatabaseQueue(path: path, configuration: configuration)
        if try database.read({ try Schema.migrator.hasBeenSuperseded($0) }) {
            throw StoreError.refused(.newerVersion)
        }
        try Schema.migrator.migrate(database)
        try database.read { try $0.checkTables(of: Schema.migrator) }
        try database.writeWithoutTransaction(beginLog)
        let pool = try DatabasePool(path: path, configuration: configuration)
        try database.close()
        try pool.writeWithoutTransaction { db in
            // GRDB sets NORMAL for a write-ahead log, which can lose the last transactions on power loss.
            try db.execute(sql: "PRAGMA synchronous = FULL")
            // A large load makes the log as large as the load.
            try db.execute(sql: "PRAGMA journal_size_limit = \(logSizeLimit)")
            // Creates the log, so that its identity is known.
            _ = try Row.fetchOne(db, sql: "SELECT revision FROM store")
        }
        return pool
    }

    /// Begins the log by a durable transaction that changes nothing. Where a log is empty, GRDB begins it by
    /// one that is not: after a power loss the log may lack it, and seem to have lost changes (`LogIndex`).
    private static func beginLog(_ db: Database) throws {
        try db.execute(sql: "PRAGMA synchronous = FULL; PRAGMA journal_mode = WAL")
        let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
        try db.execute(sql: "PRAGMA user_version = \(version)")
    }

    /// The size to which SQLite truncates its log after a checkpoint, in bytes.
    private static let logSizeLimit = 64 << 20

    /// Whether the database is at its path; `true` for a closed store.
    var isInPlace: Bool { isClosed || place.isUnchanged }

    var isClosed: Bool { lock.isReleased }

    /// Creates a store beside its path and renames it: even if the process is killed, there is a complete
    /// store or none.
    private static func create(_ path: String) throws {
        let draft = path + "-new"
        // Files of a killed process, and logs of a deleted database, which SQLite would apply to the new one.
        for name in ["", "-journal"] { unlink(draft + name) }
        for name in ["-journal", "-wal", "-shm"] { unlink(path + name) }
        // SQLite gives its other files the permissions of this one.
        try PrivateFile.create(draft)
        let database = try DatabaseQueue(path: draft, configuration: configuration)
        try database.writeWithoutTransaction {
            try $0.execute(sql: "PRAGMA application_id = \(Schema.applicationID)")
        }
        try Schema.migrator.migrate(database)
        try database.close()
        try StagedFile.rename(draft, to: path)
    }

    /// Writes the log into the database, and closes it; once.
    func close() throws {
        if lock.isReleased { return }
        // Close readers first: only the writer's connection can remove the log.
        pool.releaseMemory()
        // If the disk is full, the log stays, and the next opening reads it.
        _ = try? pool.writeWithoutTransaction { try $0.checkpoint(.truncate) }
        try pool.close()
        lock.release()
    }

    /// How databases with checksums are opened.
    static var configuration: Configuration {
        var configuration = Configuration()
        configuration.prepareDatabase { $0.add(function: RowChecksum.function) }
        configuration.busyMode = .timeout(5)
        configuration.label = "ProductStore"
        return configuration
    }

    // MARK: The file's header

    /// The size of a database header (SQLite's file format, 1.3).
    private static let headerSize = 100

    /// The first bytes of a file; empty if there is no file.
    static func readHeader(_ path: String) throws -> [UInt8] {
        let file = Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else {
            if errno == ENOENT { return [] }
            throw StoreError.system(errno)
        }
        defer { Glibc.close(file) }
        var header = [UInt8](repeating: 0, count: headerSize)
        let count = read(file, &header, headerSize)
        guard count >= 0 else { throw StoreError.system(errno) }
        return Array(header[..<count])
    }

    /// Whether the store, or another database with an application id of its own, does not exist yet.
    static func isNew(_ header: [UInt8], applicationID expected: UInt32 = Schema.applicationID) throws -> Bool
    {
        if header.isEmpty { return true }
        guard header.count == headerSize, header.starts(with: Array("SQLite format 3".utf8) + [0]) else {
            throw StoreError.refused(.notDatabase)
        }
        let applicationID = header[68..<72].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        guard applicationID == expected else {
            throw StoreError.refused(.foreign(applicationID: applicationID))
        }
        return false
    }

    /// Whether a database has lost all of its bytes, as files may when a machine crashes: its log is there.
    private static func isEmptied(_ path: String) -> Bool {
        var status = stat()
        return access(path, F_OK) == 0 && stat(path + "-wal", &status) == 0 && status.st_size > 0
    }

    static func resolved(_ path: String) -> String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}
