// `lstrings stats`: how much is translated, for each locale.

internal import ArgumentParser
internal import ICU
internal import JSONCoding
internal import Localization
internal import ProgramSupport
internal import TranslationTools

struct StatsCommand: ToolCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "stats", abstract: HelpTexts.text("Tools.Stats"))
    }

    /// The forms of the answer.
    enum Format: String, CaseIterable {
        case text
        case json
    }

    @Argument(help: HelpTexts.help("Tools.Paths", "PATH"))
    var paths: [String] = []

    @Option(help: HelpTexts.help("Tools.Stats.Format", "FORM"))
    var format: String?

    @OptionGroup var options: ProjectOptions

    func perform(in context: ToolContext) async throws(UsageError) -> ExitStatus {
        var form = Format.text
        if let format { form = try OptionValue.choice(format, of: "--format") }
        let loader = ProjectLoader(
            context: context, sourceLocale: try options.sourceLocale, tables: Set(options.table))
        var counts: [LocaleIdentifier: TranslationStatistics] = [:]
        for loaded in try await loader.load(paths) {
            for locale in loaded.selectedLocales {
                for name in loaded.selection == nil ? loaded.project.tables : loaded.selectedTables {
                    guard let table = loaded.project.translationTable(name, locale) else { continue }
                    counts[locale] =
                        (counts[locale] ?? TranslationStatistics()) + TranslationStatistics(table)
                }
            }
        }
        let rows = counts.sorted { $0.key.identifier < $1.key.identifier }
        switch form {
        case .json: Output.standardOutput.writeLine(json(rows))
        case .text:
            let table = table(rows, context)
            for line in table.lines(width: context.environment.columns) {
                Output.standardOutput.writeLine(
                    Styler(usesColor: context.environment.usesColor(.auto)).render(line))
            }
        }
        return .clean
    }

    private func json(_ rows: [(key: LocaleIdentifier, value: TranslationStatistics)]) -> String {
        JSONObject.list(
            rows.map { locale, counts in
                var object = JSONObject()
                object.set("locale", locale.identifier)
                object.set("total", counts.total)
                object.set("translated", counts.translated)
                object.set("review", counts.needsReview)
                object.set("untranslated", counts.untranslated)
                object.set("obsolete", counts.obsolete)
                return object.text
            })
    }

    private func table(
        _ rows: [(key: LocaleIdentifier, value: TranslationStatistics)], _ context: ToolContext
    ) -> Table {
        let texts = context.texts
        let numbers = try? NumberFormatter(texts.locale)
        func shown(_ count: Int) -> DisplayText {
            DisplayText((try? numbers?.string(from: String(count))) ?? String(count))
        }
        let columns: [Table.Column] = [
            .init(heading: texts("ColumnLocale")), .init(heading: texts("ColumnName"), shrinks: true),
            .init(heading: texts.tool("ColumnTranslated"), isAtEnd: true),
            .init(heading: texts.tool("ColumnReview"), isAtEnd: true),
            .init(heading: texts.tool("ColumnUntranslated"), isAtEnd: true),
            .init(heading: texts.tool("ColumnObsolete"), isAtEnd: true), .init(heading: ""),
        ]
        return Table(
            columns: columns,
            rows: rows.map { locale, counts in
                [
                    DisplayText(locale.identifier),
                    DisplayText(locale.displayName(in: texts.locale)),
                    shown(counts.translated), shown(counts.needsReview), shown(counts.untranslated),
                    shown(counts.obsolete), bar(counts, texts),
                ]
            }, direction: context.direction)
    }

    /// Full blocks for what is translated, lighter ones for what is to be reviewed; the percentage of the former.
    private func bar(_ counts: TranslationStatistics, _ texts: Texts) -> DisplayText {
        let width = 20
        guard counts.total > 0 else { return "" }
        let done = counts.translated * width / counts.total
        let review = (counts.translated + counts.needsReview) * width / counts.total - done
        var bar = DisplayText(String(repeating: "█", count: done) + String(repeating: "▒", count: review))
        bar.append(String(repeating: "░", count: width - done - review), .secondary)
        // Rounded down: not everything is done before everything is done.
        bar.append(" " + texts.tool("Percent: %ld", counts.translated * 100 / counts.total))
        return bar
    }
}
