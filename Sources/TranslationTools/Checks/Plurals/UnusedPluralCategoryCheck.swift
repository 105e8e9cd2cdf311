// Finds plural forms for categories that the locale does not have.

internal import Localization

/// A form that is never shown, and so does no harm. `zero` is allowed everywhere: it is for exactly 0.
struct UnusedPluralCategoryCheck: MessageCheck {
    let identifier = "unused-plural-category"
    let category = CheckCategory.plurals
    let severity = Severity.note
    let triggers = MessageTraits.plurals
    let example = CheckExample(
        source: "\"n|==|plural.one\" = \"%ld file\";\n\"n|==|plural.other\" = \"%ld files\";", locale: "ja",
        wrong: "\"n|==|plural.one\" = \"%ldファイル\";\n\"n|==|plural.other\" = \"%ldファイル\";",
        right: "\"n|==|plural.other\" = \"%ldファイル\";")

    func problems(in message: MessagePair) -> [TranslationProblem] {
        guard message.counting.isKnown else { return [] }
        return message.pluralGroups.flatMap { group -> [TranslationProblem] in
            let counting = group.counting(in: message)
            return group.forms.keys.sorted().compactMap { category in
                guard category != .zero, !group.namedByNumber.contains(category),
                    !counting.categories.contains(category),
                    !(category == .many && Self.hadMany.contains(message.locale.language))
                else { return nil }
                return TranslationProblem(.text(category.rawValue), variation: group.variation(category))
            }
        }
    }

    /// Languages for which CLDR had a form for multiples of ten before version 42, which older systems use.
    private static let hadMany: Set<String> = ["he", "iw"]
}
