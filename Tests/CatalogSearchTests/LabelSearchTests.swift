// Words find records by the labels of their scope and catalog.

import ICU
import TestSupport
import Testing

@testable import CatalogSearch

@Suite struct LabelSearchTests {
    static let de = LocaleIdentifier("de")!
    static let en = LocaleIdentifier("en")!
    static let fr = LocaleIdentifier("fr")!

    static let description = CatalogDescription(
        id: "gifts", label: .texts([de: "Geschenkideen", en: "Presents"]), defaultLocale: en,
        fields: [.title, .scope, .keywords, .catalog],
        scopes: [
            .init(id: "weddings", label: .texts([de: "Grüne Hochzeiten", en: "Weddings"])),
            .init(id: "birthdays", label: .key("ScopeBirthdays")),
            .init(id: "cut-flowers"),
        ])

    static let records = [
        CatalogRecord(
            id: "1", scope: "weddings", texts: [.init(.title, de, "Rosen"), .init(.title, en, "Roses")]),
        CatalogRecord(
            id: "2", scope: "birthdays", texts: [.init(.title, de, "Rosen"), .init(.title, en, "Roses")]),
        CatalogRecord(
            id: "3", scope: "cut-flowers",
            texts: [.init(.title, de, "Rosen zur Hochzeit"), .init(.keywords, de, "grün")]),
        CatalogRecord(id: "4", texts: [.init(.title, de, "Rosen")]),
        // A record's own texts of these names are not searched.
        CatalogRecord(
            id: "5", scope: "other", texts: [.init(.title, de, "Torte"), .init(.scope, de, "Sahne")]),
    ]

    static func request(
        _ query: String, _ locale: LocaleIdentifier = de, chain: [LocaleIdentifier]? = nil
    ) -> SearchRequest {
        var request = SearchRequest(query, locale: locale, chain: chain ?? [locale, en])
        request.labelTexts = ["ScopeBirthdays": locale == de ? "Geburtstage" : "Birthdays"]
        request.relax = .never
        return request
    }

    private static func comparison() async throws -> SearchComparison {
        try await SearchComparison(records, description, segmentSizes: [2])
    }

    @Test(
        arguments: [
            ("rosen hochzeit", de, ["1", "3"]), ("rosen GRUNE", de, ["1"]), ("grun rosen", de, ["3", "1"]),
            ("roses wedding", en, ["1"]), ("rosen geburtstag", de, ["2"]), ("roses birth", en, ["2"]),
            // A scope without a label is found by its id.
            ("flowers", de, ["3"]), ("other", de, ["5"]), ("hochzeit weddings", de, []),
            ("geschenk", de, ["4", "1", "2", "3", "5"]), ("torte geschenkideen", de, ["5"]),
            ("presents", de, []),
            ("sahne", de, []), ("ideen rosen hochzeiten", de, ["1"]),
        ] as [(String, LocaleIdentifier, [String])])
    func wordsFindRecordsByLabels(query: String, locale: LocaleIdentifier, ids: [String]) async throws {
        let comparison = try await Self.comparison()
        let request = Self.request(query, locale)
        try comparison.expectSame(request)
        #expect(Set(try comparison.index.search(request).hits.map(\.id)) == Set(ids))
    }

    @Test func theLabelIsThatOfTheFirstLocaleOfTheChainElseOfTheCatalogsDefaultElseTheID() async throws {
        let comparison = try await Self.comparison()
        func found(_ query: String, _ chain: [LocaleIdentifier]) throws -> [String] {
            let request = Self.request(query, chain[0], chain: chain)
            try comparison.expectSame(request)
            return try comparison.index.search(request).hits.map(\.id)
        }
        #expect(try found("hochzeiten", [Self.fr, Self.de]) == ["1"])
        #expect(try found("weddings", [Self.fr, Self.de]) == [])
        #expect(try found("weddings", [Self.fr]) == ["1"])
        #expect(try found("presents", [Self.fr]).count == 5)
        let italian = CatalogDescription(
            id: "c", defaultLocale: LocaleIdentifier("it")!, fields: [.scope],
            scopes: [.init(id: "weddings", label: .texts([Self.de: "Hochzeiten"]))])
        let engine = try SearchEngine([CatalogIndex(italian, records: Self.records)])
        #expect(try engine.search(Self.request("wedd", Self.fr, chain: [Self.fr])).total == 1)
    }

