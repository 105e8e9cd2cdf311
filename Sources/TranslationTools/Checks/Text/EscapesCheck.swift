// Finds backslashes that were escaped twice and are shown to readers.

internal import Localization

/// A backslash and a letter in the text itself, written `\\n` in the file, where the source text has none.
struct EscapesCheck: TextCheck {
    let identifier = "escapes"
    let category = CheckCategory.text
    let severity = Severity.warning
    let triggers = TextTraits.backslash
    let example = CheckExample(
        "First line\\nSecond line", locale: "cs", wrong: "První řádek\\\\nDruhý řádek",
        right: "První řádek\\nDruhý řádek")

    func problems(in text: TextPair) -> [TranslationProblem] {
        guard let source = text.source, !text.sourceTraits.contains(.backslash), !Self.isDateOfPHP(source),
            let index = text.text.utf8.firstIndex(of: 0x5C)
        else { return [] }
        let escape = text.text[index...].prefix(2)
        guard let letter = escape.utf8.last, "nrt\"'\\uU".utf8.contains(letter), escape.utf8.count == 2 else {
            return []
        }
        // In `'\'` a backslash itself is quoted.
        if text.text[..<index].utf8.last == letter { return [] }
        return [TranslationProblem(.text(String(escape)))]
    }

    /// Whether a text is a format of PHP's `date()`, where a backslash keeps a letter: `g A l F d`.
    private static func isDateOfPHP(_ text: String) -> Bool {
        let letters = text.split { !$0.isLetter }
        return letters.count > 1
            && letters.allSatisfy {
                $0.utf8.count == 1 && "dDjlNSwzWFmMntLoYyaABgGhHisueIOPTZcrU".contains($0)
            }
    }
}
