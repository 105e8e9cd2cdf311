// Digits of all scripts.

extension Unicode.Scalar {
    /// Whether it is a decimal digit of any script (Unicode, `Numeric_Type=Decimal`).
    package var isDecimalDigit: Bool { properties.numericType == .decimal }

    /// The value of a decimal digit of any script; `nil` for others.
    package var decimalValue: Int? {
        isDecimalDigit ? properties.numericValue.map { Int($0) } : nil
    }
}
