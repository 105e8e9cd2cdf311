// Finds percent signs in formats that are meant as text and are not written `%%`.

internal import Localization

/// `%d% complete` and `100% von`: a formatter drops the sign or takes the next letter for a conversion.
struct StrayPercentCheck: MessageCheck {
    let identifier = "stray-percent"
    let category = CheckCategory.formats
    let severity = Severity.warning
    let triggers = MessageTraits.formats
    let example = CheckExample(
        "%ld%% of %@", locale: "de", wrong: "%ld% von %@", right: "%ld%% von %@")

    func problems(in message: MessagePair) -> [TranslationProblem] {
        message.formatProblems([.strayPercent, .spaceFlag, .hyphenFlag])
    }
}
