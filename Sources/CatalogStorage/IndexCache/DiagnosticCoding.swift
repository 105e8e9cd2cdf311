// How the manifest of an index stores diagnostics: by codes of its own, so that message keys may change.

/// A kind of diagnostic as a manifest stores it. Codes never change their meaning; a new code raises
/// `IndexManifest.version`.
enum DiagnosticCode: String, CaseIterable {
    case missing
    case unreadable
    case notRegular = "not-regular"
    case noWriter = "no-writer"
    case folderEmpty = "folder-empty"
    case unknownFormat = "unknown-format"
    case empty
    case nameTwice = "name-twice"
    case tooLarge = "too-large"
    case vectorsDamaged = "vectors-damaged"
    case vectorsUnknownFormat = "vectors-unknown-format"
    case invalidJSON = "invalid-json"
    case notObject = "not-object"
    case invalidUTF8 = "invalid-utf8"
    case unpairedSurrogate = "unpaired-surrogate"
    case tooLong = "too-long"
    case tooManyLocales = "too-many-locales"
    case noIdentifier = "no-identifier"
    case duplicateIdentifier = "duplicate-identifier"
    case wrongType = "wrong-type"
    case invalidNumber = "invalid-number"
    case invalidLocale = "invalid-locale"
    case unknownCurrency = "unknown-currency"
    case invalidPrice = "invalid-price"
    case priceTwice = "price-twice"
    case noHeader = "no-header"
    case noIdentifierColumn = "no-identifier-column"
    case noIdentifierMember = "no-identifier-member"
    case noTitle = "no-title"
    case mappedColumnUnknown = "mapped-column-unknown"
    case mappedMemberUnknown = "mapped-member-unknown"
    case workbook
    case webPage
    case variantsApart = "variants-apart"
    case noCurrency = "no-currency"
    case notForSale = "not-for-sale"
    case costsLeftOut = "costs-left-out"
    case columnsUnused = "columns-unused"
    case tableEncoding = "table-encoding"
    case scopesUnused = "scopes-unused"
    case columnTwice = "column-twice"
    case fieldCount = "field-count"
    case quoteOpen = "quote-open"
    case textAfterQuote = "text-after-quote"
    case finding
    case sidecarInvalid = "sidecar-invalid"
    case sidecarWrongType = "sidecar-wrong-type"
    case sidecarTooMany = "sidecar-too-many"
    case attributeWrongType = "attribute-wrong-type"
    case sidecarUnknownMember = "sidecar-unknown-member"
    case sidecarUnknownMemberOf = "sidecar-unknown-member-of"
    case sidecarUnknownChoice = "sidecar-unknown-choice"
    case sidecarAttributeTwice = "sidecar-attribute-twice"
    case sidecarAttributeReserved = "sidecar-attribute-reserved"
    case sidecarGroupUnusable = "sidecar-group-unusable"
    case sidecarLabelShared = "sidecar-label-shared"
    case sidecarValueLabelTwice = "sidecar-value-label-twice"
    case sidecarRuleRecordTwice = "sidecar-rule-record-twice"
    case sidecarRuleNeverHolds = "sidecar-rule-never-holds"
    case sidecarRulesForAllQueries = "sidecar-rules-for-all-queries"
    case sidecarRuleOverruled = "sidecar-rule-overruled"
    case sidecarRuleReplacesInCircle = "sidecar-rule-replaces-in-circle"
}

/// A diagnostic's kind as a code and facts.
struct StoredDiagnosticKind: Equatable {
    typealias Fact = CatalogDiagnostic.Argument

    let code: DiagnosticCode
    var facts: [Fact] = []

    init(code: DiagnosticCode, _ facts: Fact...) { (self.code, self.facts) = (code, facts) }

    init(code: DiagnosticCode, facts: [Fact]) { (self.code, self.facts) = (code, facts) }

