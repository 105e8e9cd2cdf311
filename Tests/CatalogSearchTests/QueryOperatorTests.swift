// Phrases, exclusion, OR, fields and filters in queries, by examples.

import ICU
import TestSupport
import Testing

@testable import CatalogSearch

@Suite struct QueryOperatorTests {
    private static let en = LocaleIdentifier("en")!
    private static let de = LocaleIdentifier("de")!

    private static let flowers = try! CatalogIndex(
        QueryTreeTests.description,
        records: [
            CatalogRecord(
                id: "1", texts: [.init(.title, de, "Rote Rose, Seide"), .init(.summary, de, "Eine Tulpe")],
                attributes: [.init("color", .text("red"))]),
            CatalogRecord(
                id: "2", texts: [.init(.title, de, "Rosen, rote"), .init(.title, en, "Lovely roses")],
                attributes: [.init("color", .text("blue"))]),
            CatalogRecord(id: "3", texts: [.init(.title, de, "Tulpe"), .init(.summary, de, "rote, rose")]),
            CatalogRecord(
                id: "4", texts: [.init(.title, de, "Seidenschal"), .init(.title, en, "Silk scarf")]),
        ])

    private static func ids(_ query: String, _ change: (inout SearchRequest) -> Void = { _ in }) throws
        -> [String]
    {
        var request = SearchRequest(query, locale: de, chain: [de, en])
        change(&request)
        return try SearchEngine([flowers]).search(request).hits.map(\.id)
    }

    @Test(
        arguments: [
            (#""rote rose""#, ["1", "3"]), (#""rose rote""#, []), (#"„Rose Seide“"#, ["1"]),
            (#""rose""#, ["1", "3"]),
            ("rote -seide", ["3", "2"]), ("-seide", ["2", "3"]), ("rote -tulpe", ["2"]),
            ("schal OR tulpe", ["3", "4", "1"]), ("title:tulpe", ["3"]), ("color:red", ["1"]),
            ("farbe:rot", ["1"]),
            ("rote farbe:blue", ["2"]), ("rote -farbe:blue", ["1", "3"]),
            ("farbe:blue OR schal", ["2", "4"]),
        ] as [(String, [String])]) func operatorsFindRecords(query: String, expected: [String]) throws
    {
        #expect(try Self.ids(query).sorted() == expected.sorted())
    }

    @Test func onlyPositiveWordsAreRelaxed() throws {
        // Without exclusion “rosn” finds 1, 2 and 3 by its correction.
        #expect(try Self.ids("rosn").isEmpty == false)
        #expect(try Self.ids("rosn -seide").contains("1") == false)
        #expect(try Self.ids("rosn -seide").isEmpty == false)
        // An exclusion is never corrected: “seida” excludes nothing, and “seide” not what is like it.
        #expect(try Self.ids("rote -seida").sorted() == ["1", "2", "3"])
        // Phrases are neither corrected nor left out.
        #expect(try Self.ids(#""rote rosn""#).isEmpty)
        #expect(try Self.ids(#""rote rosn" tulpe"#).isEmpty)
        #expect(try Self.ids(#""rote rose" nelke"#).sorted() == ["1", "3"])
    }

    @Test func correctionsAndCompletionsKeepOperators() throws {
        let engine = SearchEngine([Self.flowers])
        func suggestions(_ query: String) throws -> QuerySuggestions {
            try engine.suggestions(for: SearchRequest(query, locale: Self.de, chain: [Self.de, Self.en]))
        }
        #expect(
            try suggestions(#"-seide "rote rose" tulpne"#).corrections.map(\.query) == [
                #"-seide "rote rose" Tulpe"#
            ])
        #expect(try suggestions("title:tulpne").corrections.first?.query == "title:Tulpe")
        #expect(try suggestions(#""rote rose" tul"#).completions.map(\.query) == [#""rote rose" Tulpe"#])
        #expect(try suggestions("schal OR tul").completions.map(\.query) == ["schal OR Tulpe"])
        #expect(try suggestions("title:tul").completions.map(\.query) == ["title:Tulpe"])
        #expect(try suggestions("-seide rosen").completions.isEmpty)
        #expect(
            try Set(suggestions("-seide ros").completions.map(\.query)) == ["-seide Rosen", "-seide rose"])
        // There is nothing to complete in phrases, exclusions and numbers.
        for query in [#""rote ros""#, "-sei", "stock:1", "rote -sei"] {
            #expect(try suggestions(query).completions.isEmpty, "\(query)")
        }
    }

