// Ranges of numbers.

/// A range of numbers that includes both ends; an end that is `nil` is open.
public struct NumericRange: Hashable, Sendable {
    /// The smallest number in the range.
    public var lower: DecimalNumber?
    /// The largest number in the range.
    public var upper: DecimalNumber?

    /// A range; empty where `upper` is less than `lower`.
    public init(lower: DecimalNumber? = nil, upper: DecimalNumber? = nil) {
        self.lower = lower
        self.upper = upper
    }

    public func contains(_ number: DecimalNumber) -> Bool {
        if let lower, number < lower { return false }
        if let upper, upper < number { return false }
        return true
    }
}
