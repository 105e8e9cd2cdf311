// The database file: checks, creation, locking, closing.

internal import GRDB
internal import Glibc
internal import Synchronization

/// Opens the database of a store, and locks out other processes while it is open: the searched copy in memory would not
/// see their writes.
final class StoreFile: Sendable {
    let pool: DatabasePool
    /// The descriptor of the lock file; `nil` when the store is closed.
    private let lock: Mutex<Int32?>

    private init(pool: DatabasePool, lock: Int32) {
        self.pool = pool
        self.lock = Mutex(lock)
    }

    deinit { unlock() }

    private func unlock() {
        lock.withLock { lock in
            if let lock { Self.release(lock) }
            lock = nil
        }
    }

    /// Opens or creates the database at a path.
    static func open(_ path: String) throws -> StoreFile {
        // A store has one lock, whatever links lead to it.
        let path = resolved(path)
        let lockPath = path + "-lock"
        // Before the file is read, because closing it would release SQLite's locks if this process has the store open.
        let lock = try Self.lock(lockPath)
        do {
            if try isNew(readHeader(path)) { try create(path) }
            let database = try DatabaseQueue(path: path, configuration: configuration)
            if try database.read({ try Schema.migrator.hasBeenSuperseded($0) }) {
                throw StoreError.refused(.newerVersion)
            }
            try Schema.migrator.migrate(database)
            try database.close()
            let pool = try DatabasePool(path: path, configuration: configuration)
            // GRDB sets NORMAL for a write-ahead log, which can lose the last transactions on power loss.
            try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
            return StoreFile(pool: pool, lock: lock)
        } catch {
            switch error {
            case StoreError.refused(.notDatabase), StoreError.refused(.foreign): unlink(lockPath)
            default: break
            }
            release(lock)
            throw error
        }
    }

    /// Creates a store beside its path and renames it: there is a whole store or nothing, even if the process is killed.
    private static func create(_ path: String) throws {
        let draft = path + "-new"
        // Files of a killed process, and logs of a deleted database, which SQLite would apply to the new one.
        for name in ["", "-journal"] { unlink(draft + name) }
        for name in ["-journal", "-wal", "-shm"] { unlink(path + name) }
        let database = try DatabaseQueue(path: draft, configuration: configuration)
        try database.writeWithoutTransaction {
            try $0.execute(sql: "PRAGMA application_id = \(Schema.applicationID)")
        }
        try Schema.migrator.migrate(database)
        try database.close()
        guard rename(draft, path) == 0 else { throw StoreError.system(errno) }
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        let opened = Glibc.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard opened >= 0 else { throw StoreError.system(errno) }
        defer { Glibc.close(opened) }
        guard fsync(opened) == 0 else { throw StoreError.system(errno) }
    }

    /// Writes the log into the database, and closes it; once.
    func close() throws {
        if lock.withLock({ $0 == nil }) { return }
        // Close readers first: only the writer's connection can remove the log.
        pool.releaseMemory()
        // If the disk is full, the log stays, and the next opening reads it.
        _ = try? pool.writeWithoutTransaction { try $0.checkpoint(.truncate) }
        try pool.close()
        unlock()
    }

    private static var configuration: Configuration {
        var configuration = Configuration()
        configuration.busyMode = .timeout(5)
        configuration.label = "ProductStore"
        return configuration
    }

    // MARK: The file's header

    /// The size of a database header (SQLite's file format, 1.3).
    private static let headerSize = 100

    /// The first bytes of a file; empty if there is no file.
    private static func readHeader(_ path: String) throws -> [UInt8] {
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

    /// Whether the store does not exist yet.
    private static func isNew(_ header: [UInt8]) throws -> Bool {
        if header.isEmpty { return true }
        guard header.count == headerSize, header.starts(with: Array("SQLite format 3".utf8) + [0]) else {
            throw StoreError.refused(.notDatabase)
        }
        let applicationID = header[68..<72].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        guard applicationID == Schema.applicationID else {
            throw StoreError.refused(.foreign(applicationID: applicationID))
        }
        return false
    }

    private static func resolved(_ path: String) -> String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// Takes a lock that ends with the process.
    private static func lock(_ path: String) throws -> Int32 {
        let file = Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw StoreError.system(errno) }
        guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
            let code = errno
            Glibc.close(file)
            throw code == EWOULDBLOCK ? StoreError.refused(.inUse) : StoreError.system(code)
        }
        return file
    }

    /// Releases the lock. Closing the file is not enough: a child process that is just being started shares it for a moment.
    private static func release(_ lock: Int32) {
        flock(lock, LOCK_UN)
        Glibc.close(lock)
    }
}

extension StoreError {
    /// An error of a system call.
    static func system(_ code: Int32) -> StoreError {
        .unavailable(.inputOutput(code: code, message: String(cString: strerror(code))))
    }
}
