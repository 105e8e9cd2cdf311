// What a translation does with its source's arguments, worked out once for the checks that judge it.

internal import Localization

/// The arguments of a message's texts beside those of its source.
struct FormatComparison {
    /// A text of the translation with the arguments that it takes.
    struct Form {
        let variation: VariationKey.Variation?
        let uses: [ArgumentUse]
        /// Whether something in the text was to be a specifier, as `% @`: that is reported for itself.
        let hasProblems: Bool
        /// Whether the specifiers are in another order than the source's without numbers.
        let isReordered: Bool
    }

    /// The arguments of the source by position.
    let expected: [Int: ArgumentUse]
    /// The same in the order of their positions.
    let models: [ArgumentUse]
    /// All texts of the translation that are shown whole, but for empty ones, which are reported for themselves.
    let forms: [Form]

    /// Compares; `nil` where either side is no sound format, which is reported for itself, and where both are plain texts
    /// with the same arguments.
    init?(_ message: Message, source: Message) {
        guard !source.hasBrokenFormat, !source.isDateFormat else { return nil }
        // Where the source is no format, nothing is reported but the arguments that it does not have.
        if message.hasBrokenFormat && source.isFormat { return nil }
        if !message.hasVariations, !source.hasVariations, let text = message.text, let model = source.text,
            text.specifiers.elementsEqual(model.specifiers, by: { $0.source == $1.source })
        {
            return nil
        }
        expected = source.argumentModels
        models = expected.values.sorted { $0.position < $1.position }
        forms = MessagePair.forms(of: message).lazy.filter { !$0.format.source.isEmpty }.map {
            variation, format in
            let uses = message.argumentUses(of: format)
            let model = source.form(nearest: variation).map(source.argumentUses) ?? []
            return Form(
                variation: variation, uses: uses, hasProblems: !format.problems.isEmpty,
                isReordered: Self.isReordered(uses, model))
        }
    }

    /// The same classes in another order, and no numbers that say so.
    private static func isReordered(_ uses: [ArgumentUse], _ model: [ArgumentUse]) -> Bool {
        guard uses.count == model.count, uses.count > 1,
            !uses.contains(where: \.isNumbered)
        else { return false }
        let classes = (
            uses.map(\.argumentClass.rawValue),
            model.sorted { $0.position < $1.position }.map(\.argumentClass.rawValue)
        )
        return classes.0 != classes.1 && classes.0.sorted() == classes.1.sorted()
    }

    /// The forms whose order is right or numbered.
    var ordered: [Form] { forms.filter { !$0.isReordered } }
}
