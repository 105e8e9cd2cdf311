// What the server needs from its program: projects, found and read as the program's commands do it.

package import Files
package import TranslationTools

/// A project, and which of its files are meant.
package struct LoadedProject: Sendable {
    package let project: LocalizationProject
    /// The paths of the files that are meant; `nil` for all.
    package let paths: Set<String>?

    package init(project: LocalizationProject, paths: Set<String>?) {
        self.project = project
        self.paths = paths
    }
}

/// Projects that were found, and can be read as often as their files change.
package protocol FoundProjects {
    /// Reads the projects.
    ///
    /// - Returns: the projects, and what could not be read, in words.
    func read() async -> (projects: [LoadedProject], messages: [String])
}

/// Finds projects.
package protocol ProjectSource {
    /// The checks to run, and how much their findings matter.
    var options: CheckOptions { get }

    /// Finds the projects below a folder, or the one of a file.
    ///
    /// - Parameters:
    ///   - path: an absolute path.
    ///   - memory: what was read before.
    /// - Returns: `nil` if the path is not there, or is no file with texts.
    func find(_ path: String, in files: any FileSystem, memory: ReadFiles) -> (any FoundProjects)?
}
