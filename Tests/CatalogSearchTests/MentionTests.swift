// Of records of equal score, those that say the words more often come first.

import ICU
import TestSupport
import Testing

@testable import CatalogSearch

@Suite struct MentionTests {
    private static let english = LocaleIdentifier("en")!

    private static func record(_ id: String, _ title: String, _ others: [(FieldName, String)] = [])
        -> CatalogRecord
    {
        CatalogRecord(
            id: id,
            texts: [.init(.title, english, title)] + others.map { .init($0, english, $1) })
    }

    private static func ids(_ query: String, _ records: [CatalogRecord]) throws -> [String] {
        let engine = try SearchEngine([CatalogIndex(CatalogDescription(id: "c"), records: records)])
        let hits = try engine.search(SearchRequest(query, locale: english, chain: [english])).hits
        #expect(Set(hits.map(\.rank.preferredScore)).count == 1)
        return hits.map(\.id)
    }

    @Test func otherTextsCount() throws {
        let records = [
            Self.record("a", "Blue lamp one"),
            Self.record("b", "Blue lamp three", [(.summary, "A blue day")]),
            Self.record("c", "Blue lamp three", [(.summary, "A blue day"), (.keywords, "blue")]),
        ]
        #expect(try Self.ids("blue", records) == ["c", "b", "a"])
    }

    @Test func aShortTextCountsMoreThanALongOne() throws {
        let long = "This light stands on a desk and is a blue one for all who read late at night in bed"
        let records = [
            Self.record("a", "Blue lamp one", [(.summary, long)]),
            Self.record("b", "Blue lamp three", [(.summary, "Blue desk")]),
        ]
        #expect(try Self.ids("blue", records) == ["b", "a"])
    }

    @Test func aTextThatRepeatsTheWordCountsTwiceAtMost() throws {
        let records = [
            Self.record("a", "Blue lamp one", [(.summary, "The lamp for a lamp shop, lamp by lamp, daily")]),
            Self.record("b", "Blue lamp three", [(.summary, "The lamp for a lamp shop, day by day, daily")]),
            Self.record("c", "Blue lamp one", [(.summary, "The lamp for a desk shop, day by day, daily")]),
        ]
        #expect(try Self.ids("lamp", records) == ["a", "b", "c"])
    }

    @Test func partsOfWordsAreNoMentions() throws {
        let records = [
            Self.record("a", "Blue lamp three", [(.summary, "lampshade headlamps")]),
            Self.record("b", "Blue lamp one"),
        ]
        #expect(try Self.ids("lamp", records) == ["b", "a"])
    }

    /// Invariant: postings count what texts count, for words as typed, forms, restricted fields and ids.
    @Test func postingsCountWhatTextsCount() async throws {
        var random = SeededGenerator(seed: 3)
        let words = [
            "lamp", "lamps", "Lamp,", "desk-lamp", "lamp-lamp", "red", "Red", "reds", "blue", "LED", "lampe",
        ]
        func text() -> String {
            (0..<Int.random(in: 1...9, using: &random)).map { _ in words.randomElement(using: &random)! }
                .joined(separator: [" ", " ", ", "].randomElement(using: &random)!)
        }
        let records = (0..<300).map { number in
            Self.record(
                ["lamp-\(number)", "red\(number)", "\(number)"][number % 3], text(),
                [(.summary, text()), (.keywords, text()), (.keywords, text())])
        }
        let description = CatalogDescription(id: "c", fields: [.title, .summary, .keywords, .id])
        let engine = SearchEngine([
            CatalogIndex(description, segments: [try await SearchComparison.segment(records, description)])
        ])
        let catalog = engine.catalogs[0]
        var isAny = false
        for query in ["lamp", "red", "lamp red", "title:lamp", "desk-lamp", "led lamp", "blue"] {
            let request = SearchRequest(query, locale: Self.english, chain: [Self.english])
            let prepared = catalog.adapted(try engine.query(CheckedRequest(request), engine.catalogs))
            let search = try IndexedSearch(catalog.segments[0], prepared)
            let scoring = try RecordScoring(search)
            let all = (0..<Int32(records.count)).map(\.self)
            let counted = try scoring.mentions(in: all)
            let expected = try all.map { try scoring.score(Int($0)).mentions }
            #expect(counted == expected, "\(query)")
            isAny = isAny || counted.contains { $0 > 0 }
        }
        #expect(isAny)
    }
}
