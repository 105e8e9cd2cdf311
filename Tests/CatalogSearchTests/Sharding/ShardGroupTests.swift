// Groups whose records are in several shards count once, as in one engine.

import ICU
import TestSupport
import Testing

@testable import CatalogSearch

@Suite struct ShardGroupTests {
    private static let german = LocaleIdentifier("de")!

    /// A request for groups more often than not, which also counts what they are grouped by.
    private static func request(
        _ group: AttributeName, using random: inout SeededGenerator
    ) -> SearchRequest {
        // Few words, so that groups have several matches.
        let query = Bool.random(using: &random) ? "" : ShardSamples.query(using: &random)
        var request = ShardSamples.request(query, using: &random)
        request.isGrouped = Int.random(in: 0..<10, using: &random) > 0
        if Int.random(in: 0..<3, using: &random) == 0 { request.scope = "s1" }
        if Int.random(in: 0..<4, using: &random) == 0 {
            request.facets.append(
                group == "stock"
                    ? FacetRequest(group, bounds: [-1, 2, 6].map { .number(DecimalNumber($0)) })
                    : FacetRequest(group, limit: 4, order: .label))
        }
        return request
    }

    @Test(
        arguments: ["maker", "stock", "brand"].flatMap { group in
            [(1, 1), (2, 1), (3, 2), (7, 1)].map { (group, $0.0, $0.1) }
        })
    func groupsAreThoseOfOne(group: String, shards: Int, segments: Int) throws {
        let group = AttributeName(group)
        let pair = try ShardPair(70, shards: shards, seed: 90, groupedBy: group, segments: segments)
        var random = SeededGenerator(seed: 91)
        for _ in 0..<40 {
            var request = Self.request(group, using: &random)
            request.relax = .never
            try pair.expectSame(request)
        }
    }

    @Test(arguments: ["maker", "stock"])
    func groupsOfSimilarWordsAreThoseOfOne(group: String) throws {
        let group = AttributeName(group)
        let pair = try ShardPair(50, shards: 3, seed: 95, groupedBy: group)
        var random = SeededGenerator(seed: 96)
        for round in 0..<40 {
            var request = Self.request(group, using: &random)
            request.query = ShardSamples.query(using: &random)
            request.relax = round % 3 == 0 ? .always : .auto
            try pair.expectSame(request)
        }
    }

    private static func shards(_ count: Int, models: Int, limit: Int? = nil) throws -> LocalShards {
        var description = CatalogDescription(id: "c")
        description.attributes = [.init("model", .text)]
        description.group = "model"
        let records = (0..<count).map { number in
            CatalogRecord(id: "\(number)", attributes: [.init("model", .text("m\(number % models)"))])
        }
        let shards = try LocalShards([(description, records)], count: 2, seed: 1)
        guard let limit else { return shards }
        return LocalShards(shards.engines, groupListLimit: limit)
    }

    @Test func allVariantsAreCountedAndTheFirstAreListed() throws {
        let found = try Self.shards(600, models: 2).merge.search(SearchRequest("", locale: Self.german))
        #expect(found.total == 2)
        for hit in found.hits {
            let variants = try #require(hit.variants)
            #expect(variants.count == 300)
            let parity = Int(hit.id)! % 2
            let ids = (0..<600).filter { $0 % 2 == parity }.map(String.init).sorted()
            #expect(variants.ids == Array(ids.prefix(Hit.maximumVariantCount)))
        }
    }

    @Test func tooManyGroupsAreRefused() throws {
        var request = SearchRequest("", locale: Self.german)
        #expect(try Self.shards(100, models: 50, limit: 2_000).merge.search(request).total == 50)
        let merge = try Self.shards(100, models: 50, limit: 100).merge
        #expect(throws: SearchError.groupsInShards(catalog: "c")) { try merge.search(request) }
        request.isGrouped = false
        #expect(try merge.search(request).total == 100)
        request.isGrouped = true
        request.filter = .attribute("model", .isOneOf([.text("m1"), .text("m2")]))
        #expect(try merge.search(request).total == 2)
    }

    @Test func aListOutOfOrderIsRefused() throws {
        for keys in ["ab", "ba", "aa"] {
            var message = MessageWriter()
            for key in keys.utf8 {
                message.write(varint: 0)
                message.write(counted: [key])
                // One match, which has no scope.
                message.write(varint: 1)
                message.write(varint: 0)
            }
            let list = ShardGroups(catalog: "c", count: 2, names: [[]], bytes: message.bytes)
            let merge = try? GroupMerge([(shard: 0, groups: list)], isText: true, ranges: [])
            #expect(merge?.counts.all == (keys == "ab" ? 2 : nil), "\(keys)")
        }
    }
}
