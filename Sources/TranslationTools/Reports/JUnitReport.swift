// Findings as the results of tests, which continuous integration shows without knowing about translations.

internal import Localization
internal import XML

/// Findings as JUnit XML, as Jenkins and GitLab read it: a suite for each file, a failed case for each
/// finding, and a passed one for a file without any.
public enum JUnitReport {
    /// Writes a report.
    ///
    /// - Parameters:
    ///   - files: the paths of all files that were checked.
    ///   - failing: from which severity on a finding is a failure; others are passed
    ///     cases with the message as output.
    public static func text(
        _ findings: [Finding], files: [String], failing: Severity = .warning, tool: ReportTool
    ) -> String {
        let byFile = Dictionary(grouping: findings, by: \.path)
        let paths = Set(files).union(byFile.keys).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        let failures = findings.count { $0.severity >= failing }
        let cases = paths.reduce(0) { $0 + max(1, byFile[$1]?.count ?? 0) }
        var xml = XMLText()
        xml.start(
            "testsuites",
            ["name": tool.name, "tests": "\(cases)", "failures": "\(failures)", "errors": "0"])
        xml.raw("\n")
        for path in paths { append(path, byFile[path] ?? [], failing, tool, to: &xml) }
        xml.end("testsuites")
        xml.raw("\n")
        return String(decoding: xml.bytes, as: UTF8.self)
    }

    private static func append(
        _ path: String, _ findings: [Finding], _ failing: Severity, _ tool: ReportTool, to xml: inout XMLText
    ) {
        let name = representable(path)
        let failures = findings.count { $0.severity >= failing }
        xml.raw("  ")
        xml.start(
            "testsuite",
            [
                "name": name, "tests": "\(max(1, findings.count))", "failures": "\(failures)", "errors": "0",
                "skipped": "0", "time": "0",
            ])
        xml.raw("\n")
        if findings.isEmpty {
            xml.raw("    ")
            xml.empty("testcase", ["classname": name, "name": tool.name, "file": name, "time": "0"])
            xml.raw("\n")
        }
        for finding in findings { append(finding, failing, tool, to: &xml) }
        xml.raw("  ")
        xml.end("testsuite")
        xml.raw("\n")
    }

    private static func append(
        _ finding: Finding, _ failing: Severity, _ tool: ReportTool, to xml: inout XMLText
    ) {
        let path = representable(finding.path)
        let place = finding.position.map { "\($0.line):\($0.column)" }
        // Cases of the same name would be taken for one.
        let name = [finding.check, finding.key, place].compactMap { $0 }.joined(separator: " ")
        let message = representable(tool.messageWithLocale(finding))
        xml.raw("    ")
        xml.start(
            "testcase",
            [
                "classname": path, "name": representable(name), "file": path,
                "line": finding.position.map { "\($0.line)" }, "time": "0",
            ])
        xml.raw("\n      ")
        if finding.severity >= failing {
            let text = [path, place].compactMap { $0 }.joined(separator: ":") + ": " + message
            xml.element(
                "failure", ["message": message, "type": finding.severity.rawValue], text: text)
        } else {
            xml.element("system-out", text: message)
        }
        xml.raw("\n    ")
        xml.end("testcase")
        xml.raw("\n")
    }

    /// A text with U+FFFD for what XML 1.0 cannot represent, and for other controls.
    private static func representable(_ text: String) -> String {
        let text = text.withoutControls
        guard XMLText.unrepresentableScalar(in: text) != nil else { return text }
        return String(
            String.UnicodeScalarView(
                text.unicodeScalars.map {
                    XMLText.unrepresentableScalar(in: String($0)) == nil ? $0 : "\u{FFFD}"
                }))
    }
}