    @Test func requestsMaySearchLabelsThatTheCatalogDoesNotDeclare() throws {
        let engine = try SearchEngine([
            CatalogIndex(
                CatalogDescription(id: "c", scopes: [.init(id: "weddings", label: .key("Hochzeiten"))]),
                records: Self.records)
        ])
        var request = SearchRequest("hochzeiten", locale: Self.de, relax: .never)
        #expect(try engine.search(request).total == 0)
        request.fields = [.scope]
        // A key without a text is the label.
        #expect(try engine.search(request).hits.map(\.id) == ["1"])
        request.fields = ["nowhere"]
        #expect {
            try engine.search(request)
        } throws: {
            guard case .unknownField("nowhere", let known) = $0 as? SearchError else { return false }
            return known == ["title", "summary", "description", "keywords", "scope", "catalog"]
        }
    }

    @Test func aHitSaysWhichPartOfALabelMatched() throws {
        let engine = try SearchEngine([CatalogIndex(Self.description, records: Self.records)])
        let hits = try engine.search(Self.request("hochzeit idee rosen")).hits
        let hit = try #require(hits.first { $0.id == "1" })
        #expect(
            hit.matches == [
                .init(field: .title, range: 0..<5), .init(field: .scope, range: 6..<14),
                .init(field: .catalog, range: 8..<12),
            ])
        #expect(hit.locale == Self.de && hit.texts.map(\.field) == [.title])
        #expect(
            hit.explanation[0].locations == [
                .init(
                    field: .scope, locale: Self.de, match: .wordPrefix, rule: .bothCollations,
                    matchedText: "Hochzeit", score: hit.explanation[0].locations[0].score)
            ])
        #expect(hit.explanation[1].locations.map(\.match) == [.insideWord])
    }

    @Test func aMatchInATextRanksByItsFieldBesideOneInALabel() async throws {
        let comparison = try await Self.comparison()
        for query in ["hochzeit", "hochzeit rosen", "rosen hochzeit", "grün", "grün hochzeit", "e", "n ro"] {
            for sort in SearchRequest.SortOrder.allCases {
                for isReversed in [false, true] {
                    for limit in [1, 2, 10] {
                        var request = Self.request(query)
                        (request.sort, request.isReversed, request.limit) = (sort, isReversed, limit)
                        try comparison.expectSame(request)
                    }
                }
            }
        }
        #expect(try comparison.index.search(Self.request("hochzeit")).hits.map(\.id) == ["3", "1"])
    }

    @Test func manyRecordsOfManyScopesAnswerAsAScan() async throws {
        var random = SeededGenerator(seed: 21)
        let names = ["birthdays", "weddings", "rot", "Rosen", "2001"]
        let records = IndexEqualityTests.records(300, ["de", "en"], seed: 22).map { record in
            var record = record
            record.scope = names.randomElement(using: &random)
            return record
        }
        var description = Self.description
        description.fields = [.scope, .title, .catalog, .summary]
        let comparison = try await SearchComparison(records, description, segmentSizes: [100, 7])
        try comparison.expectSameForPieces(40, using: &random)
        for query in ["rosen", "rot", "2001", "b", "e", "grüne karte", "hochzeit 2001", "ro e", "a e i"] {
            for relax in Relaxation.Policy.allCases {
                var request = Self.request(query)
                request.relax = relax
                try comparison.expectSame(request)
            }
        }
    }
}
