// Indexes in memory for searches in some languages only.

import ICU
import TestSupport
import Testing

@testable import CatalogSearch

@Suite struct SearchedLanguagesTests {
    private static let languages = ["de", "sv", "ja", "th", "ar", "tr"]
    private static let description = CatalogDescription(
        id: "c", fields: [.title, .keywords, .summary, .description, .id])

    private static func index(_ records: [CatalogRecord], _ languages: Set<String>?) async throws
        -> CatalogIndex
    {
        let builder = CatalogIndexBuilder(description, searchedLanguages: languages)
        try await builder.append(records)
        return try await builder.finish()
    }

    /// Searches in these languages find the same, with the same texts in the same order.
    @Test(arguments: [["de"], ["sv", "ja"], ["th", "tr", "en"]])
    func responsesAreThoseOfAnIndexOfAllLanguages(chain: [String]) async throws {
        var random = SeededGenerator(seed: 41)
        let records = (0..<80).map {
            SampleTexts.record($0, locales: Self.languages, using: &random)
        }
        let whole = try await Self.index(records, nil)
        let some = try await Self.index(records, Set(chain))
        #expect(some.locales == whole.locales)
        #expect(try some.recordCountsByLocale() == whole.recordCountsByLocale())
        let locales = chain.map { LocaleIdentifier($0)! }
        let lines = chain.flatMap { SampleTexts.lines[$0] ?? [] }
        let pieces: [Substring] = lines.flatMap { $0.split(separator: " ") }
        var found = 0
        for round in 0..<60 {
            let piece = pieces.randomElement(using: &random)!
            let query = round % 8 == 0 ? "" : String(piece.prefix(Int.random(in: 1...6, using: &random)))
            var request = SearchRequest(query, locale: locales[0], chain: locales, limit: 100)
            request.sort = SearchRequest.SortOrder.allCases.randomElement(using: &random)!
            let results = try SearchEngine([some]).search(request)
            #expect(results == (try SearchEngine([whole]).search(request)), "\(query)")
            found += results.hits.count
        }
        #expect(found > 100)
    }
}
