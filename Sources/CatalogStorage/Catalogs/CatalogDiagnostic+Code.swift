// The problems in the files of a catalog, each with the key of its message.

extension CatalogDiagnostic {
    /// A problem. Its raw value is the key of its message, whose placeholders name the types of the facts.
    ///
    /// Manifests of indexes store these values: another key raises `IndexManifest.version`.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// The file or folder does not exist.
        case missing = "CatalogMissing"
        /// The operating system refuses to read, for this reason.
        case unreadable = "CatalogUnreadable: %@"
        /// A pipe, a socket or a device instead of a regular file.
        case notRegular = "FileNotRegular"
        /// A symbolic link in a folder that leads out of it.
        case leadsOut = "FileLeadsOut"
        /// A pipe into which no process writes.
        case noWriter = "FileNoWriter"
        /// A folder without catalogs.
        case folderEmpty = "CatalogFolderEmpty"
        /// The file's name does not have the extension of a format.
        case unknownFormat = "CatalogFormatUnknown"
        /// A catalog without items.
        case empty = "CatalogEmpty"
        /// Two files give catalogs with the same id.
        case nameTwice = "CatalogNameTwice: %@"
        /// A file that must be read as a whole is too large.
        case tooLarge = "CatalogTooLarge: %1$ld %2$ld"
        /// A folder of checkpoints without one that can be searched: its files are damaged or missing.
        case checkpointDamaged = "CheckpointDamaged"
        /// The same, because another version wrote them.
        case checkpointOtherVersion = "CheckpointOtherVersion"

        /// A file of vectors that is truncated or changed. The records are used without it.
        case vectorsDamaged = "VectorsDamaged"
        /// A file of vectors of another format or version.
        case vectorsUnknownFormat = "VectorsUnknownFormat"

        /// Invalid JSON, with the parser's message.
        case invalidJSON = "RecordInvalidJSON: %@"
        /// An item that is not an object.
        case notObject = "RecordNotObject"
        /// A byte that is not UTF-8, by its number in the line, from 1.
        case invalidUTF8 = "RecordInvalidUTF8: %ld"
        /// A `\u` escape of an unpaired surrogate.
        case unpairedSurrogate = "RecordUnpairedSurrogate"
        /// An item with too many bytes.
        case tooLong = "RecordTooLong: %1$ld %2$ld"
        /// An item with texts in a locale beyond those that a catalog may have.
        case tooManyLocales = "RecordTooManyLocales: %ld"
        /// An item without id.
        case noIdentifier = "RecordNoIdentifier"
        /// An item with the id of an earlier item.
        case duplicateIdentifier = "RecordDuplicateIdentifier: %1$@ %2$ld"
        case wrongType = "RecordWrongType: %1$@ %2$@"
        /// A text that is not a decimal number.
        case invalidNumber = "RecordInvalidNumber: %1$@ %2$@"
        /// A text under a key that is not a locale.
        case invalidLocale = "RecordInvalidLocale: %1$@ %2$@"
        /// A value of an attribute of another type than declared. The record is used without it.
        case attributeWrongType = "AttributeWrongType: %1$@ %2$@"

        /// A price whose currency is not a code of ISO 4217. The price stays, but no request can select its
        /// currency.
        case unknownCurrency = "CurrencyUnknown: %1$@ %2$@"
        /// A price of a list whose amount is not a decimal number. The record is used without it.
        case invalidPrice = "PriceInvalid: %1$@ %2$@"
        /// A second price in a currency for the same market, or for all markets.
        /// The record is used without it.
        case priceTwice = "PriceTwice: %1$@ %2$@"

        /// A table whose heading names no columns.
        case noHeader = "TableNoHeader"
        /// A table whose heading does not name a column of ids, with a mapping that may be meant.
        case noIdentifierColumn = "TableNoIdentifier: %1$@ %2$@ %3$@ %4$@"
        /// A JSON file in which no item has an id, with the members of the first item.
        case noIdentifierMember = "RecordsNoIdentifier: %1$@ %2$@"
        /// A file in which no item has a title, though one of its columns seems to be the title.
        case noTitle = "RecordsNoTitle: %@"
        /// Columns with texts or attributes that the search does not use, with a mapping that does.
        case columnsUnused = "ColumnsUnused: %1$@ %2$@"
        /// A column that a mapping names and the table does not have, with the columns that it has.
        case mappedColumnUnknown = "TableMappedColumn: %1$@ %2$@"
        /// A mapping to a field that does not exist, and the one that was probably meant.
        case mappedMemberUnknown = "TableMappedMember: %1$@ %2$@"
        /// A workbook of a spreadsheet program instead of a table.
        case workbook = "TableWorkbook"
        /// A web page instead of a table.
        case webPage = "TableWebPage"
        /// Items that a column or member marks as variants, with a mapping that groups by it.
        case variantsApart = "RecordsVariants: %1$@ %2$@"
        /// A price in a file that names no currency, with a mapping that names one.
        case noCurrency = "PriceNoCurrency: %1$@ %2$@"
        /// Items that are not for sale, with the columns that say so and a mapping that includes them.
        case notForSale = "RecordsNotForSale: %1$ld %2$@ %3$@"
        /// Columns with what products cost the shop, with a mapping that drops them.
        case costsLeftOut = "CostsLeftOut: %1$@ %2$@"
        /// A table in another encoding than UTF-8.
        case tableEncoding = "TableEncoding: %@"
        /// Scopes that no item has.
        case scopesUnused = "ScopesUnused: %@"
        /// A heading that names a column twice.
        case columnTwice = "TableColumnTwice: %@"
        /// A row with more or fewer fields than the heading.
        case fieldCount = "TableFieldCount: %1$ld %2$ld"
        /// A quotation mark that is never closed.
        case quoteOpen = "TableQuoteOpen"
        /// Text between a closing quotation mark and the next separator.
        case textAfterQuote = "TableTextAfterQuote"

