// Absolute paths of files and folders of the machine.

/// Finds absolute paths.
package enum AbsolutePath {
    /// The absolute path with all symbolic links followed; `nil` if there is nothing at the path.
    package static func resolved(_ path: String) -> String? { try? SystemCalls.resolved(path) }
}
