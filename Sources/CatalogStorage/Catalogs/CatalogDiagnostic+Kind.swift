// The problems in the files of a catalog, with their facts.

internal import Files

extension CatalogDiagnostic {
    /// A problem, with the facts for its message.
    public struct Kind: Hashable, Sendable {
        public let code: Code
        /// The facts in the order of the message's placeholders; for ``Code/finding`` after the key of its
        /// message and its severity.
        let facts: [Argument]

        init(_ code: Code, _ facts: Argument...) { self.init(code, facts: facts) }

        init(_ code: Code, facts: [Argument]) { (self.code, self.facts) = (code, facts) }

        // MARK: One for each code, which names the facts

        public static var missing: Self { .init(.missing) }
        public static func unreadable(reason: String) -> Self { .init(.unreadable, .text(reason)) }
        public static var notRegular: Self { .init(.notRegular) }
        public static var leadsOut: Self { .init(.leadsOut) }
        public static var noWriter: Self { .init(.noWriter) }
        public static var folderEmpty: Self { .init(.folderEmpty) }
        public static var unknownFormat: Self { .init(.unknownFormat) }
        public static var empty: Self { .init(.empty) }
        public static func nameTwice(id: String) -> Self { .init(.nameTwice, .text(id)) }
        public static func tooLarge(bytes: Int, limit: Int) -> Self {
            .init(.tooLarge, .integer(bytes), .integer(limit))
        }
        public static func checkpointUnusable(_ fault: IndexFault) -> Self {
            .init(fault == .otherVersion ? .checkpointOtherVersion : .checkpointDamaged)
        }
        public static var vectorsDamaged: Self { .init(.vectorsDamaged) }
        public static var vectorsUnknownFormat: Self { .init(.vectorsUnknownFormat) }
        public static func invalidJSON(reason: String) -> Self { .init(.invalidJSON, .text(reason)) }
        public static var notObject: Self { .init(.notObject) }
        public static func invalidUTF8(byte: Int) -> Self { .init(.invalidUTF8, .integer(byte)) }
        public static var unpairedSurrogate: Self { .init(.unpairedSurrogate) }
        public static func tooLong(bytes: Int, limit: Int) -> Self {
            .init(.tooLong, .integer(bytes), .integer(limit))
        }
        public static func tooManyLocales(limit: Int) -> Self { .init(.tooManyLocales, .integer(limit)) }
        public static var noIdentifier: Self { .init(.noIdentifier) }
        public static func duplicateIdentifier(id: String, firstLine: Int) -> Self {
            .init(.duplicateIdentifier, .text(id), .integer(firstLine))
        }
        public static func wrongType(member: String, expected: ExpectedType) -> Self {
            .init(.wrongType, .text(member), .message(expected.rawValue))
        }
        public static func invalidNumber(member: String, text: String) -> Self {
            .init(.invalidNumber, .text(member), .text(text))
        }
        public static func invalidLocale(member: String, key: String) -> Self {
            .init(.invalidLocale, .text(member), .text(key))
        }
        public static func attributeWrongType(member: String, expected: ExpectedType) -> Self {
            .init(.attributeWrongType, .text(member), .message(expected.rawValue))
        }
        public static func unknownCurrency(member: String, code: String) -> Self {
            .init(.unknownCurrency, .text(member), .text(code))
        }
        public static func invalidPrice(member: String, text: String) -> Self {
            .init(.invalidPrice, .text(member), .text(text))
        }
        public static func priceTwice(member: String, price: String) -> Self {
            .init(.priceTwice, .text(member), .text(price))
        }
        public static var noHeader: Self { .init(.noHeader) }
        public static func noIdentifierColumn(
            columns: String, separator: String, encoding: String, mapping: String
        ) -> Self {
            .init(.noIdentifierColumn, .text(columns), .text(separator), .text(encoding), .text(mapping))
        }
        public static func noIdentifierMember(members: String, mapping: String) -> Self {
            .init(.noIdentifierMember, .text(members), .text(mapping))
        }
        public static func noTitle(mapping: String) -> Self { .init(.noTitle, .text(mapping)) }
        public static func columnsUnused(columns: String, mapping: String) -> Self {
            .init(.columnsUnused, .text(columns), .text(mapping))
        }
        public static func mappedColumnUnknown(column: String, columns: String) -> Self {
            .init(.mappedColumnUnknown, .text(column), .text(columns))
        }
        public static func mappedMemberUnknown(member: String, nearest: String) -> Self {
            .init(.mappedMemberUnknown, .text(member), .text(nearest))
        }
        public static var workbook: Self { .init(.workbook) }
        public static var webPage: Self { .init(.webPage) }
        public static func variantsApart(member: String, mapping: String) -> Self {
            .init(.variantsApart, .text(member), .text(mapping))
        }
        public static func noCurrency(member: String, mapping: String) -> Self {
            .init(.noCurrency, .text(member), .text(mapping))
        }
        public static func notForSale(count: Int, columns: String, mapping: String) -> Self {
            .init(.notForSale, .integer(count), .text(columns), .text(mapping))
        }
        public static func costsLeftOut(columns: String, mapping: String) -> Self {
            .init(.costsLeftOut, .text(columns), .text(mapping))
        }
        public static func tableEncoding(_ name: String) -> Self { .init(.tableEncoding, .text(name)) }
        public static func scopesUnused(scopes: String) -> Self { .init(.scopesUnused, .text(scopes)) }
        public static func columnTwice(name: String) -> Self { .init(.columnTwice, .text(name)) }
        public static func fieldCount(_ count: Int, header: Int) -> Self {
            .init(.fieldCount, .integer(count), .integer(header))
        }
        public static var quoteOpen: Self { .init(.quoteOpen) }
        public static var textAfterQuote: Self { .init(.textAfterQuote) }
        /// A finding of a parser of translations: the key and arguments of its message in
        /// `Diagnostics.strings`.
        public static func finding(key: String, arguments: [Argument], severity: Severity) -> Self {
            .init(.finding, facts: [.text(key), .text(severity.rawValue)] + arguments)
        }
        public static func sidecarInvalid(reason: String) -> Self { .init(.sidecarInvalid, .text(reason)) }
        public static func sidecarWrongType(member: String, expected: ExpectedType) -> Self {
            .init(.sidecarWrongType, .text(member), .message(expected.rawValue))
        }
        public static func sidecarTooMany(member: String, count: Int, limit: Int) -> Self {
            .init(.sidecarTooMany, .text(member), .integer(count), .integer(limit))
        }
        public static func sidecarUnknownMember(member: String, nearest: String) -> Self {
            .init(.sidecarUnknownMember, .text(member), .text(nearest))
        }
        public static func sidecarUnknownMemberOf(member: String, known: String) -> Self {
            .init(.sidecarUnknownMemberOf, .text(member), .text(known))
        }
        public static func sidecarUnknownChoice(member: String, value: String, known: String) -> Self {
            .init(.sidecarUnknownChoice, .text(member), .text(value), .text(known))
        }
        public static func sidecarAttributeTwice(name: String) -> Self {
            .init(.sidecarAttributeTwice, .text(name))
        }
        public static func sidecarAttributeReserved(name: String) -> Self {
            .init(.sidecarAttributeReserved, .text(name))
        }
        public static func sidecarGroupUnusable(name: String) -> Self {
            .init(.sidecarGroupUnusable, .text(name))
        }
        public static func sidecarLabelShared(label: String, first: String, second: String) -> Self {
            .init(.sidecarLabelShared, .text(label), .text(first), .text(second))
        }
        public static func sidecarValueLabelTwice(
            member: String, label: String, first: String, second: String
        ) -> Self {
            .init(.sidecarValueLabelTwice, .text(member), .text(label), .text(first), .text(second))
        }
        public static func sidecarRuleRecordTwice(rule: String, record: String) -> Self {
            .init(.sidecarRuleRecordTwice, .text(rule), .text(record))
        }
        public static func sidecarRuleNeverHolds(rule: String) -> Self {
            .init(.sidecarRuleNeverHolds, .text(rule))
        }
        public static func sidecarRulesForAllQueries(count: Int, limit: Int) -> Self {
            .init(.sidecarRulesForAllQueries, .integer(count), .integer(limit))
        }
        public static func sidecarRuleOverruled(rule: String, earlier: String, record: String) -> Self {
            .init(.sidecarRuleOverruled, .text(rule), .text(record), .text(earlier))
        }
        public static func sidecarRuleReplacesInCircle(rule: String, words: String) -> Self {
            .init(.sidecarRuleReplacesInCircle, .text(rule), .text(words))
        }
    }
}

