// A locale's plural rules and number formats from ICU, opened on first use.

internal import ICU
internal import Synchronization

/// The plural rules and the number formats of a locale.
///
/// ICU objects are opened outside the lock, because opening takes longer than a lock should be held. If two
/// threads open the same object at the same time, only that time is lost.
final class LocaleConventions: Sendable {
    let locale: LocaleIdentifier
    private let openedRules = Mutex<PluralRules?>(nil)
    private let openedNumbers = Mutex<Numbers?>(nil)

    /// The parts that formatting of numbers needs.
    private struct Numbers: Sendable {
        let integers: NumberFormatter?
        let symbols: NumberFormatter.Symbols
        /// The digits from zero to nine.
        let digits: [Character]
    }

    init(_ locale: LocaleIdentifier) { self.locale = locale }

    // MARK: Counting

    /// The category of a number shown with this number of decimals; `nil` for a text.
    func pluralCategory(of value: FormatValue, fractionDigits: Int?) -> PluralCategory? {
        let number: Double
        var decimals = 0
        switch value {
        case .integer(let integer): number = Self.representative(of: integer.magnitude)
        case .unsigned(let integer): number = Self.representative(of: integer)
        case .floatingPoint(let double):
            decimals = min(fractionDigits ?? Self.fractionDigits(of: double), 15)
            number = decimals == 0 ? double.magnitude.rounded(.toNearestOrEven) : double.magnitude
        case .text: return nil
        }
        guard number.isFinite, let rules else { return .other }
        return PluralCategory(rawValue: rules.keyword(for: number, fractionDigits: decimals)) ?? .other
    }

    private var rules: PluralRules? {
        if let rules = openedRules.withLock({ $0 }) { return rules }
        // If ICU fails for lack of memory, every number has the category `other`.
        guard let rules = try? PluralRules(locale) else { return nil }
        return openedRules.withLock { opened in
            if let opened { return opened }
            opened = rules
            return rules
        }
    }

    /// An integer with the same category that `Double`, which ICU uses, represents exactly. Plural rules
    /// depend only on the last six digits at most, and on whether the number is small.
    private static func representative(of magnitude: UInt64) -> Double {
        let limit: UInt64 = 1_000_000_000_000
        return Double(magnitude < limit ? magnitude : limit + magnitude % limit)
    }

    /// The number of decimals in the shortest form of a number.
    private static func fractionDigits(of number: Double) -> Int {
        let text = FormatValue.floatingPoint(number).plainText
        guard !text.contains("e"), let point = text.firstIndex(of: ".") else { return 0 }
        return text.distance(from: point, to: text.endIndex) - 1
    }

    // MARK: Writing

    /// A decimal number in ASCII (`-1234.50`) as the locale writes it.
    func localized(_ decimal: String, isGrouped: Bool) -> String {
        let numbers = self.numbers
        guard isGrouped else { return withNativeSigns(decimal) }
        let parts = decimal.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let integer = try? numbers.integers?.string(from: String(parts[0])) else {
            return withNativeSigns(decimal)
        }
        guard parts.count == 2 else { return integer }
        return integer + numbers.symbols.decimalSeparator + withNativeSigns(String(parts[1]))
    }

    /// The text with the locale's digits, minus sign and decimal separator.
    func withNativeSigns(_ text: String) -> String {
        let numbers = self.numbers
        var result = ""
        for character in text {
            if let digit = character.wholeNumberValue, character.isASCII {
                result.append(numbers.digits[digit])
            } else if character == "." {
                result += numbers.symbols.decimalSeparator
            } else if character == "-" {
                result += numbers.symbols.minusSign
            } else {
                result.append(character)
            }
        }
        return result
    }

    private var numbers: Numbers {
        if let numbers = openedNumbers.withLock({ $0 }) { return numbers }
        let numbers = Self.opened(locale)
        return openedNumbers.withLock { opened in
            if let opened { return opened }
            opened = numbers
            return numbers
        }
    }

    private static func opened(_ locale: LocaleIdentifier) -> Numbers {
        let integers = try? NumberFormatter(locale)
        // The digits of some numbering systems are not consecutive (`hanidec`), so format all of them.
        let ungrouped = try? NumberFormatter(locale, usesGrouping: false)
        var digits = (try? ungrouped?.string(from: "1234567890")).map(Array.init) ?? []
        if digits.count == 10 {
            digits.insert(digits.removeLast(), at: 0)
        } else {
            digits = Array("0123456789")
        }
        let symbols =
            integers?.symbols
            ?? NumberFormatter.Symbols(
                decimalSeparator: ".", groupingSeparator: "", minusSign: "-", zeroDigit: "0")
        return Numbers(integers: integers, symbols: symbols, digits: digits)
    }
}
