// Finds words that mix Latin letters with Cyrillic or Greek ones that look like them.

internal import Localization

/// `Cохранить` with a Latin `C`, `Nеtz` with a Cyrillic `е`: it looks right, and is not
/// found, sorted or read aloud as a word.
///
/// Only letters that have a twin in the other script count: `3D-модель` and `µm` are right. An ending behind
/// an apostrophe is a word of its own, also behind the letter U+02BC that Ukrainian writes as one.
struct MixedScriptsCheck: TextCheck {
    let identifier = "mixed-scripts"
    let category = CheckCategory.text
    let severity = Severity.warning
    let triggers = TextTraits.greekOrCyrillic
    let example = CheckExample("Save", locale: "ru", wrong: "Cохранить", right: "Сохранить")

    func problems(in text: TextPair) -> [TranslationProblem] {
        guard text.traits.isSuperset(of: [.greekOrCyrillic, .latin]) else { return [] }
        let scalars = text.prose.unicodeScalars
        for word in scalars.split(whereSeparator: { !$0.isLetter || $0 == "\u{2BC}" }) {
            let word = Self.withoutDirective(word, in: scalars)
            let others = word.filter { (0x370...0x52F).contains($0.value) }
            let latin = word.filter { $0.value < 0x80 }
            guard let other = others.first, let first = latin.first else { continue }
            // All letters of one script have twins, and the rest is more than one letter.
            if others.count > 1, latin.allSatisfy(Self.twins.contains) {
                let lone = latin.first { !Self.hasTwin($0, beside: other, language: text.locale.language) }
                return [
                    TranslationProblem(
                        .text(String(word)), .text(String(lone ?? first)),
                        variant: lone == nil ? nil : "extra")
                ]
            }
            // `Ruffleа`: a name with an ending.
            if word.prefix(latin.count).elementsEqual(latin), latin.count > 3, others.count < 4,
                text.source?.contains(String(String.UnicodeScalarView(latin))) == true
            {
                continue
            }
            if latin.count > others.count, others.allSatisfy(Self.otherTwins.contains) {
                return [TranslationProblem(.text(String(word)), .text(String(other)), variant: "latin")]
            }
        }
        return []
    }

    /// A word without the letter of a directive before it, which the text itself is not read for:
    /// `%%sПереместите` is formatted twice, `\nТекст` has an escape that the program replaces, and `^BТекст`
    /// a control character in caret notation.
    private static func withoutDirective(
        _ word: Substring.UnicodeScalarView, in text: String.UnicodeScalarView
    ) -> Substring.UnicodeScalarView {
        guard word.startIndex > text.startIndex, word.first.map({ $0.value < 0x80 }) == true,
            ["%", "\\", "^"].contains(text[text.index(before: word.startIndex)])
        else { return word }
        return word.dropFirst()
    }

    /// Whether the alphabet of a language has a letter that looks like a Latin one. Of those with Cyrillic
    /// letters only that of Macedonian has one like `s`.
    private static func hasTwin(
        _ letter: Unicode.Scalar, beside other: Unicode.Scalar, language: String
    ) -> Bool {
        if other.value < 0x400 { return "ABEHIKMNOPTXYZaiopuvxy".unicodeScalars.contains(letter) }
        return switch letter {
        // In the Caucasus `Ӏ` is a letter of its own.
        case "i", "I":
            [
                "uk", "be", "kk", "rue", "kv", "koi", "av", "ce", "inh", "ady", "kbd", "lez", "dar", "lbe",
                "tab",
            ].contains(language)
        case "j", "J": ["sr", "mk", "az"].contains(language)
        case "s", "S": language == "mk"
        default: "ABCEHKMOPTXYaceopxy".unicodeScalars.contains(letter)
        }
    }

    /// Latin letters that look like Cyrillic or Greek ones.
    private static let twins = Set("ABCEHIJKMNOPSTXYZaceijopsuvxy".unicodeScalars)
    /// Cyrillic and Greek letters that look like Latin ones.
    private static let otherTwins = Set("АВЕЅІЈКМНОРСТХаеоѕіјрсухΑΒΕΖΗΙΚΜΝΟΡΤΥΧο".unicodeScalars)
}
