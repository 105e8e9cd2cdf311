// A store in SQLite whose disk was full when it was opened: it is searched, and accepts changes once there is
// space.

internal import CatalogSearch
internal import Dispatch
internal import FoundationEssentials
internal import GRDB
internal import Glibc
internal import CatalogStorage
internal import Synchronization

/// Reads the database without writing any file, until there is space to open it as usual.
///
/// `@unchecked`, because only `queue` uses the database for reading.
final class FullDiskBackend: StoreBackend, @unchecked Sendable {
    private let queue = DispatchQueue(label: "ProductStore.fullDisk")
    private let path: String
    private let lock: StoreLock
    private let hasSpace: @Sendable () -> Bool
    /// Makes the backend that writes.
    private let make: @Sendable (StoreFile) throws -> SQLiteBackend
    /// `nil` once the store is opened as usual, or closed.
    private var database: DatabaseQueue?
    private let usual = Mutex<SQLiteBackend?>(nil)

    /// Opens a database for reading.
    ///
    /// - Parameters:
    ///   - hasSpace: whether opening it as usual may succeed.
    ///   - make: makes the backend that writes.
    /// - Throws: `StoreError` if there is no store, or it cannot be read.
    init(
        _ path: String, hasSpace: @escaping @Sendable () -> Bool,
        make: @escaping @Sendable (StoreFile) throws -> SQLiteBackend
    ) throws {
        self.path = StoreFile.resolved(path)
        self.hasSpace = hasSpace
        self.make = make
        lock = try StoreLock(besides: self.path)
        do {
            try lock.reserveDatabase()
            // Without space, no store can be created.
            if try StoreFile.isNew(StoreFile.readHeader(self.path)) {
                throw StoreError.unavailable(.diskFull)
            }
            try lock.lockDatabase()
            database = try Self.open(self.path)
        } catch {
            lock.release()
            throw error
        }
    }

    /// The space below which a disk counts as full, in bytes: an index of SQLite's log has 32 KiB.
    private static let leastSpace: UInt64 = 1 << 20

    /// Whether the disk of a file has space for SQLite's files.
    static func hasSpace(_ path: String) -> Bool {
        var status = statvfs()
        guard statvfs(path, &status) == 0 else { return true }
        return UInt64(status.f_bavail) * UInt64(status.f_frsize) >= leastSpace
    }

    private static func open(_ path: String) throws -> DatabaseQueue {
        var configuration = StoreFile.configuration
        configuration.label = "ProductStore.fullDisk"
        var log = stat()
        guard stat(path + "-wal", &log) == 0, log.st_size > 0 else {
            configuration.readonly = true
            return try DatabaseQueue(
                path: VerifiedFile.immutableAddress(of: path), configuration: configuration)
        }
        // With an exclusive lock SQLite keeps the index of its log in memory.
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA locking_mode = EXCLUSIVE") }
        return try DatabaseQueue(path: path, configuration: configuration)
    }

    /// Reads the database when the store is opened.
    func readNow<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try queue.sync {
            guard let database else { throw StoreError.unavailable(.closed) }
            return try database.read(body)
        }
    }

    // MARK: Recovering

    var takesChanges: Bool { usual.withLock { $0 != nil } }

    func recover() { queue.async { [self] in _ = opened() } }

    /// The backend that writes, if there is space by now. Call it on `queue`.
    private func opened() -> SQLiteBackend? {
        if let backend = usual.withLock({ $0 }) { return backend }
        guard database != nil, hasSpace() else { return nil }
        // Opening and closing the file again while it is open would release SQLite's locks.
        try? database?.close()
        database = nil
        do {
            let backend = try make(try StoreFile.open(path, lock))
            usual.withLock { $0 = backend }
            return backend
        } catch {
            database = try? Self.open(path)
            return nil
        }
    }

    private func writable() async throws(StoreError) -> SQLiteBackend {
        let backend = await withCheckedContinuation { done in
            queue.async { [self] in done.resume(returning: opened()) }
        }
        guard let backend else { throw .unavailable(.diskFull) }
        return backend
    }

    // MARK: Reading and writing

    func perform(_ change: Change) async throws(StoreError) -> ChangeOutcome {
        try await writable().perform(change)
    }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any StoreReader) throws -> Value
    ) async throws(StoreError) -> Value {
        if let backend = usual.withLock({ $0 }) { return try await backend.read(body) }
        let result = await withCheckedContinuation { done in
            queue.async { [self] in
                done.resume(
                    returning: Result<Value, any Error> {
                        guard let database else { throw StoreError.unavailable(.closed) }
                        return try database.read { try body($0) }
                    })
            }
        }
        return try StoreError.naming { try result.get() }
    }

    func readApart<Value: Sendable>(
        _ body: @escaping @Sendable (any StoreReader) throws -> Value
    ) async throws(StoreError) -> Value {
        try await read(body)
    }

    func close() async throws(StoreError) {
        if let backend = usual.withLock({ $0 }) { return try await backend.close() }
        await withCheckedContinuation { done in
            queue.async { [self] in
                try? database?.close()
                database = nil
                lock.release()
                done.resume()
            }
        }
    }

    var isInPlace: Bool { usual.withLock { $0 }?.isInPlace ?? true }
    var following: StoreFollowing { StoreFollowing(lag: .zero) }
    var stagingPath: String { path }
    var publishesOwnWrites: Bool { true }

    func checkpointSnapshot(
        after last: Checkpoint.Position?
    ) async throws(StoreError) -> (state: StoreCatalogs.State, position: Checkpoint.Position)? {
        try await usual.withLock { $0 }?.checkpointSnapshot(after: last)
    }

    func endCheckpoint(
        _ position: Checkpoint.Position, kept: Set<Checkpoint.Position>?
    ) async throws(StoreError) {
        try await usual.withLock { $0 }?.endCheckpoint(position, kept: kept)
    }

    func readAgain() { usual.withLock { $0 }?.readAgain() }
}