extension CatalogDiagnostic {
    /// Whether data is lost.
    public var severity: Severity {
        if kind.code == .finding { return kind.facts[1].text.flatMap(Severity.init(rawValue:)) ?? .error }
        return kind.code.isWarning ? .warning : .error
    }

    /// Identifies equal problems.
    public var mistake: Mistake {
        let member = kind.code.namesMember ? kind.facts[0].text : nil
        return Mistake(file: file, key: messageKey, member: member ?? "")
    }

    /// The table of the message: `Errors`, or `Diagnostics` for findings in translations.
    public var messageTable: String { kind.code == .finding ? "Diagnostics" : "Errors" }

    /// The key of the message, in `messageTable`.
    public var messageKey: String {
        (kind.code == .finding ? kind.facts[0].text : nil) ?? kind.code.rawValue
    }

    /// The message's arguments, in the order of its placeholders.
    public var arguments: [Argument] { Array(kind.facts.dropFirst(kind.code == .finding ? 2 : 0)) }

    /// An error of the operating system about a file.
    init(_ error: FileError, file: String) {
        let kind: Kind =
            switch error {
            case _ where error.isMissing: .missing
            case _ where error.isNotRegular: .notRegular
            case _ where error.leadsOut: .leadsOut
            case _ where error.hasNoWriter: .noWriter
            default: .unreadable(reason: error.message)
            }
        self.init(file: file, kind: kind)
    }
}
