// Random records and requests, and what must be the same of one engine and of shards.

import ICU
import TestSupport
import Testing

@testable import CatalogSearch

/// Catalogs and requests that use everything a search has.
enum ShardSamples {
    /// Records with texts, attributes, scopes and prices, in two catalogs.
    static func catalogs(
        _ count: Int, seed: UInt64, groupedBy group: AttributeName? = nil
    ) -> [(description: CatalogDescription, records: [CatalogRecord])] {
        ["c", "d"].enumerated().map { number, id in
            var random = SeededGenerator(seed: seed + UInt64(number))
            var description = CatalogDescription(id: id)
            description.fields = FieldName.standard + [.id, .scope, .catalog]
            description.attributes = AttributeSamples.attributes
            description.group = group
            if id == "c" { description.available = .attribute("onSale", .equals(.boolean(true))) }
            if id == "d" { description.preferences = [Preference("onSale = true * 1.7")!] }
            description.synonyms = [.init(words: ["rose", "blume", "eine zweite"])]
            var records = IndexEqualityTests.records(count, ["de", "en", "ja"], seed: seed + UInt64(number))
            for index in records.indices {
                records[index].attributes = AttributeSamples.values(using: &random)
                if group != nil, Bool.random(using: &random) { removeLabels(of: &records[index]) }
                records[index].texts += words(using: &random)
            }
            return (description, records)
        }
    }

    /// Values are the same whether or not a record labels them.
    private static func removeLabels(of record: inout CatalogRecord) {
        for index in record.attributes.indices {
            if case .text(let id, _) = record.attributes[index].value {
                record.attributes[index].value = .text(id, labels: [:])
            }
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

    static func request(_ query: String, using random: inout SeededGenerator) -> SearchRequest {
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
            if chance(2) {
                request.order[0] = SortKey(
                    "store", from: PlaceOracle.origins.randomElement(using: &random)!, isDescending: chance(3)
                )
            }
        }
        if chance(3) {
            request.preferences = PreferenceTests.preferences(using: &random)
            request.moment = Instant("2026-02-10")
        }
        if chance(4) {
            request.ties = [
                SortKey(
                    ["stock", "maker", "added", .year, "title"].randomElement(using: &random)!,
                    isDescending: chance(2))
            ]
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
                .attribute(.scope, .exists), .attribute("store", .place(PlaceOracle.test(using: &random))),
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

    static func query(using random: inout SeededGenerator) -> String {
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
}

/// One engine with all records, and shards that have a part of them each.
struct ShardPair {
    let one: SearchEngine
    let shards: LocalShards
    let merge: SearchEngine

    /// - Parameters:
    ///   - group: the attribute by which records are grouped.
    ///   - segments: the number of segments of each catalog in each engine.
    init(
        _ count: Int = 30, shards number: Int, seed: UInt64, groupedBy group: AttributeName? = nil,
        segments: Int = 1, rules: [SearchRule] = []
    ) throws {
        var catalogs = ShardSamples.catalogs(count, seed: seed, groupedBy: group)
        for index in catalogs.indices { catalogs[index].description.rules = rules }
        one = SearchEngine(
            try catalogs.map { try CatalogIndex($0.description, records: $0.records, segments: segments) })
        shards = try LocalShards(catalogs, count: number, seed: seed + 100, segments: segments)
        merge = shards.merge
    }

    func expectSame(_ request: SearchRequest) throws { Self.expectSame(one, merge, request) }

    /// Expects two engines with the same records to respond alike.
    static func expectSame(_ one: SearchEngine, _ other: SearchEngine, _ request: SearchRequest) {
        let comment: Comment = "\(request)"
        let expected = Result { try one.search(request) }
        let found = Result { try other.search(request) }
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

extension CatalogIndex {
    /// A catalog whose records are divided into segments.
    init(_ description: CatalogDescription, records: [CatalogRecord], segments: Int) throws(SearchError) {
        var all: [IndexedSegment] = []
        for number in 0..<segments {
            let part = records.enumerated().filter { $0.offset % segments == number }.map(\.element)
            all += try CatalogIndex(description, records: part).segments
        }
        self.init(description, segments: all)
    }
}
