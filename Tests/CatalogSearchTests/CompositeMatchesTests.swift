// Spellings of several words are found by the terms of the texts as by the texts themselves,
// and the same again from the cache.

import ICU
import Support
import Testing
import TestSupport

@testable import CatalogSearch

@Suite struct CompositeMatchesTests {
    @Test(arguments: [
        ["de", "en"], ["ja", "th", "ar"], ["tr", "hi", "zh_Hans", "ko"], ["sv", "fr", "he", "el"],
    ])
    func compositesMatchWhatTheTextsHave(locales: [String]) async throws {
        var random = SeededGenerator(seed: 31)
        let records = (0..<3 * (IndexedSearch.fewCandidates + 8)).map {
            SampleTexts.record($0, locales: locales, using: &random)
        }
        let description = CatalogDescription(id: "c")
        let segment = try await SearchComparison.segment(records, description)
        let chain = locales.map { LocaleIdentifier($0)! }
        let segmenter = WordSegmenter(chain[0])
        var found = 0
        for round in 0..<60 {
            let text = try #require(records.flatMap(\.texts).randomElement(using: &random)).value
            let words = Self.words(of: text, segmenter)
            guard !words.isEmpty else { continue }
            let start = Int.random(in: 0..<words.count, using: &random)
            let chosen = Array(words[start..<min(words.count, start + 1 + round % 4)])
            var request = SearchRequest("x", locale: chain[0], chain: chain, relax: .never)
            request.match = round % 2 == 0 ? .any : .nearest
            var query = try PreparedQuery(CheckedRequest(request), locales: Set(chain)).adapted(
                to: description)
            let spellings = chosen.map { query.alternative($0, nil) }
            let composite =
                round % 3 == 0
                ? WordExpansion(query).compose(spellings.map { [$0] }, .segments)
                : PreparedQuery.Alternative(phrase: spellings)
            query.words = [PreparedQuery.Word(typed: "x", [composite])]
            if query.mayCrossTerms { continue }
            // A few are decided by their texts, more by sets.
            let few = stride(from: 0, to: Int32(segment.numberCount), by: 6)
            var many = RecordSet(universe: segment.numberCount)
            for number in 0..<segment.numberCount where number % 3 == 0 { many.insert(number) }
            let allLimits: [CompactRecords?] = [.list(Array(few)), .set(many), nil]
            let scanner = RecordScanner(query)
            let expected = try (0..<segment.numberCount).map {
                try scanner.matches(in: try segment.record($0)).words[0].best?.key ?? .none
            }
            let levels = try SearchedLevel.levels(of: segment, query)
            for limits in allLimits + allLimits {
                let matches = try segment.matches(
                    ofComposite: composite, query, levels: levels, within: limits)
                for number in 0..<segment.numberCount where limits?.contains(number) ?? true {
                    let keys = matches.filter { $0.records.contains(number) }.map(\.key)
                    let key = keys.max() ?? .none
                    #expect(key == expected[number], "\(chosen) in \(number)")
                    if key != .none { found += 1 }
                }
            }
            let mayMatch = try segment.mayMatch(composite: composite, query)
            #expect(mayMatch == expected.contains { $0 != .none }, "\(chosen)")
        }
        #expect(found > 100)
    }

    private static func words(of text: String, _ segmenter: WordSegmenter) -> [String] {
        var bounds: [Int32] = []
        var text = text
        return text.withUTF8 { bytes in
            segmenter.wordBounds(of: bytes, into: &bounds)
            return stride(from: 0, to: bounds.count - 1, by: 2).map {
                String(decoding: bytes[Int(bounds[$0])..<Int(bounds[$0 + 1])], as: UTF8.self)
            }
        }
    }

    @Test func aWordIsWrittenApartOnlyAsTextsHaveIt() throws {
        let locale = LocaleIdentifier("en")!
        let records = ["Wi Fi plug", "Un lit", "It is un", "Display and ed"].enumerated().map {
            CatalogRecord(id: "r\($0)", texts: [.init(.title, locale, $1)])
        }
        let segment = try CatalogIndex(CatalogDescription(id: "c"), records: records).segments[0]
        func apart(_ word: String) throws -> [String] {
            let query = try PreparedQuery(
                CheckedRequest(SearchRequest(word, locale: locale)), locales: [locale]
            ).adapted(to: CatalogDescription(id: "c"))
            return try segment.words(.apart, like: query.words[0], query, within: nil).map(\.spelling)
        }
        #expect(try apart("wifi") == ["wi fi"])
        #expect(try apart("unit") == [])
        #expect(try apart("displayed") == [])
    }
}
