// Decimal numbers, and the words that are numbers in a locale.

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
        "1700000000123456789", "-9223372036854775807", "1000000000000000000000", "-1200000000000000000000",
        "1" + String(repeating: "0", count: 237),
    ])
    func keepsLongWholeNumbers(text: String) throws {
        let number = try #require(DecimalNumber(text))
        #expect(number.description == text)
        #expect(DecimalNumber(significand: number.significand, storedScale: number.storedScale) == number)
    }

    @Test func longNumbersAreOrderedByValue() {
        let ascending = [
            "-1" + String(repeating: "0", count: 200), "-1200000000000000000000", "-1000000000000000000000",
            "-9223372036854775807", "-5111222333444555606", "-1.5", "0", "0.000000000000000001", "1.5",
            "999999999999999999", "5111222333444555605", "5111222333444555606", "9223372036854775807",
            "10000000000000000000", "10100000000000000000", "900000000000000000000", "1000000000000000000000",
            "1000000000000000010000", "1" + String(repeating: "0", count: 237),
        ].map { DecimalNumber($0)! }
        for (place, number) in ascending.enumerated() {
            for (other, next) in ascending.enumerated() { #expect((number < next) == (place < other)) }
        }
    }

    @Test(arguments: [
        "", ".", "5.", ".5", "1e3", "1,5", "--1", "1.2.3", "٣", "9999999999999999999", "0x10", " 1",
    ])
    func rejectsWhatIsNoDecimal(text: String) {
        #expect(DecimalNumber(text) == nil)
    }

    @Test(arguments: [
        ("2001..2005", "en", "2001", "2005"), ("2001..", "en", "2001", ""), ("..20.5", "en", "", "20.5"),
        ("7", "en", "7", "7"), ("-2..-1", "en", "-2", "-1"), ("2..2", "en", "2", "2"),
        ("19,90..1.500", "de", "19.9", "1500"), ("19.90", "de", "19.9", "19.9"),
        ("٢٠٠١..", "ar_EG", "2001", ""),
    ])
    func readsRanges(text: String, locale: String, lower: String, upper: String) throws {
        let range = try NumericRange(text, in: LocaleIdentifier(locale)!)
        #expect(range.lower == DecimalNumber(lower))
        #expect(range.upper == DecimalNumber(upper))
    }

    @Test func readsNumbersOfProgramsWithoutALocale() throws {
        #expect(
            try NumericRange("1.500")
                == NumericRange(lower: DecimalNumber("1.5"), upper: DecimalNumber("1.5")))
    }

    @Test(arguments: ["", "..", "1..2..3", "1...2", "a..2", "1,5", "1,50.."])
    func rejectsWhatIsNoRange(text: String) {
        #expect(throws: NumericRange.SpellingError.malformed) { try NumericRange(text) }
    }

    @Test(arguments: ["2..1", "1.51..1.5"]) func rejectsReversedRanges(text: String) {
        #expect(throws: NumericRange.SpellingError.reversed) { try NumericRange(text) }
    }

    /// Comparison gives the same result after multiplying by a power of ten.
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
