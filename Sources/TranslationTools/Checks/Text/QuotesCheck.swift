// Finds quotation marks without a partner.

internal import Localization

/// An odd count of quotation marks in a translation whose source text has pairs.
///
/// Only double marks count: single ones are apostrophes. Hebrew writes `"` inside abbreviations.
struct QuotesCheck: TextCheck {
    let identifier = "quotes"
    let category = CheckCategory.text
    let severity = Severity.warning
    let triggers = TextTraits([.quotationMark, .latin1Sign, .generalPunctuation, .cjkSign])
    let example = CheckExample(
        "Delete “%@”?", locale: "de", wrong: "„%@ löschen?", right: "„%@“ löschen?")

    func problems(in text: TextPair) -> [TranslationProblem] {
        guard let source = text.source, Self.count(source).isMultiple(of: 2),
            !Self.count(text.text).isMultiple(of: 2)
        else { return [] }
        return [TranslationProblem()]
    }

    private static func count(_ text: String) -> Int {
        var count = 0
        var previous: Unicode.Scalar = " "
        for scalar in text.unicodeScalars {
            switch scalar {
            // Signs of inches, seconds and Hebrew abbreviations follow digits and letters.
            case "\""
            where (0x30...0x39).contains(previous.value) || (0x5D0...0x5EA).contains(previous.value):
                // Closing marks do so too: they have a partner before them.
                if count % 2 == 1 { count += 1 }
            case "\"", "“", "”", "„", "«", "»", "「", "」", "『", "』", "‟", "〝", "〞", "〟", "＂": count += 1
            default: break
            }
            previous = scalar
        }
        return count
    }
}
