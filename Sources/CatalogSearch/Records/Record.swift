// What is searched: one product with its texts in many locales.

/// The name of a field of text, such as `title`; catalogs may have fields of their own.
public struct FieldName: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The name as catalogs and requests spell it.
    public let rawValue: String

    /// Names a field.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// Names a field.
    public init(stringLiteral value: String) { rawValue = value }

    /// The name.
    public var description: String { rawValue }

    /// What a record is called.
    public static let title: FieldName = "title"
    /// What it is, in a sentence.
    public static let summary: FieldName = "summary"
    /// All about it.
    public static let description: FieldName = "description"
    /// Words under which it should be found beside its texts.
    public static let keywords: FieldName = "keywords"
    /// Named by matches of a number with the year; no field of text.
    public static let year: FieldName = "year"
    /// Named by matches of a number with the price; no field of text.
    public static let price: FieldName = "price"

    /// The fields of a catalog that says nothing else, in their order of rank.
    public static let standard: [FieldName] = [.title, .summary, .description, .keywords]
}

/// An amount of money.
public struct Price: Hashable, Sendable {
    /// The amount in the currency's main unit.
    public let amount: DecimalNumber
    /// The amount as the catalog spells it, `51.90` for what equals `51.9`.
    public let spelling: String
    /// The currency's ISO 4217 code, such as `EUR`.
    public let currency: String

    /// Takes an amount as catalogs spell it.
    ///
    /// - Returns: `nil` where the amount is no decimal number of up to 18 digits.
    public init?(_ spelling: String, currency: String) {
        guard let amount = DecimalNumber(spelling) else { return nil }
        self.amount = amount
        self.spelling = spelling
        self.currency = currency
    }
}

/// One product, quotation, message: texts in many locales, and a few values that are the same in all.
public struct Record: Hashable, Sendable {
    /// One text of a record. A field with several values in a locale (keywords) has several of these, in order.
    public struct Text: Hashable, Sendable {
        /// The field the text is in.
        public var field: FieldName
        /// The locale the text is in.
        public var locale: LocaleIdentifier
        /// The text itself.
        public var value: String

        /// A text of a field in a locale.
        public init(_ field: FieldName, _ locale: LocaleIdentifier, _ value: String) {
            self.field = field
            self.locale = locale
            self.value = value
        }
    }

    /// A member of the record that the search does not use but gives back.
    public struct Member: Hashable, Sendable {
        /// The member's name.
        public var name: String
        /// The member's value, as JSON.
        public var json: String

        /// A member with its value as JSON.
        public init(name: String, json: String) {
            self.name = name
            self.json = json
        }
    }

    /// What tells the record from all others of its catalog.
    public var id: String
    /// The id of the scope the record belongs to.
    public var scope: String?
    /// All texts; those of one field and locale stand together, in order.
    public var texts: [Text]
    /// A year, matched by numbers and filtered by ranges.
    public var year: Int?
    /// A price, matched by numbers and filtered by ranges.
    public var price: Price?
    /// What is asked for more comes first among equals; 0 by default, usually up to 1.
    public var popularity: Double
    /// All other members.
    public var additionalMembers: [Member]

    /// A record.
    public init(
        id: String, scope: String? = nil, texts: [Text] = [], year: Int? = nil, price: Price? = nil,
        popularity: Double = 0, additionalMembers: [Member] = []
    ) {
        self.id = id
        self.scope = scope
        self.texts = texts
        self.year = year
        self.price = price
        self.popularity = popularity
        self.additionalMembers = additionalMembers
    }
}
