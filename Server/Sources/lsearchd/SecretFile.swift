// Who may read and change a file with a secret.

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// The rights of accounts on a file.
enum SecretFile {
    /// Whether other accounts than the owner's can change the file. They could then choose the secret.
    static func isWritableByOthers(_ path: String) -> Bool { mode(path) & (S_IWGRP | S_IWOTH) != 0 }

    /// Whether all accounts can read the file.
    static func isReadableByOthers(_ path: String) -> Bool { mode(path) & S_IROTH != 0 }

    /// The folder in which other accounts can put another file in the place of this one: its own, or one above it. In a folder such as
    /// `/tmp` (with the sticky bit) they cannot.
    static func folderWritableByOthers(_ path: String) -> String? {
        guard mode(path) != 0, let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        var folder = String(cString: real)
        while let slash = folder.lastIndex(of: "/"), folder != "/" {
            folder = slash == folder.startIndex ? "/" : String(folder[..<slash])
            var status = stat()
            guard stat(folder, &status) == 0 else { return nil }
            if status.st_mode & (S_IWGRP | S_IWOTH) != 0, status.st_mode & S_ISVTX == 0 { return folder }
        }
        return nil
    }

    /// Whether the file is far longer than any secret.
    static func isTooLong(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_size > greatestSize
    }

    private static let greatestSize = 64 << 10

    private static func mode(_ path: String) -> mode_t {
        var status = stat()
        // A pipe, such as that of a shell's `<(…)`, has no content that stays.
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return 0 }
        return status.st_mode
    }
}
