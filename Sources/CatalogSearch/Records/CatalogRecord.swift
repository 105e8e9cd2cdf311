// The unit of search: one product with its texts in many locales.

/// The name of a text field, such as `title`; catalogs may have fields of their own.
public struct FieldName: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The name as catalogs and requests spell it.
    public let rawValue: String

    public init(_ rawValue: String) { self.rawValue = rawValue }

    public init(stringLiteral value: String) { rawValue = value }

    public var description: String { rawValue }

    public static let title: FieldName = "title"
    /// A description in one sentence.
    public static let summary: FieldName = "summary"
    /// The full description.
    public static let description: FieldName = "description"
    /// Additional words by which the record should be found.
    public static let keywords: FieldName = "keywords"
    /// The field of matches of a number with the year; no text field.
    public static let year: FieldName = "year"
    /// The field of matches of a number with the price; no text field.
    public static let price: FieldName = "price"
    /// The label of the record's scope, in the reader's language; no text field.
    public static let scope: FieldName = "scope"
    /// The label of the record's catalog, in the reader's language; no text field.
    public static let catalog: FieldName = "catalog"

    /// The record's id, searched as a text of no language; no text field.
    public static let id: FieldName = "id"

    /// The field of the heads of this field's texts, see ``TextHead``. Segments have it besides those of the
    /// catalog; requests cannot name it.
    var head: FieldName { FieldName("=" + rawValue) }
    /// The field whose texts' heads are in this one; `nil` if it is a field of a catalog.
    var headed: FieldName? {
        rawValue.utf8.first == UInt8(ascii: "=") ? FieldName(String(rawValue.dropFirst())) : nil
    }

    /// The field of the names in ids that end with a version.
    static let idHead = FieldName.id.head

    /// The fields of labels, which every catalog has. Texts of records in fields
    /// of these names are not searched.
    package static let labels: [FieldName] = [.scope, .catalog]

    /// Whether the field contains texts of records, which are in a locale.
    package var hasLocale: Bool { self != .id && self != .idHead && !Self.labels.contains(self) }

    /// The default fields of a catalog, in their order of rank.
    public static let standard: [FieldName] = [.title, .summary, .description, .keywords]
}

/// One product, quotation or message: texts in many locales, and some values that all locales share.
public struct CatalogRecord: Hashable, Sendable {
    /// One text of a record. A field with several values in a locale (keywords) has
    /// one of these for each, in order.
    public struct Text: Hashable, Sendable {
        public var field: FieldName
        public var locale: LocaleIdentifier
        public var value: String

        public init(_ field: FieldName, _ locale: LocaleIdentifier, _ value: String) {
            self.field = field
            self.locale = locale
            self.value = value
        }
    }

    /// A member of the record that the search does not use but returns.
    public struct Member: Hashable, Sendable {
        public var name: String
        /// The member's value, as JSON.
        public var json: String

        /// A member with its value as JSON.
        public init(name: String, json: String) {
            self.name = name
            self.json = json
        }
    }

    /// A value of an attribute. An attribute with several values has one of these for each, in order.
    public struct Attribute: Hashable, Sendable {
        public var name: AttributeName
        public var value: AttributeValue

        public init(_ name: AttributeName, _ value: AttributeValue) {
            self.name = name
            self.value = value
        }
    }

    /// A vector that a model made of the record.
    public struct Vector: Hashable, Sendable {
        /// The name by which requests choose it.
        public var name: String
        /// The model that made it; `nil` where it is not known.
        public var model: String?
        public var vector: QuantizedVector

        public init(
            _ vector: QuantizedVector, name: String = VectorSpace.defaultName, model: String? = nil
        ) {
            self.name = name
            self.model = model
            self.vector = vector
        }

        /// The vectors that it can be compared with.
        var space: VectorSpace { VectorSpace(name: name, model: model, count: vector.numbers.count) }
    }

    /// The record's id, unique in its catalog.
    public var id: String
    /// The id of the record's scope.
    public var scope: String?
    /// All texts; those of one field and locale are adjacent and in order.
    public var texts: [Text]
    /// A year, matched by numbers and filtered by ranges.
    public var year: Int?
    /// A price, matched by numbers and filtered by ranges.
    public var price: Price?
    /// Prices in other currencies or for single markets, each currency once for a
    /// market; see ``price(in:for:)``.
    public var prices: [Price]
    /// Ranks equal matches, higher first; 0 by default, usually up to 1.
    public var popularity: Double
    /// The values of the attributes that the catalog declares; those of one attribute are adjacent and in
    /// order. Values of other attributes, or of another type than declared, are not kept.
    public var attributes: [Attribute]
    /// All other members.
    public var additionalMembers: [Member]
    /// The vectors by which meaning finds the record; of each name at most one counts.
    public var vectors: [Vector] = []

    public init(
        id: String, scope: String? = nil, texts: [Text] = [], year: Int? = nil, price: Price? = nil,
        prices: [Price] = [], popularity: Double = 0, attributes: [Attribute] = [],
        additionalMembers: [Member] = []
    ) {
        self.id = id
        self.scope = scope
        self.texts = texts
        self.year = year
        self.price = price
        self.prices = prices
        self.popularity = popularity
        self.attributes = attributes
        self.additionalMembers = additionalMembers
    }
}
