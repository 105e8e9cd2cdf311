// Decimal numbers, and which words read as numbers in which locale.

import ICU
import TestSupport
import Testing

@testable import CatalogSearch

@Suite struct NumberTests {
    @Test(arguments: [
        ("51.99", "51.99"), ("51.90", "51.9"), ("2001", "2001"), ("0.05", "0.05"), ("-3.10", "-3.1"),
        ("007", "7"),
        ("0.00", "0"), ("999999999999999999", "999999999999999999"),
    ])
    func keepsDecimalsExactly(text: String, canonical: String) throws {
        #expect(try #require(DecimalNumber(text)).description == canonical)
    }

    @Test(arguments: [
        "", ".", "5.", ".5", "1e3", "1,5", "--1", "1.2.3", "٣", "9999999999999999999", "0x10", " 1",
    ])
    func rejectsWhatIsNoDecimal(text: String) {
        #expect(DecimalNumber(text) == nil)
    }

    /// Order by value is that of the numbers times any power of ten.
    @Test func ordersByValue() {
        var random = SeededGenerator(seed: 1)
        for _ in 0..<500 {
            let left = Int.random(in: -100_000...100_000, using: &random)
            let right = Int.random(in: -100_000...100_000, using: &random)
            func decimal(_ value: Int) -> DecimalNumber {
                let digits = String(value.magnitude)
                let padded = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
                return DecimalNumber((value < 0 ? "-" : "") + padded.dropLast(3) + "." + padded.suffix(3))!
            }
            #expect((decimal(left) < decimal(right)) == (left < right))
            #expect((decimal(left) == decimal(right)) == (left == right))
        }
    }

    @Test(arguments: [
        ("de", "51,99", "51.99"), ("de", "1.234,5", "1234.5"), ("de", "2001", "2001"),
        ("en", "51.99", "51.99"),
        ("en", "1,234", "1234"), ("de_CH", "1’234.50", "1234.5"), ("de_CH", "1'234", "1234"),
        ("hi", "1,23,456", "123456"),
        ("hi", "२००१", "2001"), ("ar", "٥١٫٩٩", "51.99"), ("ar", "51.99", "51.99"), ("fa", "۲۰۰۱", "2001"),
        ("th", "๒๐๐๑", "2001"), ("ja", "２００１", "2001"), ("sv", "-5", "-5"),
    ])
    func readsNumbersAsTheLocaleWritesThem(locale: String, word: String, value: String) throws {
        let reader = try NumberReader(try #require(LocaleIdentifier(locale)))
        #expect(reader.number(word) == DecimalNumber(value))
    }

    @Test(arguments: [
        ("de", "51.99"), ("en", "51,99"), ("de", "1.23"), ("en", "12,34"), ("en", "3D"), ("en", "1.2.3"),
        ("en", "-"), ("de", ","),
        ("en", "²"), ("en", "½"),
    ])
    func readsNothingElseAsANumber(locale: String, word: String) throws {
        let reader = try NumberReader(try #require(LocaleIdentifier(locale)))
        #expect(reader.number(word) == nil)
    }
}
