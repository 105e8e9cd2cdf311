// JSON numbers of any length: compares them exactly, and rounds them to the nearest exact number.

internal import CatalogSearch

/// A number as JSON spells it, with all of its digits.
struct NumberSpelling {
    private let isNegative: Bool
    /// The digits without zeros at either end; empty for 0. The value is this
    /// whole number times `10^exponent`.
    private let digits: Substring
    private let exponent: Int

    /// The longest spelling that is accepted, in bytes of UTF-8.
    private static let longest = 400
    /// The accepted exponents, about the range of a `Double`.
    private static let exponents = -400...400

    /// - Returns: `nil` if the text is not a number, or is out of the range of a `Double`.
    init?(_ text: String) {
        guard text.utf8.count <= Self.longest, Double(text)?.isFinite == true else { return nil }
        var rest = text[...]
        isNegative = rest.first == "-"
        if isNegative || rest.first == "+" { rest.removeFirst() }
        var exponent = 0
        if let mark = rest.firstIndex(where: { $0 == "e" || $0 == "E" }) {
            guard let number = Int(rest[rest.index(after: mark)...]) else { return nil }
            exponent = min(max(number, -10_000), 10_000)
            rest = rest[..<mark]
        }
        var digits = ""
        if let point = rest.firstIndex(of: ".") {
            exponent -= rest[rest.index(after: point)...].utf8.count
            digits = String(rest[..<point]) + rest[rest.index(after: point)...]
        } else {
            digits = String(rest)
        }
        guard !digits.isEmpty, digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
        var significant = digits.drop { $0 == "0" }
        while significant.last == "0" {
            significant.removeLast()
            exponent += 1
        }
        self.digits = significant
        self.exponent = significant.isEmpty ? 0 : exponent
        guard Self.exponents.contains(self.exponent) else { return nil }
    }

    private var sign: String { isNegative && !digits.isEmpty ? "-" : "" }

    /// The same text for all equal numbers.
    var canonical: String {
        exact?.description ?? "\(sign)\(digits)e\(exponent)"
    }

    /// The number itself; `nil` if it has more digits than an exact number can have.
    var exact: DecimalNumber? { DecimalNumber(Self.plain(sign, digits, exponent)) }

    /// The nearest exact number, by which numbers are ordered; `nil` if it is too great for one.
    var nearest: DecimalNumber? {
        if let exact { return exact }
        // An exact number holds any 18 digits, at most 18 of them after the point.
        let kept = min(18, digits.count + exponent + 18)
        guard kept > 0 else { return DecimalNumber(0) }
        guard kept < digits.count, var whole = Int(digits.prefix(kept)) else { return nil }
        let next = digits.dropFirst(kept).first
        if let next, next >= "5" { whole += 1 }
        return DecimalNumber(Self.plain(sign, Substring(String(whole)), exponent + digits.count - kept))
    }

    /// The digits without an exponent.
    private static func plain(_ sign: String, _ digits: Substring, _ exponent: Int) -> String {
        if digits.isEmpty { return "0" }
        if exponent >= 0 { return sign + digits + String(repeating: "0", count: exponent) }
        let padded = String(repeating: "0", count: max(0, 1 - exponent - digits.count)) + digits
        return sign + padded.dropLast(-exponent) + "." + padded.suffix(-exponent)
    }
}
