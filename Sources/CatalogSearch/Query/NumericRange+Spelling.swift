// Reads a range of numbers: `2001..2005`, `2001..`, `..2005`, or `2001`.

internal import ICU

extension NumericRange {
    /// Why a text is not a range.
    public enum SpellingError: Error, Hashable, Sendable, CustomStringConvertible {
        /// It is neither a number nor a range: two numbers with two dots between them, either of which may be
        /// missing.
        case malformed
        /// Its upper bound is less than its lower bound.
        case reversed

        /// The error in English, for logs.
        public var description: String {
            switch self {
            case .malformed: "not a number, nor two numbers with two dots between them"
            case .reversed: "the upper end is less than the lower end"
            }
        }
    }

    /// Reads a range: two numbers with two dots between them, either of which may be missing. A single number
    /// is the whole range.
    ///
    /// - Parameter locale: numbers are read in its notation first (`1.500` is one and a half thousand in
    ///   German), then in that of JSON and programs; `nil` for the latter only.
    /// - Throws: `SpellingError`.
    public init(
        _ spelling: some StringProtocol, in locale: LocaleIdentifier? = nil
    ) throws(SpellingError) {
        let spelling = String(spelling)
        let parts =
            spelling.contains("..")
            ? spelling.split(separator: "..", omittingEmptySubsequences: false).map { String($0) }
            : [spelling, spelling]
        let bounds = parts.map { $0.isEmpty ? nil : Self.number($0, in: locale) }
        guard parts.count == 2, zip(parts, bounds).allSatisfy({ $0.isEmpty || $1 != nil }),
            bounds.contains(where: { $0 != nil })
        else { throw .malformed }
        if let lower = bounds[0], let upper = bounds[1], upper < lower { throw .reversed }
        self.init(lower: bounds[0], upper: bounds[1])
    }

    private static func number(_ text: String, in locale: LocaleIdentifier?) -> DecimalNumber? {
        // Without ICU's data, numbers in the notation of programs can still be read.
        let localized = locale.flatMap { try? NumberReader.number(text, in: $0) }
        return localized ?? DecimalNumber(text)
    }
}