    init(_ kind: CatalogDiagnostic.Kind) {
        switch kind {
        case .missing: self.init(code: .missing)
        case .unreadable(let reason): self.init(code: .unreadable, .text(reason))
        case .notRegular: self.init(code: .notRegular)
        case .noWriter: self.init(code: .noWriter)
        case .folderEmpty: self.init(code: .folderEmpty)
        case .unknownFormat: self.init(code: .unknownFormat)
        case .empty: self.init(code: .empty)
        case .nameTwice(let id): self.init(code: .nameTwice, .text(id))
        case .tooLarge(let bytes, let limit): self.init(code: .tooLarge, .integer(bytes), .integer(limit))
        // Such folders have no index manifest, so this is never stored.
        case .checkpointUnusable(let fault): self.init(code: .unreadable, .text("\(fault)"))
        case .vectorsDamaged: self.init(code: .vectorsDamaged)
        case .vectorsUnknownFormat: self.init(code: .vectorsUnknownFormat)
        case .invalidJSON(let reason): self.init(code: .invalidJSON, .text(reason))
        case .notObject: self.init(code: .notObject)
        case .invalidUTF8(let byte): self.init(code: .invalidUTF8, .integer(byte))
        case .unpairedSurrogate: self.init(code: .unpairedSurrogate)
        case .tooLong(let bytes, let limit): self.init(code: .tooLong, .integer(bytes), .integer(limit))
        case .tooManyLocales(let limit): self.init(code: .tooManyLocales, .integer(limit))
        case .noIdentifier: self.init(code: .noIdentifier)
        case .duplicateIdentifier(let id, let line):
            self.init(code: .duplicateIdentifier, .text(id), .integer(line))
        case .wrongType(let member, let expected):
            self.init(code: .wrongType, .text(member), .text(expected.code))
        case .invalidNumber(let member, let text): self.init(code: .invalidNumber, .text(member), .text(text))
        case .invalidLocale(let member, let key): self.init(code: .invalidLocale, .text(member), .text(key))
        case .unknownCurrency(let member, let code):
            self.init(code: .unknownCurrency, .text(member), .text(code))
        case .invalidPrice(let member, let text): self.init(code: .invalidPrice, .text(member), .text(text))
        case .priceTwice(let member, let price): self.init(code: .priceTwice, .text(member), .text(price))
        case .noHeader: self.init(code: .noHeader)
        case .noIdentifierColumn(let columns, let separator, let encoding, let mapping):
            self.init(
                code: .noIdentifierColumn, .text(columns), .text(separator), .text(encoding), .text(mapping))
        case .noIdentifierMember(let members, let mapping):
            self.init(code: .noIdentifierMember, .text(members), .text(mapping))
        case .noTitle(let mapping): self.init(code: .noTitle, .text(mapping))
        case .mappedColumnUnknown(let column, let columns):
            self.init(code: .mappedColumnUnknown, .text(column), .text(columns))
        case .mappedMemberUnknown(let member, let nearest):
            self.init(code: .mappedMemberUnknown, .text(member), .text(nearest))
        case .workbook: self.init(code: .workbook)
        case .webPage: self.init(code: .webPage)
        case .variantsApart(let member, let mapping):
            self.init(code: .variantsApart, .text(member), .text(mapping))
        case .noCurrency(let member, let mapping):
            self.init(code: .noCurrency, .text(member), .text(mapping))
        case .notForSale(let count, let columns, let mapping):
            self.init(code: .notForSale, .integer(count), .text(columns), .text(mapping))
        case .costsLeftOut(let columns, let mapping):
            self.init(code: .costsLeftOut, .text(columns), .text(mapping))
        case .columnsUnused(let columns, let mapping):
            self.init(code: .columnsUnused, .text(columns), .text(mapping))
        case .tableEncoding(let name): self.init(code: .tableEncoding, .text(name))
        case .scopesUnused(let scopes): self.init(code: .scopesUnused, .text(scopes))
        case .columnTwice(let name): self.init(code: .columnTwice, .text(name))
        case .fieldCount(let count, let header):
            self.init(code: .fieldCount, .integer(count), .integer(header))
        case .quoteOpen: self.init(code: .quoteOpen)
        case .textAfterQuote: self.init(code: .textAfterQuote)
        case .finding(let key, let arguments, let severity):
            // A finding of a parser of translations is identified by its key.
            let severity = Fact.text(severity == .error ? "error" : "warning")
            self.init(code: .finding, facts: [.text(key), severity] + arguments)
        case .sidecarInvalid(let reason): self.init(code: .sidecarInvalid, .text(reason))
        case .sidecarWrongType(let member, let expected):
            self.init(code: .sidecarWrongType, .text(member), .text(expected.code))
        case .sidecarTooMany(let member, let count, let limit):
            self.init(code: .sidecarTooMany, .text(member), .integer(count), .integer(limit))
        case .attributeWrongType(let member, let expected):
            self.init(code: .attributeWrongType, .text(member), .text(expected.code))
        case .sidecarUnknownMember(let member, let nearest):
            self.init(code: .sidecarUnknownMember, .text(member), .text(nearest))
        case .sidecarUnknownMemberOf(let member, let known):
            self.init(code: .sidecarUnknownMemberOf, .text(member), .text(known))
        case .sidecarUnknownChoice(let member, let value, let known):
            self.init(code: .sidecarUnknownChoice, .text(member), .text(value), .text(known))
        case .sidecarAttributeTwice(let name): self.init(code: .sidecarAttributeTwice, .text(name))
        case .sidecarAttributeReserved(let name): self.init(code: .sidecarAttributeReserved, .text(name))
        case .sidecarGroupUnusable(let name): self.init(code: .sidecarGroupUnusable, .text(name))
        case .sidecarLabelShared(let label, let first, let second):
            self.init(code: .sidecarLabelShared, .text(label), .text(first), .text(second))
        case .sidecarValueLabelTwice(let member, let label, let first, let second):
            self.init(code: .sidecarValueLabelTwice, .text(member), .text(label), .text(first), .text(second))
        case .sidecarRuleRecordTwice(let rule, let record):
            self.init(code: .sidecarRuleRecordTwice, .text(rule), .text(record))
        case .sidecarRuleNeverHolds(let rule): self.init(code: .sidecarRuleNeverHolds, .text(rule))
        case .sidecarRulesForAllQueries(let count, let limit):
            self.init(code: .sidecarRulesForAllQueries, .integer(count), .integer(limit))
        case .sidecarRuleOverruled(let rule, let earlier, let record):
            self.init(code: .sidecarRuleOverruled, .text(rule), .text(earlier), .text(record))
        case .sidecarRuleReplacesInCircle(let rule, let words):
            self.init(code: .sidecarRuleReplacesInCircle, .text(rule), .text(words))
        }
    }

