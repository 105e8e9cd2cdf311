// Reads files that translators send back, and reports what cannot be used.

internal import Localization
internal import ProgramSupport
internal import TranslationTools

/// Reads translations into tables of a project.
struct ExchangeReader {
    let context: ToolContext
    let project: LocalizationProject
    /// The locale of the translations, where the command line names it.
    let locale: LocaleIdentifier?
    /// The table, where the command line names it.
    let table: String?

    /// The tables in a file.
    ///
    /// - Returns: the tables, and whether nothing of the file had to be left out.
    func tables(
        of bytes: [UInt8], _ format: any TranslationFormat, path: String
    ) -> (tables: [TranslationTable], isComplete: Bool) {
        let source = TranslationFileSource(project: project, path: path, locale: locale, table: table)
        let found = format.read(bytes, from: source)
        var isComplete = !context.reporter.report(file: path, found.findings)
        var usable: [TranslationTable] = []
        var unknown: Set<String> = []
        for table in found.tables {
            if table.locale == nil {
                context.reporter.report(file: path, "LocaleUnknown")
                isComplete = false
            } else if project.source(table.name) == nil {
                // Once, however many locales the file has.
                if unknown.insert(table.name).inserted {
                    context.reporter.report(
                        file: path, "TableUnknown: %1$@ %2$@",
                        [.text(table.name), context.reporter.texts.list(project.tables)])
                }
                isComplete = false
            } else {
                usable.append(table)
            }
        }
        return (usable, isComplete)
    }
}
