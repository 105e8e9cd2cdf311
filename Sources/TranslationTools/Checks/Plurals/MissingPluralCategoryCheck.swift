// Finds plural categories that the locale distinguishes and a message does not have.

internal import Localization

/// A category without a form: its numbers are shown with the words for others.
///
/// Categories for fractions alone matter only where the message shows fractions. A category for millions
/// alone, such as `many` in French, is reported once a file: most projects leave it out everywhere.
struct MissingPluralCategoryCheck: MessageCheck, FileCheck {
    let identifier = "missing-plural-category"
    let category = CheckCategory.plurals
    let severity = Severity.warning
    let triggers = MessageTraits.plurals
    let example = CheckExample(
        source: "\"n|==|plural.one\" = \"%ld file\";\n\"n|==|plural.other\" = \"%ld files\";", locale: "pl",
        wrong: "\"n|==|plural.one\" = \"%ld plik\";\n\"n|==|plural.many\" = \"%ld plików\";\n"
            + "\"n|==|plural.other\" = \"%ld pliku\";",
        right: "\"n|==|plural.one\" = \"%ld plik\";\n\"n|==|plural.few\" = \"%ld pliki\";\n"
            + "\"n|==|plural.many\" = \"%ld plików\";\n\"n|==|plural.other\" = \"%ld pliku\";")

    func problems(in message: MessagePair) -> [TranslationProblem] {
        message.pluralGroups.filter { !$0.isBlank }.flatMap { group -> [TranslationProblem] in
            let counting = group.counting(in: message)
            return counting.categories.compactMap { category in
                guard group.forms[category] == nil, category != .other else { return nil }
                let integers = counting.integers[category] ?? []
                guard !integers.isEmpty else {
                    return group.showsFractions
                        ? TranslationProblem(
                            .text(category.rawValue), variant: "fractions", variation: group.variation(.other)
                        )
                        : nil
                }
                // `zero` is for exactly 0, whatever else the locale counts like 0.
                if integers == [0], group.forms[.zero] != nil { return nil }
                if group.exactNumbers.isSuperset(of: integers) { return nil }
                guard !counting.isForMillions(category) else { return nil }
                if let rule = counting.rule {
                    return TranslationProblem(
                        .text(category.rawValue), .text(counting.samples(of: category)), .text(rule),
                        variant: "rule", variation: group.variation(.other))
                }
                return TranslationProblem(
                    .text(category.rawValue), .text(counting.samples(of: category)),
                    variation: group.variation(.other))
            }
        }
    }

    func problems(in file: LocalizationFile, source: LocalizationFile?) -> [TranslationProblem] {
        let counting = file.counting ?? .of(file.locale)
        return counting.categories.filter(counting.isForMillions).compactMap { category in
            let lacking = file.catalog.list.compactMap { message -> (String, PluralGroup)? in
                guard message.hasVariations, !file.isCompiledByGettext || message.isCompiled else {
                    return nil
                }
                let group = message.pluralGroups.first { $0.forms[category] == nil && !$0.isBlank }
                return group.map { (message.key, $0) }
            }
            guard let (key, group) = lacking.first else { return nil }
            return TranslationProblem(
                .text(category.rawValue), .text(counting.samples(of: category)),
                .integer(Int64(lacking.count)), variant: "millions", severity: .note, key: key,
                variation: group.variation(.other))
        }
    }
}

extension MessagePair {
    /// The sets of plural forms of the message.
    var pluralGroups: [PluralGroup] {
        message.pluralGroups + pluralChoices
    }

    /// The sets of branches for numbers within the texts.
    var pluralChoices: [PluralGroup] {
        let messageFormat = placeholders.syntaxes.first(where: \.isMessageFormat)
        let read: [(String, VariationKey.Variation?) -> [PluralGroup]] =
            (messageFormat.map { syntax in
                [{ PluralGroup.choices(in: $0, $1, namesNumbers: syntax.rules.contains(.namesNumbers)) }]
            } ?? [])
            + (placeholders.syntaxes.contains(.messageFormat2) ? [PluralGroup.variants] : [])
            + (placeholders.syntaxes.contains(.fluent) ? [PluralGroup.fluentChoices] : [])
        return read.flatMap { choices in
            message.wholeForms.flatMap { choices($0.format.source, $0.variation) }
        }
    }
}

extension PluralGroup {
    /// Whether all forms are empty, as those of a variable that only takes an argument: another one would
    /// change nothing. In a translation of words `empty-value` reports them.
    fileprivate var isBlank: Bool { !forms.isEmpty && forms.values.allSatisfy(\.source.isBlank) }

    /// How the forms' locale counts.
    func counting(in message: MessagePair) -> PluralCoverage {
        isOrdinal ? .ordinals(of: message.locale) : message.counting
    }
}
