// Files beside a store, and errors of the system about them.

internal import FoundationEssentials
internal import Glibc

/// Files that only their owner may read.
enum PrivateFile {
    /// Creates an empty file that only its owner can read, if there is none.
    static func create(_ path: String) throws(StoreError) {
        let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw .system(errno) }
        close(file)
    }

    /// Restricts a file to its owner, if it has the mode in which SQLite creates files: another mode was
    /// chosen on purpose.
    static func restrict(_ path: String) {
        var status = stat()
        if stat(path, &status) == 0, status.st_mode & 0o777 == 0o644 { chmod(path, 0o600) }
    }
}

/// Temporary files beside a store. A crash leaves them behind; the next start removes them.
enum StagedFile {
    private static let suffix = "-load-"

    /// The path of a new file beside a store, which the next start removes if it is still there.
    static func newPath(besides store: String) -> String {
        store + suffix + String(UInt64.random(in: 0 ... .max), radix: 16)
    }

    /// Removes files of killed processes. The caller must have locked the store.
    static func removeAll(besides store: String) {
        let name = store.split(separator: "/").last.map(String.init) ?? store
        let folder = folder(of: store)
        for file in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        where file.hasPrefix(name + suffix) {
            unlink(folder + "/" + file)
        }
    }

    /// Gives a file another name in its folder, which it still has after a crash. A file with that name is
    /// replaced.
    static func rename(_ path: String, to other: String) throws(StoreError) {
        guard Glibc.rename(path, other) == 0 else { throw .system(errno) }
        let folder = open(folder(of: other), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { throw .system(errno) }
        defer { close(folder) }
        guard fsync(folder) == 0 else { throw .system(errno) }
    }

    private static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    }
}

extension StoreError {
    /// An error of a system call.
    package static func system(_ code: Int32) -> StoreError {
        if code == ENOSPC || code == EDQUOT { return .unavailable(.diskFull) }
        return .unavailable(.inputOutput(code: code, message: String(cString: strerror(code))))
    }
}
