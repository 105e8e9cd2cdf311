// Finds translations that do not show an argument which the source text shows.

internal import Localization

/// An argument that is left out, so that readers do not learn it.
///
/// A plural form may leave out the number it counts; whether it may do so is another check's question.
struct MissingArgumentCheck: MessageCheck {
    let identifier = "missing-argument"
    let category = CheckCategory.formats
    let severity = Severity.warning
    let triggers = MessageTraits.formats
    let example = CheckExample(
        "Copy %1$@ to %2$@", locale: "de", wrong: "%1$@ kopieren", right: "%1$@ nach %2$@ kopieren")

    func problems(in message: MessagePair) -> [TranslationProblem] {
        guard let comparison = message.arguments, !comparison.expected.isEmpty else { return [] }
        let isPlural = !message.message.plural.isEmpty
        let counted = isPlural ? message.source?.countedPosition ?? message.message.countedPosition : nil
        let isUnvaried = message.counting.integerCategories.count == 1
        let showsCounted = comparison.forms.contains { form in form.uses.contains { $0.position == counted } }
        return comparison.forms.flatMap { form -> [TranslationProblem] in
            if form.hasProblems { return [] }
            let used = Set(form.uses.map(\.position))
            let missing = comparison.models.lazy.filter { model in
                !used.contains(model.position)
                    && !(isUnvaried && message.source?.onlyCounts(model) == true)
                    && (model.position != counted || (!showsCounted && form.variation == .plural(.other)))
            }
            // Nobody reads more of them for one text.
            return missing.prefix(8).map { TranslationProblem(.text($0.source), variation: form.variation) }
        }
    }
}

extension Message {
    /// Whether an argument only chooses among forms, and none of them shows it.
    fileprivate func onlyCounts(_ use: ArgumentUse) -> Bool {
        use.source.utf8.containsPair(0x23, 0x40)
            && substitutions.values.allSatisfy { forms in
                forms.values.allSatisfy { form in
                    form.segments.allSatisfy { segment in
                        switch segment {
                        case .literal: true
                        case .specifier(let specifier):
                            specifier.position.map { $0 != use.position } ?? false
                        case .substitution, .countedArgument: false
                        }
                    }
                }
            }
    }
}
