// Merges imported tables into the files of the project.

internal import Localization
internal import ProgramSupport
internal import TranslationTools

/// Merges tables into a project's files and writes each file once.
struct Importer {
    private let context: ToolContext
    private let project: LocalizationProject
    private var report: ChangeReport
    private var order: [Place] = []
    private var files: [Place: MergedStrings] = [:]
    /// One merger for each table, because all locales of a table have the same source.
    private var mergers: [String: TranslationMerger] = [:]

    /// A table in a locale.
    private struct Place: Hashable {
        let table: String
        let locale: LocaleIdentifier
    }

    init(context: ToolContext, project: LocalizationProject, isDryRun: Bool) {
        self.context = context
        self.project = project
        report = ChangeReport(context, isDryRun: isDryRun)
    }

    /// Merges a table. Several files may contain parts of it.
    mutating func merge(_ table: TranslationTable, knowsStates: Bool) {
        guard let locale = table.locale, let source = project.source(table.name) else { return }
        let place = Place(table: table.name, locale: locale)
        let merger =
            mergers[table.name] ?? TranslationMerger(source: source.strings, sourceLocale: source.locale)
        mergers[table.name] = merger
        let known = files[place]
        let current = known?.file ?? project.file(table.name, locale)?.strings
        var merged = merger.merge(table, into: current, knowsStates: knowsStates)
        if let known {
            merged.changedKeys += known.changedKeys
            merged.addedKeys += known.addedKeys
            merged.markedKeys += known.markedKeys
            merged.findings += known.findings
        } else {
            order.append(place)
        }
        files[place] = merged
    }

    /// Writes the files that changed, or shows what would change.
    mutating func finish() -> ExitStatus {
        for place in order {
            guard let merged = files[place] else { continue }
            report.take(
                merged, old: project.file(place.table, place.locale)?.strings,
                path: project.path(place.table, place.locale))
        }
        return report.summarize()
    }
}
