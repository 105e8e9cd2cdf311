// Findings as the lines with which programs annotate changes on GitHub.

internal import Localization

/// Findings as workflow commands of GitHub Actions: `::warning file=…,line=…,col=…,title=…::…`, one to a
/// line.
public enum GitHubReport {
    /// Writes a report; every line ends with a line break.
    public static func text(_ findings: [Finding], tool: ReportTool) -> String {
        findings.map { line($0, tool) + "\n" }.joined()
    }

    private static func line(_ finding: Finding, _ tool: ReportTool) -> String {
        let command =
            switch finding.severity {
            case .note: "notice"
            case .warning: "warning"
            case .error: "error"
            }
        var properties = ["file=" + property(finding.path)]
        if let position = finding.position {
            properties += ["line=\(position.line)", "col=\(position.column)"]
        }
        properties.append("title=" + property(finding.check))
        return "::\(command) \(properties.joined(separator: ","))::\(data(tool.messageWithLocale(finding)))"
    }

    /// The escapes of actions/toolkit, `packages/core/src/command.ts`.
    private static func data(_ text: String) -> String {
        escaped(text, ["%": "%25", "\r": "%0D", "\n": "%0A"])
    }

    private static func property(_ text: String) -> String {
        escaped(text, ["%": "%25", "\r": "%0D", "\n": "%0A", ":": "%3A", ",": "%2C"])
    }

    /// Goes by scalars: a carriage return and a line feed are one character.
    private static func escaped(_ text: String, _ escapes: [Unicode.Scalar: String]) -> String {
        var result = ""
        for scalar in text.withoutControls.unicodeScalars {
            if let escape = escapes[scalar] { result += escape } else { result.unicodeScalars.append(scalar) }
        }
        return result
    }
}
