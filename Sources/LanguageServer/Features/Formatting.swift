// Formats a `.strings` file: changes only white space, so that no text changes.

internal import JSON
internal import JSONRPC
internal import Localization
internal import TranslationTools

extension LanguageServer {
    func formatting(_ params: JSON) async throws(ResponseError) -> JSON {
        guard let path = path(params) else { throw ResponseError(.invalidParams, "textDocument is needed") }
        guard let outline = await outline(path), let strings = outline.strings else { return .null }
        let edits = StringsFormatter.edits(strings)
        return .array(edits.map { json($0, in: outline.text) })
    }
}

/// Puts one space around `=`, none before `;` and at the ends of lines, and at most one blank line between
/// entries.
enum StringsFormatter {
    static func edits(_ file: StringsFile) -> [TextEdit] {
        // A file that cannot be parsed completely is left unchanged.
        guard !file.elements.contains(where: { $0.kind == .unreadable }) else { return [] }
        var edits: [TextEdit] = []
        func replace(_ range: Range<Int>, _ new: String) {
            if file.sourceText(in: range) != new { edits.append(TextEdit(range, new)) }
        }
        for (index, element) in file.elements.enumerated() {
            switch element.kind {
            case .whitespace:
                let isFirst = index == 0
                let isLast = index + 1 == file.elements.count
                let text = file.sourceText(in: element.byteRange)
                // Within braces, the author's indentation stays.
                let next = isLast ? nil : file.elements[index + 1].kind
                replace(
                    element.byteRange,
                    formatted(text, isFirst: isFirst, isLast: isLast, isBeforeBrace: next == .closingBrace))
            case .entry(let number):
                let entry = file.entries[number]
                let end = entry.byteRange.upperBound
                if entry.value != .implied {
                    let between = entry.keyRange.upperBound..<entry.valueRange.lowerBound
                    if isBlank(file.sourceText(in: between), besides: "=") { replace(between, " = ") }
                }
                let last = max(entry.valueRange.upperBound, entry.keyRange.upperBound)
                let tail = last..<end
                if !tail.isEmpty, isBlank(file.sourceText(in: tail), besides: ";") { replace(tail, ";") }
            case .byteOrderMark, .comment, .openingBrace, .closingBrace, .unreadable: break
            }
        }
        if let last = file.elements.last, last.kind != .whitespace {
            edits.append(TextEdit(last.byteRange.upperBound..<last.byteRange.upperBound, "\n"))
        }
        return edits
    }

    /// Whether a text is one sign, surrounded by white space.
    private static func isBlank(_ text: String, besides sign: Character) -> Bool {
        text.filter { !$0.isWhitespace } == String(sign)
    }

    /// White space between two elements: its line breaks, at most two, and the indentation of the last line.
    private static func formatted(_ text: String, isFirst: Bool, isLast: Bool, isBeforeBrace: Bool) -> String
    {
        // Characters that only some readers treat as white space stay.
        guard text.unicodeScalars.allSatisfy({ $0 == " " || $0 == "\t" || $0 == "\n" || $0 == "\r" }) else {
            return text
        }
        let breaks = text.count { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }
        let sign = text.contains("\r\n") ? "\r\n" : "\n"
        if isFirst { return isLast ? "" : String(indentation(text)) }
        if isLast { return sign }
        guard breaks > 0 else { return " " }
        return String(repeating: sign, count: min(breaks, 2)) + indentation(text)
    }

    private static func indentation(_ text: String) -> Substring {
        let start = text.lastIndex { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }.map { text.index(after: $0) }
        return text[(start ?? text.startIndex)...]
    }
}
