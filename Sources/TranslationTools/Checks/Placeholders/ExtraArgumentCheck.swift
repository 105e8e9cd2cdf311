// Finds specifiers in translations for arguments that the program does not pass.

internal import Localization

/// A specifier without an argument: C reads whatever is in memory, and may crash.
struct ExtraArgumentCheck: MessageCheck {
    let identifier = "extra-argument"
    let category = CheckCategory.formats
    let severity = Severity.error
    let triggers = MessageTraits.formats
    let example = CheckExample(
        "Deleted %@", locale: "fr", wrong: "%@ supprimé par %@", right: "%@ supprimé")

    func problems(in message: MessagePair) -> [TranslationProblem] {
        message.comparisons.flatMap { comparison -> [TranslationProblem] in
            if comparison.syntax.rules.contains(.mayAdd) { return [] }
            lazy var passed = comparison.passed(by: message.message.key)
            return comparison.forms.flatMap { form in
                let unknown = form.placeholders.filter {
                    comparison.expected[$0.argument] == nil && !passed.contains($0.argument)
                        && !comparison.isPassed($0)
                }
                return unknown.isEmpty ? [] : Self.problems(unknown, in: form, comparison, passed)
            }
        }
    }
}

extension ExtraArgumentCheck {
    private static func problems(
        _ unknown: [Placeholder], in form: FormatComparison.Form, _ comparison: FormatComparison,
        _ passed: Set<ArgumentName>
    ) -> [TranslationProblem] {
        let replacements = comparison.replacements(in: form, besides: passed)
        return unknown.map { placeholder in
            let severity = comparison.isHarmless(placeholder) ? Severity.warning : nil
            if let model = replacements.models[placeholder.argument] {
                return .changedPlaceholder(
                    placeholder.source, model.source, severity: severity, variation: form.variation)
            }
            switch placeholder.argument {
            case .number(let number):
                return TranslationProblem(
                    .text(placeholder.source), .init(number), variation: form.variation)
            case .name:
                return TranslationProblem(
                    .text(placeholder.source), variant: "name", severity: severity,
                    variation: form.variation)
            }
        }
    }
}

extension FormatComparison {
    /// Whether the program shows the text nevertheless: where only the texts suggest that it is a
    /// placeholder, it may be an example for readers, and a text of Fluent may refer to others.
    fileprivate func isHarmless(_ placeholder: Placeholder) -> Bool {
        syntax == .common || isReference(placeholder)
    }

    /// Whether the program passes the argument of a placeholder nevertheless: one before another that the
    /// source shows, in syntaxes whose texts may leave that out.
    fileprivate func isPassed(_ placeholder: Placeholder) -> Bool {
        syntax.rules.contains(.mayOmitLower) && models.contains { placeholder.argument < $0.argument }
    }
}
