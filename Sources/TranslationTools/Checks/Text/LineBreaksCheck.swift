// Finds texts that lost the line breaks of their source text.

internal import Localization

/// A text of several lines that became one line, as breaks or as the two characters `\n` that a program
/// replaces.
///
/// Two sentences in one line are a note: many translators write them so on purpose. Breaks at the edges are
/// white space, which `edge-whitespace` looks after.
struct LineBreaksCheck: TextCheck {
    let identifier = "line-breaks"
    let category = CheckCategory.text
    let severity = Severity.warning
    let triggers = TextTraits([.lineBreak, .backslash])
    let example = CheckExample(
        "Saved.\\nOne file.\\nClose the window?", locale: "de", wrong: "Gesichert. Fenster schließen?",
        right: "Gesichert.\\nEine Datei.\\nFenster schließen?")

    func problems(in text: TextPair) -> [TranslationProblem] {
        guard let source = text.source, text.showsLines, !text.text.utf8.isEmpty,
            !text.text.containsASCII("<br")
        else { return [] }
        let escapes = (Self.escapes(in: source), Self.escapes(in: text.text))
        if escapes.1 < escapes.0, !text.text.utf8.contains(0x0A) {
            return [Self.problem(escapes.1, escapes.0)]
        }
        // A placeholder that chooses among texts has lines of its own.
        let breaks = Self.breaks(in: PlaceholderSyntax.prose(of: source, text.placeholders))
        guard breaks > 0, !text.prose.utf8.contains(0x0A), escapes.1 == 0 else { return [] }
        return [Self.problem(0, breaks)]
    }

    private static func problem(_ breaks: Int, _ expected: Int) -> TranslationProblem {
        TranslationProblem(.init(breaks), .init(expected), severity: expected == 1 ? .note : nil)
    }

    /// The line breaks between lines that are not empty. Those inside of sentences only keep
    /// lines short in the program's source.
    private static func breaks(in text: String) -> Int {
        guard text.utf8.contains(0x0A) else { return 0 }
        let lines = text.split(whereSeparator: \.isNewline).filter { !$0.allSatisfy(\.isWhitespace) }
        return lines.dropFirst().count { line in line.first { !$0.isWhitespace }?.isLowercase != true }
    }

    /// The escapes `\n`, which are no part of a path such as `C:\new`, and not named: `<input>\n</input>`, or
    /// between the control characters that programs for chats write for bold text.
    private static func escapes(in text: String) -> Int {
        guard text.utf8.contains(0x5C), !text.contains(":\\") else { return 0 }
        let bytes = Array(text.utf8)
        var count = 0
        var index = 0
        while index + 1 < bytes.count {
            guard bytes[index] == 0x5C else {
                index += 1
                continue
            }
            let isNamed =
                index > 0 && index + 2 < bytes.count && isMark(bytes[index - 1], ">\"'`“„")
                && isMark(bytes[index + 2], "<\"'`”“")
            if bytes[index + 1] == 0x6E, !isNamed { count += 1 }
            index += 2
        }
        return count
    }

    private static func isMark(_ byte: UInt8, _ marks: StaticString) -> Bool {
        byte < 0x20 && byte != 0x0A && byte != 0x09 || marks.description.utf8.contains(byte)
    }
}
