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
    }

    /// The arguments of the source by position.
    let expected: [Int: ArgumentUse]
    /// All texts of the translation that are shown whole.
    let forms: [Form]
    /// Those whose specifiers stand in another order than the source's without saying so.
    let reordered: [Form]

    /// Compares; `nil` where either side is no sound format, or where both are plain texts with the same arguments.
    init?(_ message: Message, source: Message) {
        guard !source.hasBrokenFormat, !message.hasBrokenFormat, !source.isDateFormat else { return nil }
        if !message.hasVariations, !source.hasVariations, let text = message.text, let model = source.text,
            text.specifiers.elementsEqual(model.specifiers, by: { $0.source == $1.source })
        {
            return nil
        }
        expected = source.argumentModels
        forms = MessagePair.forms(of: message).map {
            Form(
                variation: $0.variation, uses: message.argumentUses(of: $0.format),
                hasProblems: !$0.format.problems.isEmpty)
        }
        reordered = forms.filter { form in
            guard let model = source.form(nearest: form.variation) else { return false }
            return Self.isReordered(form.uses, source.argumentUses(of: model))
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
    var ordered: [Form] { forms.filter { form in !reordered.contains { $0.variation == form.variation } } }
}
