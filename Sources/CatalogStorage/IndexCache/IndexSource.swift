// The files that an index was built from, and whether they are unchanged.

internal import CatalogSearch
internal import Files

/// The location of a file or folder relative to the catalog, so that an index does not depend on the spelling
/// of paths or on the working directory.
enum IndexSourceLocation: Hashable {
    /// The catalog itself, or a path below it with a leading slash.
    case catalog(below: String)
    case sidecar
    case vectors

    /// The location of a path; `nil` if the path does not belong to the catalog.
    init?(_ path: String, of file: CatalogFile) {
        if path == file.sidecarPath {
            self = .sidecar
            return
        }
        if path == file.vectorsPath {
            self = .vectors
            return
        }
        let (path, root) = (PathName.normalized(path), PathName.normalized(file.path))
        if path == root {
            self = .catalog(below: "")
        } else if path.hasPrefix(root + "/") {
            self = .catalog(below: String(path.dropFirst(root.count)))
        } else if root == ".", !path.hasPrefix("/"), !path.hasPrefix("..") {
            self = .catalog(below: "/" + path)
        } else {
            return nil
        }
    }

    /// The path, in the spelling of the catalog's.
    func path(of file: CatalogFile) -> String {
        switch self {
        case .catalog(""): file.path
        case .catalog(let below): PathName.joined(file.path, String(below.dropFirst()))
        case .sidecar: file.sidecarPath
        case .vectors: file.vectorsPath
        }
    }
}

/// A file or folder that reading a catalog looked up, and the result.
struct IndexSource: Hashable {
    /// Identifies a version of a file without reading it.
    struct Stamp: Hashable {
        var size: Int
        var modified: Int
        var changed: Int
        var inode: UInt64
        var device: UInt64

        init(_ status: FileStatus) {
            (size, modified, changed) = (status.size, status.modified, status.changed)
            (inode, device) = (status.inode, status.device)
        }

        init(size: Int, modified: Int, changed: Int, inode: UInt64, device: UInt64) {
            (self.size, self.modified, self.changed) = (size, modified, changed)
            (self.inode, self.device) = (inode, device)
        }

        /// Whether the file may have changed again without a new time: file systems count time in steps of up
        /// to two seconds.
        func isYoung(at time: Int) -> Bool { max(modified, changed) > time - 2_000_000_000 }
    }

    /// The result of a lookup.
    enum LookupResult: Hashable {
        /// Nothing at the path.
        case missing
        /// A file; with a checksum if it was read to its end.
        case file(Stamp, checksum: UInt64?)
        /// A folder, with a checksum of its names.
        case folder(Stamp, checksum: UInt64)
    }

    let place: IndexSourceLocation
    var result: LookupResult

    /// Checks that a source is unchanged.
    ///
    /// - Parameters:
    ///   - checked: a time at which it was in this state.
    ///   - changed: set if the content is the same, but the stamp differs or is too young to be trusted.
    /// - Returns: the source with its current stamp; `nil` if it has changed.
    func confirmed(of file: CatalogFile, checked: Int, changed: inout Bool) -> IndexSource? {
        let path = place.path(of: file)
        let status: FileStatus
        do throws(FileError) {
            status = try SystemCalls.status(of: path)
        } catch {
            return error.isMissing && result == .missing ? self : nil
        }
        let now = Stamp(status)
        switch result {
        case .missing: return nil
        case .file(let stamp, let checksum):
            guard status.isRegular, stamp.size == now.size else { return nil }
            if stamp == now, !stamp.isYoung(at: checked) { return self }
            guard let checksum, (try? Self.checksum(ofFile: path)) == checksum else { return nil }
            changed = true
            return IndexSource(place: place, result: .file(now, checksum: checksum))
        case .folder(let stamp, let checksum):
            guard status.kind == .folder else { return nil }
            if stamp == now, !stamp.isYoung(at: checked) { return self }
            guard let names = try? LocalFileSystem().names(inFolder: path),
                Self.checksum(of: names) == checksum
            else { return nil }
            changed = true
            return IndexSource(place: place, result: .folder(now, checksum: checksum))
        }
    }

    /// The checksum of a file's bytes.
    private static func checksum(ofFile path: String) throws(FileError) -> UInt64 {
        let stream = try LocalFileSystem().open(path)
        var checksum = RunningChecksum()
        var block = [UInt8](repeating: 0, count: 1 << 18)
        while true {
            var span = block.mutableSpan
            let count = try span.withUnsafeMutableBytes { buffer throws(FileError) in
                let count = try stream.read(into: buffer)
                checksum.update(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
                return count
            }
            if count == 0 { return checksum.value }
        }
    }

    /// The checksum of the names in a folder.
    static func checksum(of names: [String]) -> UInt64 {
        Checksum.of(names.joined(separator: "\0").utf8.span.bytes)
    }
}
