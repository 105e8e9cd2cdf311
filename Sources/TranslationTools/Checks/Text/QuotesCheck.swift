// Finds quotation marks without a partner.

internal import Localization

/// An odd count of quotation marks in a translation whose source text has pairs.
///
/// Only double marks count: single ones are apostrophes. Hebrew writes `"` inside abbreviations,
/// a list of signs has `< > : " |`, and `"` is the sign of inches and seconds, as in `%s "` and `inch,in,"`.
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
            !Self.count(text.text, includesSigns: false).isMultiple(of: 2),
            Self.countOfUnits(in: text, source).isMultiple(of: 2)
        else { return [] }
        // A quotation mark in the place of a sign that is meant.
        if let sign = source.unicodeScalars.first(where: { $0 == "″" || $0 == "′" }),
            !text.text.unicodeScalars.contains(sign)
        {
            return [TranslationProblem(.text(String(sign)), variant: "missing")]
        }
        return [TranslationProblem()]
    }

    /// How many straight marks are signs of units beyond those that `count` knows: behind an argument, behind
    /// a number and white space, or at the edge of a list.
    private static func countOfUnits(in text: TextPair, _ source: String) -> Int {
        // Where the source has quotations, a mark belongs to one.
        guard text.text.contains("\""), !source.unicodeScalars.contains(where: \.isDoubleQuotationMark) else {
            return 0
        }
        let arguments = Set(text.placeholders.flatMap { $0.ranges(in: text.text) }.map(\.upperBound))
        let separators = ",;/|،、，".unicodeScalars.filter(source.unicodeScalars.contains)
        var count = 0
        var offset = 0
        var previous: (scalar: Unicode.Scalar, end: Int)?
        let scalars = text.text.unicodeScalars
        for (index, scalar) in zip(scalars.indices, scalars) {
            if scalar == "\"" {
                let next = scalars[index...].dropFirst().first
                if let previous {
                    let isBehindSpace = previous.end < offset
                    let isNumber = previous.scalar.isASCIIDigit
                    let isUnit =
                        (isBehindSpace ? !isSignOfList(next) : !isNumber)
                        && (isNumber || arguments.contains(previous.end))
                        && next?.isLetter != true && next?.isASCIIDigit != true
                    if isUnit || next == nil && separators.contains(previous.scalar) { count += 1 }
                } else if let next, separators.contains(next) {
                    count += 1
                }
            }
            offset += scalar.utf8.count
            if !scalar.properties.isWhitespace { previous = (scalar, offset) }
        }
        return count
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
            where previous.isASCIIDigit
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
    fileprivate var isASCIIDigit: Bool { (0x30...0x39).contains(value) }
}
