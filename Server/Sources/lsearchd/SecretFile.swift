// Reads a file with a secret, and checks which accounts can read and change it.

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// The text of a file with a secret, and the rights of accounts on it. Both come from one open file, so that
/// no other file can take its place between the check and the reading.
struct SecretFile {
    let text: String
    private let path: String
    private let mode: mode_t
    private let owner: uid_t

    /// In bytes, far more than any secret has.
    private static let greatestSize = 64 << 10

    /// Reads a file.
    ///
    /// - Returns: `nil` if it cannot be read, is too long, or is not UTF-8.
    init?(_ path: String) {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, let bytes = Self.bytes(of: file),
            let text = String(validating: bytes, as: UTF8.self)
        else { return nil }
        self.text = text
        self.path = path
        // A pipe, such as that of a shell's `<(…)`, has no content that others could change later.
        mode = status.st_mode & S_IFMT == S_IFREG ? status.st_mode : 0
        owner = status.st_uid
    }

    private static func bytes(of file: CInt) -> ArraySlice<UInt8>? {
        var bytes = [UInt8](repeating: 0, count: greatestSize + 1)
        var count = 0
        while count < bytes.count {
            let added = bytes.withUnsafeMutableBytes { read(file, $0.baseAddress! + count, $0.count - count) }
            if added < 0, errno == EINTR { continue }
            guard added >= 0 else { return nil }
            if added == 0 { return bytes[..<count] }
            count += added
        }
        return nil
    }

    /// Whether other accounts than this one and the superuser can change the file. They could then choose the
    /// secret.
    var isWritableByOthers: Bool {
        mode != 0 && (mode & (S_IWGRP | S_IWOTH) != 0 || owner != 0 && owner != geteuid())
    }

    /// The folder in which other accounts can replace this file, or a folder or link on its path. In a folder
    /// with the sticky bit, such as `/tmp`, they cannot, except links of their own.
    var folderWritableByOthers: String? {
        guard mode != 0, let start = realpath(path.hasPrefix("/") ? "/" : ".", nil) else { return nil }
        defer { free(start) }
        var names = Self.names(String(cString: start)) + Self.names(path)
        var folder = "/"
        // As many links as the system follows (path_resolution(7)).
        var linksLeft = 40
        while !names.isEmpty {
            let name = names.removeFirst()
            if name == ".." {
                folder = Self.folder(of: folder)
                continue
            }
            var status = stat()
            guard stat(folder, &status) == 0 else { return nil }
            let isOpen = status.st_mode & (S_IWGRP | S_IWOTH) != 0
            if isOpen, status.st_mode & S_ISVTX == 0 { return folder }
            let next = folder == "/" ? "/\(name)" : "\(folder)/\(name)"
            guard lstat(next, &status) == 0 else { return nil }
            guard status.st_mode & S_IFMT == S_IFLNK else {
                folder = next
                continue
            }
            if isOpen, status.st_uid != 0, status.st_uid != geteuid() { return folder }
            linksLeft -= 1
            guard linksLeft >= 0, let target = Self.target(ofLink: next) else { return nil }
            if target.hasPrefix("/") { folder = "/" }
            names = Self.names(target) + names
        }
        return nil
    }

    /// The names in a path, without those of the folder that it is in.
    private static func names(_ path: String) -> [Substring] {
        path.split(separator: "/").filter { $0 != "." }
    }

    private static func target(ofLink path: String) -> String? {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(path, &bytes, bytes.count)
        return count > 0 ? String(validating: bytes[..<count], as: UTF8.self) : nil
    }

    /// The folder above one; `/` is above itself.
    private static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return "/" }
        return String(path[..<slash])
    }

    /// Whether all accounts can read a file.
    static func isReadableByOthers(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && status.st_mode & S_IROTH != 0
    }
}
