// An index gives the same results as a scan over the same records.

import ICU
import TestSupport
import Testing

@testable import CatalogSearch

@Suite struct IndexedSegmentTests {
    private static func segment(_ records: [CatalogRecord], _ description: CatalogDescription) async throws
        -> IndexedSegment
    {
        let writer = SegmentWriter(description)
        for record in records { try writer.append(record) }
        var output = SegmentBytes()
        try await writer.finish(metadata: [1, 2, 3], to: &output)
        return try output.segment()
    }

    /// Index and scan give the same results for any request in any order.
    @Test(arguments: SearchEngineTests.chains)
    func answersAsAScanDoes(chain: [String]) async throws {
        var random = SeededGenerator(seed: 11)
        let locales = chain.map { LocaleIdentifier($0)! }
        let records = (0..<150).map { SampleTexts.record($0, locales: chain, using: &random) }
        let description = CatalogDescription(id: "c")
        let scan = SearchOracle(description: description, records: records)
        let segment = try await Self.segment(records, description)
        let index = SearchEngine([CatalogIndex(description, segments: [segment])])
        for round in 0..<30 {
            var request = SearchRequest(
                round == 0 ? "" : SampleTexts.query(from: records, using: &random), locale: locales[0],
                chain: locales, relax: .never)
            request.scope = ["birthdays", nil, nil].randomElement(using: &random)!
            if round % 3 == 0 {
                request.sort = SearchRequest.SortOrder.allCases.randomElement(using: &random)!
                request.isReversed = Bool.random(using: &random)
            }
            request.limit = Int.random(in: 0...12, using: &random)
            request.offset = Int.random(in: 0...4, using: &random)
            if round % 5 == 0 { request.year = NumericRange(lower: DecimalNumber(2000)) }
            if round % 7 == 0 { request.fields = [.summary, .title] }
            let expected = try scan.search(request)
            let found = try index.search(request)
            #expect(found.total == expected.total, "\(request.query)")
            #expect(found.scopes == expected.scopes, "\(request.query)")
            #expect(found.hits.map(\.id) == expected.hits.map(\.id), "\(request)")
            for (left, right) in zip(found.hits, expected.hits) {
                #expect(left.rank == right.rank, "\(request.query)")
                #expect(left.matches == right.matches)
                #expect(left.title == right.title)
                #expect(Set(left.texts) == Set(right.texts))
            }
            let matched = try index.matches(request)
            #expect(matched.records.map(\.id) == expected.hits.map(\.id))
            #expect(matched.total == expected.total)
        }
    }

    /// Records are read back unchanged.
    @Test func givesBackTheRecords() async throws {
        var random = SeededGenerator(seed: 3)
        let chain = ["de", "ja", "th", "ar"]
        let records = (0..<60).map { SampleTexts.record($0, locales: chain, using: &random) }
        let segment = try await Self.segment(records, CatalogDescription(id: "c"))
        #expect(try segment.metadata() == [1, 2, 3])
        for record in records {
            let number = try #require(try segment.number(ofID: record.id))
            var found = try segment.record(number)
            #expect(Set(found.texts) == Set(record.texts))
            found.texts = record.texts
            #expect(found == record)
        }
        #expect(try segment.number(ofID: "nothing") == nil)
    }

    /// Catalogs spell locales in unusual ways; the index's names for them are read back.
    @Test func keepsLocalesOfAnySpelling() async throws {
        let locales = try [
            "en@shaw", "sr@ijekavianlatin", "sr_RS@ije", "ca@valencia", "de-u-co-phonebk", "zh_HANS",
        ]
        .map { try #require(LocaleIdentifier($0)) }
        let records = locales.enumerated().map { number, locale in
            CatalogRecord(id: "\(number)", texts: [CatalogRecord.Text(.title, locale, "word \(number)")])
        }
        let segment = try await SearchComparison.segment(records, CatalogDescription(id: "c"))
        #expect(segment.locales == Set(locales))
        for locale in locales {
            let request = SearchRequest("word", locale: locale, chain: [locale])
            let index = CatalogIndex(CatalogDescription(id: "c"), segments: [segment])
            #expect(try SearchEngine([index]).search(request).total == 1)
        }
    }

    /// Deleted records are not found, in any order of results.
    @Test func leavesOutDeletedRecords() async throws {
        var random = SeededGenerator(seed: 4)
        let records = (0..<100).map { SampleTexts.record($0, locales: ["de"], using: &random) }
        let description = CatalogDescription(id: "c")
        let segment = try await Self.segment(records, description)
        var deleted = RecordSet(universe: 100)
        var gone: Set<String> = []
        for record in records where Bool.random(using: &random) {
            deleted.insert(try #require(try segment.number(ofID: record.id)))
            gone.insert(record.id)
        }
        let rest = records.filter { !gone.contains($0.id) }
        let index = SearchEngine([CatalogIndex(description, segments: [try segment.excluding(deleted)])])
        let scan = SearchOracle(description: description, records: rest)
        #expect(index.catalogs[0].recordCount == rest.count)
        let locale = LocaleIdentifier("de")!
        for round in 0..<30 {
            var request = SearchRequest(
                round == 0 ? "" : SampleTexts.query(from: records, using: &random), locale: locale,
                chain: [locale])
            request.sort = SearchRequest.SortOrder.allCases[round % 4]
            request.relax = .never
            let expected = try scan.search(request)
            let found = try index.search(request)
            #expect(found.total == expected.total)
            #expect(found.hits.map(\.id) == expected.hits.map(\.id))
        }
    }
}
