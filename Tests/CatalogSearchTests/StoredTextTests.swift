// What is read from stored texts and terms is what the texts are, however often they were read.

import ICU
import Support
import Testing
import TestSupport

@testable import CatalogSearch

@Suite struct StoredTextTests {
    /// Texts are read from copies of frequent terms once many were read.
    @Test func textsAreTheSameFromCopiesOfFrequentTerms() async throws {
        let records = IndexEqualityTests.records(300, ["de", "ja", "ar"], seed: 21)
        let segment = try await SearchComparison.segment(records, CatalogDescription(id: "c"))
        let first = try (0..<records.count).map { try segment.record($0) }
        let second = try (0..<records.count).map { try segment.record($0) }
        #expect(first == second)
        for locale in segment.localeNames {
            let index = try #require(try segment.locale(locale))
            let near = try NearTerms(index)
            #expect(near.view.count == index.frequentCount)
            for place in 0..<near.view.count {
                let number = Int(try index.frequentTerms.number(place, as: UInt32.self))
                let (copy, term) = (try near.view[place].details(), try index.term(number).details())
                #expect(copy.source == term.source)
                #expect(copy.bounds.standard == term.bounds.standard)
                #expect(copy.bounds.search == term.bounds.search)
            }
        }
    }

    /// Invariant: matches in a stored text are those in the text itself.
    @Test(arguments: [
        ["de", "en"], ["ja", "th", "ar"], ["tr", "hi", "zh_Hans", "ko"], ["sv", "fr", "he", "el"],
    ])
    func matchesByStoredTermsAreThoseOfTheText(locales: [String]) async throws {
        let records = IndexEqualityTests.records(80, locales, seed: 22)
        let description = CatalogDescription(id: "c")
        let segment = try await SearchComparison.segment(records, description)
        let chain = locales.map { LocaleIdentifier($0)! }
        var random = SeededGenerator(seed: 23)
        var found = 0
        for _ in 0..<60 {
            let words = SampleTexts.query(from: records.filter { !$0.texts.isEmpty }, using: &random)
            for match in MatchedLocales.allCases {
                var request = SearchRequest(words, locale: chain[0], chain: chain, relax: .never)
                request.match = match
                let query = try PreparedQuery(CheckedRequest(request), locales: Set(chain)).adapted(
                    to: description)
                let scanner = RecordScanner(query)
                for number in 0..<segment.numberCount {
                    let stored = try segment.record(number, for: query, scanner.terms)
                    var ranges: [[Range<Int>]] = [[], []]
                    let own = try scanner.matches(in: stored.record, stored.matches) {
                        _, _, range, _ in
                        ranges[0].append(range)
                    }
                    let expected = try scanner.matches(in: stored.record) { _, _, range, _ in
                        ranges[1].append(range)
                    }
                    #expect(own.isMatch == expected.isMatch && own.gap == expected.gap, "\(words)")
                    #expect(own.words.map(\.key) == expected.words.map(\.key), "\(words)")
                    let sorted = ranges.map {
                        $0.sorted { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }
                    }
                    #expect(sorted[0] == sorted[1], "\(words)")
                    found += ranges[0].count
                }
            }
        }
        #expect(found > 100)
    }

    /// A record with very many matches is searched text by text, without a list of all.
    @Test func manyMatchesOfARecordAreFound() throws {
        let locale = LocaleIdentifier("de")!
        let text = String(repeating: "ab ", count: 12_000)
        let record = CatalogRecord(
            id: "r", texts: [.init(.title, locale, text), .init(.description, locale, text + "b")])
        let engine = SearchEngine([try CatalogIndex(CatalogDescription(id: "c"), records: [record])])
        let results = try engine.search(SearchRequest("b", locale: locale, relax: .never))
        #expect(results.hits.map(\.matchCount) == [24_001])
    }

    @Test func theTermsOfAWordAreKept() async throws {
        let records = IndexEqualityTests.records(60, ["de"], seed: 24)
        let segment = try await SearchComparison.segment(records, CatalogDescription(id: "c"))
        let index = try #require(try segment.locale(LocaleIdentifier("de")!))
        let request = SearchRequest("ge", locale: LocaleIdentifier("de")!, relax: .never)
        let form = try PreparedQuery(CheckedRequest(request), locales: [LocaleIdentifier("de")!]).words[0]
            .forms[0]
        let first = try TermFinder(index).candidates(form)
        #expect(!first.terms.isEmpty && index.caches[WordTermsKey.self].contains(WordTermsKey(form)))
        #expect(try TermFinder(index).candidates(form).terms == first.terms)
    }

    /// Words that resemble the typed one are cached; deletions still take effect.
    @Test func keptSimilarWordsAreThoseOfRecordsNotDeleted() throws {
        let locale = LocaleIdentifier("de")!
        let records = ["Rosen", "Hosen", "Tulpe"].enumerated().map { number, title in
            CatalogRecord(id: "r\(number)", texts: [.init(.title, locale, title)])
        }
        let index = try CatalogIndex(CatalogDescription(id: "c"), records: records)
        let request = SearchRequest("rosne", locale: locale)
        for _ in 0..<2 {
            #expect(try SearchEngine([index]).search(request).relaxation?.words.first?.found == ["Rosen"])
        }
        let segment = index.segments[0]
        var deleted = RecordSet(universe: segment.numberCount)
        deleted.insert(try #require(try segment.number(ofID: "r0")))
        let rest = CatalogIndex(CatalogDescription(id: "c"), segments: [try segment.excluding(deleted)])
        for _ in 0..<2 {
            #expect(try SearchEngine([rest]).search(request).relaxation?.words.first?.found != ["Rosen"])
            #expect(try SearchEngine([index]).search(request).relaxation?.words.first?.found == ["Rosen"])
        }
    }
}
