// A merge of shards answers as one engine with all records does.

import ICU
import TestSupport
import Testing

@testable import CatalogSearch

@Suite struct ShardEqualityTests {
    /// Records with texts, attributes, scopes and prices, in two catalogs.
    private static func catalogs(
        _ count: Int, seed: UInt64
    ) -> [(description: CatalogDescription, records: [CatalogRecord])] {
        ["c", "d"].enumerated().map { number, id in
            var random = SeededGenerator(seed: seed + UInt64(number))
            var description = CatalogDescription(id: id)
            description.fields = FieldName.standard + [.id, .scope, .catalog]
            description.attributes = AttributeSamples.attributes
            description.synonyms = [.init(words: ["rose", "blume", "eine zweite"])]
            var records = IndexEqualityTests.records(count, ["de", "en", "ja"], seed: seed + UInt64(number))
            for index in records.indices {
                records[index].attributes = AttributeSamples.values(using: &random)
                records[index].texts += words(using: &random)
            }
            return (description, records)
        }
    }

    private static let vocabulary = [
        "rose", "rosen", "Rosé", "blume", "blumen", "garten", "gartenrose", "tisch", "tische", "lampe",
        "schreibtisch", "zweite", "eine", "läuft", "laufen", "rot", "rotes", "schuh", "schuhe", "regenschirm",
    ]

    private static func words(using random: inout SeededGenerator) -> [CatalogRecord.Text] {
        let words = (0..<Int.random(in: 1...4, using: &random)).map { _ in
            vocabulary.randomElement(using: &random)!
        }
        return [.init(.summary, LocaleIdentifier("de")!, words.joined(separator: " "))]
    }

    private struct Pair {
        let one: SearchEngine
        let shards: LocalShards
        let merge: SearchEngine

        init(_ count: Int = 30, shards number: Int, seed: UInt64) throws {
            let catalogs = ShardEqualityTests.catalogs(count, seed: seed)
            one = SearchEngine(try catalogs.map { try CatalogIndex($0.description, records: $0.records) })
            shards = try LocalShards(catalogs, count: number, seed: seed + 100)
            merge = shards.merge
        }

        func expectSame(_ request: SearchRequest) throws {
            let comment: Comment = "\(request)"
            let expected = Result { try one.search(request) }
            let found = Result { try merge.search(request) }
            switch (expected, found) {
            case (.success(let expected), .success(let found)):
                #expect(found.total == expected.total, comment)
                #expect(found.scopes == expected.scopes, comment)
                #expect(found.facets == expected.facets, comment)
                #expect(found.relaxation == expected.relaxation, comment)
                #expect(found.hits.map(\.id) == expected.hits.map(\.id), comment)
                for (hit, other) in zip(found.hits, expected.hits) {
                    #expect(hit.rank == other.rank, comment)
                    #expect(hit.matches == other.matches, comment)
                    #expect(hit.explanation == other.explanation, comment)
                    // The texts that no field of the query has are in the order of the segment's locales.
                    #expect(Set(hit.texts) == Set(other.texts), comment)
                    var hit = hit
                    hit.texts = other.texts
                    #expect(hit == other, comment)
                }
                var same = found
                same.hits = expected.hits
                #expect(same == expected, comment)
            case (.failure(let expected), .failure(let found)):
                #expect("\(expected)" == "\(found)", comment)
            default: Issue.record("\(expected) \(found) \(request)")
            }
        }
    }

