// How does what a user did last outlive the program?

/// Small files of one user that only that user reads, each replaced whole or not at all.
package struct UserState: Sendable {
    private let folder: String
    private let fileSystem = LocalFileSystem()

    /// No file of a user's state is larger, in bytes.
    private static let sizeLimit = 4 << 20

    /// The state of the user of these environment variables; `nil` where they name neither `XDG_STATE_HOME` nor `HOME`.
    package init?(_ variables: [String: String]) {
        guard let folder = UserFolder.state.path(variables) else { return nil }
        self.folder = folder
    }

    /// What a file holds; `nil` where there is none.
    ///
    /// - Throws: `FileError` where it cannot be read.
    package func contents(of name: String) throws(FileError) -> [UInt8]? {
        let path = PathName.joined(folder, name)
        do throws(FileError) {
            return try fileSystem.contents(of: path, limit: Self.sizeLimit)
        } catch {
            if error.code == ErrorNumber.missing { return nil }
            throw error
        }
    }

    /// Replaces a file, and makes its folder where that is missing.
    ///
    /// - Throws: `FileError`; the file is then as it was.
    package func replace(_ name: String, with bytes: [UInt8]) throws(FileError) {
        try fileSystem.makeFolder(folder, permissions: 0o700)
        try fileSystem.replace(PathName.joined(folder, name), with: bytes)
    }

    /// Removes what a process left that was killed while it wrote.
    package func removeLeftOvers() {
        for name in (try? fileSystem.names(inFolder: folder)) ?? []
        where UnfinishedFile.isLeftOver(name, inFolder: folder) {
            SystemCalls.remove(PathName.joined(folder, name))
        }
    }
}
