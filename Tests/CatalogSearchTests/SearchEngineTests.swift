// The engine compared with the reference, and the invariants of merging.

import ICU
import TestSupport
import Testing

@testable import CatalogSearch

@Suite struct SearchEngineTests {
    static let chains: [[String]] = [
        ["de", "en"], ["sv", "en"], ["tr", "en"], ["fr", "de"], ["cs"], ["hu", "en"], ["ar", "en"], ["he"],
        ["th", "en"],
        ["ja", "en"], ["ko", "ja"], ["zh_Hans", "en"], ["ru", "de"], ["hi"], ["vi"], ["el", "en"],
        ["en", "de", "fr", "ja"],
    ]

    /// All matches of ICU's string search are found; additional matches are
    /// containment of primary weights, by ICU.
    @Test(arguments: chains)
    func findsWhatICUFinds(chain: [String]) throws {
        var random = SeededGenerator(seed: UInt64(chain.joined().utf8.reduce(0) { $0 + Int($1) }))
        let records = (0..<40).map { SampleTexts.record($0, locales: chain, using: &random) }
        let locales = chain.map { LocaleIdentifier($0)! }
        let engine = try SearchEngine([CatalogIndex(CatalogDescription(id: "c"), records: records)])
        let reference = try ReferenceMatcher(chain: locales)
        var foundInAll = 0
        for _ in 0..<30 {
            let query = SampleTexts.query(from: records, using: &random)
            var request = SearchRequest(
                query, locale: locales[0], chain: locales, relax: .never, limit: 1000)
            request.syntax = .plain
            let results = try engine.search(request)
            let found = Set(results.hits.map(\.id))
            #expect(found.count == results.total)
            foundInAll += found.count
            guard results.ignoredWords.isEmpty else { continue }
            for record in records {
                // Matches of years and prices are tested elsewhere.
                if results.hits.first(where: { $0.id == record.id })?.explanation.contains(where: {
                    !$0.numbers.isEmpty
                }) == true {
                    continue
                }
                if try reference.stringSearchFinds(query, in: record, fields: FieldName.standard) {
                    #expect(found.contains(record.id), "\(query) in \(record)")
                }
                let contains = try reference.weightsContain(query, in: record, fields: FieldName.standard)
                #expect(found.contains(record.id) == contains, "\(query) in \(record)")
            }
        }
        #expect(foundInAll > 30)
    }

    /// One catalog, many segments, or many catalogs: the same records give the same results.
    @Test(arguments: chains)
    func answersTheSameHoweverRecordsAreSpread(chain: [String]) throws {
        var random = SeededGenerator(seed: 11)
        // Enough records that the engine looks up the second word in single records.
        let records = (0..<160).map { SampleTexts.record($0, locales: chain, using: &random) }
        let locales = chain.map { LocaleIdentifier($0)! }
        let whole = try SearchEngine([CatalogIndex(CatalogDescription(id: "c"), records: records)])
        var segments: [IndexedSegment] = []
        var catalogs: [CatalogIndex] = []
        var rest = records[...]
        while !rest.isEmpty {
            let part = rest.prefix(Int.random(in: 1...20, using: &random))
            rest = rest.dropFirst(part.count)
            segments += try CatalogIndex(CatalogDescription(id: "c"), records: part).segments
            catalogs.append(try CatalogIndex(CatalogDescription(id: "c\(catalogs.count)"), records: part))
        }
        let split = SearchEngine([CatalogIndex(CatalogDescription(id: "c"), segments: segments)])
        let concurrent = SearchEngine(split.catalogs, source: LocalRecords(concurrentCount: 1))
        let many = SearchEngine(catalogs)
        for round in 0..<12 {
            var request = SearchRequest(
                round == 0 ? "" : SampleTexts.query(from: records, using: &random), locale: locales[0],
                chain: locales)
            request.scope = ["birthdays", nil].randomElement(using: &random)!
            request.sort = SearchRequest.SortOrder.allCases.randomElement(using: &random)!
            request.isReversed = Bool.random(using: &random)
            request.limit = Int.random(in: 0...12, using: &random)
            request.offset = Int.random(in: 0...4, using: &random)
            if Bool.random(using: &random) { request.year = NumericRange(lower: DecimalNumber(2000)) }
            let expected = try whole.search(request)
            #expect(try split.search(request) == expected)
            #expect(try concurrent.search(request) == expected)

            // In several catalogs, equal records are ordered by catalog first; everything else is the same.
            let spread = try many.search(request)
            #expect(spread.total == expected.total)
            #expect(Set(spread.scopes) == Set(expected.scopes))
            #expect(spread.hits.count == expected.hits.count)
            for (left, right) in zip(spread.hits, expected.hits) {
                var rank = left.rank
                rank.catalog = right.rank.catalog
                rank.id = right.rank.id
                #expect(rank == right.rank)
            }
        }
    }

