// Which files of the workspace a client is to watch.

internal import TranslationTools

/// The files on which findings and positions of keys depend: those of all formats, storyboards and their
/// like, sources, and the settings that name a project's source language.
enum WatchedFiles {
    private static let formats = TranslationFormats()

    /// The patterns of their paths, as the protocol spells them.
    static let patterns: [String] = {
        let extensions = Set(
            (formats.all + [InterfaceFormat()]).flatMap(\.fileExtensions) + SourceLiterals.fileExtensions)
        return [
            "**/*.{" + extensions.sorted().joined(separator: ",") + "}",
            "**/{Info.plist,project.pbxproj,l10n.yaml}",
        ]
    }()

    /// Whether a change of a file or folder may change projects. A JSON or XML file in no folder for texts
    /// is data of some other program.
    static func concernsProjects(_ path: String) -> Bool {
        formats.format(ofFile: path).map { $0.place(of: path) != nil } ?? true
    }
}
