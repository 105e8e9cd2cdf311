// Which files are in a folder, and in those below it?

internal import FoundationEssentials
internal import KitSupport
internal import Storage

/// The files of a folder.
enum FileTree {
    /// So deep folders are looked into; deeper ones are no catalog's, or lead in a circle.
    private static let depth = 8

    /// The paths of all files, sorted; none where there is no such folder.
    static func files(below folder: String, depth: Int = depth) -> [String] {
        let system = LocalFileSystem()
        guard depth > 0, let names = try? system.names(inFolder: folder) else { return [] }
        return names.sorted().flatMap { name -> [String] in
            let path = folder + "/" + name
            return (try? system.kind(of: path)) == .folder ? files(below: path, depth: depth - 1) : [path]
        }
    }

    /// A number that changes with the files of folders, as far as their sizes and times tell.
    static func fingerprint(of folders: [String]) -> Fingerprint {
        var fingerprint = Fingerprint()
        for path in folders.flatMap({ files(below: $0) }) { FileLook(path)?.add(to: &fingerprint) }
        return fingerprint
    }
}

/// How a file looks from outside: what changes with it.
struct FileLook: Hashable {
    private let path: String
    private let size: UInt64
    private let modified: Double
    private let number: UInt64

    /// - Returns: `nil` where there is no file.
    init?(_ path: String) {
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: path) else { return nil }
        self.path = path
        size = attributes[.size] as? UInt64 ?? 0
        modified = (attributes[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
        number = attributes[.systemFileNumber] as? UInt64 ?? 0
    }

    func add(to fingerprint: inout Fingerprint) {
        // The number of a file differs from machine to machine, where its contents need not.
        fingerprint.add(size)
        fingerprint.add(modified.bitPattern)
    }
}
