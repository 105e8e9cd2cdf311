// Folders for files that are needed for a while and not beside the store.

internal import FoundationEssentials
internal import Glibc

/// A folder in `$TMPDIR`, or in `/tmp`, that only this account can read. It is deleted with this value at the latest.
/// Processes that are killed leave their folders behind; see ``removeAbandoned(in:)``.
package final class ScratchFolder: Sendable {
    /// What a folder is for.
    package enum Purpose: String, CaseIterable, Sendable {
        /// A file that an operator imports.
        case imports = "import"
        /// Large loads of a store that has no folder of its own.
        case loads = "load"

        fileprivate var prefix: String { "lsearchd-\(rawValue)-" }
    }

    /// The path of the folder.
    package let path: String
    /// The open folder. Its lock says that the folder is in use.
    private let folder: Int32

    /// The folder of temporary files.
    package static var parent: String { getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp" }

    /// Creates a folder.
    package init(for purpose: Purpose, in parent: String = ScratchFolder.parent) throws(StoreError) {
        while true {
            var template = Array("\(parent)/\(purpose.prefix)XXXXXX".utf8CString)
            guard mkdtemp(&template) != nil else { throw .system(errno) }
            let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
            let folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            // Until it is locked, another process that starts takes it for an abandoned one, and removes it.
            if folder < 0, errno == ENOENT { continue }
            guard folder >= 0 else { throw .system(errno) }
            let isOthers = flock(folder, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
            var status = stat()
            // A folder that was removed has no name.
            if !isOthers, fstat(folder, &status) == 0, status.st_nlink > 0 {
                self.path = path
                self.folder = folder
                return
            }
            close(folder)
        }
    }

    deinit {
        delete()
        close(folder)
    }

    /// Deletes the folder and its files, if it is still there.
    package func delete() { Self.remove(path, folder) }

    /// Deletes the folders of processes of this account that have ended.
    package static func removeAbandoned(in parent: String = ScratchFolder.parent) {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
        where Purpose.allCases.contains(where: { name.hasPrefix($0.prefix) }) {
            let path = "\(parent)/\(name)"
            let folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            guard folder >= 0 else { continue }
            defer { close(folder) }
            var status = stat()
            guard fstat(folder, &status) == 0, status.st_uid == geteuid(),
                flock(folder, LOCK_EX | LOCK_NB) == 0
            else { continue }
            remove(path, folder)
        }
    }

    /// Deletes a folder and its files. Folders in it are none of this program's, and stay.
    private static func remove(_ path: String, _ folder: Int32) {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] {
            // Not by its path, at which there may be another folder by now.
            unlinkat(folder, name, 0)
        }
        rmdir(path)
    }
}
