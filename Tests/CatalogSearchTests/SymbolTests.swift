// Symbols beside words are ignored; alone, and within words, they count.

import ICU
import TestSupport
import Testing

@testable import CatalogSearch

@Suite struct SymbolTests {
    private static let de = LocaleIdentifier("de")!

    private static let records = [
        CatalogRecord(
            id: "1", texts: [.init(.title, de, "Gladiole")], year: 2001,
            price: Price("51.99", currency: "EUR")),
        CatalogRecord(
            id: "2", texts: [.init(.title, de, "Birthday 🎂 cake")], price: Price("20", currency: "USD")),
        CatalogRecord(id: "3", texts: [.init(.title, de, "C++ und c# für .net")]),
        CatalogRecord(
            id: "4", texts: [.init(.title, de, "20 Rosen & Öl – 5 €"), .init(.summary, de, "👩🏽‍💻 ❤️")]),
        CatalogRecord(id: "5", texts: [.init(.title, de, "C")]),
    ]

    @Test(
        arguments: [
            ("gladiole 51,99 €", ["1"], ["€"]), ("gladiole 51,99€", ["1"], []), ("€51,99", ["1"], []),
            ("birthday 🎂", ["2"], ["🎂"]), ("birthday 🎁", ["2"], ["🎁"]), ("🎂 cake !", ["2"], ["🎂", "!"]),
            ("rosen & öl", ["4"], ["&"]), ("gladiole ❤️ 👩🏽‍💻 + – « ™", ["1"], ["❤️", "👩🏽‍💻", "+", "–", "«", "™"]),
            // Nothing but symbols: they are searched for.
            ("🎂", ["2"], []), ("🎁", [], []), ("👩🏽‍💻", ["4"], []), ("€", ["4"], []), ("& –", ["4"], []),
            ("♥ ❤", [], []),
            // An amount is a number, whatever the sign.
            ("$20", ["2", "4"], []), ("20€", ["2", "4"], []), ("20 €20 $20", ["2", "4"], []),
            ("£51,99", ["1"], []),
            ("₹2001", ["1"], []), ("$rosen", [], []),
            // Words keep their symbols.
            ("c++", ["3"], []), ("c#", ["3"], []), (".net", ["3"], []), ("c", ["3", "5", "2"], []),
            ("c++ c# .net", ["3"], []), ("cake🎂", [], []),
        ] as [(String, [String], [String])])
    func symbolsBesideWordsAreIgnored(query: String, ids: [String], ignored: [String]) async throws {
        let comparison = try await SearchComparison(Self.records)
        let request = SearchRequest(query, locale: Self.de, relax: .never)
        try comparison.expectSame(request)
        let results = try comparison.index.search(request)
        #expect(Set(results.hits.map(\.id)) == Set(ids))
        #expect(results.ignoredWords == ignored)
    }

    @Test func anExplanationHasTheWordAsTyped() throws {
        let engine = try SearchEngine([CatalogIndex(CatalogDescription(id: "c"), records: Self.records)])
        let hit = try #require(try engine.search(SearchRequest("cake $20", locale: Self.de)).hits.first)
        #expect(hit.explanation.map(\.word) == ["cake", "$20"])
        #expect(hit.explanation[1].numbers == [.price])
        #expect(hit.matches.last == .init(field: .price, range: 0..<2))
    }

    @Test func correctionsKeepCurrencySigns() throws {
        let engine = try SearchEngine([CatalogIndex(CatalogDescription(id: "c"), records: Self.records)])
        let request = SearchRequest("gladiloe €51,99", locale: Self.de)
        #expect(try engine.suggestions(for: request).corrections.map(\.query) == ["Gladiole €51,99"])
    }

    @Test func rangesHaveNoCurrency() {
        #expect(throws: NumericRange.SpellingError.malformed) { try NumericRange("€20", in: Self.de) }
    }
}
