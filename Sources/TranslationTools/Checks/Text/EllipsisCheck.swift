// Finds three full stops where the source text has the character for them, and the other way round.

internal import Localization

/// `...` for `…`: they look the same, but are sorted, found and read aloud differently. A matter of style.
struct EllipsisCheck: TextCheck {
    let identifier = "ellipsis"
    let category = CheckCategory.text
    let severity = Severity.note
    let isOptIn = true
    let triggers = TextTraits([.fullStop, .generalPunctuation])
    let example = CheckExample("Open…", locale: "fr", wrong: "Ouvrir...", right: "Ouvrir…")

    func problems(in text: TextPair) -> [TranslationProblem] {
        guard let source = text.source else { return [] }
        let dots = (
            text.text.utf8.containsSequence("..."[...].utf8), source.utf8.containsSequence("..."[...].utf8)
        )
        let signs = (
            text.text.utf8.containsSequence("…"[...].utf8), source.utf8.containsSequence("…"[...].utf8)
        )
        if dots.0, signs.1, !dots.1 { return [TranslationProblem(.text("..."), .text("…"))] }
        if signs.0, dots.1, !signs.1 { return [TranslationProblem(.text("…"), .text("..."))] }
        return []
    }
}
