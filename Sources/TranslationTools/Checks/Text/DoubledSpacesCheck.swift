// Finds two spaces in a row where the source text has single ones.

internal import Localization

/// Doubled spaces inside a text. Some writers put two after a full stop: opt-in.
struct DoubledSpacesCheck: TextCheck {
    let identifier = "doubled-spaces"
    let category = CheckCategory.text
    let severity = Severity.note
    let isOptIn = true
    let triggers = TextTraits.doubledSpace
    let example = CheckExample(
        "The file is empty", locale: "it", wrong: "Il  file è vuoto", right: "Il file è vuoto")

    func problems(in text: TextPair) -> [TranslationProblem] {
        guard text.traits.contains(.doubledSpace), text.source != nil,
            !text.sourceTraits.contains(.doubledSpace)
        else { return [] }
        return [TranslationProblem()]
    }
}
