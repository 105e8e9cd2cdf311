// Words of a query that are symbols, or have a currency sign: they are not what the user looks for.

internal import ICU

extension String {
    /// Whether the text consists of symbols and punctuation, such as `€`, `&` or an emoji with its modifiers.
    var isSymbolic: Bool {
        var hasSymbol = false
        for scalar in unicodeScalars {
            switch scalar.properties.generalCategory {
            case .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol, .connectorPunctuation,
                .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
                .finalPunctuation, .otherPunctuation:
                hasSymbol = true
            // Format characters join emoji, and a mark makes them coloured.
            case .format, .nonspacingMark, .enclosingMark: continue
            default: return false
            }
        }
        return hasSymbol
    }

    /// The text without the currency signs at its ends, as in `€20`; `nil` if it has none.
    var withoutCurrencySigns: String? {
        func isSign(_ scalar: Unicode.Scalar) -> Bool {
            scalar.properties.generalCategory == .currencySymbol
        }
        let scalars = unicodeScalars
        guard let first = scalars.first, let last = scalars.last, isSign(first) || isSign(last) else {
            return nil
        }
        var rest = scalars.drop(while: isSign)
        while let last = rest.last, isSign(last) { rest.removeLast() }
        return String(rest)
    }
}

extension PreparedQuery {
    /// The value of a word, if it is a number in a locale, and the word's spelling
    /// without currency signs if it is.
    static func number(
        _ spelling: String, in locale: LocaleIdentifier
    ) throws(ICUError) -> (number: DecimalNumber?, spelling: String) {
        if let amount = spelling.withoutCurrencySigns,
            let number = try NumberReader.number(amount, in: locale)
        {
            return (number, amount)
        }
        return (try NumberReader.number(spelling, in: locale), spelling)
    }
}
