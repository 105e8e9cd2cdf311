// Keeps backups in a folder, and restores from them what is damaged.

internal import Dispatch

extension ProductStore {
    /// Writes a backup at intervals, and restores damaged parts of catalogs from the last ones, until the task
    /// is cancelled: run it as long as the service runs. A backup reads and verifies each record, so that it
    /// also finds damage.
    ///
    /// A part is restored only if its checksum, or the intact row of its catalog, proves that the backup has it
    /// in the same version. For stores in SQLite.
    ///
    /// - Parameters:
    ///   - interval: the time between two backups.
    ///   - note: called with each event.
    public func keepBackups(
        in folder: BackupFolder, every interval: Duration = .seconds(86_400),
        note: @escaping @Sendable (BackupNote) -> Void
    ) async {
        var keeper = BackupKeeper(self, folder, interval, note)
        while !Task.isCancelled {
            await keeper.step()
            // Damage that was found meanwhile does not wait for the next backup.
            try? await Task.sleep(for: min(interval, .seconds(60)))
        }
    }

    /// Restores damaged parts of catalogs from a backup of this store.
    ///
    /// - Returns: the restored parts.
    /// - Throws: `StoreError.conflict` if the backup is of another store or history.
    fileprivate func repair(from backup: StagedBackup) async throws(StoreError) -> [DamagedPart] {
        damage.noteReplaced(try await perform(.repair(backup)).restored?.repaired ?? [])
    }

    fileprivate var damagedCatalogParts: Set<DamagedPart> { damagedParts.filter(\.isOfCatalog) }
}

/// Writes the backups of a store into a folder, and uses them.
struct BackupKeeper {
    private let store: ProductStore
    private let folder: BackupFolder
    private let interval: Duration
    private let note: @Sendable (BackupNote) -> Void
    /// The newest change of the store when the first backup was looked for.
    private var start: Revision?
    private var hasSetAside = false
    /// Damaged parts that no backup has in the same version.
    private var lost: Set<DamagedPart> = []
    /// The last failure, which is not reported again.
    private var failure: String?
    /// No backup is tried before this moment, because the last one failed.
    private var nextAttempt = ContinuousClock.now

    /// The time after which a backup that failed is tried again.
    private static let pause = Duration.seconds(3_600)

    init(
        _ store: ProductStore, _ folder: BackupFolder, _ interval: Duration,
        _ note: @escaping @Sendable (BackupNote) -> Void
    ) {
        (self.store, self.folder, self.interval, self.note) = (store, folder, interval, note)
    }

    /// Restores what was found damaged, and writes a backup if the last one is old enough.
    mutating func step() async {
        do {
            try await setLostAside()
            try await restore()
            // A backup of a new store would be the only one until the next day.
            guard !store.live.state.entries.isEmpty, ContinuousClock.now >= nextAttempt,
                try folder.age().map({ $0 >= interval }) ?? true
            else {
                return
            }
            do {
                try await write()
            } catch StoreError.unavailable(.damaged) where !store.damagedCatalogParts.isSubset(of: lost) {
                // The backup found it.
                try await restore()
                try await write()
            }
        } catch {
            nextAttempt = .now + min(interval, Self.pause)
            if !(error is CancellationError), !Task.isCancelled { fail(error) }
        }
    }

    /// Sets aside backups of changes that the store had lost when it was opened. Later changes would hide that
    /// they are lost.
    private mutating func setLostAside() async throws {
        guard !hasSetAside else { return }
        let revision =
            if let start { start } else { try await store.read { try $0.storeRevision() } }
        start = revision
        for (name, newest) in try folder.setAside(after: revision) {
            note(.newer(name: name, newest, store: revision))
        }
        hasSetAside = true
    }

    private mutating func write() async throws {
        try folder.prepare()
        let backup = try await StagedBackup(copying: store.backup(), besides: folder.stagingPath)
        let name = BackupFolder.name(backup.revision)
        try backup.keep(at: folder.path(of: name))
        try folder.removeOld()
        failure = nil
        note(.written(name: name))
    }

    /// Restores damaged parts, from the newest backup that has them.
    private mutating func restore() async throws {
        guard !store.damagedCatalogParts.isSubset(of: lost) else { return }
        for name in try folder.names() where !store.damagedCatalogParts.isEmpty {
            do {
                let backup = try await Self.opened(folder.path(of: name))
                for part in try await store.repair(from: backup) { note(.restored(part, name: name)) }
            } catch StoreError.conflict {
                let reason = "it is of another store, or of another history of this one"
                note(.ignored(name: name, reason: reason))
            } catch StoreError.unavailable(.damaged(let message)) {
                note(.ignored(name: name, reason: message))
            }
        }
        lost = store.damagedCatalogParts
    }

    /// Opens a backup, on a thread of its own, because all of it is read.
    private static func opened(_ path: String) async throws -> StagedBackup {
        try await withCheckedThrowingContinuation { done in
            DispatchQueue.global(qos: .utility).async {
                done.resume(with: Result { try StagedBackup(at: path) })
            }
        }
    }

    private mutating func fail(_ error: any Error) {
        let reason = "\(StoreError(error))"
        if failure != reason { note(.failed(reason: reason)) }
        failure = reason
    }
}
