// Stored diagnostics survive a round trip.

import JSON
import Testing

@testable import CatalogStorage

@Suite struct DiagnosticCodingTests {
    /// A kind for each code.
    private static let kinds: [CatalogDiagnostic.Kind] = [
        .missing, .unreadable(reason: "r"), .notRegular, .noWriter, .folderEmpty, .unknownFormat, .empty,
        .nameTwice(id: "a"), .tooLarge(bytes: 2, limit: 1), .checkpointUnusable(.otherVersion),
        .checkpointUnusable(.damaged), .vectorsDamaged, .vectorsUnknownFormat, .invalidJSON(reason: "r"),
        .notObject, .invalidUTF8(byte: 3), .unpairedSurrogate, .tooLong(bytes: 2, limit: 1),
        .tooManyLocales(limit: 500), .noIdentifier, .duplicateIdentifier(id: "a", firstLine: 4),
        .wrongType(member: "year", expected: .integer), .invalidNumber(member: "price", text: "x"),
        .invalidLocale(member: "title", key: "?"), .noHeader,
        .noIdentifierColumn(columns: "c", separator: "s", encoding: "e", mapping: "m"),
        .mappedColumnUnknown(column: "c", columns: "d"), .noIdentifierMember(members: "c", mapping: "m"),
        .noTitle(mapping: "m"), .variantsApart(member: "a", mapping: "m"),
        .mappedMemberUnknown(member: "m", nearest: "n"), .workbook, .webPage,
        .noCurrency(member: "a", mapping: "m"), .notForSale(count: 3, columns: "c", mapping: "m"),
        .costsLeftOut(columns: "c", mapping: "m"), .columnsUnused(columns: "c", mapping: "m"),
        .tableEncoding("e"), .scopesUnused(scopes: "s"), .sidecarUnknownMember(member: "m", nearest: "n"),
        .sidecarUnknownMemberOf(member: "m", known: "k"), .columnTwice(name: "x"),
        .fieldCount(1, header: 2), .quoteOpen, .textAfterQuote,
        .finding(key: "K", arguments: [.text("t"), .integer(5), .message("m")], severity: .warning),
        .finding(key: "K", arguments: [], severity: .error), .sidecarInvalid(reason: "r"),
        .sidecarWrongType(member: "label", expected: .localizedText),
        .sidecarTooMany(member: "fields", count: 3, limit: 2),
        .attributeWrongType(member: "stock", expected: .decimal),
        .sidecarUnknownChoice(member: "m", value: "v", known: "k"), .sidecarAttributeTwice(name: "n"),
        .sidecarAttributeReserved(name: "n"), .sidecarLabelShared(label: "l", first: "a", second: "b"),
        .unknownCurrency(member: "m", code: "c"), .invalidPrice(member: "m", text: "t"),
        .priceTwice(member: "m", price: "p"), .sidecarGroupUnusable(name: "n"),
        .sidecarValueLabelTwice(member: "m", label: "l", first: "a", second: "b"),
        .sidecarRuleRecordTwice(rule: "r", record: "a"), .sidecarRuleNeverHolds(rule: "r"),
        .sidecarRulesForAllQueries(count: 2, limit: 1),
        .sidecarRuleOverruled(rule: "r", earlier: "e", record: "a"),
        .sidecarRuleReplacesInCircle(rule: "r", words: "w"), .leadsOut,
    ]

    private let file = CatalogFile(path: "files/shop.jsonl")!

    private func decoded(_ json: String) throws -> CatalogDiagnostic? {
        try JSONParser().withValue(of: Array(json.utf8)) { CatalogDiagnostic(json: $0, of: file) }
    }

    @Test(arguments: kinds) func everyKindSurvives(kind: CatalogDiagnostic.Kind) throws {
        let diagnostic = CatalogDiagnostic(file: file.path, line: 7, column: 2, kind: kind)
        #expect(try decoded(try #require(diagnostic.json(of: file)).text) == diagnostic)
    }

    @Test func everyCodeIsTried() {
        #expect(Set(Self.kinds.map(\.code)) == Set(CatalogDiagnostic.Code.allCases))
    }

    @Test func theCodeIsTheKeyOfTheMessage() throws {
        let diagnostic = CatalogDiagnostic(
            file: file.path, kind: .wrongType(member: "year", expected: .integer))
        let json = try #require(diagnostic.json(of: file)).text.replacing(" ", with: "")
        let expected =
            #""code":"RecordWrongType:%1$@%2$@","facts":[{"text":"year"},{"message":"TypeInteger"}]"#
        #expect(json.contains(expected))
    }

    @Test(arguments: [
        #"{"place":"catalog","code":"no-such-code","facts":[]}"#,
        #"{"place":"catalog","code":"CatalogUnreadable: %@","facts":[]}"#,
        #"{"place":"catalog","code":"CatalogUnreadable: %@","facts":[{"integer":1}]}"#,
        #"{"place":"catalog","code":"CatalogUnreadable: %@","facts":[{"text":"a"},{"other":"b"}]}"#,
        #"{"place":"catalog","code":"RecordInvalidUTF8: %ld","facts":[{"text":"1"}]}"#,
        #"{"place":"catalog","code":"CatalogUnreadable: %@","facts":[{"message":"no-such-type"}]}"#,
        #"{"place":"catalog","code":"finding","facts":[{"text":"key"}]}"#,
        #"{"place":"catalog","code":"finding","facts":[{"text":"key"},{"text":"no-such-severity"}]}"#,
        #"{"place":"elsewhere","code":"CatalogMissing","facts":[]}"#,
        #"{"place":"catalog","code":"CatalogMissing"}"#,
    ])
    func whatIsNotADiagnosticIsRefused(json: String) throws { #expect(try decoded(json) == nil) }
}
