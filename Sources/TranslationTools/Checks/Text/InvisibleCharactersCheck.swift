// Finds characters without a shape where the language does not need them.

internal import Localization

/// Zero-width spaces, byte order marks and the like, which come with text that is copied from web pages.
///
/// Joiners belong to Arabic, Indic scripts and emoji, zero-width spaces to scripts without spaces.
struct InvisibleCharactersCheck: TextCheck {
    let identifier = "invisible-characters"
    let category = CheckCategory.text
    let severity = Severity.warning
    let triggers = TextTraits([.generalPunctuation, .special])
    let example = CheckExample(
        "Open file", locale: "fr", wrong: "Ouvrir\\U200B le fichier", right: "Ouvrir le fichier")

    func problems(in text: TextPair) -> [TranslationProblem] {
        guard !text.traits.isDisjoint(with: triggers) else { return [] }
        var previous: Unicode.Scalar = " "
        // Those that the source text has; computed once for each character.
        var known: Set<Unicode.Scalar> = []
        for scalar in text.text.unicodeScalars {
            defer { previous = scalar }
            guard Self.isMisplaced(scalar, behind: previous, language: text.locale.language),
                !known.contains(scalar)
            else { continue }
            guard text.source?.unicodeScalars.contains(scalar) == true else {
                return [TranslationProblem(.text(scalar.codePoint))]
            }
            known.insert(scalar)
        }
        return []
    }

    private static func isMisplaced(
        _ scalar: Unicode.Scalar, behind previous: Unicode.Scalar, language: String
    ) -> Bool {
        switch scalar.value {
        case 0x200B: !["th", "lo", "km", "my", "bo", "dz", "ja", "zh", "jv", "shn"].contains(language)
        // ZWNJ and ZWJ do nothing after letters of simple scripts and white space.
        case 0x200C, 0x200D: previous.value < 0x0530 && previous.value != 0xA9 && previous.value != 0xAE
        // U+2060 joins words; the characters after it are invisible mathematics.
        case 0x2061...0x2064, 0xFEFF, 0xFFF9...0xFFFB: true
        default: false
        }
    }
}
