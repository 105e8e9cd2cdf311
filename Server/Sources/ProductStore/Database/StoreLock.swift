// Locks out other processes, and other stores of this process, from the files of a store.

internal import Glibc
internal import Synchronization

/// The exclusive right to serve a store.
///
/// It consists of two locks. The first is on a file beside the database, and can be taken before the database
/// exists. The second, on the database's own inode, holds even if that file is removed, and for all names of
/// the database (hard links).
final class StoreLock: Sendable {
    /// The databases that this process has open. They must not be opened again, not even to read them:
    /// closing any descriptor of a file releases the locks that SQLite has on it (fcntl(2), "Record
    /// locking").
    private static let openDatabases = Mutex<Set<FileIdentity>>([])

    /// Whether this process has a database open.
    static func isOpenHere(_ identity: FileIdentity) -> Bool {
        openDatabases.withLock { $0.contains(identity) }
    }

    private struct Held {
        var beside: Int32?
        var database: Int32?
        var identity: FileIdentity?
    }

    private let path: String
    private let held: Mutex<Held>

    /// The path of the file beside a database.
    static func path(besides database: String) -> String { database + "-lock" }

    /// Takes the lock of the file beside a database, which may not exist yet.
    ///
    /// - Throws: `StoreError.refused(.inUse)`, `.unavailable`.
    init(besides database: String) throws(StoreError) {
        path = database
        let lockPath = Self.path(besides: database)
        while true {
            let file = Glibc.open(lockPath, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            guard file >= 0 else { throw .system(errno) }
            do throws(StoreError) {
                try Self.lock(file)
                // The process that had the lock may have removed the file, and
                // another may have locked a new one.
                if try FileIdentity.opened(file).identity == FileIdentity(of: lockPath) {
                    held = Mutex(Held(beside: file))
                    return
                }
            } catch {
                Glibc.close(file)
                throw error
            }
            Self.release(file)
        }
    }

    deinit { release() }

    /// Records that this process opens the database.
    ///
    /// - Throws: `StoreError.refused(.inUse)` if this process has it open under any name.
    func reserveDatabase() throws(StoreError) {
        let identity = FileIdentity(of: path)
        let isFree = held.withLock { held in
            Self.openDatabases.withLock { open in
                // An empty file is replaced by the new database.
                if let old = held.identity { open.remove(old) }
                held.identity = nil
                guard let identity else { return true }
                guard open.insert(identity).inserted else { return false }
                held.identity = identity
                return true
            }
        }
        if !isFree { throw .refused(.inUse) }
    }

    /// Locks the database itself. Call it before SQLite opens the database.
    ///
    /// - Throws: `StoreError.refused(.inUse)`, `.refused(.severalNames)`, `.unavailable`.
    func lockDatabase() throws(StoreError) {
        try reserveDatabase()
        if held.withLock({ $0.database != nil }) { return }
        let file = Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw .system(errno) }
        do throws(StoreError) {
            // Locks of flock(2) and those of fcntl(2), which SQLite uses, do not affect each other.
            try Self.lock(file)
            let (identity, nameCount) = try FileIdentity.opened(file)
            guard identity == FileIdentity(of: path) else { throw .unavailable(.moved) }
            // SQLite's log belongs to one name: under another one its changes would be lost.
            guard nameCount == 1 else { throw .refused(.severalNames(count: nameCount)) }
        } catch {
            Glibc.close(file)
            throw error
        }
        held.withLock { $0.database = file }
    }

    /// Releases the locks; SQLite must have closed the database.
    func release() {
        held.withLock { held in
            if let file = held.database { Self.release(file) }
            if let identity = held.identity { Self.openDatabases.withLock { _ = $0.remove(identity) } }
            if let file = held.beside { Self.release(file) }
            held = Held()
        }
    }

    /// Removes the lock file beside a database that is not a store.
    func removeFile() { unlink(Self.path(besides: path)) }

    var isReleased: Bool { held.withLock { $0.beside == nil } }

    private static func lock(_ file: Int32) throws(StoreError) {
        guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
            throw errno == EWOULDBLOCK ? .refused(.inUse) : .system(errno)
        }
    }

    /// Releases a lock. Closing the file is not enough: a child process that is just being
    /// started shares it for a moment.
    private static func release(_ file: Int32) {
        flock(file, LOCK_UN)
        Glibc.close(file)
    }
}
