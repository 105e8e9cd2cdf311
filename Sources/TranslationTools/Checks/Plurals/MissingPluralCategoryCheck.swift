// Finds plural categories that the locale distinguishes and a message does not have.

internal import Localization

/// A category without a form: its numbers are shown with the words for others.
///
/// Where a source text in English has only the form `other`, and that reads as well with 1, as `+%ld buried`
/// does, a note is enough. Categories for fractions alone matter only where the message shows fractions. A
/// category for millions alone, such as `many` in French, is reported once a file: most projects leave it out
/// everywhere. `OmittedCategories` does the same for other categories that a file leaves out everywhere.
struct MissingPluralCategoryCheck: MessageCheck, FileCheck {
    static let name = "missing-plural-category"
    let identifier = Self.name
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
        message.pluralGroups.filter { !$0.isBlank && !$0.showsNumberAlone }.flatMap {
            group -> [TranslationProblem] in
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
                    severity: Self.needsNoSingular(group, message) ? .note : nil,
                    variation: group.variation(.other))
            }
        }
    }

    /// Whether the only form of a source text in English reads as well with 1.
    private static func needsNoSingular(_ group: PluralGroup, _ message: MessagePair) -> Bool {
        guard message.isSource, message.locale.language == "en", group.forms.count == 1, !group.isOrdinal,
            !message.message.hasOrdinalForms,
            let text = group.forms[.other]?.source
        else { return false }
        let words = PlaceholderSyntax.prose(of: text, message.placeholders.syntaxes).lowercased()
            .split { !$0.isLetter }
        return !words.contains(where: isOfSeveral)
    }

    /// Whether a word of English tells that there are several of something.
    private static func isOfSeveral(_ word: Substring) -> Bool {
        if wordsOfSeveral.contains(word) { return true }
        return word.count > 3 && word.hasSuffix("s") && !wordsLikePlurals.contains(word)
            && !["ss", "us", "is"].contains(where: word.hasSuffix)
    }

    private static let wordsOfSeveral: Set<Substring> = [
        "are", "were", "have", "do", "these", "those", "them", "they", "people", "children", "men", "women",
        "feet", "teeth", "mice",
    ]
    private static let wordsLikePlurals: Set<Substring> = [
        "does", "always", "besides", "perhaps", "towards", "afterwards", "unless", "across",
    ]

    func problems(in file: LocalizationFile, source: LocalizationFile?) -> [TranslationProblem] {
        let counting = file.counting ?? .of(file.locale)
        return counting.categories.filter(counting.isForMillions).compactMap { category in
            let lacking = file.catalog.list.compactMap { message -> (String, PluralGroup)? in
                guard message.hasVariations, !file.isCompiledByGettext || message.isCompiled else {
                    return nil
                }
                if message.hasOrdinalForms { return nil }
                let group = message.pluralGroups.first {
                    !$0.isOrdinal && $0.forms[category] == nil && !$0.isBlank
                }
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

    /// The syntax of choices in braces; `nil` where no text has any. Beside plural forms of the source, a plural
    /// within a translation is one.
    private var messageFormat: PlaceholderSyntax? {
        if let chosen = placeholders.syntaxes.first(where: \.isMessageFormat) { return chosen }
        guard source?.plural.isEmpty == false, let text = message.text, ICUMessage.selects(text.source) else {
            return nil
        }
        return .icu
    }

    /// The sets of branches for numbers within the texts.
    var pluralChoices: [PluralGroup] {
        let messageFormat = messageFormat
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
    /// Whether some numbers have texts of their own, and all others are shown without a word that depends on
    /// them: `{n, plural, =-1 {all} other {#}}`.
    fileprivate var showsNumberAlone: Bool {
        guard !exactNumbers.isEmpty, forms.count == 1, let other = forms[.other] else { return false }
        return other.segments.allSatisfy { segment in
            guard case .literal(let text) = segment else { return true }
            return !text.contains(where: \.isLetter)
        }
    }

    /// Whether all forms are empty, as those of a variable that only takes an argument: another one would
    /// change nothing. In a translation of words `empty-value` reports them.
    fileprivate var isBlank: Bool { !forms.isEmpty && forms.values.allSatisfy(\.source.isBlank) }

    /// How the forms' locale counts.
    func counting(in message: MessagePair) -> PluralCoverage {
        isOrdinal ? .ordinals(of: message.locale) : message.counting
    }
}
