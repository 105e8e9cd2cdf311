// A project, and which of its files the command line names.

internal import Localization
internal import ProgramSupport
internal import TranslationTools

/// The part of a project that a command works on.
struct ProjectSelection {
    let project: LocalizationProject
    /// The paths of the files that the command line names; `nil` for all.
    let paths: Set<String>?

    var isWhole: Bool { paths == nil }

    var files: [LocalizationFile] {
        project.files.filter { paths?.contains($0.path) ?? true }
    }

    /// The tables of the files.
    var tables: [String] { Set(files.map(\.table)).sorted() }

    /// The locales of the files, in the project's order; all of the project's, also those without a file, where no file
    /// is named.
    var locales: [LocaleIdentifier] {
        guard !isWhole else { return project.locales }
        let locales = Set(files.map(\.locale))
        return project.locales.filter(locales.contains)
    }

    /// Says which tables have no file in the source language.
    ///
    /// - Returns: whether any table has one. If not, there is nothing to work with.
    func reportMissingSources(_ context: ToolContext) -> Bool {
        let missing = tables.filter { !project.hasSource($0) }
        for table in missing {
            context.reporter.report(
                file: project.path(table, project.sourceLocale), "SourceTableMissing: %1$@ %2$@",
                [.text(table), .text(project.sourceLocale.identifier)])
        }
        return missing.count < tables.count
    }
}
