// Finds the file of a project for the translation of a message.

internal import Localization
internal import Files
internal import TranslationTools

/// Finds the files of one table in one locale.
struct MessageOwners {
    private let project: LocalizationProject
    private let table: String
    private let locale: LocaleIdentifier
    private let own: [LocalizationFile]
    private let sources: [LocalizationFile]
    /// The files with source texts beside their translations, if no file has source texts alone.
    private let holders: [LocalizationFile]

    init(_ project: LocalizationProject, table: String, locale: LocaleIdentifier) {
        (self.project, self.table, self.locale) = (project, table, locale)
        own = project.files(table, locale)
        sources = project.sources(table)
        holders =
            sources.isEmpty ? project.files.filter { $0.table == table && $0.ownSource != nil } : []
    }

    /// Whether imports never change the texts of this locale: all other files have them beside their
    /// translations, or a storyboard has them.
    var isReadOnly: Bool {
        holders.first?.ownSource?.locale == locale
            || sources.contains { $0.locale == locale && $0.format is InterfaceFormat }
    }

    /// Whether the files of other languages have the source text of a message, which the file of the source
    /// language lacks. Such a message is not new.
    func isBesideTranslationsOnly(_ key: String) -> Bool {
        guard let first = sources.first, first.locale == locale,
            !sources.contains(where: { $0.catalog[key] != nil })
        else { return false }
        return project.files.contains { $0.table == table && $0.ownSource?.catalog[key] != nil }
    }

    /// The source language that the table's files specify.
    var ownSourceLocale: LocaleIdentifier? {
        sources.first?.locale ?? (own + holders).lazy.compactMap(\.ownSource).first?.locale
    }

    /// The file with source texts in a format: if there are several, the one whose translations are in the
    /// file at `path`; `nil` if there is none.
    func source(in format: any TranslationFormat, of path: String) -> LocalizationFile? {
        let own = sources.filter { $0.format.name == format.name }
        return own.count > 1 ? own.first { translationPath($0) == path } ?? own[0] : own.first
    }

    /// The path of the file that has a message or its source text; `nil` if no file has it.
    ///
    /// If one file has plural forms and another one a plain text, the one that fits the unit.
    func path(of unit: TranslationUnit) -> String? {
        let key = unit.key
        func has(_ file: LocalizationFile) -> Bool { file.catalog[key] != nil }
        func isOfKind(_ file: LocalizationFile) -> Bool {
            file.catalog[key]?.hasVariations == unit.translation?.hasVariations
        }
        if let owner = own.first(where: isOfKind) ?? own.first(where: has)
            ?? own.first(where: { $0.ownSource?.catalog[key] != nil })
        {
            return owner.path
        }
        let source =
            sources.first(where: isOfKind) ?? sources.first(where: has)
            ?? holders.first { $0.ownSource?.catalog[key] != nil }
        return source.flatMap(translationPath)
    }

    /// The path for a message that no file has; `nil` if the format does not determine it.
    var defaultPath: String? {
        guard let first = (sources + own + holders).first else { return project.path(table, locale) }
        return translationPath(first)
    }

    /// The position of a message in a file.
    func unitPosition(of key: String, in path: String) -> SourcePosition? {
        own.first { $0.path == path }?.unitPosition(of: key)
    }

    /// The file of the locale that belongs to a file of source texts.
    private func translationPath(_ source: LocalizationFile) -> String? {
        guard source.locale != locale, source.format.contents != .allLocales else { return source.path }
        return source.format.path(of: locale, beside: source, in: project)
    }
}
