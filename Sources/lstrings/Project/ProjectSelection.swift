// A project, and the files in it that the command line names.

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

    /// Joins two selections of a project whose files are in both.
    func joined(with other: ProjectSelection) -> ProjectSelection {
        let all = Set(files.map(\.path)).union(other.files.map(\.path))
        return ProjectSelection(
            project: project.adding(other.project.files), paths: isWhole && other.isWhole ? nil : all)
    }

    /// The findings in the files that the command line names.
    ///
    /// - Parameters:
    ///   - all: the projects that the command line names. If none of them has source texts, nothing can be
    ///     compared.
    ///   - locale: the only locale whose files are reported on; `nil` for all.
    func findings(
        _ options: CheckOptions, among all: [ProjectSelection], in locale: LocaleIdentifier? = nil
    ) async -> [Finding] {
        let runner = CheckRunner(project: project, options: options) { [paths] file in
            paths?.contains(file.path) ?? true && locale.map { $0 == file.locale } ?? true
        }
        var found = await runner.concurrentFindings()
        if isWhole {
            found = runner.missingSources(areAll: !all.contains(where: \.project.hasSources)) + found
        } else {
            let selected = Set(files.map(\.path))
            found.removeAll { !selected.contains($0.path) }
        }
        if let locale { found.removeAll { $0.locale != locale } }
        return found
    }

    /// The tables of the files.
    var tables: [String] { Set(files.map(\.table)).sorted() }

    /// The locales of the files, in the project's order; all of the project's, even those without a file, if
    /// no file is named.
    var locales: [LocaleIdentifier] {
        guard !isWhole else { return project.locales }
        let locales = Set(files.map(\.locale))
        return project.locales.filter(locales.contains)
    }

    /// Reports damage that hides texts in the files: hidden texts are not missing.
    ///
    /// - Returns: whether all files could be read. For a file of another format, the readable part is enough.
    func reportDamages(_ context: ToolContext) -> Bool { reportDamages(context, in: nil).isEmpty }

    /// Reports damage that hides texts in the files of some locales; `nil` for all.
    ///
    /// - Returns: the locales with at least one file that could not be read completely.
    func reportDamages(_ context: ToolContext, in locales: Set<LocaleIdentifier>?) -> Set<LocaleIdentifier> {
        var damaged: Set<LocaleIdentifier> = []
        var known: Set<String> = []
        let files = files.filter { locales?.contains($0.locale) ?? true }
        for file in files where known.insert(file.path).inserted {
            let ofPath = files.filter { $0.path == file.path }
            let damages = ofPath.flatMap(\.damages)
            guard !damages.isEmpty else { continue }
            context.reporter.report(file: file.path, damages)
            if file.strings != nil || ofPath.allSatisfy(\.catalog.list.isEmpty) {
                damaged.formUnion(ofPath.map(\.locale))
            }
        }
        return damaged
    }

    /// Reports the tables that have no file in the source language.
    ///
    /// - Returns: whether any table has one. If not, nothing can be done.
    func reportMissingSources(_ context: ToolContext) -> Bool {
        let missing = tables.filter { !project.hasSource($0) }
        for table in missing {
            let translation = files.first { $0.table == table }
            context.reporter.report(
                file: translation?.path ?? project.folder, "SourceTableMissing: %1$@ %2$@",
                [.text(table), .text(project.sourceLocale.identifier)])
        }
        return missing.count < tables.count
    }
}

extension [ProjectSelection] {
    /// The projects that have texts, or all if none has: a folder `Base.lproj` may contain only storyboards.
    var withTexts: [ProjectSelection] {
        let found = filter { !$0.tables.isEmpty }
        return found.isEmpty ? self : found
    }
}
