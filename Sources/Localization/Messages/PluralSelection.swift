// Which of a message's plural forms a number takes.

internal import ICU

extension LocaleConventions {
    /// The form for a number, and the category that the number has.
    ///
    /// 1. Exactly zero takes the form `zero` where there is one, in every language, as on Apple's systems.
    /// 2. Otherwise CLDR's category for the locale decides.
    /// 3. Where that form is missing, `other` serves; in Belarusian, Polish, Russian and Ukrainian `many` comes
    ///    first, because their `other` is for fractions.
    ///
    /// - Returns: `nil` where the value is no number; a `nil` form where neither form exists.
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
