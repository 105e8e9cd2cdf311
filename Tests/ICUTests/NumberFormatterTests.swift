// Numbers and prices in the formats of locales.

import ICU
import Testing

@Suite struct NumberFormatterTests {
    @Test(arguments: [
        ("en", "1234567", "1,234,567"), ("de", "1234.5", "1.234,5"), ("es", "1234", "1234"),
        ("es", "12345", "12.345"),
        ("pl", "1234", "1234"), ("hi", "1234567", "12,34,567"), ("ar", "2001", "٢٬٠٠١"),
        ("de_CH", "1234", "1’234"),
        ("fr", "1234", "1\u{202F}234"), ("th", "0.5", "0.5"),
    ])
    func writesNumbersAsTheLocaleDoes(locale: String, number: String, text: String) throws {
        let formatter = try NumberFormatter(try #require(LocaleIdentifier(locale)))
        #expect(try formatter.string(from: number) == text)
    }

    @Test(arguments: [
        ("de", "51.99", "EUR", "51,99\u{A0}€"), ("en", "51.99", "EUR", "€51.99"),
        ("ja", "2400", "JPY", "￥2,400"),
        ("en", "1234567890123456.78", "USD", "$1,234,567,890,123,456.78"),
        ("sv", "5.5", "SEK", "5,50\u{A0}kr"),
    ])
    func writesPricesExactly(locale: String, amount: String, currency: String, text: String) throws {
        let formatter = try NumberFormatter(
            try #require(LocaleIdentifier(locale)), style: .currency(currency))
        #expect(try formatter.string(from: amount) == text)
    }

    @Test func saysWhichCallFailedOnWhichLocale() throws {
        let formatter = try NumberFormatter(try #require(LocaleIdentifier("de")))
        let error = #expect(throws: ICUError.self) { try formatter.string(from: "no number") }
        #expect(error?.function == "unum_formatDecimal")
        #expect(error?.locale == "de")
        #expect(error?.status.hasPrefix("U_") == true)
    }
}
