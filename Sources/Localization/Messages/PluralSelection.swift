// The selection of a plural form for a number.

internal import ICU

extension LocaleConventions {
    /// The plural form for a number, and the number's category.
    ///
    /// 1. Exactly zero takes the form `zero` if there is one, in every language, as on Apple's systems.
    /// 2. Otherwise CLDR's category for the locale decides.
    /// 3. If that form is missing, `other` is used. Belarusian, Polish, Russian and Ukrainian use `many` first,
    ///    because their `other` is for fractions.
    ///
    /// - Returns: `nil` if the value is not a number; a `nil` form if there is no form to use.
    func form(
        for value: FormatValue, fractionDigits: Int?, in forms: [PluralCategory: FormatString]
    ) -> (category: PluralCategory, form: FormatString?)? {
        if let zero = forms[.zero], value.isZero { return (.zero, zero) }
        guard let category = pluralCategory(of: value, fractionDigits: fractionDigits) else { return nil }
        if let form = forms[category] { return (category, form) }
        let substitutes: [PluralCategory] = prefersMany ? [.many, .other] : [.other]
        return (category, substitutes.lazy.compactMap { forms[$0] }.first)
    }

    private var prefersMany: Bool { ["be", "pl", "ru", "uk"].contains(locale.language) }
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

    /// Whether the value is a number.
    var isNumber: Bool { if case .text = self { false } else { true } }
}
