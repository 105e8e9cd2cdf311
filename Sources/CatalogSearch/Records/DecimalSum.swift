// Exact sums of decimal numbers.

/// A sum that does not depend on the order in which numbers are added, so that
/// segments and shards add up to the same.
public struct DecimalSum: Hashable, Sendable {
    /// By the scale of the numbers, the sum of their significands.
    private(set) var parts: [Int: Int128] = [:]
    /// How many numbers were added.
    public private(set) var count = 0

    /// The sum of nothing.
    public init() {}

    /// A sum that was made elsewhere; `nil` if no numbers have such a sum.
    init?(parts: [Int: Int128], count: Int) {
        guard parts.keys.allSatisfy(Self.scales.contains) else { return nil }
        self.parts = parts
        self.count = count
    }

    private static let scales = -237...18
    /// What an average has behind the digits of the numbers.
    private static let furtherDigits = 2

    /// Adds a number several times.
    mutating func add(_ number: DecimalNumber, times: Int = 1) {
        parts[number.scale, default: 0] &+= Int128(number.significand) &* Int128(times)
        count += times
    }

    /// Adds the numbers of another sum.
    mutating func add(_ other: DecimalSum) {
        for (scale, part) in other.parts { parts[scale, default: 0] &+= part }
        count += other.count
    }

    /// The sum; `nil` if no ``DecimalNumber`` has as many digits.
    public var total: DecimalNumber? { whole.flatMap { DecimalNumber(wide: $0.value, scale: $0.scale) } }

    /// The mean of the numbers, rounded to two digits more than they have, the half away from zero; `nil` if
    /// there is none, or if it has too many digits.
    public var average: DecimalNumber? {
        guard count > 0, let whole else { return nil }
        let digits = min(Self.furtherDigits, Self.scales.upperBound - whole.scale)
        guard let value = whole.value.timesPower(digits) else { return nil }
        let (quotient, remainder) = value.quotientAndRemainder(dividingBy: Int128(count))
        let isRoundedUp = remainder.magnitude >= UInt128(count) - remainder.magnitude
        return DecimalNumber(
            wide: quotient + (isRoundedUp ? value.signum() : 0), scale: whole.scale + digits)
    }

    /// All parts at the greatest scale, at least 0.
    private var whole: (value: Int128, scale: Int)? {
        let scale = max(0, parts.keys.max() ?? 0)
        var sum: Int128 = 0
        for (own, part) in parts {
            guard let part = part.timesPower(scale - own) else { return nil }
            let (added, overflows) = sum.addingReportingOverflow(part)
            guard !overflows else { return nil }
            sum = added
        }
        return (sum, scale)
    }
}

extension Int128 {
    /// The number times a power of ten; `nil` if it is too great.
    func timesPower(_ exponent: Int) -> Int128? {
        var value = self
        for _ in 0..<exponent where value != 0 {
            let (product, overflows) = value.multipliedReportingOverflow(by: 10)
            guard !overflows else { return nil }
            value = product
        }
        return value
    }
}

extension DecimalNumber {
    /// A number without trailing zeros behind the point; `nil` if it has too many digits.
    init?(wide significand: Int128, scale: Int) {
        var (significand, scale) = (significand, scale)
        while scale > 0, significand % 10 == 0 {
            significand /= 10
            scale -= 1
        }
        guard let narrow = Int64(exactly: significand) else { return nil }
        self.init(significand: narrow, scale: scale)
    }
}
