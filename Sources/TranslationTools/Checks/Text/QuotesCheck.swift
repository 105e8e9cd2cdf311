// Finds quotation marks without a partner.

internal import Localization

/// An odd count of quotation marks in a translation whose source text has pairs.
///
/// Only double marks count: single ones are apostrophes. Hebrew writes `"` inside abbreviations, and
/// a list of signs has `< > : " |`.
struct QuotesCheck: TextCheck {
    let identifier = "quotes"
    let category = CheckCategory.text
    let severity = Severity.warning
    let triggers = TextTraits([.quotationMark, .latin1Sign, .generalPunctuation, .cjkSign])
    let example = CheckExample(
        "Delete “%@”?", locale: "de", wrong: "„%@ löschen?", right: "„%@“ löschen?")

    func problems(in text: TextPair) -> [TranslationProblem] {
        guard let source = text.source, Self.count(source, includesSigns: true).isMultiple(of: 2),
            !Self.count(text.text, includesSigns: true).isMultiple(of: 2),
            !Self.count(text.text, includesSigns: false).isMultiple(of: 2)
        else { return [] }
        return [TranslationProblem()]
    }

    /// - Parameter includesSigns: whether marks count that are set apart, as they are in lists of
    ///   signs and beside a space too many.
    private static func count(_ text: String, includesSigns: Bool) -> Int {
        var count = 0
        var previous: Unicode.Scalar = "\0"
        let scalars = text.unicodeScalars
        for (index, scalar) in zip(scalars.indices, scalars) {
            switch scalar {
            case "\""
            where !includesSigns && isSetApart(previous, scalars[index...].dropFirst().first): break
            // Signs of inches, seconds and Hebrew abbreviations follow digits and letters.
            case "\""
            where (0x30...0x39).contains(previous.value)
                || previous.isHebrewLetter && !opensForeignWord(scalars[index...].dropFirst()):
                // Closing marks do so too: they have a partner before them.
                if count % 2 == 1 { count += 1 }
            case _ where scalar.isDoubleQuotationMark: count += 1
            default: break
            }
            previous = scalar
        }
        return count
    }

    /// Whether a quotation mark is the sign itself: in a list of signs, as in `in,",inch`, or in brackets.
    private static func isSetApart(_ previous: Unicode.Scalar, _ next: Unicode.Scalar?) -> Bool {
        isSignOfList(previous) && isSignOfList(next) || previous == "," && next == ","
            || previous == "(" && next == ")"
    }

    /// Whether a word of another script follows, before which a Hebrew prefix stands as in `ה".wasm"`.
    private static func opensForeignWord(_ rest: Substring.UnicodeScalarView) -> Bool {
        let signs = rest.first == "{" ? "{ " : "./-_%@${<"
        guard let word = rest.first(where: { !signs.unicodeScalars.contains($0) }) else { return false }
        return word.properties.isAlphabetic && !word.isHebrewLetter
    }

    /// Whether a sign beside a quotation mark is white space or a separator; not the
    /// beginning or the end of the text.
    private static func isSignOfList(_ scalar: Unicode.Scalar?) -> Bool {
        guard let scalar else { return false }
        return scalar.properties.isWhitespace || ":：|".unicodeScalars.contains(scalar)
    }
}

extension Unicode.Scalar {
    fileprivate var isHebrewLetter: Bool { (0x5D0...0x5EA).contains(value) }
}
