// Finds translations whose end seems to be lost.

internal import Localization
internal import Support

/// A translation that lost its end, while the source text ends its sentence. It stops at a comma, or it stops
/// at a word and is much shorter than its source.
///
/// Many translators leave out the last full stop, and a short text may say as much as a long one. So length
/// counts, beside that of the file's other texts, for long texts alone, and for a single sentence only if the
/// translation ends with a word that no sentence ends with. Under a key that is not the source text, a short
/// translation may be a complete one of what the source said before.
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
            // `…, e.g.` goes on behind the text.
            !["e.g.", "i.e."].contains(where: source.hasSuffix),
            Self.commas.contains(last)
                ? !Self.isListItem(text.text, of: source) : Self.isMuchShorter(text, than: source)
        else { return [] }
        // A short text without a full stop may be complete, and say less than its source.
        let isCut = Self.commas.contains(last) || Self.endsWithConjunction(text.text)
        return [
            TranslationProblem(
                .text(EndMark.end(of: text.text, language: text.locale.language)),
                severity: isCut ? nil : .note)
        ]
    }

    /// The fewest bytes of a source text that is looked at. Shorter ones are labels.
    private static let leastLength = 40
    /// The fewest characters of a source text whose length is compared.
    private static let leastComparedLength = 60

    private static let commas: Set<Unicode.Scalar> = [",", "،", "、", "，", "､", "՝", "፣", "߸"]

    /// Whether a text is written as an item of a list in one sentence, as in French: it begins with a small
    /// letter, which its source does not, and ends with the comma before the next item.
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
        guard length >= leastComparedLength, let share = share(of: text),
            // What follows the words of a label may be a placeholder.
            lastScalar(of: text.prose)?.properties.isAlphabetic == true
        else { return false }
        let least: Double
        if hasSeveralSentences(source), text.key?.hasSuffix(source) == true || endsWithConjunction(text.text)
        {
            least = share
        } else if endsWithConjunction(text.text) {
            least = min(share, shareOfOneSentence)
        } else {
            return false
        }
        return Double(text.text.unicodeScalars.count) < least * Double(length)
    }

    /// What says one thing may be said in few words.
    private static let shareOfOneSentence = 0.4

    /// Whether a text has more than one sentence, or two parts that a dash or a colon divides.
    private static func hasSeveralSentences(_ text: String) -> Bool {
        zip(text, text.dropFirst()).contains { ".;:—–!?".contains($0) && $1.isWhitespace }
    }

    /// Whether the last word is one that begins the next clause: a word for `and` or `or`, or
    /// another one of a single letter.
    private static func endsWithConjunction(_ text: String) -> Bool {
        guard let last = text.lowercased().split(whereSeparator: { !$0.isLetter }).last else { return false }
        return last.unicodeScalars.count == 1 || conjunctions.contains(String(last))
    }

    private static let conjunctions: Set<String> = [
        "und", "oder", "et", "ou", "ed", "en", "of", "och", "eller", "og", "ja", "tai", "või", "és", "vagy",
        "și", "sau", "ali", "ili", "nebo", "alebo", "lub", "oraz", "ir", "arba", "un", "vai", "ve", "veya",
        "və", "eta", "edo", "dan", "atau", "và", "hoặc", "dhe", "ose", "или", "або", "та", "και", "أو", "או",
    ]

    /// The share of a source text's characters below which a translation lacks words; `nil` for languages
    /// whose texts are short, or end without a sign.
    private static func share(of text: TextPair) -> Double? {
        let language = text.locale.language
        let ratio = text.lengthRatio?.value.map { min($0, 1) }
        switch language {
        case "zh", "yue", "ja", "ko", "th", "lo", "km", "my", "bo", "dz", "ii": return nil
        // Short vowels are not written, or each syllable is a letter.
        case "ar", "he", "fa", "ur", "ckb", "yi", "am", "ti": return ratio.map { 0.6 * $0 } ?? 0.4
        default: return 0.6 * (ratio ?? 1)
        }
    }
}
