// Finds translations that are empty while the source text is not.

internal import Localization

/// An empty text in place of a translation: readers show nothing at all, not the source text.
struct EmptyValueCheck: TextCheck {
    let identifier = "empty-value"
    let category = CheckCategory.keys
    let severity = Severity.warning
    let triggers = TextTraits.text
    let example = CheckExample("Open", locale: "ja", wrong: "", right: "開く")

    func problems(in text: TextPair) -> [TranslationProblem] {
        guard text.traits.isEmpty, let source = text.source, !source.isEmpty else { return [] }
        return [TranslationProblem(.text(source))]
    }
}
