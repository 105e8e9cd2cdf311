// Stored diagnostics survive a round trip, and their codes never change.

import JSON
import Testing

@testable import CatalogStorage

@Suite struct DiagnosticCodingTests {
    /// At least one kind for each code, with code and facts as in manifests.
    private static let stored: [(kind: CatalogDiagnostic.Kind, json: String)] = [
        (.missing, #""missing","facts":[]"#),
        (.unreadable(reason: "r"), #""unreadable","facts":[{"text":"r"}]"#),
        (.notRegular, #""not-regular","facts":[]"#),
        (.noWriter, #""no-writer","facts":[]"#),
        (.folderEmpty, #""folder-empty","facts":[]"#),
        (.unknownFormat, #""unknown-format","facts":[]"#),
        (.empty, #""empty","facts":[]"#),
        (.nameTwice(id: "a"), #""name-twice","facts":[{"text":"a"}]"#),
        (.tooLarge(bytes: 2, limit: 1), #""too-large","facts":[{"integer":2},{"integer":1}]"#),
        (.vectorsDamaged, #""vectors-damaged","facts":[]"#),
        (.vectorsUnknownFormat, #""vectors-unknown-format","facts":[]"#),
        (.invalidJSON(reason: "r"), #""invalid-json","facts":[{"text":"r"}]"#),
        (.notObject, #""not-object","facts":[]"#),
        (.invalidUTF8(byte: 3), #""invalid-utf8","facts":[{"integer":3}]"#),
        (.unpairedSurrogate, #""unpaired-surrogate","facts":[]"#),
        (.tooLong(bytes: 2, limit: 1), #""too-long","facts":[{"integer":2},{"integer":1}]"#),
        (.tooManyLocales(limit: 500), #""too-many-locales","facts":[{"integer":500}]"#),
        (.noIdentifier, #""no-identifier","facts":[]"#),
        (
            .duplicateIdentifier(id: "a", firstLine: 4),
            #""duplicate-identifier","facts":[{"text":"a"},{"integer":4}]"#
        ),
        (
            .wrongType(member: "year", expected: .integer),
            #""wrong-type","facts":[{"text":"year"},{"text":"integer"}]"#
        ),
        (
            .invalidNumber(member: "price", text: "x"),
            #""invalid-number","facts":[{"text":"price"},{"text":"x"}]"#
        ),
        (
            .invalidLocale(member: "title", key: "?"),
            #""invalid-locale","facts":[{"text":"title"},{"text":"?"}]"#
        ),
        (.noHeader, #""no-header","facts":[]"#),
        (
            .noIdentifierColumn(columns: "c", separator: "s", encoding: "e", mapping: "m"),
            #""no-identifier-column","facts":[{"text":"c"},{"text":"s"},{"text":"e"},{"text":"m"}]"#
        ),
        (
            .mappedColumnUnknown(column: "c", columns: "d"),
            #""mapped-column-unknown","facts":[{"text":"c"},{"text":"d"}]"#
        ),
        (
            .noIdentifierMember(members: "c", mapping: "m"),
            #""no-identifier-member","facts":[{"text":"c"},{"text":"m"}]"#
        ),
        (.noTitle(mapping: "m"), #""no-title","facts":[{"text":"m"}]"#),
        (
            .variantsApart(member: "a", mapping: "m"),
            #""variants-apart","facts":[{"text":"a"},{"text":"m"}]"#
        ),
        (
            .mappedMemberUnknown(member: "m", nearest: "n"),
            #""mapped-member-unknown","facts":[{"text":"m"},{"text":"n"}]"#
        ),
        (.workbook, #""workbook","facts":[]"#), (.webPage, #""webPage","facts":[]"#),
        (.noCurrency(member: "a", mapping: "m"), #""no-currency","facts":[{"text":"a"},{"text":"m"}]"#),
        (
            .notForSale(count: 3, columns: "c", mapping: "m"),
            #""not-for-sale","facts":[{"integer":3},{"text":"c"},{"text":"m"}]"#
        ),
        (.costsLeftOut(columns: "c", mapping: "m"), #""costs-left-out","facts":[{"text":"c"},{"text":"m"}]"#),
        (
            .columnsUnused(columns: "c", mapping: "m"),
            #""columns-unused","facts":[{"text":"c"},{"text":"m"}]"#
        ),
        (.tableEncoding("e"), #""table-encoding","facts":[{"text":"e"}]"#),
        (.scopesUnused(scopes: "s"), #""scopes-unused","facts":[{"text":"s"}]"#),
        (
            .sidecarUnknownMember(member: "m", nearest: "n"),
            #""sidecar-unknown-member","facts":[{"text":"m"},{"text":"n"}]"#
        ),
        (
            .sidecarUnknownMemberOf(member: "m", known: "k"),
            #""sidecar-unknown-member-of","facts":[{"text":"m"},{"text":"k"}]"#
        ),
        (.columnTwice(name: "x"), #""column-twice","facts":[{"text":"x"}]"#),
        (.fieldCount(1, header: 2), #""field-count","facts":[{"integer":1},{"integer":2}]"#),
        (.quoteOpen, #""quote-open","facts":[]"#),
        (.textAfterQuote, #""text-after-quote","facts":[]"#),
        (
            .finding(
                key: "K", arguments: [.text("t"), .integer(5), .message("m")], severity: .warning),
            #""finding","facts":[{"text":"K"},{"text":"warning"},{"text":"t"},{"integer":5},{"message":"m"}]"#
        ),
        (
            .finding(key: "K", arguments: [], severity: .error),
            #""finding","facts":[{"text":"K"},{"text":"error"}]"#
        ),
        (.sidecarInvalid(reason: "r"), #""sidecar-invalid","facts":[{"text":"r"}]"#),
        (
            .sidecarWrongType(member: "label", expected: .localizedText),
            #""sidecar-wrong-type","facts":[{"text":"label"},{"text":"localized-text"}]"#
        ),
        (
            .sidecarTooMany(member: "fields", count: 3, limit: 2),
            #""sidecar-too-many","facts":[{"text":"fields"},{"integer":3},{"integer":2}]"#
        ),
        (
            .attributeWrongType(member: "stock", expected: .decimal),
            #""attribute-wrong-type","facts":[{"text":"stock"},{"text":"decimal"}]"#
        ),
        (
            .sidecarUnknownChoice(member: "m", value: "v", known: "k"),
            #""sidecar-unknown-choice","facts":[{"text":"m"},{"text":"v"},{"text":"k"}]"#
        ),
        (.sidecarAttributeTwice(name: "n"), #""sidecar-attribute-twice","facts":[{"text":"n"}]"#),
        (.sidecarAttributeReserved(name: "n"), #""sidecar-attribute-reserved","facts":[{"text":"n"}]"#),
        (
            .sidecarLabelShared(label: "l", first: "a", second: "b"),
            #""sidecar-label-shared","facts":[{"text":"l"},{"text":"a"},{"text":"b"}]"#
        ),
        (
            .unknownCurrency(member: "m", code: "c"),
            #""unknown-currency","facts":[{"text":"m"},{"text":"c"}]"#
        ),
        (
            .invalidPrice(member: "m", text: "t"), #""invalid-price","facts":[{"text":"m"},{"text":"t"}]"#
        ),
        (
            .priceTwice(member: "m", price: "p"), #""price-twice","facts":[{"text":"m"},{"text":"p"}]"#
        ),
        (
            .sidecarGroupUnusable(name: "n"), #""sidecar-group-unusable","facts":[{"text":"n"}]"#
        ),
        (
            .sidecarValueLabelTwice(member: "m", label: "l", first: "a", second: "b"),
            #""sidecar-value-label-twice","facts":[{"text":"m"},{"text":"l"},{"text":"a"},{"text":"b"}]"#
        ),
        (
            .sidecarRuleRecordTwice(rule: "r", record: "a"),
            #""sidecar-rule-record-twice","facts":[{"text":"r"},{"text":"a"}]"#
        ),
        (
            .sidecarRuleNeverHolds(rule: "r"), #""sidecar-rule-never-holds","facts":[{"text":"r"}]"#
        ),
        (
            .sidecarRulesForAllQueries(count: 2, limit: 1),
            #""sidecar-rules-for-all-queries","facts":[{"integer":2},{"integer":1}]"#
        ),
        (
            .sidecarRuleOverruled(rule: "r", earlier: "e", record: "a"),
            #""sidecar-rule-overruled","facts":[{"text":"r"},{"text":"e"},{"text":"a"}]"#
        ),
        (
            .sidecarRuleReplacesInCircle(rule: "r", words: "w"),
            #""sidecar-rule-replaces-in-circle","facts":[{"text":"r"},{"text":"w"}]"#
        ),
    ]

    private let file = CatalogFile(path: "files/shop.jsonl")!

    private func decoded(_ json: String) throws -> CatalogDiagnostic? {
        try JSONParser().withValue(of: Array(json.utf8)) { CatalogDiagnostic(json: $0, of: file) }
    }

    @Test(arguments: stored.indices) func everyKindSurvivesUnderAStableCode(number: Int) throws {
        let (kind, expected) = Self.stored[number]
        let diagnostic = CatalogDiagnostic(file: file.path, line: 7, column: 2, kind: kind)
        let json = try #require(diagnostic.json(of: file)).text
        #expect(json.replacing(" ", with: "").contains(#""code":"# + expected))
        #expect(try decoded(json) == diagnostic)
    }

    @Test func everyCodeIsTried() {
        let codes = Set(Self.stored.map { StoredDiagnosticKind($0.kind).code })
        #expect(codes == Set(DiagnosticCode.allCases))
    }

    @Test func typesHaveStableCodes() {
        let types = CatalogDiagnostic.ExpectedType.allCases
        #expect(
            types.map(\.code) == [
                "text", "number", "integer", "object", "localized-text", "localized-texts", "price", "list",
                "weight", "boolean", "decimal", "date", "path", "place", "identifier", "locale", "vector",
                "rule-query",
                "rule-action", "rule-target", "rule-data", "filter", "preference", "factor", "popularity",
                "half-life", "preference-bound", "number-attribute", "date-attribute", "spread-attribute",
                "positive", "coordinates",
            ])
        for type in types { #expect(CatalogDiagnostic.ExpectedType(code: type.code) == type) }
    }

    @Test(arguments: [
        #"{"place":"catalog","code":"no-such-code","facts":[]}"#,
        #"{"place":"catalog","code":"unreadable","facts":[]}"#,
        #"{"place":"catalog","code":"unreadable","facts":[{"integer":1}]}"#,
        #"{"place":"catalog","code":"wrong-type","facts":[{"text":"year"},{"text":"no-such-type"}]}"#,
        #"{"place":"elsewhere","code":"missing","facts":[]}"#, #"{"place":"catalog","code":"missing"}"#,
    ])
    func whatIsNotADiagnosticIsRefused(json: String) throws { #expect(try decoded(json) == nil) }
}
