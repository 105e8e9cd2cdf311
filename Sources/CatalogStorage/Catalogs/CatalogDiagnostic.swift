// Problems in the files of a catalog, as values.

/// A problem in a catalog's files. It is a value; the program that shows it finds the message by
/// ``messageKey``.
public struct CatalogDiagnostic: Hashable, Sendable {
    /// Whether data is lost.
    public enum Severity: String, Hashable, Sendable {
        /// An item, a setting or a file is not used.
        case error
        /// All data is used or preserved.
        case warning
    }

    /// The type that a member should have.
    public enum ExpectedType: String, Hashable, Sendable, CaseIterable {
        case text = "TypeText"
        case number = "TypeNumber"
        /// A whole number.
        case integer = "TypeInteger"
        case object = "TypeObject"
        /// A text, or an object with a text for each locale.
        case localizedText = "TypeLocalizedText"
        /// An object with a text or a list of texts for each locale.
        case localizedTexts = "TypeLocalizedTexts"
        /// An object with amount and currency.
        case price = "TypePrice"
        case list = "TypeList"
        /// A weight of a field, ``CatalogDescription/weightRange``.
        case weight = "TypeWeight"
        /// True or false.
        case boolean = "TypeBoolean"
        /// A decimal number of up to 18 digits.
        case decimal = "TypeDecimal"
        /// A day or an instant in ISO 8601.
        case date = "TypeDate"
        /// A path in a tree, see `AttributePath`.
        case path = "TypePath"
        /// A position in results, up to ``SearchRule/maximumPosition``.
        case place = "TypePlace"
        /// An id of ASCII letters, digits and a few marks.
        case identifier = "TypeIdentifier"
        case locale = "TypeLocale"
        /// A list of numbers, see `QuantizedVector`.
        case vector = "TypeVector"
        /// A text of limited length.
        case ruleQuery = "TypeRuleQuery"
        /// An object with at least one of the lists `pin`, `hide` and `raise`.
        case ruleAction = "TypeRuleAction"
        /// A record of a rule: an id, or an object with a filter.
        case ruleTarget = "TypeRuleTarget"
        /// JSON of at most ``CatalogSidecar/Limit/ruleData`` bytes.
        case ruleData = "TypeRuleData"
        case filter = "TypeFilter"
        /// An object with a filter or an attribute, and a factor.
        case preference = "TypePreference"
        /// A factor of a preference, ``Preference/factors``.
        case factor = "TypeFactor"
        /// A learned popularity, at most ``LearnedPopularity/maximum``.
        case popularity = "TypePopularity"
        /// A time such as `90d`.
        case halfLife = "TypeHalfLife"
        /// A number that differs from the other bound of the range.
        case preferenceBound = "TypePreferenceBound"
        /// The name of an attribute with numbers.
        case numberAttribute = "TypeNumberAttribute"
        /// The name of an attribute with dates.
        case dateAttribute = "TypeDateAttribute"
        /// The name of an attribute whose values several records may share, see `Spread`.
        case spreadAttribute = "TypeSpreadAttribute"
        /// A whole number from 1.
        case positive = "TypePositive"
        case coordinates = "TypeCoordinates"
    }

    /// A value that a message contains.
    public enum Argument: Hashable, Sendable {
        /// Text from the file or from the system.
        case text(String)
        /// A number.
        case integer(Int)
        /// The key of another message, whose text is inserted.
        case message(String)

        /// The text; `nil` for other values.
        public var text: String? { if case .text(let text) = self { text } else { nil } }
    }

    /// Identifies equal problems of a file, which have the same correction.
    public struct Mistake: Hashable, Sendable {
        /// The file's path.
        let file: String
        /// The key of the message.
        let key: String
        /// The member that is wrong; empty for items as a whole.
        let member: String
    }

    /// The file's path, as the caller spelled it.
    public let file: String
    /// The line, from 1, on which the item begins or the wrong byte is; `nil` for the file as a whole.
    public let line: Int?
    /// The byte in the line, from 1, at which the JSON is invalid; `nil` if not known.
    public let column: Int?
    public let kind: Kind

    public init(file: String, line: Int? = nil, column: Int? = nil, kind: Kind) {
        self.file = file
        self.line = line
        self.column = column
        self.kind = kind
    }
}
