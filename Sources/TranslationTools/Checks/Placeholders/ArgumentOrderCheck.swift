// Finds translations that put specifiers into another order without numbering them.

internal import Localization

/// Arguments are passed in the source's order; a translation that needs another one must say so:
/// `%2$@ %1$ld`.
struct ArgumentOrderCheck: MessageCheck {
    let identifier = "argument-order"
    let category = CheckCategory.formats
    let severity = Severity.error
    let triggers = MessageTraits.formats
    let example = CheckExample(
        "%ld items in %@", locale: "ja", wrong: "%@に%ld項目", right: "%2$@に%1$ld項目")

    func problems(in message: MessagePair) -> [TranslationProblem] {
        message.comparisons.flatMap { comparison in
            comparison.forms.filter(\.isReordered).map { form in
                let specifiers = form.placeholders.map(\.source).joined(separator: " ")
                let model = comparison.models.map(\.source).joined(separator: " ")
                return TranslationProblem(.text(specifiers), .text(model), variation: form.variation)
            }
        }
    }
}
