// A project as it was found on the disk: where its files are, and which of them were asked for.

internal import Localization
internal import ProgramSupport
internal import Storage
internal import TranslationTools

/// A project with the places of its folders.
struct LoadedProject {
    /// The folder that holds the `.lproj` folders.
    var folder: String
    var project: LocalizationProject
    /// The folder of each locale.
    var localeFolders: [LocaleIdentifier: String]
    /// The files that were asked for; `nil` for all.
    var selection: Set<String>?

    /// The files of the project that were asked for.
    var selectedFiles: [LocalizationFile] {
        project.files.filter { selection?.contains($0.path) ?? true }
    }

    /// The tables of the files that were asked for.
    var selectedTables: [String] { Set(selectedFiles.map(\.table)).sorted() }

    /// The locales of the files that were asked for, in the project's order; all of them where all files were.
    var selectedLocales: [LocaleIdentifier] {
        guard selection != nil else { return project.locales }
        let locales = Set(selectedFiles.map(\.locale))
        return project.locales.filter(locales.contains)
    }

    /// Where the file of a table in a locale is, or would be.
    func path(_ table: String, _ locale: LocaleIdentifier) -> String {
        project.file(table, locale)?.path ?? PathName.joined(folder(of: locale), table + ".strings")
    }

    /// Where the source table that the translations follow is recorded, or would be.
    func syncedPath(_ table: String) -> String {
        let name = table + ".strings"
        return PathName.joined(PathName.joined(folder, LocalizationProject.syncedFolderName), name)
    }

    /// Says which tables have no file in the source language.
    ///
    /// - Returns: whether any table has one; if not, there is nothing to work with.
    func reportMissingSources(_ context: ToolContext) -> Bool {
        let missing = selectedTables.filter { project.source($0) == nil }
        for table in missing {
            context.reporter.report(
                file: path(table, project.sourceLocale), "SourceTableMissing: %1$@ %2$@",
                [.text(table), .text(project.sourceLocale.identifier)])
        }
        return missing.count < selectedTables.count
    }

    /// The folder of a locale, or the one it would have.
    func folder(of locale: LocaleIdentifier) -> String {
        localeFolders[locale] ?? PathName.joined(folder, LocalizationFolder.locale(locale).name)
    }
}