    /// Pages are parts of the whole order, which is that of the ranks.
    @Test func pagesAreCutFromOneOrder() throws {
        var random = SeededGenerator(seed: 5)
        let records = (0..<80).map { SampleTexts.record($0, locales: ["de", "en"], using: &random) }
        let locales = ["de", "en"].map { LocaleIdentifier($0)! }
        let engine = try SearchEngine([CatalogIndex(CatalogDescription(id: "c"), records: records)])
        for query in ["", "e", "karte", "st", "shirt t", "birthday card", "2001"] {
            for sort in SearchRequest.SortOrder.allCases {
                var request = SearchRequest(
                    query, locale: locales[0], chain: locales, sort: sort, limit: 1000)
                let all = try engine.search(request).hits
                #expect(zip(all, all.dropFirst()).allSatisfy { $0.rank < $1.rank })
                request.limit = 7
                for offset in stride(from: 0, to: all.count, by: 7) {
                    request.offset = offset
                    #expect(try engine.search(request).hits == Array(all.dropFirst(offset).prefix(7)))
                }
            }
        }
    }

    /// Many threads can use one engine at once, also while they fill its caches.
    @Test func aRecordIsFoundByItsIdWithAllItsTexts() throws {
        var random = SeededGenerator(seed: 7)
        let records = (0..<50).map { SampleTexts.record($0, locales: ["de", "en", "ja"], using: &random) }
        let catalog = try CatalogIndex(CatalogDescription(id: "c"), records: records)
        let live = try LiveCatalog(CatalogIndex(CatalogDescription(id: "live"), records: []))
        try live.apply(records.map { .put($0) })
        try live.apply([.delete(id: records[3].id)])
        let engine = SearchEngine([catalog, live.snapshot])
        func sorted(_ record: CatalogRecord?) -> CatalogRecord? {
            guard var record else { return nil }
            record.texts.sort { "\($0.locale) \($0.field)" < "\($1.locale) \($1.field)" }
            return record
        }
        for record in records {
            #expect(try sorted(engine.record(record.id, in: "c")) == sorted(record))
            let found = try engine.record(record.id, in: "live")
            #expect(sorted(found) == (record.id == records[3].id ? nil : sorted(record)))
        }
        #expect(try engine.record("none", in: "c") == nil)
        #expect(throws: SearchError.unknownCatalog("other", known: ["c", "live"])) {
            try engine.record("1", in: "other")
        }
    }

    @Test func answersManyThreadsAlike() async throws {
        var random = SeededGenerator(seed: 9)
        let chain = ["ja", "de", "en"]
        let locales = chain.map { LocaleIdentifier($0)! }
        let records = (0..<80).map { SampleTexts.record($0, locales: chain, using: &random) }
        let requests = (0..<24).map { number in
            SearchRequest(
                SampleTexts.query(from: records, using: &random), locale: locales[number % 3], chain: locales,
                sort: SearchRequest.SortOrder.allCases[number % 4])
        }
        let alone = try SearchEngine([CatalogIndex(CatalogDescription(id: "c"), records: records)])
        let expected = try requests.map { try alone.search($0) }
        let shared = try SearchEngine([CatalogIndex(CatalogDescription(id: "c"), records: records)])
        try await withThrowingTaskGroup(of: (Int, SearchResults).self) { group in
            for (number, request) in requests.enumerated() {
                for _ in 0..<4 { group.addTask { (number, try shared.search(request)) } }
            }
            for try await (number, results) in group { #expect(results == expected[number]) }
        }
    }
}
