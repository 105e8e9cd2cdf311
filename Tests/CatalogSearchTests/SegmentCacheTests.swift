// The data that a segment computes for searches is cached within one budget of memory.

import Support
import TestSupport
import Testing

@testable import CatalogSearch

@Suite struct SegmentCacheTests {
    private static let german = LocaleIdentifier("de")!

    private static func index() throws -> CatalogIndex {
        var random = SeededGenerator(seed: 3)
        return try CatalogIndex(
            CatalogDescription(id: "c"),
            records: (0..<300).map { SampleTexts.record($0, locales: ["de"], using: &random) })
    }

    @Test func whatSearchesComputeIsCounted() throws {
        let index = try Self.index()
        #expect(index.cachedByteCount == 0)
        let engine = SearchEngine([index])
        _ = try engine.search(SearchRequest("karte", locale: Self.german, sort: .title))
        let once = index.cachedByteCount
        #expect(once > 0)
        // The frequent terms are copied when many texts have been read.
        for _ in 0..<4 { _ = try engine.search(SearchRequest("karte", locale: Self.german, sort: .title)) }
        let all = index.cachedByteCount
        #expect(all > once)
        _ = try engine.search(SearchRequest("karte", locale: Self.german, sort: .title))
        #expect(index.cachedByteCount == all)
    }

    @Test func anyNumberOfWordsTakesNoMoreThanTheBudget() throws {
        let index = try Self.index()
        let engine = SearchEngine([index])
        for number in 0..<300 {
            _ = try engine.search(SearchRequest("karte\(number) rot", locale: Self.german, relax: .never))
            let budget = index.segments.reduce(0) { $0 + $1.opened.caches.budget.limit }
            #expect(index.cachedByteCount <= budget)
        }
    }
}
