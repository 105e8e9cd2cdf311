// Reads numbers as people of a locale write them.

internal import ICU
internal import Support

/// Reads numbers with a locale's decimal and grouping separators, or by the signs used with the digits 0 to
/// 9. Digits of any script count.
struct NumberReader: Sendable {
    private let notations: [NumberFormatter.Symbols]

    private static let readers = Cache<String, NumberReader>(limit: 1_000)

    /// - Throws: `ICUError` where ICU lacks data or memory.
    init(_ locale: LocaleIdentifier) throws(ICUError) {
        self = try Self.readers.value(of: locale.icuIdentifier) { () throws(ICUError) in
            var notations = [try NumberFormatter(locale).symbols]
            if notations[0].zeroDigit != "0",
                let latin = LocaleIdentifier(locale.identifier + "@numbers=latn")
            {
                notations.append(try NumberFormatter(latin).symbols)
            }
            return NumberReader(notations: notations)
        }
    }

    private init(notations: [NumberFormatter.Symbols]) { self.notations = notations }

    /// The value of a word in a locale. ICU is called only if the word has a digit.
    ///
    /// - Throws: `ICUError` where ICU lacks data or memory.
    static func number(_ word: String, in locale: LocaleIdentifier) throws(ICUError) -> DecimalNumber? {
        guard word.hasDigit else { return nil }
        return try NumberReader(locale).number(word)
    }

    /// The value of a word; `nil` unless all of it is a number.
    func number(_ word: String) -> DecimalNumber? {
        guard word.hasDigit else { return nil }
        for notation in notations {
            if let plain = Self.plainNotation(of: word, notation) { return DecimalNumber(plain) }
        }
        return nil
    }

    /// The word with `.` as its decimal separator, ASCII digits and no grouping.
    private static func plainNotation(of word: String, _ symbols: NumberFormatter.Symbols) -> String? {
        var word = Substring(word)
        var plain = ""
        if word.hasPrefix(symbols.minusSign) || word.hasPrefix("-") {
            word = word.dropFirst(word.hasPrefix(symbols.minusSign) ? symbols.minusSign.count : 1)
            plain = "-"
        }
        var parts = word.split(
            separator: symbols.decimalSeparator, maxSplits: 1, omittingEmptySubsequences: false)
        var groups =
            symbols.grouping.isEmpty
            ? [parts[0]]
            : parts[0].split(omittingEmptySubsequences: false) { symbols.grouping.contains(String($0)) }
        // The last group has three digits, middle groups two or three (Indian lakhs), the first one to three.
        if groups.count > 1 {
            guard groups.last?.count == 3, (1...3).contains(groups[0].count),
                groups.dropFirst().dropLast().allSatisfy({ (2...3).contains($0.count) })
            else { return nil }
        }
        if parts.count == 2 { groups.append("."[...]); groups.append(parts.removeLast()) }
        for group in groups {
            if group == "." { plain += "."; continue }
            for scalar in group.unicodeScalars {
                guard let digit = scalar.decimalDigitValue else { return nil }
                plain += String(digit)
            }
        }
        return plain
    }
}

extension String {
    /// Whether the text contains a digit of any script.
    fileprivate var hasDigit: Bool { unicodeScalars.contains { $0.decimalDigitValue != nil } }
}

extension NumberFormatter.Symbols {
    /// All signs that may separate groups. An apostrophe may be straight or curly.
    fileprivate var grouping: Set<String> {
        switch groupingSeparator {
        case "": []
        case "’", "'": ["’", "'"]
        default: [groupingSeparator]
        }
    }
}
