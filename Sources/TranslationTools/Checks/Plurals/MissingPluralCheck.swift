// Finds translations that have one text where the source has a form for each number.

internal import Localization

/// A plain text for a message that counts, in a locale that distinguishes numbers; in texts of MessageFormat
/// a number that is shown without a choice.
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
        guard let source = message.source, message.message.plural.isEmpty,
            message.message.substitutions.isEmpty,
            message.counting.integerCategories.count(where: { !message.counting.isForMillions($0) }) > 1
        else { return [] }
        let categories = message.counting.integerCategories.map(\.rawValue).joined(separator: ", ")
        if source.plural.isEmpty {
            return uncountedArguments(message).map {
                TranslationProblem(.text("{\($0)}"), .text(categories), variant: "argument")
            }
        }
        return message.pluralChoices.isEmpty ? [TranslationProblem(.text(categories))] : []
    }

    /// The arguments of MessageFormat that the source text counts with, and the translation only shows.
    /// Behind a colon or a bracket, as in `Files: {n}`, nothing depends on the number.
    private func uncountedArguments(_ message: MessagePair) -> [String] {
        guard message.placeholders.syntaxes.contains(where: \.isMessageFormat),
            let text = message.message.text?.source, let model = message.source?.text?.source,
            let own = try? ICUMessage(text), let known = try? ICUMessage(model)
        else { return [] }
        let bytes = Array(text.utf8)
        let chosen = Set(own.arguments.filter { $0.choice != nil }.map(\.name))
        let shown = own.arguments.filter { argument in
            let before = bytes[..<argument.range.lowerBound].last { $0 != 0x20 }
            return before != UInt8(ascii: ":") && before != UInt8(ascii: "(")
        }
        let counted = known.plurals.filter { _, choice in
            choice.kind == .plural
                && choice.branches.count { PluralCategory(rawValue: $0.selector) != nil } > 1
        }.map(\.argument.name)
        var uncounted = Set(shown.map(\.name)).subtracting(chosen)
        return counted.filter { uncounted.remove($0) != nil }
    }
}
