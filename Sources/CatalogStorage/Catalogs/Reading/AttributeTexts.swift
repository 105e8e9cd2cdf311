// Values of attributes in the notations of catalogs.

internal import CatalogSearch

/// The texts of an attribute in several locales, which become values with labels.
struct LocalizedAttributeTexts {
    private let defaultLocale: LocaleIdentifier
    private var texts: [(locale: LocaleIdentifier, texts: [String])] = []

    init(_ defaultLocale: LocaleIdentifier) { self.defaultLocale = defaultLocale }

    /// Adds the texts of a locale, without empty ones at the end.
    mutating func add(_ list: [String], in locale: LocaleIdentifier) {
        var list = list
        while list.last == "" { list.removeLast() }
        if !list.isEmpty { texts.append((locale, list)) }
    }

    /// The values: the texts at one index of all lists are one value. Its id is the text in the default
    /// locale, or, if there is none, in the locale whose name comes first.
    ///
    /// - Returns: `nil` if the lists differ in length, or contain empty texts.
    var values: [AttributeValue]? {
        guard let count = texts.first?.texts.count else { return [] }
        guard texts.allSatisfy({ $0.texts.count == count && !$0.texts.contains("") }) else { return nil }
        let main =
            texts.first { $0.locale == defaultLocale }
            ?? texts.min { $0.locale.identifier < $1.locale.identifier }!
        return (0..<count).map { place in
            var labels: [LocaleIdentifier: String] = [:]
            for text in texts { labels[text.locale] = text.texts[place] }
            // A text without translations is a plain text.
            return .text(main.texts[place], labels: texts.count == 1 ? [:] : labels)
        }
    }
}

extension DecimalNumber {
    /// Reads a number in JSON notation, possibly with an exponent; `nil` if it has more than 18 digits.
    init?(json spelling: String) {
        let parts = spelling.split(whereSeparator: { $0 == "e" || $0 == "E" })
        guard let mantissa = parts.first, parts.count <= 2 else { return nil }
        guard parts.count == 2 else {
            self.init(mantissa)
            return
        }
        guard let exponent = Int(parts[1]), abs(exponent) <= 40 else { return nil }
        let isNegative = mantissa.hasPrefix("-")
        let digits = mantissa.drop { $0 == "-" }.split(separator: ".")
        let fraction = digits.count == 2 ? String(digits[1]) : ""
        let all = String(digits[0]) + fraction
        let point = digits[0].utf8.count + exponent
        let plain: String
        if point <= 0 {
            plain = "0." + String(repeating: "0", count: -point) + all
        } else if point >= all.utf8.count {
            plain = all + String(repeating: "0", count: point - all.utf8.count)
        } else {
            plain = all.prefix(point) + "." + all.dropFirst(point)
        }
        self.init((isNegative ? "-" : "") + plain)
    }
}
