// Finds specifiers in translations that take another type of argument than those of the source.

internal import Localization

/// Another class of argument for the same position: C reads the argument as what it is not, and may crash.
struct ArgumentTypeCheck: MessageCheck {
    let identifier = "argument-type"
    let category = CheckCategory.formats
    let severity = Severity.error
    let triggers = MessageTraits.formats
    let example = CheckExample(
        "Welcome, %@", locale: "ru", wrong: "Добро пожаловать, %d", right: "Добро пожаловать, %@")

    func problems(in message: MessagePair) -> [TranslationProblem] {
        message.comparisons.flatMap { comparison in
            comparison.ordered.flatMap { form in
                form.placeholders.compactMap { placeholder in
                    guard let model = comparison.model(of: placeholder),
                        model.types.isDisjoint(with: placeholder.types)
                    else { return nil }
                    // Java's `%s` shows any argument, but not as the source's specifier does.
                    let showsAny =
                        comparison.syntax == .javaPrintf && placeholder.types.contains(.string)
                    return TranslationProblem(
                        .text(placeholder.source), .text(model.source), variant: showsAny ? "any" : nil,
                        severity: showsAny ? .warning : nil, variation: form.variation)
                }
            }
        }
    }
}
