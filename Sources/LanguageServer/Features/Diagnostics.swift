// Findings as diagnostics of the protocol.

internal import JSON
internal import Localization
internal import TranslationTools

extension LanguageServer {
    /// The findings in a file, in their order.
    func diagnostics(_ findings: [Finding], in path: String) -> [JSON] {
        guard !findings.isEmpty else { return [] }
        let text = workspace.text(of: path)
        var others: [String: LineText] = [path: text]
        return findings.map { finding in
            var diagnostic: JSON = [
                "range": range(of: finding, in: text).json, "severity": .number(finding.severity.number),
                "code": .string(finding.check), "source": .string(texts.name),
                "message": .string(texts.finding(finding)),
            ]
            if let related = finding.related {
                let other = others[related.path] ?? workspace.text(of: related.path)
                others[related.path] = other
                let offset = other.offset(of: related.position)
                let range = TextRange(other, offset..<TokenEnd.find(in: other.utf8, from: offset), encoding)
                // The line itself describes the position best.
                let line = other[other.line(other.line(at: offset))]
                diagnostic["relatedInformation"] = [
                    [
                        "location": ["uri": .string(workspace.uri(related.path)), "range": range.json],
                        "message": .string(String(line.drop(while: \.isWhitespace))),
                    ]
                ]
            }
            return diagnostic
        }
    }

    /// The range of a finding: from its position to the end of the text or tag that begins there; the
    /// beginning of the file if the finding concerns the whole file.
    func range(of finding: Finding, in text: LineText) -> TextRange {
        guard let position = finding.position else { return TextRange(text, 0..<0, encoding) }
        let offset = text.offset(of: position)
        return TextRange(text, offset..<TokenEnd.find(in: text.utf8, from: offset), encoding)
    }
}

extension Severity {
    /// The number of `DiagnosticSeverity`.
    fileprivate var number: Int {
        switch self {
        case .error: 1
        case .warning: 2
        case .note: 3
        }
    }
}

extension TextRange {
    init(_ text: LineText, _ range: Range<Int>, _ encoding: PositionEncoding) {
        self.init(
            start: text.position(of: range.lowerBound, encoding),
            end: text.position(of: range.upperBound, encoding))
    }
}

extension Workspace {
    /// The text of a document or a file; empty if it cannot be read.
    func text(of path: String) -> LineText {
        documents[path]?.text ?? LineText(TextEncoding.decoded(files.cachedContents(of: path) ?? []))
    }

    /// The address of a path, in the spelling of the client that opened the document.
    func uri(_ path: String) -> String { documents[path]?.uri ?? DocumentURI.uri(path) }
}

/// Finds the end of a text in a file of any format.
enum TokenEnd {
    /// The longest text that is searched for its end, in bytes.
    private static let limit = 1 << 16

    /// The end of the element at an offset: of a quoted text, of a tag, or of the words before the next tag
    /// or line.
    static func find(in utf8: [UInt8], from start: Int) -> Int {
        guard start < utf8.count else { return start }
        let end = min(utf8.count, start + limit)
        switch utf8[start] {
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
            var index = start + 1
            while index < end {
                if utf8[index] == UInt8(ascii: "\\") {
                    index += 2
                    continue
                }
                if utf8[index] == utf8[start] { return index + 1 }
                index += 1
            }
            return endOfLine(in: utf8, from: start)
        case UInt8(ascii: "<"):
            let close = utf8[start..<end].firstIndex(of: UInt8(ascii: ">"))
            return close.map { $0 + 1 } ?? endOfLine(in: utf8, from: start)
        default:
            let line = endOfLine(in: utf8, from: start)
            var stop = utf8[start..<line].firstIndex(of: UInt8(ascii: "<")) ?? line
            while stop > start, utf8[stop - 1] == 0x20 || utf8[stop - 1] == 0x09 { stop -= 1 }
            return stop
        }
    }

    private static func endOfLine(in utf8: [UInt8], from start: Int) -> Int {
        utf8[start...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? utf8.count
    }
}
