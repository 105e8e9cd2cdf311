// Finds specifiers that no formatter understands.

internal import Localization

/// Unknown conversions, `%n`, argument 0, and numbered beside unnumbered specifiers.
struct InvalidFormatCheck: MessageCheck {
    let identifier = "invalid-format"
    let category = CheckCategory.formats
    let severity = Severity.error
    let triggers = MessageTraits.formats
    let example = CheckExample(
        "%1$@ of %2$@", locale: "es", wrong: "%1$@ de %@", right: "%1$@ de %2$@")

    func problems(in message: MessagePair) -> [TranslationProblem] {
        message.formatProblems([.invalidSpecifier, .writesToMemory, .mixedPositions, .zeroPosition])
    }
}
