// What a shop wants first: conditions on records that multiply their scores.

/// A preference of a catalog or a request: what it multiplies the score of a record by.
///
/// The factors of all preferences are multiplied, see ``product(of:)``. For an empty query, which gives no
/// scores, the product alone orders records.
public struct Preference: Hashable, Sendable {
    /// What decides how much of the factor a record gets: its *share*, 0 to 1. The record's factor is
    /// `1 + (factor - 1) * share`.
    public enum Condition: Hashable, Sendable {
        /// 1 for the records for which a filter holds, 0 for others.
        case filter(Filter)
        /// 0 for values at `from` or beyond it, 1 at `to` or beyond it, in proportion between them; 0 without
        /// a value. Of several values the one nearest to `to` counts. `from` may be greater than `to`.
        case number(AttributeName, from: DecimalNumber, to: DecimalNumber)
        /// 1 for a date at the moment of the request or later, a half for one that is `halfLife`
        /// seconds before it, a quarter at twice that age, and so on; 0 without a date. Of
        /// several dates the last counts.
        case age(AttributeName, halfLife: Int)
    }

    /// Which records are preferred.
    public let condition: Condition
    /// What the score of a record with the share 1 is multiplied by, ``factors``;
    /// less than 1 puts records behind.
    public let factor: DecimalNumber

    /// A preference.
    ///
    /// - Returns: `nil` where the factor is not among ``factors``, where `from` equals `to`, or where the
    ///   half-life is not greater than 0.
    public init?(_ condition: Condition, factor: DecimalNumber) {
        guard Self.factors.contains(factor) else { return nil }
        switch condition {
        case .filter: break
        case .number(_, let from, let to): if from == to { return nil }
        case .age(_, let halfLife): if halfLife <= 0 { return nil }
        }
        self.condition = condition
        self.factor = factor
    }

    /// The factors that a preference may have: 0.001 to 1,000.
    public static let factors = DecimalNumber("0.001")!...DecimalNumber(1_000)
    /// The most preferences of a catalog, and of a request.
    public static let maximumCount = 32
}

extension Preference {
    /// The unit of ``product(of:)``: a product of 1.
    static let unit = 10_000_000

    /// The least and the greatest product: one ten millionth, and ten thousand.
    static let products = 1...unit * 10_000

    /// The product of factors in ten millionths, within ``products``: multiplied in their
    /// order as IEEE doubles and rounded to the nearest integer, ties away from zero, so that
    /// it is the same on every machine.
    static func product(of factors: [Double]) -> Int { quantized(factors.reduce(1, *)) }

    /// A product of factors as an integer.
    static func quantized(_ product: Double) -> Int {
        let units = product * Double(unit)
        guard units < Double(products.upperBound) else { return products.upperBound }
        return max(products.lowerBound, Int(units.rounded()))
    }

    /// What a record with a share gets of a factor.
    @inline(__always)
    static func factor(_ factor: Double, share: Double) -> Double { 1 + (factor - 1) * share }

    @inline(__always)
    static func share(of number: Double, from: Double, to: Double) -> Double {
        let share = (number - from) / (to - from)
        // NaN is no number.
        return share > 0 ? min(1, share) : 0
    }

    /// The share of an age, 2^(-age / halfLife): by IEEE operations alone, unlike the function of a C
    /// library.
    package static func share(ofAge age: Double, halfLife: Double) -> Double {
        let halvings = max(0, age / halfLife)
        guard halvings < 1_000 else { return 0 }
        let whole = halvings.rounded(.down)
        // The exponential series; the terms left out are less than the precision.
        let exponent = (whole - halvings) * 0.693_147_180_559_945_3
        var sum = 1.0
        for term in stride(from: 20.0, through: 1, by: -1) { sum = 1 + exponent * sum / term }
        return sum * Double(sign: .plus, exponent: -Int(whole), significand: 1)
    }
}

extension DecimalNumber {
    /// The nearest double, for digits and powers of ten that a double holds exactly.
    var double: Double {
        var power = 1.0
        for _ in 0..<abs(scale) { power *= 10 }
        return scale < 0 ? Double(significand) * power : Double(significand) / power
    }
}
