// The files of a folder and its subfolders.

internal import Files
internal import FoundationEssentials
internal import Support

/// Lists files recursively.
enum FileTree {
    /// The depth limit; deeper folders belong to no catalog, or are a cycle of links.
    private static let depth = 8

    /// The paths of all files, sorted; empty if there is no such folder.
    static func files(below folder: String, depth: Int = depth) -> [String] {
        let system = LocalFileSystem()
        guard depth > 0, let names = try? system.names(inFolder: folder) else { return [] }
        return names.sorted().flatMap { name -> [String] in
            let path = folder + "/" + name
            return (try? system.kind(of: path)) == .folder ? files(below: path, depth: depth - 1) : [path]
        }
    }

    /// A hash of the sizes and modification times of all files in folders.
    static func fingerprint(of folders: [String]) -> Fingerprint {
        var fingerprint = Fingerprint()
        for path in folders.flatMap({ files(below: $0) }) { FileFacts(path)?.add(to: &fingerprint) }
        return fingerprint
    }
}

/// The attributes of a file that change with its contents.
struct FileFacts: Hashable {
    private let path: String
    private let size: UInt64
    private let modified: Double
    private let number: UInt64

    /// - Returns: `nil` if there is no file.
    init?(_ path: String) {
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: path) else { return nil }
        self.path = path
        size = attributes[.size] as? UInt64 ?? 0
        modified = (attributes[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
        number = attributes[.systemFileNumber] as? UInt64 ?? 0
    }

    func add(to fingerprint: inout Fingerprint) {
        // Without the inode number, which differs between replicas with the same files.
        fingerprint.add(size)
        fingerprint.add(modified.bitPattern)
    }
}
