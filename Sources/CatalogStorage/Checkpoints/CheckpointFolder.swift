// A folder of checkpoints: lists them, and opens one.

internal import CatalogSearch
public import Files
internal import Synchronization

/// A folder with the checkpoints of one store.
///
///     checkpoint-0000000000000004711-0123….json    revision and mark; names all files of the checkpoint
///     0123456789abcdef-67108864.segment …          checksum and size of the content
///     0123456789abcdef-125000.deleted …
///     lock                                         locked by the process that writes
///
/// Any number of processes may use the folder. A file never changes, and checkpoints share
/// files: a new checkpoint writes only what is new. The folder belongs to the user, and no
/// other account may write into it.
public final class CheckpointFolder: Sendable {
    /// The path of the folder; it is created with the first checkpoint.
    public let path: String
    /// Whether files are read into memory instead of mapped; see ``IndexCache/readsIntoMemory``.
    let readsIntoMemory: Bool
    /// Identifies the shard whose records the checkpoints have; `nil` for all records. A checkpoint of
    /// another shard is not opened.
    let share: String?
    /// Names of files that this process wrote or opened, so that they need not be written again.
    let known = Mutex<Set<String>>([])
    /// Names of checkpoints that this process wrote.
    let own = Mutex<Set<String>>([])
    /// The files of each checkpoint that this process opened.
    let opened = Mutex<[String: Set<String>]>([:])

    /// A folder, which need not exist.
    ///
    /// - Parameter share: identifies the shard whose records its checkpoints have, by any name; `nil` for
    ///   all.
    public init(_ path: String, readsIntoMemory: Bool = false, share: String? = nil) {
        self.path = path
        self.share = share
        self.readsIntoMemory = readsIntoMemory
    }

    func path(of name: String) -> String { PathName.joined(path, name) }

    // MARK: Names

    private static let prefix = "checkpoint-"
    private static let suffix = ".json"

    static func name(_ position: Checkpoint.Position) -> String {
        let digits = String(position.revision)
        return prefix + String(repeating: "0", count: max(0, 19 - digits.count)) + digits + "-"
            + position.mark.hexadecimal + suffix
    }

    static func isCheckpoint(_ name: String) -> Bool { name.hasPrefix(prefix) && name.hasSuffix(suffix) }

    /// The position in a checkpoint's name; `nil` if the name is not one that this library creates.
    static func position(of name: String) -> Checkpoint.Position? {
        guard isCheckpoint(name) else { return nil }
        let parts = name.dropFirst(prefix.count).dropLast(suffix.count).split(separator: "-")
        guard parts.count == 2, let revision = Int64(parts[0]),
            let mark = [UInt8](hexadecimal: String(parts[1]))
        else { return nil }
        let position = Checkpoint.Position(revision: revision, mark: mark)
        return mark.count == 16 && Self.name(position) == name ? position : nil
    }

    private static let segmentSuffix = ".segment"
    private static let deletedSuffix = ".deleted"

    static func name(of segment: IndexedSegment) -> String {
        "\(segment.contentChecksum.hexadecimal)-\(segment.size)\(segmentSuffix)"
    }

    /// The name of a list of deleted records.
    static func name(ofDeleted bytes: [UInt8]) -> String {
        "\(Checksum.of(bytes.span.bytes).hexadecimal)-\(bytes.count)\(deletedSuffix)"
    }

    static func isSegment(_ name: String) -> Bool { name.hasSuffix(segmentSuffix) }

    /// The size in bytes in the name of a checkpoint's file; `nil` if the name is not one that this library
    /// creates.
    static func size(of file: String) -> Int? {
        guard let suffix = [segmentSuffix, deletedSuffix].first(where: file.hasSuffix) else { return nil }
        let parts = file.dropLast(suffix.count).split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let checksum = UInt64(parts[0], radix: 16), let size = Int(parts[1]),
            size > 0, "\(checksum.hexadecimal)-\(size)\(suffix)" == file
        else { return nil }
        return size
    }