    @Test(
        arguments: [
            ("farbe:ro", ["farbe:rot 1"]), ("color:RE", ["color:rot 1"]),
            ("farbe:", ["farbe:blue 1", "farbe:rot 1"]),
            ("rote farbe:b", ["rote farbe:blue 1"]), ("tulpe farbe:b", []),
            ("schal OR farbe:b", ["schal OR farbe:blue 2"]),
            ("-farbe:b", ["-farbe:blue 3"]), ("farbe:x", []), ("farbe:ro ", []), ("farbe:=ro", []),
            ("id:1", []),
            ("catalog:", ["catalog:c 4"]), (#"farbe:"ro"#, []),
        ] as [(String, [String])])
    func valuesAreCompletedByThoseOfTheRecordsThatTheRestFinds(query: String, expected: [String]) throws {
        let request = SearchRequest(query, locale: Self.de, chain: [Self.de, Self.en])
        let completions = try SearchEngine([Self.flowers]).suggestions(for: request).completions
        #expect(completions.map { "\($0.query) \($0.count)" } == expected)
    }

    @Test func aCompletedValueIsInQuotationMarksWhereItMustBe() throws {
        let values = ["fresh flowers", "=1", "a„b", "say \"x\" y", "plain"]
        let records = values.enumerated().map { number, value in
            CatalogRecord(id: "\(number)", texts: [], attributes: [.init("color", .text(value))])
        }
        let engine = SearchEngine([try CatalogIndex(QueryTreeTests.description, records: records)])
        let completions = try engine.suggestions(for: SearchRequest("color:", locale: Self.en)).completions
        // A value with quotation marks cannot be in a query.
        #expect(
            Set(completions.map(\.query)) == [
                #"color:"fresh flowers""#, #"color:"=1""#, #"color:"a„b""#, "color:plain",
            ])
        #expect(completions.allSatisfy { $0.count == 1 })
    }

    @Test func matchesOfPhrasesAndBranchesAreMarkedAndExcludedWordsAreNot() throws {
        var request = SearchRequest(#""rote rose" OR tulpe -schal"#, locale: Self.de)
        request.sort = .title
        let hits = try SearchEngine([Self.flowers]).search(request).hits
        let one = try #require(hits.first { $0.id == "1" })
        #expect(one.matches == [.init(field: .title, range: 0..<9), .init(field: .summary, range: 5..<10)])
        let three = try #require(hits.first { $0.id == "3" })
        #expect(three.matches == [.init(field: .title, range: 0..<5), .init(field: .summary, range: 0..<10)])
        #expect(one.explanation[0].locations.map(\.matchedText) == ["Rote Rose", "Tulpe"])
    }

    @Test func allLocalesAreSearchedOnRequest() throws {
        #expect(try Self.ids("lovely").isEmpty)
        #expect(try Self.ids("scarf") { $0.match = .any } == ["4"])
        var request = SearchRequest("roses", locale: Self.de, chain: [Self.de, Self.en], relax: .never)
        request.match = .any
        let hit = try #require(try SearchEngine([Self.flowers]).search(request).hits.first)
        #expect(hit.id == "2")
        #expect(hit.matchedLocale == Self.en)
        #expect(hit.title == "Rosen, rote")
        #expect(hit.matches.isEmpty)
        #expect(hit.explanation[0].locations.map(\.matchedText) == ["roses"])
    }

    @Test func incompleteOperatorsAreListedAsIgnored() throws {
        let results = try SearchEngine([Self.flowers]).search(
            SearchRequest(#"tulpe OR "rote color:"#, locale: Self.de))
        #expect(results.ignoredWords == ["\"", "color:"])
        #expect(results.total == 3)
    }
}
