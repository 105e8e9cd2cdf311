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
        message.comparisons.flatMap { comparison in
            comparison.ordered.flatMap { form -> [TranslationProblem] in
                guard comparison.leftOutBeforeOthers(in: form).isEmpty else { return [] }
                return form.placeholders.compactMap { placeholder in
                    // `%#@name@` and `*` say nothing about lengths.
                    guard let model = comparison.model(of: placeholder),
                        !model.types.isDisjoint(with: placeholder.types),
                        model.length != placeholder.length, placeholder.hasLength, model.hasLength
                    else { return nil }
                    return TranslationProblem(
                        .text(placeholder.source), .text(model.source),
                        severity: comparison.isStrict ? .error : nil, variation: form.variation)
                }
            }
        }
    }
}

extension Placeholder {
    fileprivate var hasLength: Bool { source != "*" && !source.hasSuffix("@") }
}