    /// The names of the checkpoints, the last written first.
    ///
    /// - Throws: `FileError` if the folder cannot be read, or others can change it. A missing folder has no
    ///   checkpoints.
    public func names() throws(FileError) -> [String] {
        do throws(FileError) {
            try checkTrust()
            let names = try SystemCalls.names(inFolder: path).filter(Self.isCheckpoint)
            // Among equal ages, the greatest name comes first.
            return names.map { (name: $0, age: age(of: $0)) }
                .sorted { ($0.age, $1.name) < ($1.age, $0.name) }.map(\.name)
        } catch {
            if error.isMissing { return [] }
            throw error
        }
    }

    /// The greatest difference between the clocks of machines that share the folder, in nanoseconds: 15
    /// minutes.
    static let clockTolerance = 900 * 1_000_000_000

    /// How long ago a checkpoint was written, in nanoseconds. One from the future counts as the oldest: it
    /// was written while a clock was wrong, and would otherwise be the newest until then.
    func age(of name: String) -> Int {
        guard let status = try? SystemCalls.status(of: path(of: name)) else { return .max }
        let age = SystemCalls.now - status.modified
        return age < -Self.clockTolerance ? .max : age
    }

    func checkTrust() throws(FileError) {
        guard try SystemCalls.status(of: path).keepsFilesPrivate else {
            throw FileError(path: path, code: ErrorNumber.notPermitted)
        }
    }

    // MARK: Opening

    /// The greatest size of a manifest, in bytes.
    static let manifestLimit = 256 << 20

    func manifest(_ name: String) throws(IndexFault) -> CheckpointManifest {
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try FileDescriptor.opened(forReadingOwn: path(of: name)).contents(
                limit: Self.manifestLimit)
        } catch {
            throw error.isMissing ? .missing : .damaged
        }
        return try CheckpointManifest(bytes)
    }

    /// Opens a checkpoint: maps its files, and checks their headers and lengths.
    ///
    /// - Throws: `IndexFault.missing`, `.otherVersion`, `.damaged`.
    public func open(_ name: String) throws(IndexFault) -> Checkpoint { try open(name, only: nil) }

    /// - Parameter id: the only catalog to open; `nil` for all.
    func open(_ name: String, only id: String?) throws(IndexFault) -> Checkpoint {
        let manifest = try manifest(name)
        guard manifest.versions == CheckpointManifest.versions(share: share) else { throw .otherVersion }
        guard Self.name(manifest.position) == name else { throw .damaged }
        var catalogs: [Checkpoint.Catalog] = []
        for catalog in manifest.catalogs where id == nil || catalog.facts.id == id {
            var segments: [IndexedSegment] = []
            for segment in catalog.segments { segments.append(try open(segment)) }
            catalogs.append(Checkpoint.Catalog(facts: catalog.facts, segments: segments))
        }
        guard Set(catalogs.map(\.facts.id)).count == catalogs.count else { throw .damaged }
        known.withLock { $0.formUnion(manifest.files) }
        opened.withLock { $0[name] = manifest.files }
        return Checkpoint(name: name, position: manifest.position, catalogs: catalogs)
    }

    func open(_ entry: IndexManifest.Segment) throws(IndexFault) -> IndexedSegment {
        let (bytes, owner) = try FileContents.opened(path(of: entry.file), readsIntoMemory: readsIntoMemory)
        let segment: IndexedSegment
        do throws(SegmentError) {
            segment = try IndexedSegment(bytes, owner: owner)
        } catch {
            throw error == .otherVersion ? .otherVersion : .damaged
        }
        guard Self.name(of: segment) == entry.file else { throw .damaged }
        guard let deleted = entry.deleted else { return segment }
        let list: [UInt8]
        do throws(FileError) {
            list = try FileDescriptor.opened(forReadingOwn: path(of: deleted))
                .contents(limit: DeletedRecords.sizeLimit)
        } catch {
            throw .damaged
        }
        return try DeletedRecords(list, metadata: Array(entry.file.utf8)).applied(to: segment)
    }
}
