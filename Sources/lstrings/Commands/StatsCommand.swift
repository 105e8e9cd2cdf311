// `lstrings stats`: the progress of translation, for each locale.

internal import ArgumentParser
internal import ICU
internal import JSON
internal import Localization
internal import ProgramSupport
internal import TranslationTools

struct StatsCommand: ToolCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "stats", abstract: HelpTexts.text("Tools.Stats"))
    }

    /// The formats of the output.
    enum Format: String, CaseIterable {
        case text
        case json
        case badge
    }

    @Argument(help: HelpTexts.help("Tools.Paths.AnyFormat", "PATH"))
    var paths: [String] = []

    @Option(help: HelpTexts.help("Tools.Stats.Format", "FORM"))
    var format: String?

    @OptionGroup var options: ProjectOptions

    func perform(in context: ToolContext) async throws(UsageError) -> ExitStatus {
        var form = Format.text
        if let format { form = try OptionValue.choice(format, of: "--format") }
        var loader = try ProjectLoader(context: context, options)
        loader.acceptsFormats = true
        loader.keepsDocuments = false
        var counts: [LocaleIdentifier: TranslationStatistics] = [:]
        var isComplete = true
        for loaded in try await loader.load(paths) {
            if !loaded.reportDamages(context) { isComplete = false }
            guard loaded.reportMissingSources(context) else {
                isComplete = false
                continue
            }
            for locale in loaded.locales {
                for name in loaded.tables {
                    guard let table = loaded.project.translationTable(name, locale) else { continue }
                    counts[locale] =
                        (counts[locale] ?? TranslationStatistics())
                        + TranslationStatistics(table, of: loaded.project)
                }
            }
        }
        guard isComplete || !counts.isEmpty else { return .failed }
        let rows = counts.sorted { $0.key.identifier < $1.key.identifier }
        switch form {
        case .json: Output.standardOutput.writeLine(json(rows))
        case .badge: Output.standardOutput.write(badge(rows, try options.sourceLocale, context))
        case .text:
            for line in table(rows, context).lines(width: context.environment.columns) {
                Output.standardOutput.writeLine(
                    Styler(usesColor: context.environment.usesColor(.auto)).render(line))
            }
        }
        return loader.isComplete && isComplete ? .clean : .failed
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
                object.set("sameAsSource", counts.sameAsSource)
                return object.text
            })
    }

    /// A badge with the percentage of translations that are done, without the source language.
    private func badge(
        _ rows: [(key: LocaleIdentifier, value: TranslationStatistics)], _ source: LocaleIdentifier,
        _ context: ToolContext
    ) -> String {
        let counts = rows.filter { $0.key != source }.map(\.value).reduce(TranslationStatistics(), +)
        // Rounded down, as in the table. Without languages there is nothing left to do.
        let percent = counts.total > 0 ? counts.translated * 100 / counts.total : 100
        return TranslationBadge(label: context.texts.tool("BadgeLabel"), percent: percent).svg
    }

    /// The table with bars as long as the terminal allows; in a narrow one without the names of languages,
    /// since it has their codes.
    private func table(
        _ rows: [(key: LocaleIdentifier, value: TranslationStatistics)], _ context: ToolContext
    ) -> Table {
        guard let width = context.environment.columns else { return table(rows, context, bar: 20) }
        for bar in [20, 15, 10, 5] {
            let table = table(rows, context, bar: bar)
            if table.width <= width { return table }
        }
        let narrow = table(rows, context, bar: 0)
        let fits = narrow.lines(width: width).allSatisfy { $0.columns <= width }
        return fits ? narrow : table(rows, context, bar: 0, hasNames: false)
    }

    private func table(
        _ rows: [(key: LocaleIdentifier, value: TranslationStatistics)], _ context: ToolContext, bar: Int,
        hasNames: Bool = true
    ) -> Table {
        let texts = context.texts
        let numbers = try? NumberFormatter(texts.locale)
        func shown(_ count: Int) -> DisplayText {
            DisplayText((try? numbers?.string(from: String(count))) ?? String(count))
        }
        let columns: [Table.Column] = [
            .init(heading: texts("ColumnLocale")), .init(heading: texts("ColumnName"), shrinks: true),
            .init(heading: texts.tool("ColumnTranslated"), isAtEnd: true, shrinks: true),
            .init(heading: texts.tool("ColumnReview"), isAtEnd: true, shrinks: true),
            .init(heading: texts.tool("ColumnUntranslated"), isAtEnd: true, shrinks: true),
            .init(heading: texts.tool("ColumnObsolete"), isAtEnd: true, shrinks: true),
            .init(heading: ""),
        ]
        func kept<Element>(_ cells: [Element]) -> [Element] {
            hasNames ? cells : Array(cells[..<1] + cells[2...])
        }
        return Table(
            columns: kept(columns),
            rows: rows.map { locale, counts in
                kept([
                    DisplayText(locale.identifier),
                    DisplayText(locale.displayName(in: texts.locale)),
                    shown(counts.translated), shown(counts.needsReview), shown(counts.untranslated),
                    shown(counts.obsolete), share(counts, texts, bar: bar),
                ])
            }, direction: context.direction)
    }

    /// Full blocks for finished translations, lighter ones for those to review; the percentage of the former.
    private func share(_ counts: TranslationStatistics, _ texts: Texts, bar width: Int) -> DisplayText {
        guard counts.total > 0 else { return "" }
        let done = counts.translated * width / counts.total
        let review = (counts.translated + counts.needsReview) * width / counts.total - done
        var bar = DisplayText(String(repeating: "█", count: done) + String(repeating: "▒", count: review))
        bar.append(String(repeating: "░", count: width - done - review), .secondary)
        // Rounded down, so that 100% means that everything is done.
        bar.append(
            (width > 0 ? " " : "") + texts.tool("Percent: %ld", counts.translated * 100 / counts.total))
        return bar
    }
}
