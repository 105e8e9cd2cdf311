// Writes checkpoints, and removes old ones.

public import CatalogSearch
public import Files
internal import Synchronization

extension CheckpointFolder {
    /// The outcome of writing a checkpoint.
    public enum Writing: Hashable, Sendable {
        /// It is written. The positions are those of the checkpoints that exist now, including this one.
        case written(kept: Set<Checkpoint.Position>)
        /// It is written only into the cache, not into the object store, for a reason in English.
        case cached(kept: Set<Checkpoint.Position>, reason: String)
        /// Another process is writing, or wrote some minutes ago.
        case left
    }

    /// How long a process leaves the writing to another one that has written, in nanoseconds: ten minutes.
    private static let turn = 600 * 1_000_000_000
    /// The age at which a checkpoint of another version is removed, in nanoseconds: a day.
    private static let foreignAge = 86_400 * 1_000_000_000
    /// The number of checkpoints that stay. A process may be opening the last but one.
    static let keptCount = 2

    /// Writes a checkpoint, and removes all but the last two.
    ///
    /// - Parameters:
    ///   - catalogs: the catalogs and their records.
    ///   - position: the moment of the checkpoint.
    /// - Throws: `FileError`; then no file of this checkpoint stays, and the others are unchanged.
    public func write(
        _ catalogs: [(facts: Checkpoint.Facts, index: CatalogIndex)], at position: Checkpoint.Position
    ) throws(FileError) -> Writing {
        try LocalFileSystem().makeFolder(path, permissions: 0o700)
        try checkTrust()
        guard let lock = try IndexLocation.lock(inFolder: path) else { return .left }
        defer { withExtendedLifetime(lock) {} }
        if try isTurnOfOther() { return .left }

        var fresh: [String] = []
        do throws(FileError) {
            var list: [CheckpointManifest.Catalog] = []
            for (facts, index) in catalogs {
                var segments: [IndexManifest.Segment] = []
                for segment in index.segments { segments.append(try write(segment, &fresh)) }
                list.append(CheckpointManifest.Catalog(facts: facts, segments: segments))
            }
            let manifest = CheckpointManifest(position: position, catalogs: list, share: share)
            let name = Self.name(position)
            try replace(name, manifest.bytes)
            known.withLock { $0 = manifest.files }
            own.withLock { _ = $0.insert(name) }
            return .written(kept: clean(keeping: name, removesFiles: lock.isExclusive))
        } catch {
            // Frees the space if the disk is full.
            for name in fresh { SystemCalls.remove(path(of: name)) }
            throw error
        }
    }

    /// Whether another process wrote the last checkpoint that this program can open, and did so recently.
    private func isTurnOfOther() throws(FileError) -> Bool {
        for name in try names() {
            guard let manifest = try? manifest(name),
                manifest.versions == CheckpointManifest.versions(share: share)
            else { continue }
            // Any process may continue the checkpoint from which this process started.
            if own.withLock({ $0.contains(name) }) || opened.withLock({ $0[name] != nil }) { return false }
            return age(of: name) < Self.turn
        }
        return false
    }

    private func write(
        _ segment: IndexedSegment, _ fresh: inout [String]
    ) throws(FileError) -> IndexManifest.Segment {
        var entry = IndexManifest.Segment(file: Self.name(of: segment))
        if !isWritten(entry.file, size: segment.size) {
            let file = try FileReplacement(of: path(of: entry.file), permissions: 0o600)
            try segment.withBytes { bytes throws(FileError) in try file.write(bytes) }
            fresh.append(entry.file)
            try file.commit()
        }
        guard segment.deleted != nil else { return entry }
        let bytes = DeletedRecords(of: segment, metadata: Array(entry.file.utf8)).bytes
        let name = Self.name(ofDeleted: bytes)
        entry.deleted = name
        if !isWritten(name, size: bytes.count) {
            fresh.append(name)
            try replace(name, bytes)
        }
        return entry
    }

    /// Whether this process has written or opened a file that still exists. Its name identifies its content.
    private func isWritten(_ name: String, size: Int) -> Bool {
        known.withLock { $0.contains(name) }
            && (try? SystemCalls.status(ofLink: path(of: name)))?.size == size
    }

    func replace(_ name: String, _ bytes: [UInt8]) throws(FileError) {
        let file = try FileReplacement(of: path(of: name), permissions: 0o600)
        try file.write(bytes)
        try file.commit()
    }

    /// Removes old checkpoints, and files that no checkpoint names.
    ///
    /// - Returns: the positions of the checkpoints that stay.
    @discardableResult
    func clean(keeping newest: String, removesFiles: Bool) -> Set<Checkpoint.Position> {
        var kept: Set<Checkpoint.Position> = []
        var files: Set<String> = []
        let names = (try? names()) ?? []
        for name in [newest] + names.filter({ $0 != newest }) {
            let manifest = try? manifest(name)
            if let manifest {
                let isOwn = manifest.versions == CheckpointManifest.versions(share: share)
                if isOwn ? kept.count < Self.keptCount : age(of: name) < Self.foreignAge {
                    if isOwn { kept.insert(manifest.position) }
                    files.formUnion(manifest.files)
                    continue
                }
            }
            SystemCalls.remove(path(of: name))
        }
        guard removesFiles else { return kept }
        for name in (try? SystemCalls.names(inFolder: path)) ?? [] where !files.contains(name) {
            guard IndexLocation.isPart(name) || UnfinishedFile.isLeftOver(name, inFolder: path) else {
                continue
            }
            SystemCalls.remove(path(of: name))
        }
        return kept
    }

    /// Removes a damaged checkpoint that this process has opened, and its files. Processes that have them
    /// open can still use them.
    public func remove(_ name: String) {
        SystemCalls.remove(path(of: name))
        // Other checkpoints that share the files are damaged, too. The next one writes all files again.
        for file in opened.withLock({ $0.removeValue(forKey: name) }) ?? [] {
            known.withLock { _ = $0.remove(file) }
            SystemCalls.remove(path(of: file))
        }
    }
}
