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
        guard let comparison = message.arguments, let source = message.source else { return [] }
        return comparison.forms.flatMap { form -> [TranslationProblem] in
            // The parts of a substitution take its argument once each.
            guard form.uses.count > 1, message.message.substitutions.isEmpty,
                let model = message.counterpart(of: form.variation)
            else { return [] }
            let allowed = Self.counts(source.argumentUses(of: model))
            return Self.counts(form.uses).sorted { $0.key < $1.key }.compactMap { position, count in
                guard count > max(1, allowed[position] ?? 0) else { return nil }
                let name = form.uses.first { $0.position == position }?.source ?? ""
                return TranslationProblem(.text(name), .init(position), variation: form.variation)
            }
        }
    }

    private static func counts(_ uses: [ArgumentUse]) -> [Int: Int] {
        uses.reduce(into: [:]) { $0[$1.position, default: 0] += 1 }
    }
}
