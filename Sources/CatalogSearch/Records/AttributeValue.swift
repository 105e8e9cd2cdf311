// The values of attributes: what records can be filtered, counted and sorted by.

/// The name of an attribute: that of the records' member, such as `brand`.
public struct AttributeName: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The name as catalogs and requests spell it.
    public let rawValue: String

    public init(_ rawValue: String) { self.rawValue = rawValue }

    public init(stringLiteral value: String) { rawValue = value }

    public var description: String { rawValue }

    /// The id of the record's scope.
    public static let scope: AttributeName = "scope"
    /// The id of the record's catalog.
    public static let catalog: AttributeName = "catalog"
    /// The record's year.
    public static let year: AttributeName = "year"
    /// The amount of the record's price.
    public static let price: AttributeName = "price"
    /// The record's popularity.
    public static let popularity: AttributeName = "popularity"
    /// The record's id.
    public static let id: AttributeName = "id"

    /// The attributes that every catalog has without declaring them.
    public static let builtIn: [AttributeName] = [.scope, .catalog, .year, .price, .popularity, .id]
}

/// The type of an attribute's values.
public enum AttributeType: String, Hashable, Sendable, CaseIterable {
    /// A text, which identifies the value; labels say how it is shown.
    case text
    /// An exact decimal number.
    case number
    /// A day or an instant.
    case date
    /// True or false.
    case boolean
    /// A place on the earth.
    case place
}

public enum AttributeValue: Hashable, Sendable {
    /// A text that identifies the value, with the record's own labels of it: the text in other locales.
    case text(String, labels: [LocaleIdentifier: String] = [:])
    /// An exact decimal number.
    case number(DecimalNumber)
    /// An instant; a day is its beginning in UTC.
    case date(Instant)
    /// True or false.
    case boolean(Bool)
    /// A place on the earth.
    case place(Coordinates)

    public var type: AttributeType {
        switch self {
        case .text: .text
        case .number: .number
        case .date: .date
        case .boolean: .boolean
        case .place: .place
        }
    }

    /// The value in the notation of filters: a text's id, a number, a date in ISO 8601, `true` or `false`,
    /// a place as `52.52,13.405`.
    public var spelling: String {
        switch self {
        case .text(let id, _): id
        case .number(let number): number.description
        case .date(let date): date.description
        case .boolean(let flag): flag ? "true" : "false"
        case .place(let place): place.description
        }
    }

    /// Reads a value in the notation of filters.
    ///
    /// - Returns: `nil` where the text is no value of this type.
    public init?(_ spelling: String, _ type: AttributeType) {
        switch type {
        case .text: self = .text(spelling)
        case .number:
            guard let number = DecimalNumber(spelling) else { return nil }
            self = .number(number)
        case .date:
            guard let date = Instant(spelling) else { return nil }
            self = .date(date)
        case .boolean:
            switch spelling {
            case "true": self = .boolean(true)
            case "false": self = .boolean(false)
            default: return nil
            }
        case .place:
            guard let place = Coordinates(spelling) else { return nil }
            self = .place(place)
        }
    }
}