    /// The kind; `nil` if the facts are not those of the code.
    var kind: CatalogDiagnostic.Kind? {
        typealias Expected = CatalogDiagnostic.ExpectedType
        switch (code, facts.first, facts.dropFirst().first) {
        case (.missing, nil, nil): return .missing
        case (.unreadable, .text(let reason)?, nil): return .unreadable(reason: reason)
        case (.notRegular, nil, nil): return .notRegular
        case (.noWriter, nil, nil): return .noWriter
        case (.folderEmpty, nil, nil): return .folderEmpty
        case (.unknownFormat, nil, nil): return .unknownFormat
        case (.empty, nil, nil): return .empty
        case (.nameTwice, .text(let id)?, nil): return .nameTwice(id: id)
        case (.tooLarge, .integer(let bytes)?, .integer(let limit)?):
            return .tooLarge(bytes: bytes, limit: limit)
        case (.vectorsDamaged, nil, nil): return .vectorsDamaged
        case (.vectorsUnknownFormat, nil, nil): return .vectorsUnknownFormat
        case (.invalidJSON, .text(let reason)?, nil): return .invalidJSON(reason: reason)
        case (.notObject, nil, nil): return .notObject
        case (.invalidUTF8, .integer(let byte)?, nil): return .invalidUTF8(byte: byte)
        case (.unpairedSurrogate, nil, nil): return .unpairedSurrogate
        case (.tooLong, .integer(let bytes)?, .integer(let limit)?):
            return .tooLong(bytes: bytes, limit: limit)
        case (.tooManyLocales, .integer(let limit)?, nil): return .tooManyLocales(limit: limit)
        case (.noIdentifier, nil, nil): return .noIdentifier
        case (.duplicateIdentifier, .text(let id)?, .integer(let line)?):
            return .duplicateIdentifier(id: id, firstLine: line)
        case (.wrongType, .text(let member)?, .text(let type)?):
            return Expected(code: type).map { .wrongType(member: member, expected: $0) }
        case (.invalidNumber, .text(let member)?, .text(let text)?):
            return .invalidNumber(member: member, text: text)
        case (.invalidLocale, .text(let member)?, .text(let key)?):
            return .invalidLocale(member: member, key: key)
        case (.unknownCurrency, .text(let member)?, .text(let code)?):
            return .unknownCurrency(member: member, code: code)
        case (.invalidPrice, .text(let member)?, .text(let text)?):
            return .invalidPrice(member: member, text: text)
        case (.priceTwice, .text(let member)?, .text(let price)?):
            return .priceTwice(member: member, price: price)
        case (.noHeader, nil, nil): return .noHeader
        case (.noIdentifierColumn, .text(let columns)?, .text(let separator)?):
            guard facts.count == 4, case .text(let encoding) = facts[2], case .text(let mapping) = facts[3]
            else {
                return nil
            }
            return .noIdentifierColumn(
                columns: columns, separator: separator, encoding: encoding, mapping: mapping)
        case (.noIdentifierMember, .text(let members)?, .text(let mapping)?):
            return .noIdentifierMember(members: members, mapping: mapping)
        case (.noTitle, .text(let mapping)?, nil): return .noTitle(mapping: mapping)
        case (.mappedColumnUnknown, .text(let column)?, .text(let columns)?):
            return .mappedColumnUnknown(column: column, columns: columns)
        case (.mappedMemberUnknown, .text(let member)?, .text(let nearest)?):
            return .mappedMemberUnknown(member: member, nearest: nearest)
        case (.workbook, nil, nil): return .workbook
        case (.webPage, nil, nil): return .webPage
        case (.variantsApart, .text(let member)?, .text(let mapping)?):
            return .variantsApart(member: member, mapping: mapping)
        case (.noCurrency, .text(let member)?, .text(let mapping)?):
            return .noCurrency(member: member, mapping: mapping)
        case (.notForSale, .integer(let count)?, .text(let columns)?):
            guard case .text(let mapping)? = facts.dropFirst(2).first else { return nil }
            return .notForSale(count: count, columns: columns, mapping: mapping)
        case (.costsLeftOut, .text(let columns)?, .text(let mapping)?):
            return .costsLeftOut(columns: columns, mapping: mapping)
        case (.columnsUnused, .text(let columns)?, .text(let mapping)?):
            return .columnsUnused(columns: columns, mapping: mapping)
        case (.tableEncoding, .text(let name)?, nil): return .tableEncoding(name)
        case (.scopesUnused, .text(let scopes)?, nil): return .scopesUnused(scopes: scopes)
        case (.columnTwice, .text(let name)?, nil): return .columnTwice(name: name)
        case (.fieldCount, .integer(let count)?, .integer(let header)?):
            return .fieldCount(count, header: header)
        case (.quoteOpen, nil, nil): return .quoteOpen
        case (.textAfterQuote, nil, nil): return .textAfterQuote
        case (.finding, .text(let key)?, .text(let severity)?):
            return .finding(
                key: key, arguments: Array(facts.dropFirst(2)),
                severity: severity == "error" ? .error : .warning)
        case (.sidecarInvalid, .text(let reason)?, nil): return .sidecarInvalid(reason: reason)
        case (.sidecarWrongType, .text(let member)?, .text(let type)?):
            return Expected(code: type).map { .sidecarWrongType(member: member, expected: $0) }
        case (.sidecarTooMany, .text(let member)?, .integer(let count)?):
            guard case .integer(let limit)? = facts.dropFirst(2).first else { return nil }
            return .sidecarTooMany(member: member, count: count, limit: limit)
        case (.attributeWrongType, .text(let member)?, .text(let type)?):
            return Expected(code: type).map { .attributeWrongType(member: member, expected: $0) }
        case (.sidecarUnknownMember, .text(let member)?, .text(let nearest)?):
            return .sidecarUnknownMember(member: member, nearest: nearest)
        case (.sidecarUnknownMemberOf, .text(let member)?, .text(let known)?):
            return .sidecarUnknownMemberOf(member: member, known: known)
        case (.sidecarUnknownChoice, .text(let member)?, .text(let value)?):
            guard case .text(let known)? = facts.dropFirst(2).first else { return nil }
            return .sidecarUnknownChoice(member: member, value: value, known: known)
        case (.sidecarAttributeTwice, .text(let name)?, nil): return .sidecarAttributeTwice(name: name)
        case (.sidecarAttributeReserved, .text(let name)?, nil): return .sidecarAttributeReserved(name: name)
        case (.sidecarGroupUnusable, .text(let name)?, nil): return .sidecarGroupUnusable(name: name)
        case (.sidecarLabelShared, .text(let label)?, .text(let first)?):
            guard case .text(let second)? = facts.dropFirst(2).first else { return nil }
            return .sidecarLabelShared(label: label, first: first, second: second)
        case (.sidecarValueLabelTwice, .text(let member)?, .text(let label)?):
            guard facts.count == 4, case .text(let first) = facts[2], case .text(let second) = facts[3] else {
                return nil
            }
            return .sidecarValueLabelTwice(member: member, label: label, first: first, second: second)
        case (.sidecarRuleRecordTwice, .text(let rule)?, .text(let record)?):
            return .sidecarRuleRecordTwice(rule: rule, record: record)
        case (.sidecarRuleNeverHolds, .text(let rule)?, nil): return .sidecarRuleNeverHolds(rule: rule)
        case (.sidecarRulesForAllQueries, .integer(let count)?, .integer(let limit)?):
            return .sidecarRulesForAllQueries(count: count, limit: limit)
        case (.sidecarRuleOverruled, .text(let rule)?, .text(let earlier)?):
            guard case .text(let record)? = facts.dropFirst(2).first else { return nil }
            return .sidecarRuleOverruled(rule: rule, earlier: earlier, record: record)
        case (.sidecarRuleReplacesInCircle, .text(let rule)?, .text(let words)?):
            return .sidecarRuleReplacesInCircle(rule: rule, words: words)
        default: return nil
        }
    }
}