    private static func request(_ query: String, using random: inout SeededGenerator) -> SearchRequest {
        var request = SearchRequest(
            query, locale: LocaleIdentifier("de")!,
            chain: [["de", "en"], ["de"], ["ja", "de", "en"]].randomElement(using: &random)!
                .map { LocaleIdentifier($0)! },
            limit: Int.random(in: 0...12, using: &random))
        request.relaxationTime = .seconds(60)
        func chance(_ share: Int) -> Bool { Int.random(in: 0..<share, using: &random) == 0 }
        if chance(3) { request.offset = Int.random(in: 0...30, using: &random) }
        if chance(3) {
            request.sort = SearchRequest.SortOrder.allCases.randomElement(using: &random)!
            request.isReversed = chance(2)
        }
        if chance(4) {
            let names: [AttributeName] = [
                "brand", "maker", "stock", "onSale", .year, .price, .popularity, .scope, .catalog, .id,
                "title",
            ]
            request.order = (0..<Int.random(in: 1...3, using: &random)).map { _ in
                SortKey(names.randomElement(using: &random)!, isDescending: chance(2))
            }
        }
        if chance(4) { request.catalogs = ["d"] }
        if chance(6) { request.match = .any }
        if chance(3) {
            let filters: [Filter] = [
                .attribute("color", .equals(.text("rot"))), .attribute("color", .equals(.text("red"))),
                .attribute("stock", .isAtLeast(.number(DecimalNumber(3)))),
                .not(.attribute("maker", .exists)), .attribute("maker", .equals(.text("hersteller 3"))),
                .any([
                    .attribute("onSale", .equals(.boolean(true))),
                    .attribute("brand", .isOneOf([.text("brand 1"), .text("brand 2"), .text("nobody")])),
                ]),
                .attribute(.scope, .exists),
            ]
            request.filter = .all(
                (0..<Int.random(in: 1...2, using: &random)).map { _ in
                    filters.randomElement(using: &random)!
                })
        }
        if chance(3) {
            let facets: [FacetRequest] = [
                .init("color"), .init("brand", limit: 3), .init("maker", order: .label),
                .init("stock", bounds: [.number(DecimalNumber(0)), .number(DecimalNumber(5))]),
                .init("rating"), .init("added"), .init("onSale"), .init(.scope), .init(.catalog),
                .init(.price), .init(.year), .init("brand", prefix: "brand 2"),
            ]
            request.facets = (0..<Int.random(in: 1...3, using: &random)).map { _ in
                facets.randomElement(using: &random)!
            }
        }
        return request
    }

    private static func query(_ pair: Pair, using random: inout SeededGenerator) -> String {
        let samples =
            vocabulary + ["rsoe", "gartn", "blumme", "tsich", "schreib tisch", "garten rose", "xyzzy"]
        var words = (0..<Int.random(in: 0...3, using: &random)).map { _ in
            samples.randomElement(using: &random)!
        }
        switch Int.random(in: 0..<8, using: &random) {
        case 0: words.append("-rot")
        case 1: words.append("color:rot")
        case 2: words = ["\"\(words.joined(separator: " "))\"", "OR", "lampe"]
        case 3: words.append("c")
        default: break
        }
        return words.joined(separator: " ")
    }

    @Test(arguments: [1, 3, 7])
    func strictQueriesAnswerAsOne(shards: Int) throws {
        let pair = try Pair(shards: shards, seed: 40)
        var random = SeededGenerator(seed: 41)
        for _ in 0..<50 {
            var request = Self.request(Self.query(pair, using: &random), using: &random)
            request.relax = .never
            try pair.expectSame(request)
        }
    }

    @Test(arguments: [2, 5])
    func similarWordsAreThoseOfOne(shards: Int) throws {
        let pair = try Pair(shards: shards, seed: 50)
        var random = SeededGenerator(seed: 51)
        for round in 0..<45 {
            var request = Self.request(Self.query(pair, using: &random), using: &random)
            request.relax = round % 3 == 0 ? .always : .auto
            request.triesOnlyForms = round % 10 == 0
            try pair.expectSame(request)
        }
    }

    @Test(arguments: [2, 5])
    func suggestionsAreThoseOfOne(shards: Int) throws {
        let pair = try Pair(shards: shards, seed: 60)
        var random = SeededGenerator(seed: 61)
        for query in [
            "r", "ro", "gart", "schu", "rsoe", "gartn rose", "color:r", "maker:", "blumme tsich", "rot sch",
            "",
        ] {
            var request = Self.request(query, using: &random)
            request.order = []
            let expected = try pair.one.suggestions(for: request)
            #expect(try pair.merge.suggestions(for: request) == expected, "\(request)")
        }
    }

