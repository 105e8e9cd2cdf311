// Finds the sign that lengthens Arabic words.

internal import Localization

/// U+0640, which stretches a word for looks: the word is not found then. After the short words that are
/// written with the next one it is a hyphen, and right. A matter of style.
struct KashidaCheck: TextCheck {
    let identifier = "kashida"
    let category = CheckCategory.text
    let severity = Severity.note
    let isOptIn = true
    let triggers = TextTraits.text
    let example = CheckExample("Welcome", locale: "ar", wrong: "مرحبـــا", right: "مرحبا")

    func problems(in text: TextPair) -> [TranslationProblem] {
        guard text.text.utf8.contains(0xD9) else { return [] }
        let scalars = Array(text.text.unicodeScalars)
        for index in scalars.indices where scalars[index].value == 0x640 {
            let previous = index > 0 ? scalars[index - 1] : " "
            let next = index + 1 < scalars.count ? scalars[index + 1] : " "
            // `بـ %@`, `هـ` for years, and a letter that is named.
            guard previous.isLetter, next.isLetter || next.value == 0x640 else { continue }
            return [TranslationProblem()]
        }
        return []
    }
}
