// One user's state, stored in files.

/// Small files that only one user reads. Each is replaced as a whole.
package struct UserState: Sendable {
    private let folder: String
    private let fileSystem = LocalFileSystem()

    /// The largest size of a file, in bytes.
    private static let sizeLimit = 4 << 20

    /// The state of the user with these environment variables; `nil` if they name
    /// neither `XDG_STATE_HOME` nor `HOME`.
    package init?(_ variables: [String: String]) {
        guard let folder = UserFolder.state.path(variables) else { return nil }
        self.folder = folder
    }

    /// The content of a file; `nil` if it does not exist.
    ///
    /// - Throws: `FileError` if it cannot be read.
    package func contents(of name: String) throws(FileError) -> [UInt8]? {
        let path = PathName.joined(folder, name)
        do throws(FileError) {
            return try fileSystem.contents(of: path, limit: Self.sizeLimit)
        } catch {
            if error.code == ErrorNumber.missing { return nil }
            throw error
        }
    }

    /// Replaces a file, and creates its folder if necessary.
    ///
    /// - Throws: `FileError`; the old file is unchanged then.
    package func replace(_ name: String, with bytes: [UInt8]) throws(FileError) {
        try fileSystem.makeFolder(folder, permissions: 0o700)
        try fileSystem.replace(PathName.joined(folder, name), with: bytes)
    }

    /// Removes files that killed processes left incomplete.
    package func removeLeftOvers() {
        for name in (try? fileSystem.names(inFolder: folder)) ?? []
        where UnfinishedFile.isLeftOver(name, inFolder: folder) {
            SystemCalls.remove(PathName.joined(folder, name))
        }
    }
}
