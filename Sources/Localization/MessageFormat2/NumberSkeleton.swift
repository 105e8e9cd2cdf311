// The options of functions for numbers, as ICU's number skeletons (UTS #35, Part 3, "Number Skeletons").

/// Checked options of a function for numbers.
struct NumberSkeleton {
    private let options: [String: MessageFormat2OptionValue]

    init(_ options: [String: MessageFormat2OptionValue]) { self.options = options }

    /// What an option may be.
    enum OptionKind: Sendable {
        case words([String])
        case digits
        /// Words that must stand in the message itself.
        case literals([String])
        /// Checked by its function.
        case any

        func allows(_ value: MessageFormat2OptionValue) -> Bool {
            switch self {
            case .words(let words): words.contains(value.text)
            case .digits: NumberSkeleton.digitSize(value.text) != nil
            case .literals(let words): value.isLiteral && words.contains(value.text)
            case .any: true
            }
        }
    }

    /// A number from 0 to 99 as options have it (`digit-size-option`).
    static func digitSize(_ text: String) -> Int? {
        guard (1...2).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            text.utf8.count == 1 || text.utf8.first != 0x30
        else { return nil }
        return Int(text)
    }

    private static let signs = [
        "auto": "sign-auto", "always": "sign-always", "exceptZero": "sign-except-zero",
        "negative": "sign-negative", "never": "sign-never",
    ]
    private static let groupings = [
        "auto": "group-auto", "always": "group-on-aligned", "never": "group-off", "min2": "group-min2",
    ]
    private static let roundings = [
        "ceil": "ceiling", "floor": "floor", "expand": "up", "trunc": "down", "halfCeil": "half-ceiling",
        "halfFloor": "half-floor", "halfExpand": "half-up", "halfTrunc": "half-down", "halfEven": "half-even",
    ]
    private static let currencyWidths = [
        "narrowSymbol": "unit-width-narrow", "symbol": "unit-width-short", "name": "unit-width-full-name",
        "code": "unit-width-iso-code", "never": "unit-width-hidden",
    ]
    private static let increments = [
        "1", "2", "5", "10", "20", "25", "50", "100", "200", "250", "500", "1000", "2000", "2500", "5000",
    ]

    private static let shared: [String: OptionKind] = [
        "useGrouping": .words(Array(groupings.keys)), "minimumSignificantDigits": .digits,
        "maximumSignificantDigits": .digits, "trailingZeroDisplay": .words(["auto", "stripIfInteger"]),
        "roundingPriority": .words(["auto", "morePrecision", "lessPrecision"]),
        "roundingMode": .words(Array(roundings.keys)),
    ]
    private static let selection = OptionKind.literals(["plural", "ordinal", "exact"])

    static let numberOptions = shared.merging(
        [
            "select": selection, "signDisplay": .words(Array(signs.keys)), "minimumIntegerDigits": .digits,
            "minimumFractionDigits": .digits, "maximumFractionDigits": .digits,
            "roundingIncrement": .words(increments),
        ], uniquingKeysWith: { $1 })
    static let integerOptions: [String: OptionKind] = [
        "select": selection, "signDisplay": .words(Array(signs.keys)),
        "useGrouping": .words(Array(groupings.keys)), "minimumIntegerDigits": .digits,
        "maximumSignificantDigits": .digits,
    ]
    static let percentOptions = shared.merging(
        [
            "signDisplay": .words(Array(signs.keys)), "minimumFractionDigits": .digits,
            "maximumFractionDigits": .digits,
        ], uniquingKeysWith: { $1 })
    static let currencyOptions = shared.merging(
        [
            "currency": .any, "currencySign": .words(["accounting", "standard"]),
            "currencyDisplay": .words(Array(currencyWidths.keys)), "minimumIntegerDigits": .digits,
            "fractionDigits": .words(["auto"] + (0...99).map(String.init)),
            "roundingIncrement": .words(increments),
        ], uniquingKeysWith: { $1 })

