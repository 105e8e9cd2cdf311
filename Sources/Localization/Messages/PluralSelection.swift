// The selection of a plural form for a number.

internal import ICU

extension LocaleConventions {
    /// The plural form for a number, and the number's category.
    ///
    /// 1. Exactly zero takes the form `zero` if there is one, in every language, as on Apple's systems.
    /// 2. Otherwise CLDR's category for the locale decides.
    /// 3. If that form is missing, the forms of `LocaleIdentifier.pluralSubstitutes` are used.
    ///
    /// - Returns: `nil` if the value is not a number; a `nil` form if there is no form to use.
    func form(
        for value: FormatValue, fractionDigits: Int?, in forms: [PluralCategory: FormatString]
    ) -> (category: PluralCategory, form: FormatString?)? {
        if let zero = forms[.zero], value.isZero { return (.zero, zero) }
        guard let category = pluralCategory(of: value, fractionDigits: fractionDigits) else { return nil }
        if let form = forms[category] { return (category, form) }
        return (category, locale.pluralSubstitutes.lazy.compactMap { forms[$0] }.first)
    }
}

extension LocaleIdentifier {
    /// The plural categories whose form serves where a message lacks the form
    /// for a number, the first one first.
    ///
    /// That is `other`. In Belarusian, Polish, Russian and Ukrainian `many` comes first, because their
    /// `other` is for fractions (CLDR, "Language Plural Rules").
    public var pluralSubstitutes: [PluralCategory] {
        ["be", "pl", "ru", "uk"].contains(language) ? [.many, .other] : [.other]
    }
}

extension FormatValue {
    /// Whether the value is the number zero.
    var isZero: Bool {
        switch self {
        case .integer(let value): value == 0
        case .unsigned(let value): value == 0
        case .floatingPoint(let value): value == 0
        case .text: false
        }
    }

    var isNumber: Bool { if case .text = self { false } else { true } }
}
