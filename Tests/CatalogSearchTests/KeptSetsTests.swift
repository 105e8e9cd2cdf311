// Sets that a segment keeps for later searches change no answer.

import ICU
import TestSupport
import Testing

@testable import CatalogSearch

@Suite struct KeptSetsTests {
    private static let locales = ["de", "en"].map { LocaleIdentifier($0)! }

    private static func answer(
        _ segment: IndexedSegment, _ request: SearchRequest, keepsSets: Bool
    ) throws -> SegmentMatches {
        let query = try PreparedQuery(request, locales: Set(locales)).adapted(to: CatalogDescription(id: "c"))
        var sets: MatchSets?
        return try IndexedSearch(segment, query, keepsSets: keepsSets).matches(keeping: 10, &sets)
    }

    @Test func aSearchWithKeptSetsAnswersAsOneWithout() async throws {
        var records = IndexEqualityTests.records(120, ["de", "en"], seed: 11)
        for index in records.indices where index % 3 > 0 { records[index].scope = "s\(index % 3)" }
        let whole = try await SearchComparison.segment(records, CatalogDescription(id: "c"))
        var deleted = RecordSet(universe: whole.numberCount)
        for number in stride(from: 0, to: whole.numberCount, by: 7) { deleted.insert(number) }
        let segments = [whole, try whole.excluding(deleted)]
        var found = 0
        for words in ["e", "a", "ä", "er", "e a", "s n", "rosen", "ss", "t s i"] {
            for chain in [Self.locales, Self.locales.reversed(), [Self.locales[0]]] {
                for scope in [nil, "s1"] {
                    var request = SearchRequest(words, locale: chain[0], chain: chain, relax: .never)
                    request.scope = scope
                    for segment in segments {
                        let expected = try Self.answer(segment, request, keepsSets: false)
                        // The second search finds the sets that the first one kept.
                        for _ in 0..<2 {
                            let answer = try Self.answer(segment, request, keepsSets: true)
                            #expect(answer.total == expected.total, "\(request)")
                            #expect(answer.scopeCounts == expected.scopeCounts, "\(request)")
                            #expect(answer.best.map(\.record) == expected.best.map(\.record), "\(request)")
                            #expect(answer.best.map(\.rank) == expected.best.map(\.rank), "\(request)")
                        }
                        found += expected.total
                    }
                }
            }
        }
        #expect(found > 1_000)
    }

    /// The fields and the chain of a request decide which texts are searched.
    @Test func wordsAreKeptForTheTextsThatWereSearched() async throws {
        let records = (0..<40).map { number in
            CatalogRecord(
                id: "r\(number)",
                texts: [
                    .init(.title, Self.locales[0], number % 2 == 0 ? "Rose" : "Tulpe"),
                    .init(.summary, Self.locales[0], "Rose"), .init(.title, Self.locales[1], "Rose"),
                ])
        }
        let segment = try await SearchComparison.segment(records, CatalogDescription(id: "c"))
        var request = SearchRequest("rose", locale: Self.locales[0], chain: Self.locales, relax: .never)
        #expect(try Self.answer(segment, request, keepsSets: true).total == 40)
        request.fields = [.title]
        #expect(try Self.answer(segment, request, keepsSets: true).total == 20)
        request.chain = Self.locales.reversed()
        #expect(try Self.answer(segment, request, keepsSets: true).total == 40)
        request.chain = Self.locales
        #expect(try Self.answer(segment, request, keepsSets: true).total == 20)
    }
}
