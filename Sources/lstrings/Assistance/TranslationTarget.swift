// The tables of a project that programs can translate, and how their suggestions are written.

internal import Localization
internal import ProgramSupport
internal import TranslationTools

/// A table in a locale, with the file for its translations.
struct TranslationTarget {
    let source: LocalizationFile
    /// The file with translations; `nil` if it does not exist yet.
    let file: LocalizationFile?
    let path: String
    let locale: LocaleIdentifier

    /// The source texts and the existing translations.
    var table: TranslationTable {
        TranslationTable(
            name: source.table, source: source.catalog,
            translation: file?.catalog ?? MessageCatalog(locale: locale, messages: []))
    }
}

extension ProjectLoader {
    /// Sets up reading for translating programs: each file with its own source texts, without the plural
    /// forms of other files.
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
    ///   - named: the locales; those of the project if empty.
    ///   - report: receives errors of reading.
    ///   - marksAll: whether to include only formats that can mark a translation for review.
    /// - Returns: `nil` if something cannot be read, which would count as missing.
    func translationTargets(
        _ named: [LocaleIdentifier], _ report: inout ChangeReport, marksAll: Bool = true
    ) -> [TranslationTarget]? {
        // A damaged file of another language does not matter.
        let wanted = named.isEmpty ? nil : Set(named + [project.sourceLocale])
        guard reportDamages(report.context, in: wanted).isEmpty, reportMissingSources(report.context),
            let ofTables = targetsOfTables(named, &report, marksAll: marksAll),
            let ofFiles = targetsOfFiles(named, &report),
            !report.hasFailed
        else { return nil }
        return ofTables + ofFiles
    }

    /// The tables whose translations are in files of their own, even if such a file does not exist yet; `nil`
    /// if a file cannot be read.
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

    /// The tables in files that contain their source texts, or have them from a template; `nil` if a file
    /// cannot be read.
    private func targetsOfFiles(
        _ named: [LocaleIdentifier], _ report: inout ChangeReport
    ) -> [TranslationTarget]? {
        var targets: [TranslationTarget] = []
        for file in files where file.format.sourceTexts != .otherFile && !project.isSource(file) {
            guard named.isEmpty || named.contains(file.locale), file.format.facts.contains(.states) else {
                continue
            }
            guard !report.refuses(file.damages, path: file.path) else { return nil }
            // A template may have messages that the file lacks.
            guard let source = file.ownSource ?? project.source(of: file) else { continue }
            targets.append(
                TranslationTarget(source: source, file: file, path: file.path, locale: file.locale))
        }
        return targets
    }

}

extension TranslationFormat {
    /// Whether files can mark translations as suggestions.
    var marksSuggestions: Bool { facts.contains(.states) }
}

extension ChangeReport {
    /// Writes the suggestions that are good enough for a review.
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
