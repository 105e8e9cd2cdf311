// Reads files that translators return, and reports problems.

internal import Localization
internal import ProgramSupport
internal import TranslationTools

/// Reads translations into tables of projects.
struct ExchangeReader {
    let context: ToolContext
    let projects: [LocalizationProject]
    let router: ImportRouter
    /// The locale of the translations, if the command line names it.
    let locale: LocaleIdentifier?
    /// The table, if the command line names it.
    let table: String?

    /// The tables in a file, each with the index of its project.
    ///
    /// - Returns: the tables, and whether nothing in the file had to be left out.
    func tables(
        of bytes: [UInt8], _ format: any TranslationFormat, path: String
    ) -> (tables: [(project: Int, table: TranslationTable)], isComplete: Bool) {
        let source = TranslationFileSource(project: projects[0], path: path, locale: locale, table: table)
        let found = format.read(bytes, from: source)
        var isComplete = !context.reporter.report(file: path, found.findings)
        // A page that comes back unedited changes nothing; only this finding tells why.
        for case let note as ExchangeDiagnostic in found.findings where note.kind == .pageHandedOut {
            context.reporter.report(file: path, line: nil, note)
        }
        let hasSources = format.facts.contains(.sources)
        let routed = router.route(found.tables.map(placed), hasSources: hasSources)
        for stray in routed.strays {
            context.reporter.report(
                file: path, "TableElsewhere: %1$@ %2$@", [.text(stray.table), .text(stray.folder)])
            isComplete = false
        }
        var usable: [(project: Int, table: TranslationTable)] = []
        var unknown: Set<String> = []
        for (index, table) in routed.placed {
            let project = projects[index]
            if table.locale == nil {
                context.reporter.report(file: path, "LocaleUnknown")
                isComplete = false
            } else if !project.hasSource(table.name),
                !hasSources || table.sourceLocale != project.sourceLocale
                    || !project.tables.isEmpty && table.name != self.table
            {
                // Reported once, however many locales the file has.
                if unknown.insert(table.name).inserted {
                    context.reporter.report(
                        file: path, "TableUnknown: %1$@ %2$@",
                        [.text(table.name), context.reporter.texts.list(project.tables)])
                }
                isComplete = false
            } else {
                usable.append((index, table))
            }
        }
        return (usable, isComplete)
    }

    /// The table under the name that a project has for it: files with several tables put their folders into
    /// the names.
    private func placed(_ table: TranslationTable) -> TranslationTable {
        guard let folder = table.folder else { return table }
        let name = folder + "/" + table.name
        guard projects.contains(where: { $0.hasSource(name) }) else { return table }
        var placed = table
        (placed.name, placed.folder) = (name, nil)
        return placed
    }
}
