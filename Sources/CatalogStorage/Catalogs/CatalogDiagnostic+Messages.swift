// The message of each problem: its key and its arguments.

internal import Files

extension CatalogDiagnostic {
    /// Identifies equal problems.
    public var mistake: Mistake { Mistake(file: file, key: messageKey, member: kind.member) }

    /// The table of the message: `Errors`, or `Diagnostics` for findings in translations.
    public var messageTable: String { if case .finding = kind { "Diagnostics" } else { "Errors" } }

    /// The key of the message, in `messageTable`.
    public var messageKey: String { message.key }

    /// The message's arguments, in the order of its placeholders.
    public var arguments: [Argument] { message.arguments }

    private var message: (key: String, arguments: [Argument]) {
        switch kind {
        case .missing: ("CatalogMissing", [])
        case .unreadable(let reason): ("CatalogUnreadable: %@", [.text(reason)])
        case .notRegular: ("FileNotRegular", [])
        case .noWriter: ("FileNoWriter", [])
        case .folderEmpty: ("CatalogFolderEmpty", [])
        case .unknownFormat: ("CatalogFormatUnknown", [])
        case .empty: ("CatalogEmpty", [])
        case .nameTwice(let id): ("CatalogNameTwice: %@", [.text(id)])
        case .tooLarge(let bytes, let limit):
            ("CatalogTooLarge: %1$ld %2$ld", [.integer(bytes), .integer(limit)])
        case .checkpointUnusable(.otherVersion): ("CheckpointOtherVersion", [])
        case .checkpointUnusable: ("CheckpointDamaged", [])
        case .vectorsDamaged: ("VectorsDamaged", [])
        case .vectorsUnknownFormat: ("VectorsUnknownFormat", [])
        case .invalidJSON(let reason): ("RecordInvalidJSON: %@", [.text(reason)])
        case .notObject: ("RecordNotObject", [])
        case .invalidUTF8(let byte): ("RecordInvalidUTF8: %ld", [.integer(byte)])
        case .unpairedSurrogate: ("RecordUnpairedSurrogate", [])
        case .tooLong(let bytes, let limit):
            ("RecordTooLong: %1$ld %2$ld", [.integer(bytes), .integer(limit)])
        case .tooManyLocales(let limit): ("RecordTooManyLocales: %ld", [.integer(limit)])
        case .noIdentifier: ("RecordNoIdentifier", [])
        case .duplicateIdentifier(let id, let line):
            ("RecordDuplicateIdentifier: %1$@ %2$ld", [.text(id), .integer(line)])
        case .wrongType(let member, let expected):
            ("RecordWrongType: %1$@ %2$@", [.text(member), .message(expected.rawValue)])
        case .invalidNumber(let member, let text):
            ("RecordInvalidNumber: %1$@ %2$@", [.text(member), .text(text)])
        case .invalidLocale(let member, let key):
            ("RecordInvalidLocale: %1$@ %2$@", [.text(member), .text(key)])
        case .attributeWrongType(let member, let expected):
            ("AttributeWrongType: %1$@ %2$@", [.text(member), .message(expected.rawValue)])
        case .unknownCurrency(let member, let code):
            ("CurrencyUnknown: %1$@ %2$@", [.text(member), .text(code)])
        case .invalidPrice(let member, let text): ("PriceInvalid: %1$@ %2$@", [.text(member), .text(text)])
        case .priceTwice(let member, let price): ("PriceTwice: %1$@ %2$@", [.text(member), .text(price)])
        case .noHeader: ("TableNoHeader", [])
        case .noIdentifierColumn(let columns, let separator, let encoding, let mapping):
            (
                "TableNoIdentifier: %1$@ %2$@ %3$@ %4$@",
                [.text(columns), .text(separator), .text(encoding), .text(mapping)]
            )
        case .noIdentifierMember(let members, let mapping):
            ("RecordsNoIdentifier: %1$@ %2$@", [.text(members), .text(mapping)])
        case .noTitle(let mapping): ("RecordsNoTitle: %@", [.text(mapping)])
        case .columnsUnused(let columns, let mapping):
            ("ColumnsUnused: %1$@ %2$@", [.text(columns), .text(mapping)])
        case .mappedColumnUnknown(let column, let columns):
            ("TableMappedColumn: %1$@ %2$@", [.text(column), .text(columns)])
        case .mappedMemberUnknown(let member, let nearest):
            ("TableMappedMember: %1$@ %2$@", [.text(member), .text(nearest)])
        case .workbook: ("TableWorkbook", [])
        case .webPage: ("TableWebPage", [])
        case .variantsApart(let member, let mapping):
            ("RecordsVariants: %1$@ %2$@", [.text(member), .text(mapping)])
        case .noCurrency(let member, let mapping):
            ("PriceNoCurrency: %1$@ %2$@", [.text(member), .text(mapping)])
        case .notForSale(let count, let columns, let mapping):
            ("RecordsNotForSale: %1$ld %2$@ %3$@", [.integer(count), .text(columns), .text(mapping)])
        case .costsLeftOut(let columns, let mapping):
            ("CostsLeftOut: %1$@ %2$@", [.text(columns), .text(mapping)])
        case .tableEncoding(let name): ("TableEncoding: %@", [.text(name)])
        case .scopesUnused(let scopes): ("ScopesUnused: %@", [.text(scopes)])
        case .columnTwice(let name): ("TableColumnTwice: %@", [.text(name)])
        case .fieldCount(let count, let header):
            ("TableFieldCount: %1$ld %2$ld", [.integer(count), .integer(header)])
        case .quoteOpen: ("TableQuoteOpen", [])
        case .textAfterQuote: ("TableTextAfterQuote", [])
        case .finding(let key, let arguments, _): (key, arguments)
        case .sidecarInvalid(let reason): ("SidecarInvalid: %@", [.text(reason)])
        case .sidecarWrongType(let member, let expected):
            ("SidecarWrongType: %1$@ %2$@", [.text(member), .message(expected.rawValue)])
        case .sidecarTooMany(let member, let count, let limit):
            (
                "SidecarTooMany: %1$@ %2$ld %3$ld", [.text(member), .integer(count), .integer(limit)]
            )
        case .sidecarUnknownMember(let member, let nearest):
            ("SidecarUnknownMember: %1$@ %2$@", [.text(member), .text(nearest)])
        case .sidecarUnknownMemberOf(let member, let known):
            ("SidecarUnknownMemberOf: %1$@ %2$@", [.text(member), .text(known)])
        case .sidecarUnknownChoice(let member, let value, let known):
            ("SidecarUnknownChoice: %1$@ %2$@ %3$@", [.text(member), .text(value), .text(known)])
        case .sidecarAttributeTwice(let name): ("SidecarAttributeTwice: %@", [.text(name)])
        case .sidecarAttributeReserved(let name): ("SidecarAttributeReserved: %@", [.text(name)])
        case .sidecarGroupUnusable(let name): ("SidecarGroupUnusable: %@", [.text(name)])
        case .sidecarLabelShared(let label, let first, let second):
            ("SidecarLabelShared: %1$@ %2$@ %3$@", [.text(label), .text(first), .text(second)])
        case .sidecarValueLabelTwice(let member, let label, let first, let second):
            (
                "SidecarValueLabelTwice: %1$@ %2$@ %3$@ %4$@",
                [.text(member), .text(label), .text(first), .text(second)]
            )
        case .sidecarRuleRecordTwice(let rule, let record):
            ("SidecarRuleRecordTwice: %1$@ %2$@", [.text(rule), .text(record)])
        case .sidecarRuleNeverHolds(let rule): ("SidecarRuleNeverHolds: %@", [.text(rule)])
        case .sidecarRulesForAllQueries(let count, let limit):
            ("SidecarRulesForAllQueries: %1$ld %2$ld", [.integer(count), .integer(limit)])
        case .sidecarRuleOverruled(let rule, let earlier, let record):
            ("SidecarRuleOverruled: %1$@ %2$@ %3$@", [.text(rule), .text(record), .text(earlier)])
        case .sidecarRuleReplacesInCircle(let rule, let words):
            ("SidecarRuleReplacesInCircle: %1$@ %2$@", [.text(rule), .text(words)])
        }
    }

    /// An error of the operating system about a file.
    init(_ error: FileError, file: String) {
        let kind: Kind =
            error.isMissing
            ? .missing
            : error.isNotRegular
                ? .notRegular : error.hasNoWriter ? .noWriter : .unreadable(reason: error.message)
        self.init(file: file, kind: kind)
    }
}

extension CatalogDiagnostic.Kind {
    /// The wrong member of an item, or the wrong setting; empty if the item as a whole is wrong.
    fileprivate var member: String {
        switch self {
        case .wrongType(let member, _), .invalidNumber(let member, _), .invalidLocale(let member, _),
            .attributeWrongType(let member, _), .unknownCurrency(let member, _), .invalidPrice(let member, _),
            .priceTwice(let member, _), .noCurrency(let member, _), .sidecarWrongType(let member, _),
            .sidecarUnknownMember(let member, _), .sidecarUnknownMemberOf(let member, _),
            .sidecarUnknownChoice(let member, _, _):
            member
        default: ""
        }
    }
}
