// The sets of plural forms that a message has, of its own or as branches within its texts.

internal import Localization

/// A set of plural forms: a message's own, those for a device, those of a substitution,
/// or the branches of MessageFormat.
struct PluralGroup {
    /// The name of each of the forms; `nil` for branches of one text.
    let variation: @Sendable (PluralCategory) -> VariationKey.Variation?
    let forms: [PluralCategory: FormatString]
    /// The numbers that have texts of their own.
    var exactNumbers: Set<Int> = []
    /// The categories whose forms are branches for a number, and are shown for it in every language.
    var namedByNumber: Set<PluralCategory> = []
    /// Whether the categories are those of ordinal numbers in a language whose other plurals are not.
    var isOrdinal = false

    /// Whether any form shows the number with decimals.
    var showsFractions: Bool {
        forms.values.contains { form in
            form.specifiers.contains { $0.conversion.argumentClass == .floatingPoint }
        }
    }
}

extension Message {
    /// The sets of plural forms.
    var pluralGroups: [PluralGroup] {
        var groups: [PluralGroup] = []
        if !plural.isEmpty {
            groups.append(PluralGroup(variation: { .plural($0) }, forms: plural))
        }
        for (name, forms) in devicePlurals.sorted(by: { $0.key < $1.key }) {
            groups.append(PluralGroup(variation: { .devicePlural(name, $0) }, forms: forms))
        }
        for (name, forms) in substitutions.sorted(by: { $0.key < $1.key }) {
            groups.append(PluralGroup(variation: { .substitution(name: name, $0) }, forms: forms))
        }
        return groups
    }
}
