// The program's part of the server: projects, found and read as by the program's commands.

package import Files
package import TranslationTools

/// A project, and the files in it to work on.
package struct LoadedProject: Sendable {
    package let project: LocalizationProject
    /// The paths of the files to work on; `nil` for all.
    package let paths: Set<String>?

    package init(project: LocalizationProject, paths: Set<String>?) {
        self.project = project
        self.paths = paths
    }
}

/// Projects that were found, and can be read again whenever their files change.
package protocol FoundProjects {
    /// Reads the projects.
    ///
    /// - Returns: the projects, and messages about files that cannot be read.
    func read() async -> (projects: [LoadedProject], messages: [String])
}

/// Finds projects.
package protocol ProjectSource {
    /// The checks to run, and the severities of their findings.
    var options: CheckOptions { get }

    /// Finds the projects below a folder, or the project of a file.
    ///
    /// - Parameters:
    ///   - path: an absolute path.
    ///   - memory: the files read before.
    /// - Returns: `nil` if the path does not exist, or is not a file with texts.
    func find(_ path: String, in files: any FileSystem, memory: ReadFiles) -> (any FoundProjects)?
}
