// Sets that a segment caches for later searches do not change results.

import ICU
import Support
import Testing
import TestSupport

@testable import CatalogSearch

@Suite struct CachedSetsTests {
    private static let locales = ["de", "en"].map { LocaleIdentifier($0)! }

    private static func result(
        _ segment: IndexedSegment, _ request: SearchRequest, keepsSets: Bool, keeping: Int = 10,
        in description: CatalogDescription = CatalogDescription(id: "c")
    ) throws -> SegmentMatches {
        let query = try PreparedQuery(CheckedRequest(request), locales: Set(locales)).adapted(to: description)
        return try IndexedSearch(segment, query, keepsSets: keepsSets).matches(keeping: keeping)
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
                        let expected = try Self.result(segment, request, keepsSets: false)
                        // The second search finds the sets that the first one cached.
                        for _ in 0..<2 {
                            let result = try Self.result(segment, request, keepsSets: true)
                            #expect(result.total == expected.total, "\(request)")
                            #expect(result.scopeCounts == expected.scopeCounts, "\(request)")
                            #expect(result.best.map(\.record) == expected.best.map(\.record), "\(request)")
                            #expect(result.best.map(\.rank) == expected.best.map(\.rank), "\(request)")
                        }
                        found += expected.total
                    }
                }
            }
        }
        #expect(found > 1_000)
    }

    /// Few records have both of two frequent words: their texts are read, for terms that are
    /// looked up when the sets are known.
    @Test func rareCombinationsOfFrequentWordsRankAlike() async throws {
        let records = (0..<6_000).map { number in
            let words = number % 80 == 0 ? "Rose Tulpe" : number % 2 == 0 ? "Rose" : "Tulpe"
            let between = number % 160 == 0 ? words.split(separator: " ").joined(separator: " rote ") : words
            return CatalogRecord(
                id: "r\(number)",
                texts: [
                    .init(.title, Self.locales[0], number % 3 == 0 ? between : "Strauß"),
                    .init(.summary, Self.locales[0], number % 3 == 0 ? "für alle" : between),
                ])
        }
        let segment = try await SearchComparison.segment(records, CatalogDescription(id: "c"))
        for words in ["rose tulpe", "tulpe rose", "ros tul", "ose ulp"] {
            let request = SearchRequest(
                words, locale: Self.locales[0], chain: [Self.locales[0]], relax: .never)
            let expected = try Self.result(segment, request, keepsSets: false)
            #expect(expected.total == 75)
            for word in words.split(separator: " ") {
                _ = try Self.result(
                    segment,
                    SearchRequest(
                        String(word), locale: Self.locales[0], chain: [Self.locales[0]], relax: .never),
                    keepsSets: true)
            }
            let result = try Self.result(segment, request, keepsSets: true)
            #expect(result.total == expected.total)
            #expect(result.best.map(\.record) == expected.best.map(\.record), "\(words)")
            #expect(result.best.map(\.rank) == expected.best.map(\.rank), "\(words)")
        }
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
        #expect(try Self.result(segment, request, keepsSets: true).total == 40)
        request.fields = [.title]
        #expect(try Self.result(segment, request, keepsSets: true).total == 20)
        request.chain = Self.locales.reversed()
        #expect(try Self.result(segment, request, keepsSets: true).total == 40)
        request.chain = Self.locales
        #expect(try Self.result(segment, request, keepsSets: true).total == 20)
    }

    /// The first records of a frequent word, and of all records, are cached in order. Deleted records, scopes,
    /// excluded words and pages determine which of them are used; spellings, fields, weights, locales and
    /// sorting, whether their order applies.
    @Test func keptOrdersAreThoseOfTheirRequests() async throws {
        let whole = try await Self.compare(
            ["e", "E", "a", "Ä", "r", "er -a", "n", "2005", "", "-a"], times: 2)
        let request = SearchRequest("e", locale: Self.locales[0], chain: Self.locales, relax: .never)
        _ = try Self.result(whole, request, keepsSets: true)
        let query = try PreparedQuery(CheckedRequest(request), locales: Set(Self.locales))
            .adapted(to: CatalogDescription(id: "c"))
        let key = try IndexedSearch(whole, query, keepsSets: true).orderKey()
        #expect(whole.opened.caches[WordOrderKey.self].contains(key))
    }

    /// The scores of frequent words are cached when all their postings are read.
    @Test func keptPointsAreThoseOfTheirRequests() async throws {
        let whole = try await Self.compare(["e a", "Er S", "ä e n", "rose e", "r -n e", "a 2005"], times: 3)
        let request = SearchRequest("e a", locale: Self.locales[0], chain: Self.locales, relax: .never)
        let query = try PreparedQuery(CheckedRequest(request), locales: Set(Self.locales))
            .adapted(to: CatalogDescription(id: "c"))
        _ = try Self.result(whole, request, keepsSets: true)
        let search = try IndexedSearch(whole, query, keepsSets: true)
        for word in search.words.indices {
            #expect(try search.points(of: word, isRead: false)?.count ?? 0 > 100)
        }
    }

    /// Compares searches with and without the segments' caches.
    ///
    /// - Returns: a segment that was searched.
    private static func compare(_ queries: [String], times: Int) async throws -> IndexedSegment {
        var records = IndexEqualityTests.records(400, ["de", "en"], seed: 12)
        for index in records.indices {
            if index % 4 > 0 { records[index].scope = "s\(index % 4)" }
            if index % 3 == 0 { records[index].popularity = Double(index % 5) }
            records[index].year = 2_000 + index % 20
        }
        let whole = try await SearchComparison.segment(records, CatalogDescription(id: "c"))
        var few = RecordSet(universe: whole.numberCount)
        for number in stride(from: 0, to: whole.numberCount, by: 9) { few.insert(number) }
        var most = RecordSet(all: whole.numberCount)
        for number in stride(from: 0, to: whole.numberCount, by: 5) { most.remove(number) }
        // The versions of a segment share its caches.
        let segments = [whole, try whole.excluding(few), try whole.excluding(most)]
        let flat = CatalogDescription(id: "c", weights: [.title: 1, .keywords: 1, .summary: 1])
        var used = 0
        for time in 0..<times {
            // Each request meets another version of the segment, or other weights, than the one before it.
            var number = time
            for words in queries {
                for chain in [Self.locales, Self.locales.reversed(), [Self.locales[0]]] {
                    for variant in 0..<10 {
                        var request = SearchRequest(words, locale: chain[0], chain: chain, relax: .never)
                        switch variant {
                        case 1: request.scope = "s1"
                        case 2: request.fields = [.summary, .title]
                        case 3: request.fields = [.title]
                        case 4: request.isReversed = true
                        case 5: request.sort = .title
                        case 6: request.match = .any
                        case 7: request.locale = LocaleIdentifier("sv")!
                        default: break
                        }
                        let keeping = variant == 8 ? 40 : variant == 9 ? WordOrder.count + 1 : 10
                        let description = number / 3 % 2 == 0 ? CatalogDescription(id: "c") : flat
                        let segment = segments[number % 3]
                        number += 1
                        let expected = try Self.result(
                            segment, request, keepsSets: false, keeping: keeping, in: description)
                        let result = try Self.result(
                            segment, request, keepsSets: true, keeping: keeping, in: description)
                        #expect(result.total == expected.total, "\(request)")
                        #expect(result.best.map(\.record) == expected.best.map(\.record), "\(request)")
                        #expect(result.best.map(\.rank) == expected.best.map(\.rank), "\(request)")
                        used += expected.best.count
                    }
                }
            }
        }
        #expect(used > 2_000)
        return whole
    }
}
