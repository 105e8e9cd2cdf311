// Tokens: filters in the input that the user sees and removes as one piece.

public import CatalogSearch

/// A filter in the search bar, before the text: a scope, a range of years or prices, or a custom one.
///
/// UIKit's `UISearchToken` with a value in place of its represented object, so that a token becomes part of a request
/// and of a stored state.
public struct SearchToken: Hashable, Sendable {
    /// What a token stands for.
    public enum Value: Hashable, Sendable {
        /// Restricts to the scope with this id.
        case scope(String)
        /// Restricts to years in this range.
        case year(NumericRange)
        /// Restricts to prices in this range.
        case price(NumericRange)
        /// A value for the front end's own use; not part of the request.
        case custom(String)
    }

    /// The text shown, in the user's language.
    public var text: String
    /// The name of an icon, for front ends that have icons.
    public var icon: String?
    /// What the token stands for.
    public var representedValue: Value

    /// A token.
    public init(_ text: String, icon: String? = nil, representing value: Value) {
        self.text = text
        self.icon = icon
        representedValue = value
    }
}

extension SearchToken: Codable {
    private enum CodingKeys: CodingKey {
        case text, icon, kind, value, lower, upper
    }

    private enum Kind: String, Codable {
        case scope, year, price, custom
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
        case .custom(let value): try encode(.custom, value)
        }
    }
}
