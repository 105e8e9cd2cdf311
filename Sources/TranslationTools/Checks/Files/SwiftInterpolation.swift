// Interpolations of Swift in texts, which no program resolves there.

/// A text with interpolations of Swift, such as `Hello, \(name)`, and what the compiler makes of it.
struct SwiftInterpolation: Equatable {
    /// What begins an interpolation.
    static let sign = "\\("
    /// The first interpolation, as it is written.
    let first: String
    /// The text with a specifier for each interpolation. Which one an integer needs the text does not tell.
    let text: String

    /// `nil` if the text has no interpolation that ends.
    init?(_ written: String) {
        var rest = written[...]
        var (first, text): (String?, String) = (nil, "")
        while let start = rest.firstRange(of: Self.sign) {
            var depth = 0
            let end = rest[start.lowerBound...].firstIndex { sign in
                if sign == "(" { depth += 1 }
                if sign == ")" { depth -= 1 }
                return sign == ")" && depth == 0
            }
            guard let end else { break }
            first = first ?? String(rest[start.lowerBound...end])
            text += rest[..<start.lowerBound] + "%@"
            rest = rest[rest.index(after: end)...]
        }
        guard let first else { return nil }
        (self.first, self.text) = (first, text + rest)
    }
}