extension CatalogDiagnostic.ExpectedType {
    /// The type's name in manifests.
    var code: String {
        switch self {
        case .text: "text"
        case .number: "number"
        case .integer: "integer"
        case .object: "object"
        case .localizedText: "localized-text"
        case .localizedTexts: "localized-texts"
        case .price: "price"
        case .list: "list"
        case .weight: "weight"
        case .boolean: "boolean"
        case .decimal: "decimal"
        case .date: "date"
        case .path: "path"
        case .place: "place"
        case .identifier: "identifier"
        case .locale: "locale"
        case .vector: "vector"
        case .ruleQuery: "rule-query"
        case .ruleAction: "rule-action"
        case .ruleTarget: "rule-target"
        case .ruleData: "rule-data"
        case .filter: "filter"
        case .preference: "preference"
        case .factor: "factor"
        case .popularity: "popularity"
        case .halfLife: "half-life"
        case .preferenceBound: "preference-bound"
        case .numberAttribute: "number-attribute"
        case .dateAttribute: "date-attribute"
        case .spreadAttribute: "spread-attribute"
        case .positive: "positive"
        case .coordinates: "coordinates"
        }
    }

    init?(code: String) {
        guard let type = Self.allCases.first(where: { $0.code == code }) else { return nil }
        self = type
    }
}
