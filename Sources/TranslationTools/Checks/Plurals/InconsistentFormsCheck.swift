// Finds messages whose forms take different types of argument for the same position.

internal import Localization

/// `%ld file` beside `%@ files`: one of them is wrong. Translations are compared with their source instead.
struct InconsistentFormsCheck: MessageCheck {
    let identifier = "inconsistent-forms"
    let category = CheckCategory.plurals
    let severity = Severity.error
    let triggers = MessageTraits.plurals
    let example = CheckExample(
        source: "", locale: "en",
        wrong: "\"n|==|plural.one\" = \"%@ file\";\n\"n|==|plural.other\" = \"%ld files\";",
        right: "\"n|==|plural.one\" = \"%ld file\";\n\"n|==|plural.other\" = \"%ld files\";")

    func problems(in message: MessagePair) -> [TranslationProblem] {
        guard message.source == nil, message.message.hasVariations, !message.message.hasBrokenFormat,
            message.placeholders.syntaxes.contains(.objectiveC)
        else {
            return []
        }
        let models = message.message.argumentModels
        return message.message.wholeForms.flatMap { form in
            message.message.argumentUses(of: form.format).compactMap { use in
                guard let model = models[use.position],
                    Placeholder(model).types.isDisjoint(with: Placeholder(use).types)
                else { return nil }
                return TranslationProblem(.text(use.source), .text(model.source), variation: form.variation)
            }
        }
    }
}
