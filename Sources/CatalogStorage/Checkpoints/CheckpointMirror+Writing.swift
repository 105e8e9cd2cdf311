// Uploads checkpoints to an object store, and removes old ones there.

public import CatalogSearch
internal import Files
internal import Synchronization

extension CheckpointMirror {
    /// How long a process leaves the writing to another one that has written, in seconds: ten minutes. The
    /// clocks of this machine and of the store differ by less than 15 minutes; otherwise the store refuses
    /// requests.
    private static let turn = 600
    /// The age at which a checkpoint of another version is removed, in seconds: a day.
    private static let foreignAge = 86_400
    /// How old a file must be to be removed if no checkpoint names it, in seconds: an hour. Another process
    /// may be uploading a younger one.
    private static let unnamedAge = 3_600

    /// Writes a checkpoint into the folder, uploads it, and removes all but the last two from the store.
    ///
    /// - Throws: `FileError` if the folder cannot be written. Failures of the store are returned.
    public func write(
        _ catalogs: [(facts: Checkpoint.Facts, index: CatalogIndex)], at position: Checkpoint.Position
    ) throws -> CheckpointFolder.Writing {
        var kept: Set<Checkpoint.Position> = []
        do {
            let before = try list()
            if try isTurnOfOther(before) { return .left }
            guard case .written(let local) = try folder.write(catalogs, at: position) else { return .left }
            kept = local
            try upload(CheckpointFolder.name(position), before)
            return .written(kept: kept.union(storedPositions))
        } catch let error as ObjectStoreError {
            if kept.isEmpty {
                guard case .written(let local) = try folder.write(catalogs, at: position) else {
                    return .left
                }
                kept = local
            }
            return .cached(kept: kept.union(storedPositions), reason: "\(error)")
        }
    }

    /// The positions of the checkpoints that the store had when it was last listed.
    private var storedPositions: [Checkpoint.Position] {
        listed.withLock { $0.keys.compactMap(CheckpointFolder.position(of:)) }
    }

    /// Whether another process wrote the last checkpoint that this program can open, and did so recently.
    private func isTurnOfOther(_ list: [String: StoredObject]) throws(ObjectStoreError) -> Bool {
        for name in Self.names(list) {
            guard let object = list[name], let manifest = try manifest(name, object),
                manifest.versions == CheckpointManifest.versions(share: folder.share)
            else { continue }
            // A machine with a copy has written it, or started from it, and may continue it. A machine with a
            // newer checkpoint could not upload that one.
            let revision = CheckpointFolder.position(of: name)?.revision ?? 0
            let copies = ((try? folder.names()) ?? []).compactMap(CheckpointFolder.position(of:))
            if copies.contains(where: { $0.revision >= revision }) { return false }
            let age = SystemCalls.now / 1_000_000_000 - object.modified
            return (-CheckpointFolder.clockTolerance / 1_000_000_000..<Self.turn).contains(age)
        }
        return false
    }

    /// A manifest in the store; `nil` if it is damaged.
    private func manifest(
        _ name: String, _ object: StoredObject
    ) throws(ObjectStoreError) -> CheckpointManifest? {
        do {
            return try readManifest(name, object).manifest
        } catch let error as ObjectStoreError {
            throw error
        } catch {
            return nil
        }
    }

    private func upload(_ name: String, _ before: [String: StoredObject]) throws {
        let manifest = try folder.manifest(name)
        try upload(manifest.files, unless: before)
        try manifest.bytes.withUnsafeBytes { bytes in try objects.write(name, bytes) }
        // Another process may have removed files while no manifest named them.
        let after = try list()
        try upload(manifest.files, unless: after)
        clean(after, keeping: name, manifest)
    }

    /// Uploads files that the store lacks. Their names identify their content.
    private func upload(_ files: Set<String>, unless stored: [String: StoredObject]) throws {
        for file in files.sorted() where stored[file]?.size != CheckpointFolder.size(of: file) {
            let (bytes, owner) = try FileContents.opened(folder.path(of: file), readsIntoMemory: false)
            try objects.write(file, bytes)
            withExtendedLifetime(owner) {}
        }
    }

    /// Removes old checkpoints from the store, and files that no checkpoint names. Files that cannot be
    /// removed stay until the next time.
    private func clean(
        _ list: [String: StoredObject], keeping newest: String, _ manifest: CheckpointManifest
    ) {
        // By the store's clock, since the newest checkpoint was just written.
        let now = list.values.map(\.modified).max() ?? 0
        var (files, keptCount) = (manifest.files, 1)
        do throws(ObjectStoreError) {
            for name in Self.names(list) where name != newest {
                guard let object = list[name] else { continue }
                let old = try self.manifest(name, object)
                if let old {
                    let isOwn = old.versions == manifest.versions
                    if isOwn
                        ? keptCount < CheckpointFolder.keptCount : now - object.modified < Self.foreignAge
                    {
                        if isOwn { keptCount += 1 }
                        files.formUnion(old.files)
                        continue
                    }
                }
                try removeObject(name)
            }
            for (name, object) in list where !files.contains(name) {
                guard CheckpointFolder.size(of: name) != nil, now - object.modified > Self.unnamedAge else {
                    continue
                }
                try removeObject(name)
            }
        } catch {}
    }

    private func removeObject(_ name: String) throws(ObjectStoreError) {
        try objects.remove(name)
        listed.withLock { _ = $0.removeValue(forKey: name) }
    }
}
