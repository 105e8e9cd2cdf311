// Exact decimal numbers for prices and years: 51.99 is no binary fraction.

/// An exact decimal number: a whole number of 64 bits times a power of ten.
///
/// Equality is by value: `51.9` equals `51.90`.
public struct DecimalNumber: Hashable, Sendable {
    /// The digits as one whole number, without trailing zeros where ``scale`` is not 0; the
    /// value is `significand / 10^scale`.
    public let significand: Int64
    /// The number of digits after the decimal point, at most 18. Less than 0 only for whole numbers that
    /// ``significand`` cannot hold: then as many zeros follow its digits, at most 237.
    public let scale: Int

    private static let scales = -237...18

    public init(_ value: Int) {
        significand = Int64(value)
        scale = 0
    }

    /// A number that a file contains; `nil` where it is not in the form that ``significand`` and ``scale``
    /// describe.
    init?(significand: Int64, scale: Int) {
        guard Self.scales.contains(scale), scale == 0 || significand % 10 != 0 else { return nil }
        if scale < 0 {
            // The whole number would fit.
            var value = significand
            var isOverflow = false
            for _ in scale..<0 where !isOverflow {
                (value, isOverflow) = value.multipliedReportingOverflow(by: 10)
            }
            guard isOverflow else { return nil }
        }
        self.significand = significand
        self.scale = scale
    }

    /// Reads a number in the notation of JSON and programs: digits, at most one `.`, a leading `-`.
    ///
    /// - Returns: `nil` where the text is no such number, or has more digits than such a number can have.
    public init?(_ text: some StringProtocol) {
        var digits = Substring(text).utf8
        let isNegative = digits.first == UInt8(ascii: "-")
        if isNegative { digits = digits.dropFirst() }
        let parts = digits.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count <= 2, var whole = parts.first, !whole.isEmpty else { return nil }
        var fraction = parts.count == 2 ? parts[1] : whole[whole.endIndex...]
        guard parts.count == 1 || !fraction.isEmpty else { return nil }
        while fraction.last == UInt8(ascii: "0") { fraction = fraction.dropLast() }
        func value(_ zeros: Int) -> DecimalNumber? {
            var value: Int64 = 0
            for digit in [whole, fraction].joined() {
                guard (0x30...0x39).contains(digit) else { return nil }
                let (tens, isTooLarge) = value.multipliedReportingOverflow(by: 10)
                let (sum, isOverflow) = tens.addingReportingOverflow(Int64(digit - 0x30))
                guard !isTooLarge, !isOverflow else { return nil }
                value = sum
            }
            return DecimalNumber(significand: isNegative ? -value : value, scale: fraction.count - zeros)
        }
        var number = value(0)
        if number == nil, fraction.isEmpty {
            var zeros = 0
            while whole.last == UInt8(ascii: "0") {
                whole = whole.dropLast()
                zeros += 1
            }
            number = value(zeros)
        }
        guard let number else { return nil }
        self = number
    }
}

extension DecimalNumber {
    /// The scale as a byte of an index: up to 18 itself, from 19 on that of -1 and less.
    var storedScale: UInt8 { UInt8(scale < 0 ? 18 - scale : scale) }

    /// A number in an index; `nil` as in ``init(significand:scale:)``.
    init?(significand: Int64, storedScale: UInt8) {
        self.init(
            significand: significand, scale: storedScale > 18 ? 18 - Int(storedScale) : Int(storedScale))
    }
}

extension DecimalNumber: Comparable, CustomStringConvertible {
    /// Orders by value.
    public static func < (left: DecimalNumber, right: DecimalNumber) -> Bool {
        if left.scale == right.scale { return left.significand < right.significand }
        // 64 bits times a power of ten up to 18 stay within 128 bits.
        if left.scale >= 0, right.scale >= 0 {
            return Int128(left.significand) * power(right.scale) < Int128(right.significand)
                * power(left.scale)
        }
        // One of them is greater than all that have another scale.
        if left.significand.signum() != right.significand.signum() {
            return left.significand < right.significand
        }
        let isNegative = left.significand < 0
        if left.digitsOfWhole != right.digitsOfWhole {
            return (left.digitsOfWhole < right.digitsOfWhole) != isNegative
        }
        // Both have as many digits before the point; with as many digits in all
        // they compare as whole numbers.
        let difference = right.scale - left.scale
        let (one, other) = (Int128(left.significand), Int128(right.significand))
        return difference > 0 ? one * power(difference) < other : one < other * power(-difference)
    }

    /// The number of digits before the decimal point; 0 and less for numbers below 1.
    private var digitsOfWhole: Int { String(significand.magnitude).utf8.count - scale }

    /// The number in the notation that the initializer reads, such as `51.99`.
    public var description: String {
        guard scale > 0 else { return String(significand) + String(repeating: "0", count: -scale) }
        let digits = String(significand.magnitude)
        let padded = String(repeating: "0", count: max(0, scale + 1 - digits.count)) + digits
        return (significand < 0 ? "-" : "") + padded.dropLast(scale) + "." + padded.suffix(scale)
    }

    private static func power(_ exponent: Int) -> Int128 {
        (0..<exponent).reduce(1) { power, _ in power * 10 }
    }
}
