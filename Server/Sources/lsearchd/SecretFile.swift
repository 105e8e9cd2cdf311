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

    /// The folder in which other accounts can replace this file, or a link on its path: one of those above
    /// them. In a folder with the sticky bit, such as `/tmp`, they cannot.
    var folderWritableByOthers: String? {
        guard mode != 0, let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        if let folder = Self.folderWritableByOthers(above: String(cString: real)) { return folder }
        // The path as it is given may lead there by links in other folders.
        guard let folder = realpath(Self.folder(of: path), nil) else { return nil }
        defer { free(folder) }
        return Self.folderWritableByOthers(above: String(cString: folder) + "/link")
    }

    private static func folderWritableByOthers(above path: String) -> String? {
        var folder = path
        while folder != "/", folder.contains("/") {
            folder = Self.folder(of: folder)
            var status = stat()
            guard stat(folder, &status) == 0 else { return nil }
            if status.st_mode & (S_IWGRP | S_IWOTH) != 0, status.st_mode & S_ISVTX == 0 { return folder }
        }
        return nil
    }

    private static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Whether all accounts can read a file.
    static func isReadableByOthers(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && status.st_mode & S_IROTH != 0
    }
}
