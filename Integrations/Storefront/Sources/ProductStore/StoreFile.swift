// Is this file a store? What is none is left as it is; what is not there is made.

internal import GRDB
internal import Glibc
internal import Synchronization

/// Opens the database of a store, and keeps others away while it is open.
///
/// The search lives in memory beside the database, and would not see what another process writes.
final class StoreFile: Sendable {
    let pool: DatabasePool
    /// The file that is locked; `nil` when the store is closed.
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

    /// Opens the database at a path, or makes it.
    static func open(_ path: String) throws -> StoreFile {
        // Whatever links lead to it, a store has one lock.
        let path = resolved(path)
        let lockPath = path + "-lock"
        // Before the file is read: to close it would drop SQLite's own locks of a store that this process has open.
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
            // GRDB takes NORMAL with a log written ahead, which loses the last transactions with the power.
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

    /// Makes a store beside its place and puts it there: whenever the process ends, there is all of it or nothing.
    private static func create(_ path: String) throws {
        let draft = path + "-new"
        // What was left by a process that was killed; and logs of a database that is gone, which SQLite would take for
        // the new one's.
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

    /// Writes what was written ahead into the database itself, and closes it; once.
    func close() throws {
        if lock.withLock({ $0 == nil }) { return }
        // Connections that only read cannot remove the log: the writer's has to be the last one.
        pool.releaseMemory()
        // Where the disk is full it stays in the log, and the next opening finds it there.
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

    // MARK: The file's head

    /// How many bytes of a database say what it is (SQLite's file format, 1.3).
    private static let headerSize = 100

    /// The first bytes of a file; none where there is no file or nothing in it.
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

    /// Whether the file is still to be made.
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

    /// Takes a lock that ends with the process, however it ends.
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

    /// Gives the lock back. To close the file is not enough: a program that this process is just starting holds it, too,
    /// for a moment.
    private static func release(_ lock: Int32) {
        flock(lock, LOCK_UN)
        Glibc.close(lock)
    }
}

extension StoreError {
    /// What the system said.
    static func system(_ code: Int32) -> StoreError {
        .unavailable(.inputOutput(code: code, message: String(cString: strerror(code))))
    }
}
