// Reports of the checks: as text, and in formats for other programs.

internal import Localization
internal import ProgramSupport
internal import Support
internal import TranslationTools

/// Writes the findings of a run.
struct CheckReport {
    enum Form: String, CaseIterable {
        case text, json, sarif, junit, github
    }

    let context: ToolContext
    let form: Form
    /// The report's destination.
    var output = Output.standardOutput

    private var texts: Texts { context.texts }

    /// The tool's name and messages, for the formats that programs read.
    var tool: ReportTool {
        let texts = texts
        return ReportTool(
            name: ToolContext.program, version: programVersion, message: { texts.message(for: $0) },
            explanation: { texts.explanation(of: $0) })
    }

    /// Whether the text for people lists every finding.
    var listsAll = false
    /// The most warnings and notes of a check that the text lists for each file.
    private static let most = 10
    /// If a check has more warnings and notes than this, the text lists only the first ones of all files.
    private static let mostOfCheck = 300

    /// Writes a report. The formats for programs have every finding. The text has all errors, and the first
    /// warnings and notes of each check in each file, or of all files if there are hundreds; one more line
    /// tells the number of the others.
    ///
    /// - Parameters:
    ///   - files: the paths of all files that were checked.
    ///   - known: the number of findings that are left out because they are known.
    ///   - fixed: the number of known findings that no longer occur.
    func write(_ all: [Finding], files: [String], known: Int, fixed: Int) {
        switch form {
        case .json: output.write(JSONReport.text(all, tool: tool))
        case .sarif: output.write(SARIFReport.text(all, tool: tool))
        case .junit: output.write(JUnitReport.text(all, files: files, tool: tool))
        case .github: output.write(GitHubReport.text(all, tool: tool))
        case .text:
            let styler = Styler(usesColor: context.environment.usesColor(.auto))
            let listed =
                listsAll
                ? all : Finding.listed(all, most: Self.most, mostOfCheck: Self.mostOfCheck)
            for finding in listed { output.writeLine(styler.render(line(finding))) }
            var lines = [summary(all, files: files.count)]
            if known > 0 { lines.append(texts.tool("Known findings: %ld", known)) }
            if fixed > 0 { lines.append(texts.tool("Fixed findings: %ld", fixed)) }
            for line in lines { output.writeLine(Typography.printed(line)) }
        }
    }

    /// A finding in the format of compilers: `FILE:LINE:COLUMN: severity: what is wrong; how to correct it
    /// [check]`.
    func line(_ finding: Finding) -> DisplayText {
        var line = DisplayText(finding.path.singleLine + ":")
        if let position = finding.position { line.append("\(position.line):\(position.column):") }
        line.append(" ")
        line.append(
            texts.severity(finding.severity) + ": ", finding.severity == .note ? .secondary : .heading)
        let facts = finding.facts.map { fact in
            if case .text(let text) = fact { FormatValue.text(Typography.quoted(text)) } else { fact }
        }
        let words = finding.namingLocale(in: texts.message(for: finding, facts))
        line.append(context.direction.isolatedSentence(words.singleLine))
        line.append(" [\(finding.check)]", .secondary)
        return line
    }

    private func summary(_ findings: [Finding], files: Int) -> String {
        guard !findings.isEmpty else { return texts.tool("NoFindings: %ld", files) }
        func count(_ severity: Severity) -> Int {
            findings.reduce(0) { $0 + ($1.severity == severity ? $1.count : 0) }
        }
        return texts.tool("Findings: %1$ld %2$ld %3$ld", count(.error), count(.warning), count(.note))
    }
}

extension Texts {
    /// The message of a finding: what is wrong, and how to correct it.
    ///
    /// - Parameter facts: the finding's facts in the form to show; `nil` for the original ones.
    func message(for finding: Finding, _ facts: [FormatValue]? = nil) -> String {
        text(finding.messageKey, table: finding.messageTable, arguments: facts ?? finding.facts)
    }

    /// Explains the findings of a check, and why they matter.
    func explanation(of check: any TranslationCheck) -> String {
        text(check.identifier + ".why", table: "Checks")
    }

    /// The name of a severity.
    func severity(_ severity: Severity) -> String {
        switch severity {
        case .note: tool("SeverityNote")
        case .warning: tool("SeverityWarning")
        case .error: tool("SeverityError")
        }
    }
}
