// Tables that were read, merged into the files of the project one after the other.

internal import Localization
internal import ProgramSupport
internal import TranslationTools

/// Merges tables into a project's files and writes each file once.
struct Importer {
    private let context: ToolContext
    private let loaded: LoadedProject
    private var report: ChangeReport
    private var order: [Place] = []
    private var files: [Place: MergedStrings] = [:]
    /// One for each table: all locales of a table are merged along the same source.
    private var mergers: [String: TranslationMerger] = [:]

    /// A table in a locale.
    private struct Place: Hashable {
        let table: String
        let locale: LocaleIdentifier
    }

    init(context: ToolContext, loaded: LoadedProject, isDryRun: Bool) {
        self.context = context
        self.loaded = loaded
        report = ChangeReport(context, isDryRun: isDryRun)
    }

    /// Merges a table; several files may bring parts of the same one.
    mutating func merge(_ table: TranslationTable, knowsStates: Bool, from path: String) {
        guard let locale = table.locale, let source = loaded.project.source(table.name) else { return }
        let place = Place(table: table.name, locale: locale)
        let merger =
            mergers[table.name] ?? TranslationMerger(source: source.strings, sourceLocale: source.locale)
        mergers[table.name] = merger
        let known = files[place]
        let current = known?.file ?? loaded.project.file(table.name, locale)?.strings
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
                merged, old: loaded.project.file(place.table, place.locale)?.strings,
                path: loaded.path(place.table, place.locale))
        }
        return report.summarize()
    }
}
