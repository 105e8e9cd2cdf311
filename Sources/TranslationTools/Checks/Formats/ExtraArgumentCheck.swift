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
        guard let comparison = message.arguments else { return [] }
        // A key that is a format tells what the program passes, even where the source text shows less.
        lazy var passed = Set(
            message.message.argumentUses(of: FormatString(message.message.key)).map(\.position))
        return comparison.forms.flatMap { form in
            form.uses.filter {
                comparison.expected[$0.position] == nil && !passed.contains($0.position)
            }.map {
                TranslationProblem(.text($0.source), .init($0.position), variation: form.variation)
            }
        }
    }
}
