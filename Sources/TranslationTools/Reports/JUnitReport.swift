// Findings as the results of tests, which continuous integration shows without knowing about translations.

internal import Localization

/// Findings as JUnit XML, as Jenkins and GitLab read it: a suite for each file, a failed case for each finding, and a
/// passed one for a file without any.
public enum JUnitReport {
    /// Writes a report.
    ///
    /// - Parameters:
    ///   - files: the paths of all files that were checked.
    ///   - failing: from which severity on a finding is a failure; others are passed cases with the message as output.
    public static func text(
        _ findings: [Finding], files: [String], failing: Severity = .warning, tool: ReportTool
    ) -> String {
        let byFile = Dictionary(grouping: findings, by: \.path)
        let paths = Set(files).union(byFile.keys).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        let failures = findings.count { $0.severity >= failing }
        let cases = paths.reduce(0) { $0 + max(1, byFile[$1]?.count ?? 0) }
        var xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        xml +=
            "<testsuites name=\"\(escaped(tool.name))\" tests=\"\(cases)\" failures=\"\(failures)\" errors=\"0\">\n"
        for path in paths { xml += suite(path, byFile[path] ?? [], failing, tool) }
        return xml + "</testsuites>\n"
    }

    private static func suite(
        _ path: String, _ findings: [Finding], _ failing: Severity, _ tool: ReportTool
    ) -> String {
        let name = escaped(path)
        let failures = findings.count { $0.severity >= failing }
        var xml = "  <testsuite name=\"\(name)\" tests=\"\(max(1, findings.count))\""
        xml += " failures=\"\(failures)\" errors=\"0\" skipped=\"0\" time=\"0\">\n"
        if findings.isEmpty {
            xml +=
                "    <testcase classname=\"\(name)\" name=\"\(escaped(tool.name))\" file=\"\(name)\" time=\"0\"/>\n"
        }
        for finding in findings { xml += testCase(finding, failing, tool) }
        return xml + "  </testsuite>\n"
    }

    private static func testCase(_ finding: Finding, _ failing: Severity, _ tool: ReportTool) -> String {
        let path = escaped(finding.path)
        let place = finding.position.map { "\($0.line):\($0.column)" }
        // Cases of the same name would be taken for one.
        let name = escaped([finding.check, finding.key, place].compactMap { $0 }.joined(separator: " "))
        let line = finding.position.map { " line=\"\($0.line)\"" } ?? ""
        let message = tool.message(finding)
        var xml = "    <testcase classname=\"\(path)\" name=\"\(name)\" file=\"\(path)\"\(line) time=\"0\">\n"
        if finding.severity >= failing {
            let text = [finding.path, place].compactMap { $0 }.joined(separator: ":") + ": " + message
            xml += "      <failure message=\"\(escaped(message))\" type=\"\(finding.severity.rawValue)\">"
            xml += escaped(text) + "</failure>\n"
        } else {
            xml += "      <system-out>\(escaped(message))</system-out>\n"
        }
        return xml + "    </testcase>\n"
    }

    /// A text between tags or quotes. What XML 1.0 cannot hold (section 2.2) becomes U+FFFD.
    static func escaped(_ text: String) -> String {
        var xml = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": xml += "&amp;"
            case "<": xml += "&lt;"
            case ">": xml += "&gt;"
            case "\"": xml += "&quot;"
            case "\n": xml += "&#10;"
            case "\r": xml += "&#13;"
            case "\t": xml += "&#9;"
            case "\u{0}"..<" ", "\u{FFFE}", "\u{FFFF}": xml += "\u{FFFD}"
            default: xml.unicodeScalars.append(scalar)
            }
        }
        return xml
    }
}