    @Test func recordsAndCountsAreThoseOfOne() throws {
        let pair = try Pair(shards: 3, seed: 70)
        #expect(pair.merge.scopes == pair.one.scopes)
        #expect(pair.merge.recordCount == pair.one.recordCount)
        for (merged, catalog) in zip(pair.merge.catalogs, pair.one.catalogs) {
            #expect(merged.currencies == catalog.currencies)
            #expect(merged.locales == catalog.locales)
            #expect(try merged.recordCountsByLocale() == catalog.recordCountsByLocale())
        }
        let all = try pair.one.identifiers(offset: 0, limit: .max)
        for reference in all {
            let record = try pair.one.record(reference.id, in: reference.catalog)
            let found = try pair.merge.record(reference.id, in: reference.catalog)
            // Texts are in the order of the segment's locales.
            #expect(found.map(Self.sorted) == record.map(Self.sorted))
        }
        #expect(try pair.merge.record("nothing", in: "c") == nil)
        var listed: [MatchedRecords.Reference] = []
        while listed.count < all.count {
            listed += try pair.merge.identifiers(offset: listed.count, limit: 7)
        }
        #expect(Set(listed) == Set(all))
        #expect(listed.count == all.count)
        #expect(try pair.merge.identifiers(offset: all.count, limit: 7).isEmpty)
    }

    private static func sorted(_ record: CatalogRecord) -> CatalogRecord {
        var record = record
        record.texts.sort {
            ($0.locale.identifier, $0.field.rawValue) < ($1.locale.identifier, $1.field.rawValue)
        }
        return record
    }

    @Test func groupsAreRefusedInsteadOfCountedTwice() throws {
        var description = CatalogDescription(id: "c")
        description.attributes = [.init("model", .text)]
        description.group = "model"
        let records = (0..<10).map { number in
            CatalogRecord(id: "\(number)", attributes: [.init("model", .text("m\(number % 3)"))])
        }
        let merge = try LocalShards([(description, records)], count: 2, seed: 1).merge
        var request = SearchRequest("", locale: LocaleIdentifier("de")!)
        #expect(throws: SearchError.groupsInShards(catalog: "c")) { try merge.search(request) }
        request.isGrouped = false
        #expect(try merge.search(request).total == 10)
    }

    @Test func rulesDoNotApplyOverShards() throws {
        var rule = SearchRule(id: "first")
        rule.pinned = [.init(id: "7", place: 1)]
        rule.hidden = ["0"]
        rule.raised = ["5"]
        var description = CatalogDescription(id: "c")
        description.rules = [rule]
        let records = (0..<8).map { number in
            CatalogRecord(id: "\(number)", popularity: 1 - Double(number) / 10)
        }
        let one = try SearchEngine([CatalogIndex(description, records: records)])
        let merge = try LocalShards([(description, records)], count: 3, seed: 1).merge
        var request = SearchRequest("", locale: LocaleIdentifier("de")!)
        #expect(try one.search(request).hits.map(\.id) == ["7", "5", "1", "2", "3", "4", "6"])
        let found = try merge.search(request)
        request.appliesRules = false
        #expect(found == (try one.search(request)))
        #expect(found.total == 8 && found.rules.isEmpty)
    }

    @Test func spentTimeLeavesTheStrictMatches() throws {
        let pair = try Pair(shards: 2, seed: 80)
        var request = SearchRequest("rose garten", locale: LocaleIdentifier("de")!)
        request.relaxationTime = .zero
        let found = try pair.merge.search(request)
        #expect(!found.isRelaxationComplete)
        request.relax = .never
        #expect(found.total == (try pair.one.search(request).total))
    }
}
