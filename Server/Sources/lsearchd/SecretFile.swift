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

    private static func mode(_ path: String) -> mode_t {
        var status = stat()
        // A pipe, such as that of a shell's `<(…)`, has no content that stays.
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return 0 }
        return status.st_mode
    }
}