    // MARK: Skeletons

    var decimal: String {
        // CLDR's decimal patterns have three decimals.
        ([precision(least: 0, most: 3)] + common).joined(separator: " ")
    }

    var integer: String { ([precision(least: 0, most: 0)] + common).joined(separator: " ") }

    /// A hundredfold number with the locale's sign for percents.
    var percent: String {
        (["percent scale/100", precision(least: 0, most: 0)] + common).joined(separator: " ")
    }

    /// A price.
    func currency(_ code: String) -> String {
        var stems = ["currency/" + code] + common
        stems.append(Self.currencyWidths[text("currencyDisplay") ?? "symbol"] ?? "unit-width-short")
        if text("currencySign") == "accounting" { stems.append("sign-accounting") }
        if let digits = number("fractionDigits") {
            stems.append(precision(least: digits, most: digits))
        } else if number("minimumSignificantDigits") != nil || number("maximumSignificantDigits") != nil {
            stems.append(precision(least: 0, most: 0))
        } else {
            stems.append("precision-currency-standard" + trailingZeros)
        }
        return stems.joined(separator: " ")
    }

    private func text(_ name: String) -> String? { options[name]?.text }
    private func number(_ name: String) -> Int? { text(name).flatMap(Self.digitSize) }

    private var common: [String] {
        var stems = ["rounding-mode-" + (text("roundingMode").flatMap { Self.roundings[$0] } ?? "half-up")]
        if let sign = text("signDisplay").flatMap({ Self.signs[$0] }) { stems.append(sign) }
        if let grouping = text("useGrouping").flatMap({ Self.groupings[$0] }) { stems.append(grouping) }
        if let digits = number("minimumIntegerDigits"), digits > 0 {
            stems.append("integer-width/+" + String(repeating: "0", count: digits))
        }
        return stems
    }

    private var trailingZeros: String { text("trailingZeroDisplay") == "stripIfInteger" ? "/w" : "" }

    /// How many digits are shown.
    ///
    /// - Parameters:
    ///   - least, most: the numbers of decimals where options do not say otherwise.
    private func precision(least: Int, most: Int) -> String {
        let lower = number("minimumFractionDigits") ?? min(least, number("maximumFractionDigits") ?? least)
        if let increment = text("roundingIncrement"), increment != "1" {
            let decimals = number("maximumFractionDigits") ?? lower
            return "precision-increment/" + Self.scaled(increment, by: decimals) + trailingZeros
        }
        let upper = max(lower, number("maximumFractionDigits") ?? max(lower, most))
        let fraction =
            "." + String(repeating: "0", count: lower) + String(repeating: "#", count: upper - lower)
        guard let significant = significantDigits else {
            return (upper == 0 ? "precision-integer" : fraction) + trailingZeros
        }
        return switch text("roundingPriority") {
        case "morePrecision": fraction + "/" + significant + "r" + trailingZeros
        case "lessPrecision": fraction + "/" + significant + "s" + trailingZeros
        default: significant + trailingZeros
        }
    }

    /// `@` for each digit that is shown, and `#` for each that may be; `nil` where options do not say.
    private var significantDigits: String? {
        let (lower, upper) = (number("minimumSignificantDigits"), number("maximumSignificantDigits"))
        guard lower != nil || upper != nil else { return nil }
        let least = max(lower ?? 1, 1)
        // As many digits as Intl.NumberFormat shows at most.
        let most = max(least, upper ?? 21)
        return String(repeating: "@", count: least) + String(repeating: "#", count: most - least)
    }

    /// An integer with a decimal point before its last digits: `25`, 2 gives `0.25`.
    private static func scaled(_ integer: String, by decimals: Int) -> String {
        guard decimals > 0 else { return integer }
        let digits = String(repeating: "0", count: max(decimals + 1 - integer.utf8.count, 0)) + integer
        return digits.dropLast(decimals) + "." + digits.suffix(decimals)
    }
}
