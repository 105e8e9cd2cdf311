// Merges imported tables into the files of the project.

internal import Localization
internal import ProgramSupport
internal import TranslationTools

/// Merges tables into a project's files and writes each file once.
struct Importer {
    private let context: ToolContext
    private let projects: [LocalizationProject]
    private var report: ChangeReport
    private var order: [Place] = []
    private var files: [Place: MergedStrings] = [:]
    /// One merger for each table, because all locales of a table have the same source.
    private var mergers: [Source: TranslationMerger] = [:]

    /// A table of a project.
    private struct Source: Hashable {
        let project: Int
        let table: String
    }

    /// A table in a locale.
    private struct Place: Hashable {
        let source: Source
        let locale: LocaleIdentifier
    }

    init(context: ToolContext, projects: [LocalizationProject], isDryRun: Bool) {
        self.context = context
        self.projects = projects
        report = ChangeReport(context, isDryRun: isDryRun)
    }

    /// Merges a table into a project. Several files may contain parts of it.
    ///
    /// - Parameter facts: what the table's format knows. A format with sources names the source table first.
    mutating func merge(_ table: TranslationTable, into index: Int, facts: ExchangedFacts) {
        guard let locale = table.locale else { return }
        let project = projects[index]
        let source = Source(project: index, table: table.name)
        let place = Place(source: source, locale: locale)
        let merger =
            mergers[source]
            ?? TranslationMerger(
                source: project.source(table.name)?.strings ?? StringsFile(text: ""),
                sourceLocale: project.sourceLocale)
        mergers[source] = merger
        let known = files[place]
        let current = known?.file ?? project.file(table.name, locale)?.strings
        var merged = merger.merge(table, into: current, facts: facts)
        // The translations go beside the source texts as they are now.
        if locale == project.sourceLocale, merged.isChanged {
            mergers[source] = TranslationMerger(source: merged.file, sourceLocale: locale)
        }
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
            let (project, table) = (projects[place.source.project], place.source.table)
            report.take(
                merged, old: project.file(table, place.locale)?.strings,
                path: project.path(table, place.locale))
        }
        return report.summarize()
    }
}
