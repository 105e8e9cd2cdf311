// Prices as people and shop systems write them: `93,69 €`, `1.299,00`, `USD 12.50`, `CHF 1’299.–`.

package import CatalogSearch
internal import Support

extension Price {
    /// Reads an amount with or without its currency.
    ///
    /// An amount in the notation of programs is read as such. Otherwise, if two different marks occur, the
    /// last one is the decimal mark; a mark that occurs several times separates groups; and a single mark
    /// before three digits separates groups if it does so in the locale.
    ///
    /// - Parameters:
    ///   - currency: the currency of amounts without one; `nil` if amounts must name one.
    ///   - locale: the language in which the amount is written.
    /// - Returns: `nil` if the text is not an amount, or if no currency is known.
    package init?(written text: String, currency: String?, market: String? = nil, locale: LocaleIdentifier) {
        let scalars = Array(text.unicodeScalars)
        guard let first = scalars.firstIndex(where: { $0.isDecimalDigit }),
            let last = scalars.lastIndex(where: { $0.isDecimalDigit })
        else { return nil }
        var before = String(String.UnicodeScalarView(scalars[..<first])).trimmingWhiteSpace
        var behind = String(String.UnicodeScalarView(scalars[(last + 1)...])).trimmingWhiteSpace
        var sign = ""
        for mark in ["-", "−"] where before.hasSuffix(mark) || before.hasPrefix(mark) {
            sign = "-"
            before = before.replacing(mark, with: "").trimmingWhiteSpace
        }
        // `12,-` and `12.–` are whole amounts.
        for mark in [",-", ".-", ",–", ".–", ",—", ".—"] where behind.hasPrefix(mark) {
            behind = String(behind.dropFirst(mark.count)).trimmingWhiteSpace
        }
        let named = before + behind
        guard before.isEmpty || behind.isEmpty else { return nil }
        guard let currency = CurrencySign.currency(named, currency),
            let amount = Self.plain(scalars[first...last], locale)
        else { return nil }
        self.init(sign + amount, currency: currency, market: market)
    }

    /// The currency that a text with an amount shows, or that its sign usually means; `nil` if it shows none,
    /// or is not an amount.
    static func currency(shownBy text: String, locale: LocaleIdentifier) -> String? {
        let found = ["EUR", "USD", "JPY", "SEK"].compactMap {
            Price(written: text, currency: $0, locale: locale)?.currency
        }
        // An amount without a currency fits all of them.
        guard let first = found.first, found.allSatisfy({ $0 == first }) else { return nil }
        return first
    }

    /// The currency in the name of a column: `Preis (€)`, `Price USD`, `price_eur`.
    static func currency(inName name: String) -> String? {
        if let sign = CurrencySign.sign(in: name) { return sign }
        let words = name.split { !$0.isLetter }
        guard words.count > 1, let last = words.last, last.utf8.count == 3 else { return nil }
        let code = last.uppercased()
        return Price.isCurrency(code) ? code : nil
    }

