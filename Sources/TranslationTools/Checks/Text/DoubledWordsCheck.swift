// Finds words that occur twice in a row.

internal import Localization

/// `the the`: a slip that readers notice and writers do not.
///
/// Languages that double words by their grammar are left alone, and so are words that may follow themselves, and texts whose
/// source does the same.
struct DoubledWordsCheck: TextCheck {
    let identifier = "doubled-words"
    let category = CheckCategory.text
    let severity = Severity.warning
    let triggers = TextTraits.space
    let example = CheckExample(
        "Move to the trash", locale: "de", wrong: "In den den Papierkorb", right: "In den Papierkorb")

    func problems(in text: TextPair) -> [TranslationProblem] {
        guard let word = Self.doubledWord(in: text.text) else { return [] }
        let language = text.locale.language
        guard !Self.reduplicating.contains(language),
            Self.allowed[language]?.contains(word.lowercased()) != true,
            text.source.flatMap(Self.doubledWord) == nil
        else { return [] }
        return [TranslationProblem(.text(word))]
    }

    /// The first word of two letters or more that follows itself after one space or line break. Works on bytes, because
    /// every text with a space is searched.
    private static func doubledWord(in text: String) -> String? {
        var text = text
        return text.withUTF8 { bytes in
            var previous = 0..<0
            var start = 0
            for index in 0...bytes.count {
                guard index == bytes.count || bytes[index] == 0x20 || bytes[index] == 0x0A else { continue }
                let word = start..<index
                if word.count >= 2, word.count == previous.count, previous.upperBound + 1 == start,
                    bytes[word].elementsEqual(bytes[previous])
                {
                    let found = String(decoding: bytes[word], as: UTF8.self)
                    if found.unicodeScalars.allSatisfy(\.isLetter) { return found }
                }
                previous = word
                start = index + 1
            }
            return nil
        }
    }

    /// Languages in which doubled words are grammar, or in which spaces part syllables.
    private static let reduplicating: Set<String> = [
        "id", "ms", "jv", "su", "tl", "fil", "haw", "mi", "sm", "to", "tr", "az", "kk", "ky", "uz", "tk",
        "hi",
        "bn", "mr", "gu", "pa", "ta", "te", "kn", "ml", "or", "as", "ne", "si", "ur", "fa", "th", "lo", "km",
        "my", "vi", "zh", "ja", "yue", "ko", "sw", "rw", "zu", "xh", "af", "ht", "hy", "ka", "eu", "am",
    ]

    /// Words that may follow themselves (`die, die die Datei …` aside, these are common in running text).
    private static let allowed: [String: Set<String>] = [
        "en": ["had", "that"], "de": ["die", "der", "das", "sie"], "fr": ["nous", "vous"],
        "nl": ["die", "dat", "je"],
        "sv": ["för"], "da": ["der", "det"], "no": ["det"], "nb": ["det"], "it": ["piano", "via"],
        "he": ["לאט"], "hu": ["egy", "már"], "fi": ["se"], "cs": ["se", "si"], "sk": ["sa", "si"],
        "pt": ["se"], "es": ["no"],
    ]
}
