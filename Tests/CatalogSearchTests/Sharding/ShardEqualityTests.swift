// A merge of shards gives the same results as one engine with all records.

import ICU
import Synchronization
import TestSupport
import Testing

@testable import CatalogSearch

@Suite struct ShardEqualityTests {
    @Test(arguments: [1, 3, 7])
    func strictQueriesAnswerAsOne(shards: Int) throws {
        let pair = try ShardPair(shards: shards, seed: 40)
        var random = SeededGenerator(seed: 41)
        for _ in 0..<50 {
            var request = ShardSamples.request(ShardSamples.query(using: &random), using: &random)
            request.relax = .never
            try pair.expectSame(request)
        }
    }

    @Test(arguments: [2, 5])
    func similarWordsAreThoseOfOne(shards: Int) throws {
        let pair = try ShardPair(shards: shards, seed: 50)
        var random = SeededGenerator(seed: 51)
        for round in 0..<45 {
            var request = ShardSamples.request(ShardSamples.query(using: &random), using: &random)
            request.relax = round % 3 == 0 ? .always : .auto
            request.triesOnlyForms = round % 10 == 0
            try pair.expectSame(request)
        }
    }

    @Test(arguments: [2, 5])
    func suggestionsAreThoseOfOne(shards: Int) throws {
        let pair = try ShardPair(shards: shards, seed: 60)
        var random = SeededGenerator(seed: 61)
        for query in [
            "r", "ro", "gart", "schu", "rsoe", "gartn rose", "color:r", "maker:", "blumme tsich", "rot sch",
            "",
        ] {
            var request = ShardSamples.request(query, using: &random)
            request.order = []
            let expected = try pair.one.suggestions(for: request)
            #expect(try pair.merge.suggestions(for: request) == expected, "\(request)")
        }
    }

    /// Requests that are sent ahead equal those that would be sent one after the other.
    @Test(
        arguments: [
            // Nothing is found, which ends a strict search.
            ("zzzzzz", .never, 1), ("rose", .never, 2),
            // Forms and uses, searches, what they found of the forms, the records.
            ("rosen garten", .auto, 5),
            // Besides: which words are missing, other letters, splits, a search, corrections, another search.
            ("gartn rsoe", .auto, 10),
        ] as [(String, Relaxation.Policy, Int)])
    func aSearchTakesFewTrips(query: String, relax: Relaxation.Policy, most: Int) throws {
        let pair = try ShardPair(100, shards: 2, seed: 55)
        var request = SearchRequest(query, locale: LocaleIdentifier("de")!)
        request.relax = relax
        let found = try pair.merge.search(request)
        #expect(found.total == (try pair.one.search(request).total))
        #expect(pair.shards.tripCount.withLock(\.self) <= most)
    }

    @Test(arguments: [("ro", 2), ("gartn", 8)])
    func suggestionsTakeFewTrips(query: String, most: Int) throws {
        let pair = try ShardPair(100, shards: 2, seed: 65)
        let request = SearchRequest(query, locale: LocaleIdentifier("de")!)
        let found = try pair.merge.suggestions(for: request)
        #expect(found == (try pair.one.suggestions(for: request)))
        #expect(pair.shards.tripCount.withLock(\.self) <= most)
    }

    @Test func recordsAndCountsAreThoseOfOne() throws {
        let pair = try ShardPair(shards: 3, seed: 70)
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
        var listed: [RecordReference] = []
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

    @Test func rulesApplyOverShards() throws {
        var rule = SearchRule(id: "first")
        rule.pinned = [.init(id: "7", position: 1)]
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
        request.limit = 20
        #expect(try one.search(request).hits.map(\.id) == ["7", "5", "1", "2", "3", "4", "6"])
        let found = try merge.search(request)
        #expect(found == (try one.search(request)))
        #expect(found.total == 7 && found.rules.map(\.id) == ["first"])
    }

    @Test func spentTimeLeavesTheStrictMatches() throws {
        let pair = try ShardPair(shards: 2, seed: 80)
        var request = SearchRequest("rose garten", locale: LocaleIdentifier("de")!)
        request.relaxationTime = .zero
        let found = try pair.merge.search(request)
        #expect(!found.isRelaxationComplete)
        request.relax = .never
        #expect(found.total == (try pair.one.search(request).total))
    }
}
