// Exact decimal numbers for prices and years: 51.99 is no binary fraction.

/// An exact decimal number of up to 18 significant digits.
///
/// Equality is by value: `51.9` equals `51.90`.
public struct DecimalNumber: Hashable, Sendable {
    /// The digits as one whole number, without trailing zeros after the decimal point; the value is `significand /
    /// 10^scale`.
    public let significand: Int64
    /// The number of digits after the decimal point, 0...18.
    public let scale: Int

    /// A whole number.
    public init(_ value: Int) {
        significand = Int64(value)
        scale = 0
    }

    /// A number that a file contains; `nil` where it is not in the form that ``significand`` and ``scale`` describe.
    init?(significand: Int64, scale: Int) {
        guard (0...18).contains(scale), significand.magnitude < 1_000_000_000_000_000_000,
            scale == 0 || significand % 10 != 0
        else { return nil }
        self.significand = significand
        self.scale = scale
    }

    /// Reads a number in the notation of JSON and programs: digits, at most one `.`, a leading `-`.
    ///
    /// - Returns: `nil` where the text is no such number or has more than 18 significant digits.
    public init?(_ text: some StringProtocol) {
        var digits = Substring(text).utf8
        let isNegative = digits.first == UInt8(ascii: "-")
        if isNegative { digits = digits.dropFirst() }
        let parts = digits.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count <= 2, let whole = parts.first, !whole.isEmpty else { return nil }
        var fraction = parts.count == 2 ? parts[1] : whole[whole.endIndex...]
        guard parts.count == 1 || !fraction.isEmpty else { return nil }
        while fraction.last == UInt8(ascii: "0") { fraction = fraction.dropLast() }
        guard fraction.count <= 18 else { return nil }
        var value: Int64 = 0
        for digit in [whole, fraction].joined() {
            guard (0x30...0x39).contains(digit), value < 100_000_000_000_000_000 else { return nil }
            value = value * 10 + Int64(digit - 0x30)
        }
        significand = isNegative ? -value : value
        scale = fraction.count
    }
}

extension DecimalNumber: Comparable, CustomStringConvertible {
    /// Orders by value.
    public static func < (left: DecimalNumber, right: DecimalNumber) -> Bool {
        // 18 digits times a power of ten up to 18 stay within 128 bits.
        Int128(left.significand) * power(right.scale) < Int128(right.significand) * power(left.scale)
    }

    /// The number in the notation that the initializer reads, such as `51.99`.
    public var description: String {
        guard scale > 0 else { return String(significand) }
        let digits = String(significand.magnitude)
        let padded = String(repeating: "0", count: max(0, scale + 1 - digits.count)) + digits
        return (significand < 0 ? "-" : "") + padded.dropLast(scale) + "." + padded.suffix(scale)
    }

    private static func power(_ exponent: Int) -> Int128 {
        (0..<exponent).reduce(1) { power, _ in power * 10 }
    }
}
