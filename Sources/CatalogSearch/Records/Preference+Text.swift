// Preferences as text, as command lines and addresses spell them.

internal import Support

extension Preference: CustomStringConvertible {
    /// Reads a preference: a condition, `*`, and the factor. A condition is `rating:1..5` for
    /// numbers, `added:90d` for dates, with the units `s`, `m`, `h`, `d`, `w` and `y` of 365 days, or
    /// a filter, as `Filter.init(_:)` reads it.
    ///
    ///     stock = 0 * 0.3
    ///     rating:1..5 * 1.4
    ///     added:90d * 1.5
    ///
    /// - Returns: `nil` if the text is not a preference, or is out of the limits of ``init(_:factor:)``.
    public init?(_ text: some StringProtocol) {
        guard let star = text.lastIndex(of: "*"),
            let factor = DecimalNumber(text[text.index(after: star)...].trimmingWhiteSpace),
            let condition = Condition(text[..<star].trimmingWhiteSpace)
        else { return nil }
        self.init(condition, factor: factor)
    }

    /// Reads several preferences, separated by `;` outside of quotation marks; empty ones are passed over.
    ///
    /// - Throws: `InvalidPreference` with the first text that is not a preference.
    public static func list(_ text: String) throws(InvalidPreference) -> [Preference] {
        var parts = [""]
        var quote: Unicode.Scalar?
        var isEscaped = false
        for scalar in text.unicodeScalars {
            if scalar == ";", quote == nil {
                parts.append("")
                continue
            }
            parts[parts.count - 1].unicodeScalars.append(scalar)
            if isEscaped || quote != nil && scalar == "\\" {
                isEscaped.toggle()
            } else if quote == scalar {
                quote = nil
            } else if quote == nil, scalar == "'" || scalar == "\"" {
                quote = scalar
            }
        }
        var found: [Preference] = []
        for part in parts where !part.trimmingWhiteSpace.isEmpty {
            guard let preference = Preference(part) else {
                throw InvalidPreference(text: part.trimmingWhiteSpace)
            }
            found.append(preference)
        }
        return found
    }

    /// The preference as ``init(_:)`` reads it.
    public var description: String { "\(condition) * \(factor)" }
}

/// A text that is no preference.
public struct InvalidPreference: Error, Hashable, Sendable {
    public var text: String
}

extension Preference.Condition: CustomStringConvertible {
    fileprivate init?(_ text: String) {
        // The name is all before the last colon that numbers or a half-life follow; a filter's
        // quoted text may have colons, too.
        if let colon = text.lastIndex(of: ":"), !text[..<colon].isEmpty {
            let name = AttributeName(String(text[..<colon]))
            let value = text[text.index(after: colon)...]
            if let halfLife = Self.seconds(value) {
                self = .age(name, halfLife: halfLife)
                return
            }
            if let dots = value.firstRange(of: ".."), let from = DecimalNumber(value[..<dots.lowerBound]),
                let to = DecimalNumber(value[dots.upperBound...])
            {
                self = .number(name, from: from, to: to)
                return
            }
        }
        do throws(FilterError) {
            self = .filter(try Filter(text))
        } catch {
            return nil
        }
    }

    private static let units: [(letter: Character, seconds: Int)] = [
        ("y", 31_536_000), ("w", 604_800), ("d", 86_400), ("h", 3_600), ("m", 60), ("s", 1),
    ]

    /// The seconds of a time such as `90d`; `nil` if the text is not a time.
    public static func seconds(_ text: some StringProtocol) -> Int? {
        guard let unit = text.last.flatMap({ letter in units.first { $0.letter == letter } }),
            text.dropLast().utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(text.dropLast())
        else { return nil }
        let (seconds, overflows) = number.multipliedReportingOverflow(by: unit.seconds)
        return overflows ? nil : seconds
    }

    /// A time as ``seconds(_:)`` reads it, in days where it is a number of them.
    public static func time(_ seconds: Int) -> String {
        let unit = units.dropFirst(2).first { seconds % $0.seconds == 0 } ?? ("s", 1)
        return "\(seconds / unit.seconds)\(unit.letter)"
    }

    /// The condition as a preference's text has it.
    public var description: String {
        switch self {
        case .filter(let filter): filter.description
        case .number(let name, let from, let to): "\(name):\(from)..\(to)"
        case .age(let name, let halfLife): "\(name):\(Self.time(halfLife))"
        }
    }
}
