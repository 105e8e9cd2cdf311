// Which files does the index of one catalog consist of, and who may change them?

internal import CatalogSearch

/// The folder of a catalog's index.
///
///     NAME-0123456789abcdef/     the catalog's id, and a checksum of where it is
///         manifest               names all other files that count
///         0123456789abcdef.segment …
///         0123456789abcdef.deleted …
///         lock                   locked by whoever changes anything here
struct IndexPlace {
    let name: CatalogName
    let folder: String

    /// The place for a catalog's index in a cache.
    ///
    /// - Throws: where the catalog's folder cannot be found.
    init(_ file: CatalogFile, in cache: String) throws(FileError) {
        name = try CatalogName(file)
        folder = PathName.joined(cache, name.folderName)
    }

    func path(_ name: String) -> String { PathName.joined(folder, name) }

    // MARK: Reading

    /// No manifest is larger.
    private static let manifestLimit = 64 << 20
    private static let day = 86_400 * 1_000_000_000

    /// Reads the manifest.
    func manifest(of file: CatalogFile) throws(IndexFault) -> IndexManifest {
        let bytes: [UInt8]
        do throws(FileError) {
            let descriptor = try FileDescriptor.opened(
                forReading: path(IndexManifest.fileName), waits: false)
            bytes = try descriptor.contents(limit: Self.manifestLimit)
            // Once a day, so that it is known which indexes nobody uses.
            if SystemCalls.now - descriptor.status.modified > Self.day { SystemCalls.touch(descriptor.path) }
        } catch {
            throw error.isMissing ? .missing : .damaged
        }
        do throws(IndexManifest.Fault) {
            return try IndexManifest(bytes, of: name, file)
        } catch {
            switch error {
            case .damaged: throw .damaged
            case .foreign: throw .foreign
            case .otherVersion: throw .otherVersion
            }
        }
    }

    /// Opens all segments that a manifest names.
    func segments(of manifest: IndexManifest) throws(IndexFault) -> [IndexedSegment] {
        var segments: [IndexedSegment] = []
        for segment in manifest.segments {
            guard let mapped = try? MappedFile(path(segment.file)) else { throw .damaged }
            let opened: IndexedSegment
            let metadata: [UInt8]
            do throws(SegmentError) {
                opened = try IndexedSegment(mapped.bytes, owner: mapped)
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

    /// What a segment's file says of itself: a file that was copied from elsewhere says something else.
    func metadata(ofSegment file: String) -> [UInt8] { Array("\(name.folderName)/\(file)".utf8) }

    // MARK: Writing

    /// Makes the folder, and those around it, for nobody but the user.
    func make() throws(FileError) { try LocalFileSystem().makeFolder(folder, permissions: 0o700) }

    /// The right to change what is here; it ends with the value.
    struct Lock: Sendable {
        fileprivate let descriptor: FileDescriptor
        /// Whether nobody else can have it: not where the file system knows no locks. Then two may do the same work, but
        /// each does it whole, and must leave the other's files alone.
        let isExclusive: Bool
    }

    static let lockName = "lock"

    /// Takes the lock.
    ///
    /// - Returns: `nil` where another process has it.
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
            // Who had it until now may have removed the file, and others may lock a new one.
            let current = try? SystemCalls.status(of: path)
            if current?.inode == descriptor.status.inode {
                return Lock(descriptor: descriptor, isExclusive: true)
            }
            if current == nil { try LocalFileSystem().makeFolder(folder, permissions: 0o700) }
        }
    }

    /// Puts a manifest into its place: from now on the index is what it says.
    func write(_ manifest: IndexManifest) throws(FileError) {
        let file = try FileReplacement(of: path(IndexManifest.fileName), permissions: 0o600)
        let bytes = manifest.bytes
        try bytes.span.withUnsafeBytes { bytes throws(FileError) in try file.write(bytes) }
        try file.commit()
    }

    /// Puts a manifest into the place of another one that says the same of the index, unless something else is there
    /// meanwhile. Where that fails, the next one who looks has the same to do.
    func update(_ manifest: IndexManifest, to new: IndexManifest, _ file: CatalogFile) {
        guard let held = try? lock(), (try? self.manifest(of: file)) == manifest else { return }
        try? write(new)
        withExtendedLifetime(held) {}
    }

    /// Removes all files that the manifest does not name; only for whoever has the lock.
    ///
    /// - Returns: whether there were files of an index that was never completed.
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

    /// Whether a file of this name is part of an index.
    static func isPart(_ name: String) -> Bool {
        name.hasSuffix(segmentSuffix) || name.hasSuffix(deletedSuffix)
    }

    /// A name for a new segment's file that no other file has.
    func newSegmentName() -> String { UInt64.random(in: 0 ... .max).hexadecimal + Self.segmentSuffix }

    /// A name for a new list of deleted records.
    func newDeletedName() -> String { UInt64.random(in: 0 ... .max).hexadecimal + Self.deletedSuffix }
}