    /// The amount with `.` as its decimal mark and no groups; `nil` if the marks do not make sense.
    private static func plain(_ amount: ArraySlice<Unicode.Scalar>, _ locale: LocaleIdentifier) -> String? {
        var digits = ""
        var groups: [Int] = [0]
        var marks: [Unicode.Scalar] = []
        for scalar in amount {
            if let value = scalar.decimalValue {
                digits += String(value)
                groups[groups.count - 1] += 1
            } else {
                // Spaces and apostrophes separate groups in every language.
                let mark: Unicode.Scalar
                switch scalar {
                case " ", "\u{A0}", "\u{202F}", "\u{2009}", "'", "’": mark = " "
                case ".", "٫": mark = scalar == "." ? "." : ","
                case ",": mark = ","
                case "٬": mark = " "
                default: return nil
                }
                marks.append(mark)
                groups.append(0)
            }
        }
        guard let lastMark = marks.last, let lastGroup = groups.last else { return digits }
        let isDecimal: Bool
        if lastMark == " " {
            isDecimal = false
        } else if marks.dropLast().contains(lastMark) {
            isDecimal = false
        } else if marks.count > 1 {
            isDecimal = true
        } else {
            let groupMark = locale.groupMark
            isDecimal =
                lastGroup != 3 || groups[0] > 3 || groups[0] == 0 || lastMark != groupMark
                || digits.hasPrefix("0")
        }
        let whole = isDecimal ? groups.dropLast() : groups[...]
        // The last group has three digits, those between two (Indian lakhs) or three.
        if whole.count > 1 {
            guard whole.last == 3, whole.dropFirst().dropLast().allSatisfy({ (2...3).contains($0) }),
                (1...3).contains(whole[0]), Set(isDecimal ? marks.dropLast() : marks).count == 1
            else { return nil }
        }
        guard isDecimal else { return digits }
        let split = digits.index(digits.endIndex, offsetBy: -lastGroup)
        return (split == digits.startIndex ? "0" : "") + digits[..<split] + "." + digits[split...]
    }
}

/// The signs and codes of currencies beside amounts.
private enum CurrencySign {
    /// Signs of one currency only.
    private static let signs = [
        "€": "EUR", "£": "GBP", "zł": "PLN", "Kč": "CZK", "₺": "TRY", "₽": "RUB", "₹": "INR", "₩": "KRW",
        "₪": "ILS",
        "฿": "THB", "₫": "VND", "₴": "UAH", "₱": "PHP", "Fr.": "CHF", "SFr.": "CHF", "R$": "BRL",
        "US$": "USD", "лв.": "BGN",
        "руб.": "RUB", "円": "JPY", "원": "KRW",
    ]
    /// Signs of several currencies; the catalog's currency decides.
    private static let shared: [String: Set<String>] = [
        "$": ["USD", "CAD", "AUD", "NZD", "MXN", "ARS", "CLP", "COP", "SGD", "HKD", "TWD"],
        "¥": ["JPY", "CNY"], "￥": ["JPY", "CNY"], "kr": ["SEK", "NOK", "DKK", "ISK"],
        "kr.": ["DKK", "ISK", "NOK", "SEK"],
    ]

    static func sign(in name: String) -> String? {
        for (sign, code) in [
            "€": "EUR", "£": "GBP", "zł": "PLN", "₺": "TRY", "₽": "RUB", "₹": "INR", "₪": "ILS",
        ]
        where name.contains(sign) { return code }
        return name.contains("$") ? "USD" : nil
    }

    /// The currency that is named beside an amount, or the catalog's; `nil` if it is unknown.
    static func currency(_ named: String, _ usual: String?) -> String? {
        if named.isEmpty { return usual }
        if let shared = shared[named] { return usual.flatMap { shared.contains($0) ? $0 : nil } }
        let code = signs[named] ?? named.uppercased()
        if code == usual { return code }
        return Price.isCurrency(code) ? code : nil
    }
}

extension LocaleIdentifier {
    /// The mark that separates groups of digits; `nil` for a space (CLDR, `numbers/symbols`).
    fileprivate var groupMark: Unicode.Scalar? {
        // Switzerland uses apostrophes, Mexico commas.
        if ["CH", "LI"].contains(region ?? "") { return nil }
        let points: Set = [
            "az", "bs", "ca", "da", "de", "el", "es", "eu", "fo", "gl", "hr", "id", "is", "it", "mk", "nl",
            "pt", "ro", "sl", "sr",
            "tr", "vi",
        ]
        if points.contains(language) { return region == "MX" ? "," : "." }
        let spaces: Set = [
            "be", "bg", "cs", "et", "fi", "fr", "hu", "hy", "ka", "kk", "lt", "lv", "nb", "nn", "no", "pl",
            "ru", "sk", "sv", "uk",
        ]
        return spaces.contains(language) ? nil : ","
    }
}
