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

    func problems(in message: MessagePair) -> [TranslationProblem] { types(in: message) + uses(in: message) }

    private func types(in message: MessagePair) -> [TranslationProblem] {
        message.comparisons.flatMap { comparison in
            comparison.ordered.flatMap { form -> [TranslationProblem] in
                // What is left out before others is missing, and these are what they are to be.
                guard comparison.leftOutBeforeOthers(in: form).isEmpty else { return [] }
                return form.placeholders.compactMap { placeholder in
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

    /// Arguments of MessageFormat that are shown in another way than in the source, though their type is the
    /// same: `selectordinal` for `plural`, another offset, a time for a date.
    private func uses(in message: MessagePair) -> [TranslationProblem] {
        guard let source = message.source else { return [] }
        if !message.message.plural.isEmpty, !source.plural.isEmpty {
            let kinds = [message.message, source].map {
                ($0.hasOrdinalForms ? ICUMessage.ChoiceKind.ordinal : .plural).rawValue
            }
            return kinds[0] == kinds[1]
                ? []
                : [
                    TranslationProblem(
                        .text(kinds[0]), .text(kinds[1]), variant: "use", severity: .warning,
                        variation: .plural(.other))
                ]
        }
        guard message.placeholders.syntaxes.contains(where: \.isMessageFormat),
            let text = message.message.text, let model = source.text,
            let uses = try? ICUMessage(text.source).uses, let known = try? ICUMessage(model.source).uses
        else { return [] }
        return uses.sorted { $0.key < $1.key }.flatMap { name, own -> [TranslationProblem] in
            guard let expected = known[name] else { return [] }
            return own.subtracting(expected).sorted().map { use in
                TranslationProblem(
                    .text("{\(name), \(use)}"),
                    .text("{\(name), \(expected.sorted().joined(separator: ", "))}"),
                    variant: "use", severity: .warning)
            }
        }
    }
}
