// A folder with the newest backups of a store, from which what is damaged is restored.

internal import FoundationEssentials
internal import Glibc

/// A folder with the backups of one store. A server writes them every day, see
/// ``ProductStore/keepBackups(in:every:note:)``.
///
///     0000000000000004711.backup          the newest change in it
///     0000000000000009000.backup-newer    the store has lost changes that are in it; an operator decides about it
///
/// The folder belongs to the user, and no other account may write into it.
public struct BackupFolder: Hashable, Sendable {
    /// The path of the folder; it is created with the first backup.
    public let path: String

    /// A folder, which need not exist.
    public init(_ path: String) { self.path = path }

    private static let suffix = ".backup"
    private static let newerSuffix = "-newer"
    /// The number of backups that stay: the newest one may have been written after a record was damaged in a way
    /// that no checksum tells.
    private static let keptCount = 2

    /// The path beside which a backup is written.
    var stagingPath: String { path + "/unfinished" }

    func path(of name: String) -> String { path + "/" + name }

    /// The name of the backup with a change as its newest one.
    static func name(_ revision: Revision) -> String {
        let digits = String(revision.number)
        return String(repeating: "0", count: max(0, 19 - digits.count)) + digits + suffix
    }

    private static func revision(of name: String) -> Revision? {
        guard let number = Int64(name.prefix(19)), self.name(Revision(number)) == name else { return nil }
        return Revision(number)
    }

    /// The names of the backups, that with the newest change first. A missing folder has none.
    func names() throws(StoreError) -> [String] {
        try isTrusted() ? all() : []
    }

    private func all() throws(StoreError) -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: path)
                .filter { Self.revision(of: $0) != nil && isFile($0) }.sorted(by: >)
        } catch {
            throw .unavailable(.inputOutput(code: EIO, message: "\(error)"))
        }
    }

    /// Whether a name is that of a regular file. A pipe would be read for ever, and anything else that has the name
    /// of a new backup would keep one from being written.
    private func isFile(_ name: String) -> Bool {
        var status = stat()
        return lstat(path(of: name), &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// Creates the folder, and removes what killed processes have left.
    func prepare() throws(StoreError) {
        if try isTrusted() { return StagedFile.removeAll(besides: stagingPath) }
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw .unavailable(.inputOutput(code: EIO, message: "\(error)"))
        }
    }

    /// - Returns: whether there is a folder.
    /// - Throws: `StoreError` if other accounts can change it.
    private func isTrusted() throws(StoreError) -> Bool {
        var status = stat()
        guard stat(path, &status) == 0 else {
            if errno == ENOENT { return false }
            throw .system(errno)
        }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw .system(ENOTDIR) }
        guard status.st_uid == geteuid(), status.st_mode & 0o022 == 0 else {
            throw .unavailable(.inputOutput(code: EPERM, message: "other accounts can change the folder"))
        }
        return true
    }

    /// A backup that was verified.
    public struct Report: Hashable, Sendable {
        /// The path of its file.
        public let path: String
        /// The newest change in it; `nil` if it is incomplete or damaged.
        public let revision: Revision?
    }

    /// Verifies each line of the backups, also of another account's.
    ///
    /// - Returns: the reports, that of the newest backup first.
    /// - Throws: `StoreError.unavailable` if the folder or a file cannot be read.
    public func verify() throws(StoreError) -> [Report] {
        var reports: [Report] = []
        for name in try all() {
            do {
                let revision = try StagedBackup(at: path(of: name)).revision
                // A backup is found by its name.
                let isNamed = Self.name(revision) == name
                reports.append(Report(path: path(of: name), revision: isNamed ? revision : nil))
            } catch StoreError.unavailable(.damaged) {
                reports.append(Report(path: path(of: name), revision: nil))
            } catch {
                throw StoreError(error)
            }
        }
        return reports
    }

    /// How long ago the newest backup was written; `nil` if there is none, or it is from the future: a clock was
    /// wrong, and it would seem new until then.
    ///
    /// - Throws: `StoreError.unavailable` if the folder cannot be read, or other accounts can change it.
    public func age() throws(StoreError) -> Duration? {
        guard let name = try names().first else { return nil }
        var status = stat()
        guard stat(path(of: name), &status) == 0 else { throw .system(errno) }
        let age = Duration.seconds(time(nil) - status.st_mtim.tv_sec)
        return age < .zero ? nil : age
    }

    /// Removes all but the newest backups.
    func removeOld() throws(StoreError) {
        for name in try names().dropFirst(Self.keptCount) { unlink(path(of: name)) }
    }

    /// Renames backups with changes that the store does not have: they are of a history that has ended, and must
    /// not repair what comes after it.
    ///
    /// - Parameter revision: the newest change of the store.
    /// - Returns: their new names, and the newest change in each.
    func setAside(after revision: Revision) throws(StoreError) -> [(name: String, revision: Revision)] {
        var found: [(name: String, revision: Revision)] = []
        for name in try names() {
            guard let newest = Self.revision(of: name), newest > revision else { continue }
            let other = name + Self.newerSuffix
            guard rename(path(of: name), path(of: other)) == 0 else { throw .system(errno) }
            found.append((other, newest))
        }
        return found
    }
}
