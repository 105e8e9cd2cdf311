// Finds translations that have one text where the source has a form for each number.

internal import Localization

/// A plain text for a message that counts, in a locale that distinguishes numbers.
struct MissingPluralCheck: MessageCheck {
    let identifier = "missing-plural"
    let category = CheckCategory.plurals
    let severity = Severity.warning
    let triggers = MessageTraits.plurals
    let example = CheckExample(
        source: "\"n|==|plural.one\" = \"%ld file\";\n\"n|==|plural.other\" = \"%ld files\";", locale: "it",
        wrong: "\"n\" = \"%ld file trovati\";",
        right: "\"n|==|plural.one\" = \"%ld file trovato\";\n\"n|==|plural.other\" = \"%ld file trovati\";")

    func problems(in message: MessagePair) -> [TranslationProblem] {
        guard let source = message.source, !source.plural.isEmpty, message.message.plural.isEmpty,
            message.message.substitutions.isEmpty, message.pluralChoices.isEmpty,
            message.counting.integerCategories.count(where: { !message.counting.isForMillions($0) }) > 1
        else { return [] }
        let categories = message.counting.integerCategories.map(\.rawValue).joined(separator: ", ")
        return [TranslationProblem(.text(categories))]
    }
}
