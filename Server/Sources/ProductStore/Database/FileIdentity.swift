// Identifies a file by its device and inode, which do not depend on its names.

internal import GRDB
internal import Glibc
internal import Synchronization

/// A file, independent of its names.
struct FileIdentity: Hashable, Sendable {
    private let device: UInt64
    private let inode: UInt64

    private init(_ status: stat) {
        device = UInt64(truncatingIfNeeded: status.st_dev)
        inode = UInt64(truncatingIfNeeded: status.st_ino)
    }

    /// The file at a path; `nil` if there is none, or if it cannot be examined.
    init?(of path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    /// An open file, and the number of its names.
    static func opened(_ descriptor: Int32) throws(StoreError) -> (identity: FileIdentity, nameCount: Int) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .system(errno) }
        return (FileIdentity(status), Int(status.st_nlink))
    }
}

/// The files of an open store, their paths, and whether only this process changes them.
final class StoreLocation: Sendable {
    /// Properties of the database file that change when it is written.
    private struct Version: Equatable {
        let size: Int
        let seconds: Int
        let nanoseconds: Int

        init?(_ path: String) {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            size = Int(status.st_size)
            seconds = status.st_mtim.tv_sec
            nanoseconds = status.st_mtim.tv_nsec
        }
    }

    private struct State {
        /// The database after the last write of this process.
        var version: Version?
        /// The size of SQLite's log after the last write of this process, in bytes.
        var logSize = 0
        /// SQLite's counter, which changes when another connection writes.
        var counter: Int64?
        var isForeign = false
    }

    private let path: String
    private let files: [String: FileIdentity]
    private let state = Mutex(State())

    /// The database at a path, and SQLite's files beside it.
    ///
    /// - Throws: `StoreError.unavailable(.moved)` if one of them does not exist.
    init(_ path: String) throws(StoreError) {
        self.path = path
        var files: [String: FileIdentity] = [:]
        for path in [path, path + "-wal", path + "-shm"] {
            guard let identity = FileIdentity(of: path) else { throw .unavailable(.moved) }
            files[path] = identity
        }
        self.files = files
        let (version, logSize) = (Version(path), Version(path + "-wal")?.size ?? 0)
        state.withLock { ($0.version, $0.logSize) = (version, logSize) }
    }

    /// Whether the paths still name the files that are open, and no other program has changed them. If not,
    /// another process may serve a different database, and writes to this one would be lost.
    var isUnchanged: Bool {
        !state.withLock(\.isForeign) && files.allSatisfy { FileIdentity(of: $0.key) == $0.value }
    }

    /// Checks for changes by other programs. Call it on the writer's connection, between its transactions.
    ///
    /// - Throws: `StoreError.unavailable(.moved)` if the files were renamed, removed, replaced, or changed by
    ///   others; after a change by others, until the store is opened again.
    func check(_ db: Database) throws {
        let counter = try Int64.fetchOne(db.cachedStatement(sql: "PRAGMA data_version"))
        let version = Version(path)
        let log = path + "-wal"
        let logSize = Version(log)?.size ?? 0
        // A file that was moved may come back.
        let isPresent = FileIdentity(of: path) == files[path]
        let hasLog = FileIdentity(of: log) == files[log]
        state.withLock { state in
            // SQLite would append where the log ended before it was cut, and never find that again.
            if hasLog, logSize < state.logSize { state.isForeign = true }
            if isPresent, let old = state.version, let version, old != version { state.isForeign = true }
            if let old = state.counter, old != counter { state.isForeign = true }
            state.counter = state.counter ?? counter
        }
        if !isUnchanged { throw StoreError.unavailable(.moved) }
    }

    /// Notes what this process has written. Call it on the writer's connection, after its transactions.
    func noteOwnWrite(_ db: Database) {
        let counter = try? Int64.fetchOne(db.cachedStatement(sql: "PRAGMA data_version"))
        let (version, logSize) = (Version(path), Version(path + "-wal")?.size ?? 0)
        state.withLock { state in
            state.counter = counter
            state.version = version
            state.logSize = logSize
        }
    }
}
