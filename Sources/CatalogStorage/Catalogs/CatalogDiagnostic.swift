// Problems in the files of a catalog, as values.

internal import Files

/// A problem in a catalog's files. It is a value; the program that shows it finds the message by
/// ``messageKey``.
public struct CatalogDiagnostic: Hashable, Sendable {
    /// Whether data is lost.
    public enum Severity: Hashable, Sendable {
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

    /// The problem, with the facts for its message.
    public enum Kind: Hashable, Sendable {
        /// The file or folder does not exist.
        case missing
        /// The operating system refuses to read, for this reason.
        case unreadable(reason: String)
        /// A pipe, a socket or a device instead of a regular file.
        case notRegular
        /// A pipe into which no process writes.
        case noWriter
        /// A folder without catalogs.
        case folderEmpty
        /// The file's name does not have the extension of a format.
        case unknownFormat
        /// A catalog without items.
        case empty
        /// Two files give catalogs with the same id.
        case nameTwice(id: String)
        /// A file that must be read as a whole is too large.
        case tooLarge(bytes: Int, limit: Int)
        /// A folder of checkpoints without one that can be searched: its files are damaged or missing,
        /// or another version wrote them.
        case checkpointUnusable(IndexFault)

        /// A file of vectors that is truncated or changed. The records are used without it.
        case vectorsDamaged
        /// A file of vectors of another format or version.
        case vectorsUnknownFormat

        /// Invalid JSON, with the parser's message.
        case invalidJSON(reason: String)
        /// An item that is not an object.
        case notObject
        /// A byte that is not UTF-8, by its number in the line, from 1.
        case invalidUTF8(byte: Int)
        /// A `\u` escape of an unpaired surrogate.
        case unpairedSurrogate
        /// An item with too many bytes.
        case tooLong(bytes: Int, limit: Int)
        /// An item with texts in a locale beyond those that a catalog may have.
        case tooManyLocales(limit: Int)
        /// An item without id.
        case noIdentifier
        /// An item with the id of an earlier item.
        case duplicateIdentifier(id: String, firstLine: Int)
        case wrongType(member: String, expected: ExpectedType)
        /// A text that is not a decimal number.
        case invalidNumber(member: String, text: String)
        /// A text under a key that is not a locale.
        case invalidLocale(member: String, key: String)
        /// A value of an attribute of another type than declared. The record is used without it.
        case attributeWrongType(member: String, expected: ExpectedType)

        /// A price whose currency is not a code of ISO 4217. The price stays, but no request can select its
        /// currency.
        case unknownCurrency(member: String, code: String)
        /// A price of a list whose amount is not a decimal number. The record is used without it.
        case invalidPrice(member: String, text: String)
        /// A second price in a currency for the same market, or for all markets.
        /// The record is used without it.
        case priceTwice(member: String, price: String)

        /// A table whose heading names no columns.
        case noHeader
        /// A table whose heading does not name a column of ids, with a mapping that may be meant.
        case noIdentifierColumn(columns: String, separator: String, encoding: String, mapping: String)
        /// A JSON file in which no item has an id, with the members of the first item.
        case noIdentifierMember(members: String, mapping: String)
        /// A file in which no item has a title, though one of its columns seems to be the title.
        case noTitle(mapping: String)
        /// Columns with texts or attributes that the search does not use, with a mapping that does.
        case columnsUnused(columns: String, mapping: String)
        /// A column that a mapping names and the table does not have, with the columns that it has.
        case mappedColumnUnknown(column: String, columns: String)
        /// A mapping to a field that does not exist, and the one that was probably meant.
        case mappedMemberUnknown(member: String, nearest: String)
        /// A workbook of a spreadsheet program instead of a table.
        case workbook
        /// A web page instead of a table.
        case webPage
        /// Items that a column or member marks as variants, with a mapping that groups by it.
        case variantsApart(member: String, mapping: String)
        /// A price in a file that names no currency, with a mapping that names one.
        case noCurrency(member: String, mapping: String)
        /// Items that are not for sale, with the columns that say so and a mapping that includes them.
        case notForSale(count: Int, columns: String, mapping: String)
        /// Columns with what products cost the shop, with a mapping that drops them.
        case costsLeftOut(columns: String, mapping: String)
        /// A table in another encoding than UTF-8.
        case tableEncoding(String)
        /// Scopes that no item has.
        case scopesUnused(scopes: String)
        /// A heading that names a column twice.
        case columnTwice(name: String)
        /// A row with more or fewer fields than the heading.
        case fieldCount(Int, header: Int)
        /// A quotation mark that is never closed.
        case quoteOpen
        /// Text between a closing quotation mark and the next separator.
        case textAfterQuote

        /// A finding of a parser of translations: the key and arguments of its
        /// message in `Diagnostics.strings`.
        case finding(key: String, arguments: [Argument], severity: Severity)

        /// A sidecar with invalid JSON, with the parser's message.
        case sidecarInvalid(reason: String)
        /// A setting of a wrong type.
        case sidecarWrongType(member: String, expected: ExpectedType)
        /// A setting with too many entries.
        case sidecarTooMany(member: String, count: Int, limit: Int)
        /// A setting that does not exist, and the one that was probably meant.
        case sidecarUnknownMember(member: String, nearest: String)
        /// A setting that does not exist, and those that do.
        case sidecarUnknownMemberOf(member: String, known: String)
        /// A setting with a word that is not one of those known.
        case sidecarUnknownChoice(member: String, value: String, known: String)
        /// Two attributes of one name; the first one is used.
        case sidecarAttributeTwice(name: String)
        /// An attribute with a name that requests use for something else.
        case sidecarAttributeReserved(name: String)
        /// An attribute by which records cannot be grouped.
        case sidecarGroupUnusable(name: String)
        /// Two attributes with the same label.
        case sidecarLabelShared(label: String, first: String, second: String)
        /// Two values of an attribute with the same label.
        case sidecarValueLabelTwice(member: String, label: String, first: String, second: String)
        /// A rule that names a record twice.
        case sidecarRuleRecordTwice(rule: String, record: String)
        /// A rule that ends before it begins.
        case sidecarRuleNeverHolds(rule: String)
        /// More rules that hold for all queries than are allowed.
        case sidecarRulesForAllQueries(count: Int, limit: Int)
        /// A rule that places a record that an earlier rule with the same conditions places already.
        case sidecarRuleOverruled(rule: String, earlier: String, record: String)
        /// A rule whose replacement leads, by other rules' replacements, back to the replaced words.
        case sidecarRuleReplacesInCircle(rule: String, words: String)
    }

    /// A value that a message contains.
    public enum Argument: Hashable, Sendable {
        /// Text from the file or from the system.
        case text(String)
        /// A number.
        case integer(Int)
        /// The key of another message, whose text is inserted.
        case message(String)
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

    /// Whether data is lost.
    public var severity: Severity {
        switch kind {
        case .empty, .folderEmpty, .invalidLocale, .unknownCurrency, .sidecarLabelShared,
            .sidecarValueLabelTwice, .noTitle, .columnsUnused, .mappedColumnUnknown, .mappedMemberUnknown,
            .variantsApart,
            .tableEncoding, .notForSale, .costsLeftOut, .scopesUnused,
            .sidecarUnknownMember,
            .sidecarUnknownMemberOf, .sidecarRuleOverruled, .sidecarRuleReplacesInCircle:
            .warning
        case .finding(_, _, let severity): severity
        default: .error
        }
    }
}
