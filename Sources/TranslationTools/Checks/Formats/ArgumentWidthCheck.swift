// Finds specifiers in translations with another length modifier than those of the source.

internal import Localization

/// `%d` for `%ld`: right on some machines, half of the number on others, and refused by `msgfmt --check`.
struct ArgumentWidthCheck: MessageCheck {
    let identifier = "argument-width"
    let category = CheckCategory.formats
    let severity = Severity.warning
    let triggers = MessageTraits.formats
    let example = CheckExample(
        "%ld bytes used", locale: "es", wrong: "%d bytes usados", right: "%ld bytes usados")

    func problems(in message: MessagePair) -> [TranslationProblem] {
        guard let comparison = message.arguments else { return [] }
        return comparison.ordered.flatMap { form in
            form.uses.compactMap { use in
                // `%#@name@` and `*` say nothing about lengths.
                guard let model = comparison.expected[use.position], model.argumentClass == use.argumentClass,
                    model.length != use.length, use.hasLength, model.hasLength
                else { return nil }
                return TranslationProblem(.text(use.source), .text(model.source), variation: form.variation)
            }
        }
    }
}

extension ArgumentUse {
    fileprivate var hasLength: Bool { source != "*" && !source.hasSuffix("@") }
}
