// Checkpoints in an object store, with a folder on this machine as their cache.

internal import CatalogSearch
internal import Files
internal import Synchronization

/// The checkpoints of an object store. Its objects are the files of a ``CheckpointFolder``, under the same
/// names.
///
/// A checkpoint is downloaded into the folder before it is opened. Nothing from the store is trusted: each
/// file must have the size and the checksum in its name. New checkpoints are written into the folder, and
/// uploaded from there: first the files that the store lacks, then the manifest. So the folder has complete
/// checkpoints even while the store cannot be reached, and at most two of them.
public final class CheckpointMirror: CheckpointLocation {
    let objects: any ObjectStore
    let folder: CheckpointFolder
    /// The objects as last listed.
    let listed = Mutex<[String: StoredObject]>([:])

    /// How long to wait for another process that uses the same folder, in milliseconds.
    private static let patience = 30_000
    /// How many bytes are read at a time.
    private static let pieceSize = 32 << 20

    /// The checkpoints of an object store.
    ///
    /// - Parameter folder: the cache; it is created with the first checkpoint.
    ///   Several processes may share it.
    public init(_ objects: any ObjectStore, cache folder: CheckpointFolder) {
        self.objects = objects
        self.folder = folder
    }

    /// The folder, which can be read while the store cannot be reached.
    public var cache: CheckpointFolder? { folder }

    // MARK: Opening

    /// The names of the checkpoints in the store, the last written first.
    public func names() throws -> [String] { Self.names(try list()) }

    func list() throws(ObjectStoreError) -> [String: StoredObject] {
        let list = try objects.list()
        listed.withLock { $0 = list }
        return list
    }

    static func names(_ list: [String: StoredObject]) -> [String] {
        list.filter { CheckpointFolder.position(of: $0.key) != nil }
            .sorted { ($0.value.modified, $0.key) > ($1.value.modified, $1.key) }.map(\.key)
    }

    /// Opens a checkpoint, and downloads the files that the folder lacks.
    ///
    /// - Throws: `IndexFault`, `ObjectStoreError`, `FileError`.
    public func open(_ name: String) throws -> Checkpoint {
        if (try? folder.checkTrust()) != nil, let checkpoint = try? folder.open(name) { return checkpoint }
        try download(name)
        return try folder.open(name)
    }

    /// Removes the files of a damaged checkpoint from the folder. The store's copy was sound when it was
    /// downloaded.
    public func remove(_ name: String) { folder.remove(name) }

    // MARK: Downloading

    private func download(_ name: String) throws {
        let list = listed.withLock { $0 }
        guard CheckpointFolder.position(of: name) != nil, let object = list[name] else {
            throw IndexFault.missing
        }
        let (manifest, bytes) = try readManifest(name, object)
        guard manifest.versions == CheckpointManifest.versions(share: folder.share) else {
            throw IndexFault.otherVersion
        }
        guard CheckpointFolder.name(manifest.position) == name else { throw IndexFault.damaged }
        try LocalFileSystem().makeFolder(folder.path, permissions: 0o700)
        try folder.checkTrust()
        // Another process must not remove the files while no manifest names them.
        let lock = try lockFolder()
        defer { withExtendedLifetime(lock) {} }
        for file in manifest.files.sorted() {
            guard let size = CheckpointFolder.size(of: file) else { throw IndexFault.damaged }
            guard let object = list[file] else { throw IndexFault.missing }
            guard object.size == size else { throw IndexFault.damaged }
            try download(file, size)
        }
        try folder.replace(name, bytes)
        folder.clean(keeping: name, removesFiles: lock.isExclusive)
    }

    /// Reads a manifest from the store.
    func readManifest(
        _ name: String, _ object: StoredObject
    ) throws -> (manifest: CheckpointManifest, bytes: [UInt8]) {
        guard (1...CheckpointFolder.manifestLimit).contains(object.size) else { throw IndexFault.damaged }
        let bytes = try objects.read(name, 0..<object.size)
        return (try CheckpointManifest(bytes), bytes)
    }

    private func download(_ file: String, _ size: Int) throws {
        if (try? SystemCalls.status(ofLink: folder.path(of: file)))?.size == size,
            isSound(folder.path(of: file), as: file)
        {
            return
        }
        let output = try FileReplacement(of: folder.path(of: file), permissions: 0o600)
        var start = 0
        while start < size {
            let end = min(size, start + Self.pieceSize)
            let bytes = try objects.read(file, start..<end)
            guard bytes.count == end - start else { throw IndexFault.damaged }
            try output.write(bytes)
            start = end
        }
        guard isSound(try output.close(), as: file) else { throw IndexFault.damaged }
        try output.commit(as: folder.path(of: file))
    }

    /// Whether a file has the content that its name identifies.
    private func isSound(_ path: String, as name: String) -> Bool {
        guard CheckpointFolder.isSegment(name) else {
            guard
                let bytes = try? FileDescriptor.opened(forReadingOwn: path)
                    .contents(limit: DeletedRecords.sizeLimit)
            else { return false }
            return CheckpointFolder.name(ofDeleted: bytes) == name
        }
        do {
            let (bytes, owner) = try FileContents.opened(path, readsIntoMemory: false)
            let segment = try IndexedSegment(bytes, owner: owner)
            try segment.verifyAll()
            return CheckpointFolder.name(of: segment) == name && segment.isIntact
        } catch SegmentError.otherVersion {
            // Opening the file reports this.
            return true
        } catch {
            return false
        }
    }

    private func lockFolder() throws -> IndexLocation.Lock {
        var waited = 0
        while true {
            if let lock = try IndexLocation.lock(inFolder: folder.path) { return lock }
            guard waited < Self.patience else {
                throw ObjectStoreError("another process keeps writing into \(folder.path)")
            }
            SystemCalls.pause(milliseconds: 20)
            waited += 20
        }
    }
}
