// The tables of a project that programs can translate, and how their suggestions are written.

internal import Localization
internal import ProgramSupport
internal import TranslationTools

/// A table in a locale, in the file that has or is to have its translations.
struct TranslationTarget {
    let source: LocalizationFile
    /// The file with translations; `nil` if there is none yet.
    let file: LocalizationFile?
    let path: String
    let locale: LocaleIdentifier

    /// The source texts and the translations that there are.
    var table: TranslationTable {
        TranslationTable(
            name: source.table, source: source.catalog,
            translation: file?.catalog ?? MessageCatalog(locale: locale, messages: []))
    }
}

extension ProjectLoader {
    /// Reads files as programs translate them: each beside its own source texts,
    /// without the plurals of other files.
    mutating func readTargets() {
        acceptsFormats = true
        acceptsVaryingTexts = false
        usesOwnSources = true
    }
}

extension ProjectSelection {
    /// The tables that programs can translate.
    ///
    /// - Parameters:
    ///   - named: the locales; those that the project has where empty.
    ///   - report: gets what cannot be read.
    ///   - marksAll: whether only formats count that can say that a translation is to be reviewed.
    /// - Returns: `nil` if something cannot be read: it would count as missing.
    func translationTargets(
        _ named: [LocaleIdentifier], _ report: inout ChangeReport, marksAll: Bool = true
    ) -> [TranslationTarget]? {
        // A broken file of another language stops nothing.
        let wanted = named.isEmpty ? nil : Set(named + [project.sourceLocale])
        guard reportDamages(report.context, in: wanted).isEmpty, reportMissingSources(report.context),
            let ofTables = targetsOfTables(named, &report, marksAll: marksAll),
            let ofFiles = targetsOfFiles(named, &report),
            !report.hasFailed
        else { return nil }
        return ofTables + ofFiles
    }

    /// The tables whose translations are in files of their own, also those without one
    /// yet; `nil` if one cannot be read.
    private func targetsOfTables(
        _ named: [LocaleIdentifier], _ report: inout ChangeReport, marksAll: Bool
    ) -> [TranslationTarget]? {
        var targets: [TranslationTarget] = []
        let ofFolders = Set(project.localesOfFolders)
        for locale in named.isEmpty ? locales : named where locale != project.sourceLocale {
            for name in tables {
                let sources = project.sources(name)
                guard
                    let source = sources.first(where: {
                        $0.format.sourceTexts == .otherFile && (!marksAll || $0.format.marksSuggestions)
                    }), let path = source.format.path(of: locale, beside: source, in: project)
                else { continue }
                let isThere =
                    ofFolders.contains(locale)
                    || project.files.contains { $0.locale == locale && $0.format.name == source.format.name }
                guard isThere || !named.isEmpty else { continue }
                let file = project.files(name, locale).first { $0.format.name == source.format.name }
                for file in [source, file].compactMap({ $0 }) {
                    if report.refuses(file.damages, path: file.path) { return nil }
                }
                targets.append(TranslationTarget(source: source, file: file, path: path, locale: locale))
            }
        }
        return targets
    }

    /// The tables in files that have their source texts themselves or from a template; `nil` if one cannot be
    /// read.
    private func targetsOfFiles(
        _ named: [LocaleIdentifier], _ report: inout ChangeReport
    ) -> [TranslationTarget]? {
        var targets: [TranslationTarget] = []
        for file in files where file.format.sourceTexts != .otherFile && !project.isSource(file) {
            guard named.isEmpty || named.contains(file.locale), file.format.facts.contains(.states) else {
                continue
            }
            guard !report.refuses(file.damages, path: file.path) else { return nil }
            // A template may have messages that the file does not have yet.
            guard let source = file.ownSource ?? project.source(of: file) else { continue }
            targets.append(
                TranslationTarget(source: source, file: file, path: file.path, locale: file.locale))
        }
        return targets
    }

}

extension TranslationFormat {
    /// Whether files can say which translations are only suggested.
    var marksSuggestions: Bool { facts.contains(.states) }
}

extension ChangeReport {
    /// Writes the suggestions that are good enough for people to review.
    mutating func write(_ review: SuggestionReview, to target: TranslationTarget) {
        var table = review.table
        table.splitFolder()
        let places = target.file?.unitPositions ?? [:]
        for index in table.units.indices {
            table.units[index].places.unit = places[table.units[index].key]
        }
        edit(
            target.path, (target.file ?? target.source).format, [TableEdits(setting: table)],
            following: target.source, isWhole: true)
    }
}
