// The cost of similar words and suggestions grows with the input, not faster.
//
// Costs are counted in readings of the interruption clock: one for each strict search, and one for every
// 2,048 steps of a loop.

import ICU
import Testing

@testable import CatalogSearch

@Suite struct RelaxationCostTests {
    private static let english = LocaleIdentifier("en")!

    private static func engine(_ titles: [String], _ description: CatalogDescription) throws -> SearchEngine {
        let records = titles.enumerated().map { number, title in
            CatalogRecord(id: "r\(number)", texts: [.init(.title, english, title)])
        }
        return try SearchEngine([CatalogIndex(description, records: records)])
    }

    /// Expects that four times the input costs less than six times as much.
    private static func expectGrowth(
        _ size: Int, atLeast least: Int,
        _ input: (_ size: Int) -> (titles: [String], query: String, synonyms: [CatalogDescription.Synonyms])
    ) throws {
        var costs: [[Int]] = []
        for size in [size, 4 * size] {
            let (titles, query, synonyms) = input(size)
            let description = CatalogDescription(id: "c", synonyms: synonyms)
            costs.append([])
            let engine = try engine(titles, description)
            for relax in [Relaxation.Policy.auto, .always] {
                let clock = CountingClock()
                var request = SearchRequest(query, locale: english, chain: [english], relax: relax)
                request.relaxationTime = .seconds(1_000_000)
                #expect(try engine.with(clock).search(request).isRelaxationComplete)
                costs[costs.count - 1].append(clock.count)
            }
            let clock = CountingClock()
            var request = SearchRequest(query, locale: english, chain: [english])
            request.relaxationTime = .seconds(1_000_000)
            #expect(try engine.with(clock).suggestions(for: request).isComplete)
            costs[costs.count - 1].append(clock.count)
        }
        for (small, large) in zip(costs[0], costs[1]) { #expect(large < 6 * max(small, 1), "\(costs)") }
        #expect(costs[1].max()! >= least, "\(costs)")
    }

    private static func word(_ number: Int, _ length: Int) -> String {
        let letters = Array("abcdefghijklmnopqrstuvwxyz")
        return String((0..<length).map { letters[(number + $0 * $0) % 26] })
    }

    @Test func longWords() throws {
        try Self.expectGrowth(50, atLeast: 3) { size in
            ((0..<40).map { Self.word($0, size) }, Self.word(3, size - 1) + "q", [])
        }
    }

    @Test func manyMissingWords() throws {
        try Self.expectGrowth(2, atLeast: 20) { size in
            let words = (0..<size).map { Self.word($0 * 3, 9) }
            return ([words.joined(separator: " ")], words.map { $0 + "q" }.joined(separator: " "), [])
        }
    }

    /// Ten words, each with many words one letter away.
    @Test func thousandsOfNearWords() throws {
        try Self.expectGrowth(150, atLeast: 50) { size in
            let scalars = (0..<size).map { Character(Unicode.Scalar(0x4E00 + UInt32($0))!) }
            let titles = scalars.flatMap { scalar in (0..<2).map { Self.word($0, 7) + String(scalar) } }
            return (titles, "\(Self.word(0, 7))q \(Self.word(1, 7))q", [])
        }
    }

    @Test func thousandsOfSynonyms() throws {
        try Self.expectGrowth(500, atLeast: 10) { size in
            let words = (0..<size).map { "synonym\($0)" }
            return (["synonym1"], "synonym\(size - 1) synonym\(size - 2)", [.init(words: words)])
        }
    }

    /// One term with many words.
    @Test func thousandsOfWordsInATerm() throws {
        try Self.expectGrowth(300, atLeast: 3) { size in
            let term = (0..<size).map { "ab\($0)" }.joined(separator: "-")
            return ([term, "aber"], "ab", [])
        }
    }
}
