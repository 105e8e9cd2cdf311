// Finds plural forms that do not show their number though they are for several.

internal import Localization

/// `one` = "A file" is right in English, where it is for 1 alone, and wrong in
/// Russian, where it is also for 21 and 31.
///
/// Messages whose widest form shows no number are left alone, and so are forms for 0 and one more number: 0
/// often never gets there (i18nspector makes the same exception).
struct OmittedNumberCheck: MessageCheck {
    let identifier = "omitted-number"
    let category = CheckCategory.plurals
    let severity = Severity.warning
    let triggers = MessageTraits.plurals
    let example = CheckExample(
        source: "\"n|==|plural.one\" = \"One file\";\n\"n|==|plural.other\" = \"%ld files\";", locale: "ru",
        wrong: "\"n|==|plural.one\" = \"Один файл\";\n\"n|==|plural.few\" = \"%ld файла\";\n"
            + "\"n|==|plural.many\" = \"%ld файлов\";\n\"n|==|plural.other\" = \"%ld файла\";",
        right: "\"n|==|plural.one\" = \"%ld файл\";\n\"n|==|plural.few\" = \"%ld файла\";\n"
            + "\"n|==|plural.many\" = \"%ld файлов\";\n\"n|==|plural.other\" = \"%ld файла\";")

    func problems(in message: MessagePair) -> [TranslationProblem] {
        // What GNU msgfmt refuses is a missing argument.
        if message.comparisons.contains(where: { $0.isStrict }) { return [] }
        let reported = MissingArgumentCheck().problems(in: message).map(\.variation)
        let others = message.placeholders.syntaxes.filter { $0 != .objectiveC && $0 != .common }
        func showsNumber(_ form: FormatString, besides first: Int? = nil) -> Bool {
            Self.showsNumber(form, besides: first)
                || others.contains { !$0.read(form.source).placeholders.isEmpty }
        }
        // Another check says that a form has no text at all.
        func isEmpty(_ form: FormatString, _ variation: VariationKey.Variation?) -> Bool {
            guard let variation, let source = message.counterpart(of: variation) else { return false }
            return EmptyValueCheck.isMissing(form.source, for: source.source)
        }
        return message.pluralGroups.flatMap { group -> [TranslationProblem] in
            guard group.forms.values.contains(where: { showsNumber($0) }) else { return [] }
            let counting = group.counting(in: message)
            return group.forms.sorted { $0.key < $1.key }.compactMap { category, form in
                // Elsewhere than in languages with a category for zero, such as
                // Latvian, `zero` is for exactly 0.
                guard category != .zero || counting.categories.contains(.zero),
                    !showsNumber(form, besides: counting.integers[category]?.first { $0 > 0 }),
                    !reported.contains(group.variation(category)), !isEmpty(form, group.variation(category))
                else { return nil }
                var integers = (counting.integers[category] ?? []).filter { !group.exactNumbers.contains($0) }
                if integers.count == 2 || (category != .zero && group.forms[.zero] != nil) {
                    integers.removeAll { $0 == 0 }
                }
                guard integers.count > 1 else { return nil }
                return TranslationProblem(
                    .text(category.rawValue), .text(counting.samples(of: category)),
                    variation: group.variation(category))
            }
        }
    }

    /// Whether a form shows any number; `%@` may be one that is written already.
    ///
    /// - Parameter first: the first number that the form is for. Written out, as in `1 файл`, it is wrong for the
    ///   others (Android Lint's `ImpliedQuantity`).
    private static func showsNumber(_ form: FormatString, besides first: Int?) -> Bool {
        form.segments.contains { segment in
            switch segment {
            case .countedArgument, .substitution: true
            case .specifier(let specifier):
                [.integer, .floatingPoint, .object].contains(specifier.conversion.argumentClass)
            case .literal(let text):
                // The digit of `{{count2}}` is no number.
                PlaceholderSyntax.prose(of: text, [.common]).split { !("0"..."9").contains($0) }.contains {
                    $0 != first.map(String.init) ?? ""
                }
            }
        }
    }
}
