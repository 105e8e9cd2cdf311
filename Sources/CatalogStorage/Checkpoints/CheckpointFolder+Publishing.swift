// Makes a checkpoint from segments that were built elsewhere, for example by many machines.

internal import CatalogSearch
public import Files
internal import Synchronization

extension CheckpointFolder {
    /// A catalog of segments that ``SegmentBuilder`` wrote.
    public struct BuiltCatalog: Sendable {
        /// The catalog's metadata.
        public let facts: Checkpoint.Facts
        /// The names of its segments' files. No record is in two of them.
        public let segments: [String]

        public init(facts: Checkpoint.Facts, segments: [String]) {
            self.facts = facts
            self.segments = segments
        }
    }

    /// Why segments cannot become a checkpoint.
    public enum PublishingFault: Error, Hashable, Sendable {
        /// A file cannot be moved or written.
        case file(FileError)
        /// The file of this name is missing, damaged, or of another version.
        case segment(String, IndexFault)
        /// Another process is writing into the folder, and does not finish.
        case busy
    }

    /// Moves segments into the folder, and makes them a checkpoint: the newest one, even if another process
    /// wrote the last one.
    ///
    /// The same segments give the same manifest. If it fails, no checkpoint changes.
    ///
    /// - Parameters:
    ///   - folder: the folder of the segments, on the same file system.
    ///   - patience: how long to wait for another process that is writing, in milliseconds.
    /// - Returns: the name of the checkpoint's file.
    nonisolated(nonsending) public func publish(
        _ catalogs: [BuiltCatalog], from folder: String, at position: Checkpoint.Position,
        patience: Int = 60_000
    ) async throws(PublishingFault) -> String {
        let lock = try await lockForPublishing(patience)
        defer { withExtendedLifetime(lock) {} }
        let built = CheckpointFolder(folder, readsIntoMemory: readsIntoMemory)
        var list: [CheckpointManifest.Catalog] = []
        for catalog in catalogs {
            let entries = catalog.segments.map { IndexManifest.Segment(file: $0) }
            for entry in entries { try built.check(entry) }
            list.append(CheckpointManifest.Catalog(facts: catalog.facts, segments: entries))
        }
        let manifest = CheckpointManifest(position: position, catalogs: list)
        let name = Self.name(position)
        do throws(FileError) {
            for file in manifest.files {
                try SystemCalls.rename(built.path(of: file), to: path(of: file))
            }
            try replace(name, manifest.bytes)
        } catch {
            throw .file(error)
        }
        known.withLock { $0.formUnion(manifest.files) }
        clean(keeping: name, removesFiles: lock.isExclusive)
        return name
    }

    nonisolated(nonsending) private func lockForPublishing(
        _ patience: Int
    ) async throws(PublishingFault) -> IndexLocation.Lock {
        do throws(FileError) {
            try LocalFileSystem().makeFolder(path, permissions: 0o700)
            try checkTrust()
            var waited = 0
            while true {
                if let lock = try IndexLocation.lock(inFolder: path) { return lock }
                // A cancelled task stops waiting.
                guard waited < patience, (try? await Task.sleep(for: .milliseconds(20))) != nil else { break }
                waited += 20
            }
        } catch {
            throw .file(error)
        }
        throw .busy
    }

    /// Opens a segment to check that it can be opened, and that its name matches its content.
    private func check(_ entry: IndexManifest.Segment) throws(PublishingFault) {
        guard IndexManifest.Segment.isName(entry.file) else { throw .segment(entry.file, .foreign) }
        do throws(IndexFault) {
            let segment = try open(entry)
            do throws(SegmentError) {
                try segment.verifyAll()
                guard segment.isIntact else { throw .damaged }
            } catch {
                throw .damaged
            }
        } catch {
            throw .segment(entry.file, error)
        }
    }
}
