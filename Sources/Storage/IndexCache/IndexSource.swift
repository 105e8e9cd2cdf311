// What did an index come from, and is that still as it was?

internal import CatalogSearch

/// Where a file or folder of a catalog stands, seen from the catalog: one index serves whoever spells its path
/// otherwise, or stands in another folder.
enum SourcePlace: Hashable {
    /// The catalog itself, or what stands below it if it is a folder: the path from there on, with its slash.
    case catalog(below: String)
    /// The sidecar.
    case sidecar

    /// The place of a path; `nil` for one that does not belong to the catalog.
    init?(_ path: String, of file: CatalogFile) {
        if path == file.sidecarPath {
            self = .sidecar
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

    /// The path as whoever reads the catalog from there spells it.
    func path(of file: CatalogFile) -> String {
        switch self {
        case .catalog(""): file.path
        case .catalog(let below): PathName.joined(file.path, String(below.dropFirst()))
        case .sidecar: file.sidecarPath
        }
    }
}

/// A file or folder that was asked for while a catalog was read, and what the answer was.
struct IndexSource: Hashable {
    /// By what a file is known without being read.
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

        /// Whether the file may have changed once more at the time that it shows: clocks of file systems go in steps,
        /// of two seconds on the coarsest.
        func isYoung(at time: Int) -> Bool { max(modified, changed) > time - 2_000_000_000 }
    }

    /// What there was.
    enum Answer: Hashable {
        /// Nothing.
        case missing
        /// A file; its checksum where all of it was read.
        case file(Stamp, checksum: UInt64?)
        /// A folder, with the checksum of the names in it.
        case folder(Stamp, checksum: UInt64)
    }

    let place: SourcePlace
    var answer: Answer

    /// Looks whether a source is as it was.
    ///
    /// - Parameters:
    ///   - checked: before when it was known to be like that.
    ///   - changed: set where it is the same although its stamp is another, or too young to tell.
    /// - Returns: the source as it is now; `nil` where it is another.
    func confirmed(of file: CatalogFile, checked: Int, changed: inout Bool) -> IndexSource? {
        let path = place.path(of: file)
        let status: FileStatus
        do throws(FileError) {
            status = try SystemCalls.status(of: path)
        } catch {
            return error.isMissing && answer == .missing ? self : nil
        }
        let now = Stamp(status)
        switch answer {
        case .missing: return nil
        case .file(let stamp, let checksum):
            guard status.isRegular, stamp.size == now.size else { return nil }
            if stamp == now, !stamp.isYoung(at: checked) { return self }
            guard let checksum, (try? Self.checksum(ofFile: path)) == checksum else { return nil }
            changed = true
            return IndexSource(place: place, answer: .file(now, checksum: checksum))
        case .folder(let stamp, let checksum):
            guard status.kind == .folder else { return nil }
            if stamp == now, !stamp.isYoung(at: checked) { return self }
            guard let names = try? LocalFileSystem().names(inFolder: path),
                Self.checksum(of: names) == checksum
            else { return nil }
            changed = true
            return IndexSource(place: place, answer: .folder(now, checksum: checksum))
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
        Array(names.joined(separator: "\0").utf8).withUnsafeBytes { Checksum.of($0) }
    }
}
