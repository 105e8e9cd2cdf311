// An index answers relaxed queries like a scan.

import ICU
import TestSupport
import Testing

@testable import CatalogSearch

@Suite struct RelaxedIndexTests {
    /// A word of the records' texts with one or two letters changed.
    private static func misspelled(_ records: [CatalogRecord], using random: inout SeededGenerator) -> String
    {
        let texts = records.flatMap(\.texts).map(\.value)
        let words = texts.flatMap { $0.split(whereSeparator: \.isWhitespace) }.filter { $0.count > 3 }
        guard let word = words.randomElement(using: &random) else { return "" }
        var letters = Array(word.unicodeScalars)
        for _ in 0..<Int.random(in: 1...2, using: &random) {
            let place = Int.random(in: 0..<letters.count - 1, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: letters.remove(at: place)
            case 1: letters.insert("e", at: place)
            case 2: letters[place] = letters.randomElement(using: &random)!
            default: letters.swapAt(place, place + 1)
            }
        }
        var scalars = String.UnicodeScalarView()
        scalars.append(contentsOf: letters)
        return String(scalars)
    }

    private static func expectSame(
        _ comparison: SearchComparison, _ rounds: Int, using random: inout SeededGenerator
    ) throws -> Int {
        var relaxed = 0
        for round in 0..<rounds {
            let locale = comparison.locales.randomElement(using: &random)!
            var query = misspelled(comparison.records, using: &random)
            if round % 4 == 0 { query += " " + misspelled(comparison.records, using: &random) }
            var request = SearchRequest(
                query, locale: locale, chain: [locale] + comparison.locales,
                relax: round % 3 == 0 ? .always : .auto, limit: Int.random(in: 0...8, using: &random),
                offset: Int.random(in: 0...2, using: &random))
            // However slow the machine is.
            request.relaxationTime = .seconds(3_600)
            if round % 5 == 0 {
                request.sort = SearchRequest.SortOrder.allCases.randomElement(using: &random)!
            }
            if round % 7 == 0 { request.isReversed = true }
            if round % 11 == 0 { request.scope = comparison.scan.scopes.randomElement(using: &random)!.id }
            try comparison.expectSame(request)
            let expected = try comparison.whole.search(request).relaxation
            #expect(try comparison.index.search(request).relaxation == expected, "\(request)")
            if expected != nil { relaxed += 1 }

            request.query = String(query.unicodeScalars.prefix(Int.random(in: 1...4, using: &random)))
            let completions = try comparison.whole.suggestions(for: request).completions
            #expect(try comparison.index.suggestions(for: request).completions == completions, "\(request)")
            request.query = query
            let corrections = try comparison.whole.suggestions(for: request, completionLimit: 0).corrections
            #expect(
                try comparison.index.suggestions(for: request, completionLimit: 0).corrections == corrections,
                "\(request)")
        }
        return relaxed
    }

    @Test(arguments: SearchEngineTests.chains) func answersAsAScanDoes(chain: [String]) async throws {
        var random = SeededGenerator(seed: 21)
        let records = (0..<40).map { SampleTexts.record($0, locales: chain, using: &random) }
        let comparison = try await SearchComparison(records)
        #expect(try Self.expectSame(comparison, 12, using: &random) > 2)
    }

    @Test(arguments: [["de", "en"], ["ja", "th", "ar"], ["sv", "hi", "zh_Hans", "ko"]])
    func oddTextsInSeveralSegmentsAreRelaxedAlike(locales: [String]) async throws {
        var random = SeededGenerator(seed: 22)
        let records = IndexEqualityTests.records(60, locales, seed: 23)
        let comparison = try await SearchComparison(records, segmentSizes: [1, 20, 0, 15])
        #expect(try Self.expectSame(comparison, 12, using: &random) > 2)
    }
}
