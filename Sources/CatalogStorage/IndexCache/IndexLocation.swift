// The folder of one index: its files, and the lock for changing them.

internal import CatalogSearch
internal import Files

/// The folder of a catalog's index.
///
///     NAME-0123456789abcdef/     the catalog's id, and a checksum of its path
///         manifest               names all other files of the index
///         0123456789abcdef.segment …
///         0123456789abcdef.deleted …
///         lock                   locked by the process that changes the index
struct IndexLocation {
    let name: CatalogName
    let folder: String
    /// Whether segments are read into memory instead of mapped.
    let readsIntoMemory: Bool

    /// The location of a catalog's index in a cache.
    ///
    /// - Throws: `FileError` if the catalog's folder cannot be resolved.
    init(_ file: CatalogFile, in cache: String, readsIntoMemory: Bool = false) throws(FileError) {
        self.readsIntoMemory = readsIntoMemory
        name = try CatalogName(file)
        folder = PathName.joined(cache, name.folderName)
    }

    func path(_ name: String) -> String { PathName.joined(folder, name) }

    // MARK: Reading

    /// The greatest size of a manifest, in bytes.
    private static let manifestLimit = 64 << 20
    private static let day = 86_400 * 1_000_000_000

    func manifest(of file: CatalogFile) throws(IndexFault) -> IndexManifest {
        let bytes: [UInt8]
        do throws(FileError) {
            let descriptor = try FileDescriptor.opened(forReadingOwn: path(IndexManifest.fileName))
            bytes = try descriptor.contents(limit: Self.manifestLimit)
            // Once a day, to record that the index is in use.
            if SystemCalls.now - descriptor.status.modified > Self.day { SystemCalls.touch(descriptor.path) }
        } catch {
            throw error.isMissing ? .missing : .damaged
        }
        return try IndexManifest(bytes, of: name, file)
    }

    /// Opens all segments that a manifest names.
    func segments(of manifest: IndexManifest) throws(IndexFault) -> [IndexedSegment] {
        var segments: [IndexedSegment] = []
        for segment in manifest.segments {
            let (bytes, owner) = try FileContents.opened(
                path(segment.file), readsIntoMemory: readsIntoMemory)
            let opened: IndexedSegment
            let metadata: [UInt8]
            do throws(SegmentError) {
                opened = try IndexedSegment(bytes, owner: owner)
                metadata = try opened.metadata()
            } catch {
                throw error == .otherVersion ? .otherVersion : .damaged
            }
            guard metadata == self.metadata(ofSegment: segment.file) else { throw .foreign }
            if let name = segment.deleted {
                segments.append(try deletedRecords(name, ofSegment: segment.file).applied(to: opened))
            } else {
                segments.append(opened)
            }
        }
        return segments
    }

    /// The metadata in a segment's file; it differs in a file copied from elsewhere.
    func metadata(ofSegment file: String) -> [UInt8] { Array("\(name.folderName)/\(file)".utf8) }

    /// Whether only this user and the superuser can change the index. A missing folder will be created that
    /// way.
    var isTrusted: Bool {
        guard let status = try? SystemCalls.status(ofLink: folder) else { return true }
        return status.kind == .folder && status.isPrivate
    }

    // MARK: Writing

    /// Creates the folder and its parents, accessible to the user only.
    func make() throws(FileError) { try LocalFileSystem().makeFolder(folder, permissions: 0o700) }

    /// The right to change the index; it ends when the value is released.
    struct Lock: Sendable {
        fileprivate let descriptor: FileDescriptor
        /// Whether no other process can have it. On file systems without locks two processes may do the same
        /// work; each writes complete indexes and must not remove the other's files.
        let isExclusive: Bool
    }

    static let lockName = "lock"

    /// Takes the lock.
    ///
    /// - Returns: `nil` if another process has it.
    func lock() throws(FileError) -> Lock? { try Self.lock(inFolder: folder) }

    static func lock(inFolder folder: String) throws(FileError) -> Lock? {
        let path = PathName.joined(folder, lockName)
        while true {
            let descriptor = try FileDescriptor.opened(forLocking: path)
            do throws(FileError) {
                guard try descriptor.lock() else { return nil }
            } catch {
                return Lock(descriptor: descriptor, isExclusive: false)
            }
            // The process that had the lock may have removed the file, and another may have locked a new one.
            let current = try? SystemCalls.status(of: path)
            if current?.inode == descriptor.status.inode {
                return Lock(descriptor: descriptor, isExclusive: true)
            }
            if current == nil { try LocalFileSystem().makeFolder(folder, permissions: 0o700) }
        }
    }

    /// Replaces the manifest, which publishes a version of the index.
    func write(_ manifest: IndexManifest) throws(FileError) {
        let file = try FileReplacement(of: path(IndexManifest.fileName), permissions: 0o600)
        try file.write(manifest.bytes)
        try file.commit()
    }

    /// Replaces a manifest by one with newer stamps, unless another process has replaced it. If this fails,
    /// the next reader does it.
    func update(_ manifest: IndexManifest, to new: IndexManifest, _ file: CatalogFile) {
        guard let held = try? lock(), (try? self.manifest(of: file)) == manifest else { return }
        try? write(new)
        withExtendedLifetime(held) {}
    }

    /// Removes all files that the manifest does not name. The caller must have the lock.
    ///
    /// - Returns: whether there were files of an incomplete index.
    @discardableResult
    func clean(keeping manifest: IndexManifest?) -> Bool {
        let kept = Set((manifest?.segments ?? []).flatMap { [$0.file, $0.deleted].compactMap { $0 } })
        var hadUnfinished = false
        for name in (try? SystemCalls.names(inFolder: folder)) ?? [] where !kept.contains(name) {
            guard Self.isPart(name) || UnfinishedFile.isLeftOver(name, inFolder: folder)
            else { continue }
            hadUnfinished = true
            SystemCalls.remove(path(name))
        }
        return hadUnfinished
    }

    private static let segmentSuffix = ".segment"
    private static let deletedSuffix = ".deleted"

    /// Whether a file of this name belongs to an index.
    static func isPart(_ name: String) -> Bool {
        name.hasSuffix(segmentSuffix) || name.hasSuffix(deletedSuffix)
    }

    /// A unique name for a new segment's file.
    func newSegmentName() -> String { UInt64.random(in: 0 ... .max).hexadecimal + Self.segmentSuffix }

    /// A unique name for a new list of deleted records.
    func newDeletedName() -> String { UInt64.random(in: 0 ... .max).hexadecimal + Self.deletedSuffix }
}
