// Opens a store in SQLite: as usual, or for reading only while its disk is full.

internal import GRDB
internal import Synchronization

/// A store in SQLite that is open, and the catalogs that were read from it.
struct SQLiteStore {
    let backend: any StoreBackend
    let start: SQLiteStart

    /// Opens or creates the store at a path.
    init(
        _ path: String, _ checkpoints: StoreCheckpoints?, _ context: ReadingContext,
        _ progress: @escaping (OpeningProgress) -> Void
    ) throws(StoreError) {
        let (file, start) = try StoreError.namingOpening {
            let file = try StoreFile.open(path)
            if WriteAheadLog.hasCopy(besides: StoreFile.resolved(path)) { context.damage.note(.log) }
            try Self.prepare(file, hasCheckpoints: checkpoints != nil)
            if file.hasRestoredLog { context.damage.noteRestored(.log) }
            if try !file.pool.read({ try $0.hasSoundSmallTables() }) {
                for part in try file.pool.write({ try $0.restoreRows() }) {
                    context.damage.noteRestored(part)
                }
                try file.pool.read { try $0.checkSmallTables() }
            }
            let restoredCount = context.damage.restoredCount
            let start = try file.pool.read { db in
                try SQLiteStart(db, checkpoints, context: context, progress: progress)
            }
            // Writes what was restored while reading. If that fails, the store is searched nevertheless.
            if context.damage.restoredCount > restoredCount {
                _ = try? file.pool.write { try $0.restoreRows() }
            }
            return (file, start)
        }
        self.start = start
        backend = SQLiteBackend(file, start.catalogs, context: context)
    }

    /// Opens the store at a path without writing to its disk, until there is space.
    init(
        readingOnly path: String, _ checkpoints: StoreCheckpoints?, _ context: ReadingContext,
        _ progress: @escaping (OpeningProgress) -> Void, hasSpace: (@Sendable () -> Bool)? = nil
    ) throws(StoreError) {
        let hasCheckpoints = checkpoints != nil
        (backend, start) = try StoreError.namingOpening {
            let catalogs = Mutex<StoreCatalogs?>(nil)
            let backend = try FullDiskBackend(path, hasSpace: hasSpace ?? { FullDiskBackend.hasSpace(path) })
            {
                file in
                guard let catalogs = catalogs.withLock({ $0 }) else { throw StoreError.unavailable(.closed) }
                try Self.prepare(file, hasCheckpoints: hasCheckpoints)
                return SQLiteBackend(file, catalogs, context: context)
            }
            let start = try backend.readNow { db in
                try db.checkSmallTables()
                return try SQLiteStart(db, checkpoints, context: context, progress: progress)
            }
            catalogs.withLock { $0 = start.catalogs }
            return (backend, start)
        }
    }

    /// Without checkpoints, deletions are not recorded; a later start from an older checkpoint would miss
    /// them.
    private static func prepare(_ file: StoreFile, hasCheckpoints: Bool) throws {
        guard !hasCheckpoints, try file.pool.read({ try $0.hasCheckpoints }) else { return }
        try file.pool.write { try $0.forgetCheckpoints(except: []) }
    }
}

extension StoreError {
    /// Whether a store could not be opened because its disk is full.
    func isLackOfSpace(_ path: String) -> Bool {
        switch self {
        case .unavailable(.diskFull): true
        // SQLite reports some of them as errors of input and output.
        case .unavailable(.inputOutput): !FullDiskBackend.hasSpace(path)
        default: false
        }
    }
}
