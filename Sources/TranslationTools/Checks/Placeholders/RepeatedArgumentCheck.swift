// Finds translations that show an argument more often than their source text does.

internal import Localization

/// An argument twice, often a number that was to be another one: `%1$@ … %1$@` for `%1$@ … %2$@`.
struct RepeatedArgumentCheck: MessageCheck {
    let identifier = "repeated-argument"
    let category = CheckCategory.formats
    let severity = Severity.note
    let triggers = MessageTraits.formats
    let example = CheckExample(
        "Copy %1$@ to %2$@", locale: "nl", wrong: "Kopieer %1$@ naar %1$@", right: "Kopieer %1$@ naar %2$@")

    func problems(in message: MessagePair) -> [TranslationProblem] {
        // The parts of a substitution take its argument once each.
        guard message.message.substitutions.isEmpty else { return [] }
        return message.comparisons.flatMap { comparison in
            comparison.forms.flatMap { form -> [TranslationProblem] in
                guard form.placeholders.count > 1, let model = message.counterpart(of: form.variation) else {
                    return []
                }
                let allowed = Self.counts(comparison.syntax.read(model.source).placeholders)
                return Self.counts(form.placeholders).sorted { $0.key < $1.key }.compactMap {
                    argument, count in
                    // A name that occurs twice is rarely a slip, as a number is.
                    guard case .number(let number) = argument, count > max(1, allowed[argument] ?? 0) else {
                        return nil
                    }
                    let name = form.placeholders.first { $0.argument == argument }?.source ?? ""
                    return TranslationProblem(.text(name), .init(number), variation: form.variation)
                }
            }
        }
    }

    private static func counts(_ placeholders: [Placeholder]) -> [ArgumentName: Int] {
        placeholders.reduce(into: [:]) { $0[$1.argument, default: 0] += 1 }
    }
}
