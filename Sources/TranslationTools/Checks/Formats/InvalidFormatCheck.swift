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
            + faults(in: message) + conflicts(in: message) + unnumbered(in: message)
    }

    /// What the syntax of the source's placeholders does not allow.
    private func faults(in message: MessagePair) -> [TranslationProblem] {
        message.comparisons.flatMap { comparison in
            comparison.forms.compactMap { form in
                form.fault.map {
                    TranslationProblem(
                        .text($0.source), .text(comparison.syntax.flag), variant: "syntax",
                        variation: form.variation)
                }
            }
        }
    }

    /// Several specifiers without numbers in Android's resources: aapt2 refuses each such file.
    private func unnumbered(in message: MessagePair) -> [TranslationProblem] {
        guard message.placeholders.syntaxes.contains(.javaPrintf), message.placeholders.authority == .format
        else { return [] }
        return MessagePair.forms(of: message.message).compactMap { form in
            let specifiers = PlaceholderSyntax.javaPrintf.read(form.format.source).placeholders
            let without = specifiers.filter { !$0.isExplicit }
            guard without.count > 1 else { return nil }
            return TranslationProblem(
                .text(without.map(\.source).joined(separator: " ")), variant: "unnumbered",
                variation: form.variation)
        }
    }

    /// One argument that a source text shows with two types. Translations can do no better.
    private func conflicts(in message: MessagePair) -> [TranslationProblem] {
        guard message.source == nil, !message.message.hasVariations, let text = message.message.text else {
            return []
        }
        return message.placeholders.syntaxes.flatMap { syntax in
            syntax.read(text.source).placeholders.conflicts.map { placeholder, earlier in
                TranslationProblem(.text(placeholder.source), .text(earlier.source), variant: "types")
            }
        }
    }
}
