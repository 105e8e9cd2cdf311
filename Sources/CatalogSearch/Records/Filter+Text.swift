// Filters as text.

extension Filter: CustomStringConvertible {
    /// The filter in the grammar of ``init(_:)``, which reads it as the same filter; values are texts then.
    /// What no text can say is not in it: whether conditions are forced.
    public var description: String { text(isPart: false) }

    /// - Parameter isPart: whether it is part of another filter.
    private func text(isPart: Bool) -> String {
        switch self {
        case .all(let parts): Self.joined(parts, by: " AND ", isPart)
        case .any(let parts): Self.joined(parts, by: " OR ", isPart)
        case .not(let part): "NOT " + part.text(isPart: true)
        case .condition(let condition): condition.text
        }
    }

    private static func joined(_ parts: [Filter], by word: String, _ isPart: Bool) -> String {
        let text = parts.map { $0.text(isPart: true) }.joined(separator: word)
        return isPart || parts.isEmpty ? "(\(text))" : text
    }
}

extension Filter.Condition {
    fileprivate var text: String {
        let name = Self.quoted(attribute.rawValue)
        func value(_ value: AttributeValue) -> String { Self.quoted(value.spelling) }
        return switch test {
        case .equals(let wanted): "\(name) = \(value(wanted))"
        case .isOneOf(let wanted): "\(name) IN [\(wanted.map(value).joined(separator: ", "))]"
        case .isLess(let limit): "\(name) < \(value(limit))"
        case .isAtMost(let limit): "\(name) <= \(value(limit))"
        case .isGreater(let limit): "\(name) > \(value(limit))"
        case .isAtLeast(let limit): "\(name) >= \(value(limit))"
        case .isBetween(let lower, let upper): "\(name) \(value(lower)) TO \(value(upper))"
        case .exists: "\(name) EXISTS"
        case .place(.inside(let box)): "inside(\(name), \(box.spelling))"
        case .place(.near(let place, let test)): "near(\(name), \(place.listSpelling)) \(test.text)"
        }
    }

    /// A word as it is, or quoted where the grammar wants it.
    private static func quoted(_ word: String) -> String {
        let isPlain = word.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"), UInt8(ascii: "."),
                UInt8(ascii: "-"), UInt8(ascii: ":"):
                true
            default: false
            }
        }
        guard word.isEmpty || !isPlain || Filter.keywords.contains(word) else { return word }
        var text = "\""
        for scalar in word.unicodeScalars {
            if scalar == "\"" || scalar == "\\" { text.unicodeScalars.append("\\") }
            text.unicodeScalars.append(scalar)
        }
        return text + "\""
    }
}

extension DistanceTest {
    fileprivate var text: String {
        switch self {
        case .isLess(let limit): "< \(limit)"
        case .isAtMost(let limit): "<= \(limit)"
        case .isGreater(let limit): "> \(limit)"
        case .isAtLeast(let limit): ">= \(limit)"
        case .isBetween(let lower, let upper): "\(lower) TO \(upper)"
        }
    }
}

extension Coordinates {
    /// The latitude and the longitude as filters list them.
    fileprivate var listSpelling: String { description.split(separator: ",").joined(separator: ", ") }
}

extension CoordinateBox {
    /// Top, left, bottom and right as filters list them.
    fileprivate var spelling: String { "\(topLeft.listSpelling), \(bottomRight.listSpelling)" }
}
