// Decimal numbers as messages of MessageFormat 2 have them, exact.

/// A decimal number.
package struct MessageFormat2Number: Sendable, Hashable {
    private var isNegative: Bool
    /// From 0 to 9, without zeros at either end; empty for zero.
    private var digits: [UInt8]
    /// How many digits precede the decimal point; it may be negative or greater than the number of digits.
    private var pointPosition: Int

    /// More digits than any number has that a program counts.
    private static let longest = 1000

    /// Reads a number as literals of messages have it (`number-literal`), such as `-1.5e3`.
    ///
    /// - Returns: `nil` for other texts, and for numbers with more than 1,000 digits.
    package init?(_ text: String) {
        var rest = Substring(text).utf8
        func digits() -> [UInt8] {
            let found = rest.prefix { (0x30...0x39).contains($0) }
            rest = rest.dropFirst(found.count)
            return found.map { $0 - 0x30 }
        }
        func skip(_ byte: UInt8) -> Bool {
            guard rest.first == byte else { return false }
            rest = rest.dropFirst()
            return true
        }
        guard text.utf8.count <= Self.longest else { return nil }
        let isNegative = skip(0x2D)
        let integer = digits()
        guard let first = integer.first, first != 0 || integer.count == 1 else { return nil }
        var fraction: [UInt8] = []
        if skip(0x2E) {
            fraction = digits()
            if fraction.isEmpty { return nil }
        }
        var exponent = 0
        if skip(0x65) || skip(0x45) {
            let isBelow = skip(0x2D)
            if !isBelow { _ = skip(0x2B) }
            let power = digits()
            guard !power.isEmpty, let value = Int(power.map(String.init).joined()), value <= Self.longest
            else {
                return nil
            }
            exponent = isBelow ? -value : value
        }
        guard rest.isEmpty else { return nil }
        self.init(isNegative: isNegative, integer + fraction, pointPosition: integer.count + exponent)
    }

    /// The number of an argument; `nil` for other texts, and for numbers that are not finite.
    package init?(_ value: FormatValue) { self.init(value.plainText) }

    private init(isNegative: Bool, _ digits: [UInt8], pointPosition: Int) {
        let zeros = digits.prefix { $0 == 0 }.count
        self.digits = Array(digits.dropFirst(zeros))
        while self.digits.last == 0 { self.digits.removeLast() }
        self.pointPosition = self.digits.isEmpty ? 0 : pointPosition - zeros
        self.isNegative = isNegative && !self.digits.isEmpty
    }

    /// The number in ASCII, without an exponent and without zeros that mean nothing: `-1500`, `0.25`.
    package var text: String {
        var text = isNegative ? "-" : ""
        if pointPosition <= 0 { text += "0" }
        for place in 0..<max(pointPosition, 0) { text += String(place < digits.count ? digits[place] : 0) }
        guard pointPosition < digits.count else { return text }
        text += "." + String(repeating: "0", count: max(-pointPosition, 0))
        for digit in digits[max(pointPosition, 0)...] { text += String(digit) }
        return text
    }

    /// The number times 100.
    var percent: MessageFormat2Number {
        MessageFormat2Number(isNegative: isNegative, digits, pointPosition: pointPosition + 2)
    }

    /// The nearest integer; halves are rounded away from zero.
    var rounded: MessageFormat2Number {
        guard pointPosition < digits.count else { return self }
        guard pointPosition >= 0 else { return MessageFormat2Number(isNegative: false, [], pointPosition: 0) }
        var kept = [0] + digits[..<pointPosition]
        if digits[pointPosition] >= 5 {
            var index = kept.count - 1
            while kept[index] == 9 {
                kept[index] = 0
                index -= 1
            }
            kept[index] += 1
        }
        return MessageFormat2Number(isNegative: isNegative, kept, pointPosition: kept.count)
    }

    /// The sum with a small integer; `nil` where the number has more digits than an `Int` holds.
    func adding(_ number: Int) -> MessageFormat2Number? {
        let decimals = max(digits.count - pointPosition, 0)
        guard decimals <= 17, max(pointPosition, 0) + decimals <= 17 else { return nil }
        let scale = (0..<decimals).reduce(1) { power, _ in power * 10 }
        var value = digits.reduce(0) { $0 * 10 + Int($1) }
        for _ in digits.count..<max(pointPosition, digits.count) { value *= 10 }
        let (product, overflows) = number.multipliedReportingOverflow(by: scale)
        guard !overflows else { return nil }
        let (sum, exceeds) = product.addingReportingOverflow(isNegative ? -value : value)
        guard !exceeds else { return nil }
        let figures = String(sum.magnitude).utf8.map { $0 - 0x30 }
        return MessageFormat2Number(isNegative: sum < 0, figures, pointPosition: figures.count - decimals)
    }
}
