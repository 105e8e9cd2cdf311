// Findings as a JSON list, for scripts.

package import JSON
internal import Localization

/// Findings as JSON: a list of objects, one to a line.
///
/// Members: `check`, `severity` (`note`, `warning`, `error`), `file`, `line`, `column` (both from 1, the
/// column in Unicode scalars; null where the whole file is meant), `table`, `locale`, `key`, `message`,
/// `facts`, `fingerprint` and, where there is another place, `related` with `file`, `line` and `column`.
public enum JSONReport {
    /// Writes a report; it ends with a line break.
    public static func text(_ findings: [Finding], tool: ReportTool) -> String {
        if findings.isEmpty { return "[]\n" }
        // A large project has tens of megabytes of them: one text, and no list beside it.
        var text = "["
        for (index, finding) in findings.enumerated() {
            text += index == 0 ? "\n" : ",\n"
            text += object(finding, tool).text
        }
        text += "\n]\n"
        return text
    }

    /// A finding as an object of the list.
    package static func object(_ finding: Finding, _ tool: ReportTool) -> JSONObject {
        var object = JSONObject()
        object.set("check", finding.check)
        object.set("severity", finding.severity.rawValue)
        object.set("file", finding.path)
        object.set("line", json: finding.position.map { String($0.line) } ?? "null")
        object.set("column", json: finding.position.map { String($0.column) } ?? "null")
        object.set("table", finding.table)
        object.set("locale", finding.locale.identifier)
        object.set("key", finding.key)
        object.set("message", tool.message(finding))
        object.set("facts", json: JSONObject.list(finding.facts.map(json)))
        object.set("fingerprint", finding.fingerprintDigest)
        if let related = finding.related {
            var place = JSONObject()
            place.set("file", related.path)
            place.set("line", related.position.line)
            place.set("column", related.position.column)
            object.set("related", place)
        }
        return object
    }

    private static func json(_ fact: FormatValue) -> String {
        switch fact {
        case .integer(let value): String(value)
        case .unsigned(let value): String(value)
        // JSON has neither infinities nor NaN.
        case .floatingPoint(let value) where value.isFinite: fact.plainText
        case .floatingPoint, .text: JSONText.string(fact.plainText)
        }
    }
}
