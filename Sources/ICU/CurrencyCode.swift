// The codes of currencies.

internal import CICU
internal import Support

/// ISO 4217's codes of currencies, as ICU knows them.
package enum CurrencyCode {
    private static let known = Cache<String, Bool>(limit: 1_000)

    /// Whether a text is the code of a present or past currency: three capital letters, such as `EUR`.
    package static func isKnown(_ code: String) -> Bool {
        guard code.utf8.count == 3, code.utf8.allSatisfy({ (0x41...0x5A).contains($0) }) else { return false }
        return known.value(of: code) {
            var status: Int32 = 0
            let units = Array(code.utf16) + [0]
            return icu_isKnownCurrency(units, &status) != 0 && status <= 0
        }
    }

    /// The currency's name in a language (CLDR); the code itself if it has none.
    package static func name(of code: String, in locale: LocaleIdentifier) -> String {
        guard isKnown(code) else { return code }
        var status: Int32 = 0
        var length: Int32 = 0
        let units = Array(code.utf16) + [0]
        guard let name = icu_currencyName(units, locale.icuIdentifier, &length, &status), status <= 0,
            length > 0
        else { return code }
        return String(decoding: UnsafeBufferPointer(start: name, count: Int(length)), as: UTF16.self)
    }
}
