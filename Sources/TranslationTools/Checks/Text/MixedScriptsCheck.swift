// Finds words that mix Latin letters with Cyrillic or Greek ones that look like them.

internal import Localization

/// `Cохранить` with a Latin `C`: it looks right, and is not found, sorted or read aloud as a word.
///
/// Only letters that have a twin in the other script count: `3D-модель` and `µm` are right.
struct MixedScriptsCheck: TextCheck {
    let identifier = "mixed-scripts"
    let category = CheckCategory.text
    let severity = Severity.warning
    let triggers = TextTraits.greekOrCyrillic
    let example = CheckExample("Save", locale: "ru", wrong: "Cохранить", right: "Сохранить")

    func problems(in text: TextPair) -> [TranslationProblem] {
        guard text.traits.isSuperset(of: [.greekOrCyrillic, .latin]) else { return [] }
        for word in text.text.unicodeScalars.split(whereSeparator: { !$0.isLetter }) {
            let others = word.count(where: { (0x370...0x52F).contains($0.value) })
            guard others > 0, others < word.count,
                let latin = word.first(where: { $0.value < 0x80 }),
                // All Latin letters have twins, and the rest is more than one letter.
                word.allSatisfy({ $0.value >= 0x80 || Self.twins.contains($0) }), others > 1
            else { continue }
            return [TranslationProblem(.text(String(word)), .text(String(latin)))]
        }
        return []
    }

    /// Latin letters that look like Cyrillic or Greek ones.
    private static let twins = Set("ABCEHIJKMNOPSTXYZaceijopsuvxy".unicodeScalars)
}
