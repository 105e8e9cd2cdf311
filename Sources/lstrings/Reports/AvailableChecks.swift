// The list of checks, and the explanation of each.

internal import Localization
internal import ProgramSupport
internal import TranslationTools

/// Lists and explains checks.
struct AvailableChecks {
    let context: ToolContext

    private var texts: Texts { context.texts }

    /// Lists all checks with a summary of each.
    func list() {
        let rows = CheckRegistry.all.map { check in
            [
                DisplayText(check.identifier), DisplayText(texts.severity(check.severity)),
                DisplayText(check.isOptIn ? texts.tool("OptIn") : "", .secondary),
                DisplayText(texts.explanation(of: check).singleLine),
            ]
        }
        let table = Table(
            columns: [
                .init(heading: texts("ColumnIdentifier")), .init(heading: texts.tool("ColumnSeverity")),
                .init(heading: ""), .init(heading: "", shrinks: true),
            ], rows: rows, direction: context.direction)
        write(table.lines(width: context.environment.columns))
    }

    /// Explains a check: its findings and their reason, a wrong and a right entry, and how to silence it.
    func explain(_ check: any TranslationCheck) {
        var lines: [DisplayText] = [
            DisplayText("\(check.identifier) (\(texts.severity(check.severity)))", .heading),
            DisplayText(texts.explanation(of: check)), "",
        ]
        let example = check.example
        let folder = example.locale + ".lproj"
        if let synced = example.synced {
            lines += block(LocalizationProject.syncedFolderName, synced) + [""]
        }
        if let program = example.program {
            lines += block("Program.swift", program) + [""]
        }
        if let glossary = example.glossary { lines += block("glossary.csv", glossary) + [""] }
        if !example.source.isEmpty { lines += block("en.lproj", example.source) + [""] }
        if let wrong = example.wrong {
            lines.append(DisplayText(texts.tool("ExplainWrong"), .heading))
            lines += block(folder, wrong) + [""]
        }
        lines.append(DisplayText(texts.tool("ExplainRight"), .heading))
        lines += block(folder, example.right) + [""]
        lines.append(DisplayText(texts.tool("ExplainIgnore"), .heading))
        lines.append(DisplayText("  /* lint:ignore \(check.identifier) */"))
        write(lines)
    }

    private func block(_ folder: String, _ text: String) -> [DisplayText] {
        [DisplayText("  /* \(folder) */", .secondary)]
            + text.split(separator: "\n", omittingEmptySubsequences: false).map {
                DisplayText("  " + String($0).singleLine)
            }
    }

    private func write(_ lines: [DisplayText]) {
        let styler = Styler(usesColor: context.environment.usesColor(.auto))
        for line in lines { Output.standardOutput.writeLine(styler.render(line)) }
    }
}
