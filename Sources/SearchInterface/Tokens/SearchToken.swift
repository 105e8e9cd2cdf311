// Tokens: filters in the input that the user sees and removes as a unit.

public import CatalogSearch

/// A filter in the search bar, before the text: a scope, a range of years or prices, a condition
/// on an attribute, or a custom one.
///
/// UIKit's `UISearchToken` with a value in place of its represented object, so that a token becomes part of
/// a request and of a stored state.
public struct SearchToken: Hashable, Sendable {
    /// What a token stands for.
    public enum Value: Hashable, Sendable {
        /// Restricts to the scope with this id.
        case scope(String)
        /// Restricts to years in this range.
        case year(NumericRange)
        /// Restricts to prices in this range.
        case price(NumericRange)
        /// Restricts to records whose attribute passes a test.
        case attribute(AttributeName, Filter.Test)
        /// A value for the front end's own use; not part of the request.
        case custom(String)
    }

    /// The text shown, in the user's language.
    public var text: String
    /// The name of an icon, for front ends that have icons.
    public var icon: String?
    /// What the token stands for.
    public var representedValue: Value

    public init(_ text: String, icon: String? = nil, representing value: Value) {
        self.text = text
        self.icon = icon
        representedValue = value
    }
}

extension SearchToken: Codable {
    private enum CodingKeys: CodingKey {
        case text, icon, kind, value, lower, upper, attribute, test, types, values
    }

    private enum Kind: String, Codable {
        case scope, year, price, attribute, custom
    }

    private enum TestName: String, Codable {
        case equals, isOneOf, isLess, isAtMost, isGreater, isAtLeast, isBetween, exists, place
    }

    /// Reads the test of an attribute: its name, and its values with their types.
    private static func test(_ members: KeyedDecodingContainer<CodingKeys>) throws -> Filter.Test {
        func fault() -> DecodingError {
            .dataCorruptedError(forKey: .values, in: members, debugDescription: "no values of the test")
        }
        // The test of a location is stored as a filter with that condition.
        if try members.decode(TestName.self, forKey: .test) == .place {
            guard case .condition(let condition)? = try? Filter(members.decode(String.self, forKey: .value)),
                case .place = condition.test
            else { throw fault() }
            return condition.test
        }
        let spellings = try members.decode([String].self, forKey: .values)
        let types = try members.decode([String].self, forKey: .types)
        guard spellings.count == types.count, spellings.count <= Filter.maximumValueCount else {
            throw fault()
        }
        let values = try zip(spellings, types).map { spelling, type in
            guard let type = AttributeType(rawValue: type), let value = AttributeValue(spelling, type) else {
                throw fault()
            }
            return value
        }
        switch (try members.decode(TestName.self, forKey: .test), values.count) {
        case (.equals, 1): return .equals(values[0])
        case (.isOneOf, _): return .isOneOf(values)
        case (.isLess, 1): return .isLess(than: values[0])
        case (.isAtMost, 1): return .isAtMost(values[0])
        case (.isGreater, 1): return .isGreater(than: values[0])
        case (.isAtLeast, 1): return .isAtLeast(values[0])
        case (.isBetween, 2): return .isBetween(values[0], values[1])
        case (.exists, 0): return .exists
        default: throw fault()
        }
    }

    private static func stored(_ test: Filter.Test) -> (name: TestName, values: [AttributeValue]) {
        switch test {
        case .equals(let value): (.equals, [value])
        case .isOneOf(let values): (.isOneOf, values)
        case .isLess(let value): (.isLess, [value])
        case .isAtMost(let value): (.isAtMost, [value])
        case .isGreater(let value): (.isGreater, [value])
        case .isAtLeast(let value): (.isAtLeast, [value])
        case .isBetween(let lower, let upper): (.isBetween, [lower, upper])
        case .exists: (.exists, [])
        case .place: (.place, [])
        }
    }

    /// Reads a token.
    ///
    /// - Throws: `DecodingError`, and what the decoder throws.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        text = try members.decode(String.self, forKey: .text)
        icon = try members.decodeIfPresent(String.self, forKey: .icon)
        func bound(_ key: CodingKeys) throws -> DecimalNumber? {
            guard let spelling = try members.decodeIfPresent(String.self, forKey: key) else { return nil }
            guard let number = DecimalNumber(spelling) else {
                throw DecodingError.dataCorruptedError(
                    forKey: key, in: members, debugDescription: "no decimal number")
            }
            return number
        }
        representedValue =
            switch try members.decode(Kind.self, forKey: .kind) {
            case .scope: .scope(try members.decode(String.self, forKey: .value))
            case .year: .year(NumericRange(lower: try bound(.lower), upper: try bound(.upper)))
            case .price: .price(NumericRange(lower: try bound(.lower), upper: try bound(.upper)))
            case .attribute:
                .attribute(
                    AttributeName(try members.decode(String.self, forKey: .attribute)), try Self.test(members)
                )
            case .custom: .custom(try members.decode(String.self, forKey: .value))
            }
    }

    /// Writes the token, with numbers as text so that they stay exact.
    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(text, forKey: .text)
        try members.encodeIfPresent(icon, forKey: .icon)
        func encode(_ kind: Kind, _ range: NumericRange) throws {
            try members.encode(kind, forKey: .kind)
            try members.encodeIfPresent(range.lower?.description, forKey: .lower)
            try members.encodeIfPresent(range.upper?.description, forKey: .upper)
        }
        func encode(_ kind: Kind, _ value: String) throws {
            try members.encode(kind, forKey: .kind)
            try members.encode(value, forKey: .value)
        }
        switch representedValue {
        case .scope(let id): try encode(.scope, id)
        case .year(let range): try encode(.year, range)
        case .price(let range): try encode(.price, range)
        case .attribute(let name, let test):
            let (testName, values) = Self.stored(test)
            try members.encode(Kind.attribute, forKey: .kind)
            try members.encode(name.rawValue, forKey: .attribute)
            try members.encode(testName, forKey: .test)
            if case .place = test {
                try members.encode(Filter.attribute(name, test).description, forKey: .value)
            }
            try members.encode(values.map(\.type.rawValue), forKey: .types)
            try members.encode(values.map(\.spelling), forKey: .values)
        case .custom(let value): try encode(.custom, value)
        }
    }
}
