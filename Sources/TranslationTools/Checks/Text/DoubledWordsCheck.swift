// Finds words that occur twice in a row.

internal import Localization

/// `the the`: a slip that readers notice and writers do not.
///
/// Only languages that are known not to double words by their grammar are looked at. Left alone are words
/// that may follow themselves, names that are nothing else (shabu shabu), texts that fill a layout, and
/// texts whose source does the same.
struct DoubledWordsCheck: TextCheck {
    let identifier = "doubled-words"
    let category = CheckCategory.text
    let severity = Severity.warning
    let triggers = TextTraits.space
    let example = CheckExample(
        "Move to the trash", locale: "de", wrong: "In den den Papierkorb", right: "In den Papierkorb")

    func problems(in text: TextPair) -> [TranslationProblem] {
        guard let word = Self.doubledWord(in: text.text, lines: text.source) else { return [] }
        let language = text.locale.language
        // `Detail detail detail` fills a layout.
        if text.text.words.allSatisfy({ $0.lowercased() == word.lowercased() }) { return [] }
        guard Self.checked.contains(language),
            Self.allowed[language]?.contains(word.lowercased()) != true,
            // `Tiny Tiny RSS` is a name. Each noun of German has a capital letter.
            word.first?.isUppercase != true || ["de", "lb"].contains(language),
            text.source.flatMap({ Self.doubledWord(in: $0) }) == nil
        else { return [] }
        return [TranslationProblem(.text(word))]
    }

    /// The first word of two letters or more that follows itself after one space or line break, maybe with a
    /// sign behind. Works on bytes, because every text with a space is searched.
    ///
    /// - Parameter model: the source text; a word that begins one of its lines may begin one
    ///   here, whatever stands before it.
    private static func doubledWord(in text: String, lines model: String? = nil) -> String? {
        var text = text
        return text.withUTF8 { bytes in
            var previous = 0..<0
            var start = 0
            for index in 0...bytes.count {
                guard index == bytes.count || bytes[index] == 0x20 || bytes[index] == 0x0A else { continue }
                let word = start..<index
                let isWhole = previous.lowerBound == 0 && index == bytes.count
                if previous.count >= 2, !isWhole, word.count >= previous.count,
                    previous.upperBound + 1 == start,
                    bytes[word].starts(with: bytes[previous]),
                    bytes[(start + previous.count)..<index].allSatisfy(",.;:!?)".utf8.contains)
                {
                    let found = String(decoding: bytes[previous], as: UTF8.self)
                    let isLine = bytes[start - 1] == 0x0A && model?.contains("\n" + found) == true
                    if !isLine, found.unicodeScalars.allSatisfy(\.isLetter) { return found }
                }
                previous = word
                start = index + 1
            }
            return nil
        }
    }

    /// Languages that do not double words by their grammar, and in which spaces part words.
    private static let checked: Set<String> = [
        "be", "bg", "bs", "ca", "cs", "cy", "da", "de", "el", "en", "eo", "es", "et", "fi", "fr", "ga", "gl",
        "hr", "hu", "is", "it", "lb", "lt", "lv", "mk", "nb", "nl", "nn", "no", "pl", "pt", "ro", "ru",
        "sk", "sl", "sq", "sr", "sv", "uk",
    ]

    /// Words that may follow themselves: a pronoun before the same word as an article or a conjunction, a
    /// verb at the end of a clause before that of the next (`dat gespeeld wordt wordt gewist`), an adverb
    /// after a preposition, a noun before the same word as an adjective, and pairs that are one word.
    private static let allowed: [String: Set<String>] = [
        "en": ["had", "that", "is"],
        "de": ["die", "der", "das", "sie", "ich", "du", "er", "es", "wir", "ihr"],
        "lb": ["déi", "dat", "et", "si", "hien"],
        "fr": ["nous", "vous", "en"],
        "nl": [
            "die", "dat", "je", "het", "ze", "in", "op", "aan", "af", "uit", "om", "voor", "is", "was",
            "zijn",
            "wordt", "worden", "werd", "heeft", "hebt", "hebben", "kan", "kunt", "kunnen", "moet", "moeten",
            "wil",
            "wilt", "zal", "zullen", "gaat", "staat",
        ],
        "ga": ["do"], "gl": ["se"], "cy": ["yn"],
        "sv": ["för", "på", "till", "om", "av", "i", "är", "det", "den", "de"],
        "da": ["af", "at", "de", "den", "der", "det", "en", "er", "for", "i", "om", "på", "som", "til"],
        "no": norwegian, "nb": norwegian, "nn": norwegian,
        "it": ["piano", "via", "passo", "mano", "man", "quasi", "ben", "pari", "poco"],
        "hu": ["egy", "már", "az"], "fi": ["se", "on"], "et": ["on"], "cs": ["se", "si", "to"],
        "sk": ["sa", "si", "to"],
        "pl": ["to"], "hr": ["je"], "bs": ["je"], "sr": ["je", "је"], "sl": ["je"],
        "pt": ["se", "padrão"], "es": ["no"], "sq": ["të", "e", "i", "së"],
    ]
    private static let norwegian: Set<String> = [
        "av", "de", "den", "det", "er", "for", "i", "om", "på", "som", "til",
    ]
}
