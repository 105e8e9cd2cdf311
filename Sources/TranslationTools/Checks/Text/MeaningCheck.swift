// Finds translations that may say something else than their source texts.

internal import Localization

/// The vector of a translation is far from that of its source text, compared with the project's other texts.
///
/// It finds nothing without the texts that ``MeaningComparison`` found, which needs a command that makes
/// vectors.
struct MeaningCheck: MessageCheck {
    let identifier = "meaning"
    let category = CheckCategory.text
    let severity = Severity.note
    let isOptIn = true
    let triggers = MessageTraits.any
    let example = CheckExample(
        "The file was deleted", locale: "de", wrong: "Das Bild ist zu groß",
        right: "Die Datei wurde gelöscht")
    /// The texts that are far apart.
    var distant = DistantTexts()

    func problems(in pair: MessagePair) -> [TranslationProblem] {
        guard let texts = ComparedTexts(pair), distant.contains(texts) else { return [] }
        return [TranslationProblem(.text(texts.source))]
    }
}
