// Reads the glossaries of a project.

internal import Files
internal import Localization
internal import ProgramSupport
internal import TranslationTools

/// Reads glossaries. A glossary that cannot be read is reported and left out.
struct GlossaryLoader {
    let context: ToolContext

    /// The names of a project's glossary beside the `.lproj` folders.
    private static let names = ["glossary.tbx", "glossary.csv", "glossary.tsv"]

    /// The terms of all files.
    ///
    /// - Parameter source: the language of terms for which a file does not name it.
    func glossary(_ paths: [String], source: LocaleIdentifier) -> Glossary {
        Glossary(paths.flatMap { concepts(in: $0, source) })
    }

    /// The glossary in the folder of a project; empty if there is none.
    func glossary(of project: LocalizationProject) -> Glossary {
        let paths = Self.names.map { PathName.joined(project.folder, $0) }
        return glossary(
            paths.filter { (try? context.fileSystem.kind(of: $0)) == .file }, source: project.sourceLocale)
    }

    /// The terms of the named files; those of the project if none is named.
    func glossary(_ paths: [String], of project: LocalizationProject) -> Glossary {
        paths.isEmpty ? glossary(of: project) : glossary(paths, source: project.sourceLocale)
    }

    private func concepts(in path: String, _ source: LocaleIdentifier) -> [Glossary.Concept] {
        guard let bytes = context.read(path) else { return [] }
        do throws(Glossary.Failure) {
            return try Glossary(bytes, path: path, source: source).concepts
        } catch {
            let key =
                switch error {
                case .noLanguages: "GlossaryNoLanguages"
                case .notTBX: "GlossaryNotTBX"
                case .notUTF8: "GlossaryNotUTF8"
                }
            context.reporter.report(file: path, key)
            return []
        }
    }
}
