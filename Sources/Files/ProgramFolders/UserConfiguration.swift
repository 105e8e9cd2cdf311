// One user's settings, in files that the user writes.

/// The program's folder in the user's configuration folder.
package struct UserConfiguration: Sendable {
    private let folder: String

    /// The largest size of a file, in bytes.
    private static let sizeLimit = 1 << 20

    /// The settings of the user with these environment variables; `nil` if they name
    /// neither `XDG_CONFIG_HOME` nor `HOME`.
    package init?(_ variables: [String: String]) {
        guard let folder = UserFolder.configuration.path(variables) else { return nil }
        self.folder = folder
    }

    /// The path of a file.
    package func path(of name: String) -> String { PathName.joined(folder, name) }

    /// The content of a file; `nil` if it does not exist.
    ///
    /// - Throws: `FileError` if it cannot be read.
    package func contents(of name: String) throws(FileError) -> [UInt8]? {
        do throws(FileError) {
            return try LocalFileSystem().contents(of: path(of: name), limit: Self.sizeLimit)
        } catch {
            if error.isMissing { return nil }
            throw error
        }
    }
}