        /// A finding of a parser of translations, which has the key and arguments of its message in
        /// `Diagnostics.strings`.
        case finding = "finding"

        /// A sidecar with invalid JSON, with the parser's message.
        case sidecarInvalid = "SidecarInvalid: %@"
        /// A setting of a wrong type.
        case sidecarWrongType = "SidecarWrongType: %1$@ %2$@"
        /// A setting with too many entries.
        case sidecarTooMany = "SidecarTooMany: %1$@ %2$ld %3$ld"
        /// A setting that does not exist, and the one that was probably meant.
        case sidecarUnknownMember = "SidecarUnknownMember: %1$@ %2$@"
        /// A setting that does not exist, and those that do.
        case sidecarUnknownMemberOf = "SidecarUnknownMemberOf: %1$@ %2$@"
        /// A setting with a word that is not one of those known.
        case sidecarUnknownChoice = "SidecarUnknownChoice: %1$@ %2$@ %3$@"
        /// Two attributes of one name; the first one is used.
        case sidecarAttributeTwice = "SidecarAttributeTwice: %@"
        /// An attribute with a name that requests use for something else.
        case sidecarAttributeReserved = "SidecarAttributeReserved: %@"
        /// An attribute by which records cannot be grouped.
        case sidecarGroupUnusable = "SidecarGroupUnusable: %@"
        /// Two attributes with the same label.
        case sidecarLabelShared = "SidecarLabelShared: %1$@ %2$@ %3$@"
        /// Two values of an attribute with the same label.
        case sidecarValueLabelTwice = "SidecarValueLabelTwice: %1$@ %2$@ %3$@ %4$@"
        /// A rule that names a record twice.
        case sidecarRuleRecordTwice = "SidecarRuleRecordTwice: %1$@ %2$@"
        /// A rule that ends before it begins.
        case sidecarRuleNeverHolds = "SidecarRuleNeverHolds: %@"
        /// More rules that hold for all queries than are allowed.
        case sidecarRulesForAllQueries = "SidecarRulesForAllQueries: %1$ld %2$ld"
        /// A rule that places a record that an earlier rule with the same conditions places already.
        case sidecarRuleOverruled = "SidecarRuleOverruled: %1$@ %2$@ %3$@"
        /// A rule whose replacement leads, by other rules' replacements, back to the replaced words.
        case sidecarRuleReplacesInCircle = "SidecarRuleReplacesInCircle: %1$@ %2$@"
    }
}

extension CatalogDiagnostic.Code {
    /// Whether no data is lost.
    var isWarning: Bool {
        switch self {
        case .empty, .folderEmpty, .invalidLocale, .unknownCurrency, .noTitle, .columnsUnused,
            .mappedColumnUnknown, .mappedMemberUnknown, .variantsApart, .tableEncoding, .notForSale,
            .costsLeftOut, .scopesUnused, .sidecarLabelShared, .sidecarValueLabelTwice,
            .sidecarUnknownMember, .sidecarUnknownMemberOf, .sidecarRuleOverruled,
            .sidecarRuleReplacesInCircle:
            true
        default: false
        }
    }

    /// Whether the first fact is the wrong member of an item, or the wrong setting.
    var namesMember: Bool {
        switch self {
        case .wrongType, .invalidNumber, .invalidLocale, .attributeWrongType, .unknownCurrency,
            .invalidPrice, .priceTwice, .noCurrency, .sidecarWrongType, .sidecarUnknownMember,
            .sidecarUnknownMemberOf, .sidecarUnknownChoice:
            true
        default: false
        }
    }

    /// Whether these are the facts of the problem, by the placeholders of its key.
    func fits(_ facts: [CatalogDiagnostic.Argument]) -> Bool {
        if self == .finding {
            return facts.count >= 2 && facts[0].text != nil
                && facts[1].text.flatMap(CatalogDiagnostic.Severity.init(rawValue:)) != nil
        }
        let placeholders = rawValue.split(separator: "%").dropFirst()
        return placeholders.count == facts.count
            && zip(placeholders, facts).allSatisfy { placeholder, fact in
                switch fact {
                case .integer: placeholder.contains("ld")
                case .text: placeholder.contains("@")
                case .message(let key):
                    placeholder.contains("@") && CatalogDiagnostic.ExpectedType(rawValue: key) != nil
                }
            }
    }
}
