// Which file a path names: its device and inode, which stay the same whatever names the file has.

internal import Glibc

/// A file, whatever its names are.
struct FileIdentity: Hashable, Sendable {
    private let device: UInt64
    private let inode: UInt64

    private init(_ status: stat) {
        device = UInt64(truncatingIfNeeded: status.st_dev)
        inode = UInt64(truncatingIfNeeded: status.st_ino)
    }

    /// The file at a path; `nil` if there is none, or if it cannot be examined.
    init?(of path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    /// An open file, and the number of its names.
    static func opened(_ descriptor: Int32) throws(StoreError) -> (identity: FileIdentity, nameCount: Int) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .system(errno) }
        return (FileIdentity(status), Int(status.st_nlink))
    }
}

/// The files of an open store, and their paths.
struct StorePlace: Sendable {
    private let files: [String: FileIdentity]

    /// The database at a path, and SQLite's files beside it.
    ///
    /// - Throws: `StoreError.unavailable(.moved)` if one of them does not exist.
    init(_ path: String) throws(StoreError) {
        var files: [String: FileIdentity] = [:]
        for path in [path, path + "-wal", path + "-shm"] {
            guard let identity = FileIdentity(of: path) else { throw .unavailable(.moved) }
            files[path] = identity
        }
        self.files = files
    }

    /// Whether the paths still name the files that are open. If not, another process may serve a different database, and
    /// writes to this one would be lost.
    var isUnchanged: Bool { files.allSatisfy { FileIdentity(of: $0.key) == $0.value } }

    /// - Throws: `StoreError.unavailable(.moved)` if the files were renamed, removed or replaced.
    func check() throws(StoreError) {
        if !isUnchanged { throw .unavailable(.moved) }
    }
}
