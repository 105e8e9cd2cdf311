// The code of the articles "Getting started" does what they say.

import CatalogSearch
import SearchInterface
import Testing

@Suite struct GettingStartedTests {
    private static let german = LocaleIdentifier("de")!
    private static let english = LocaleIdentifier("en")!

    @Test func catalogSearch() throws {
        let (german, english) = (Self.german, Self.english)
        let records = [
            CatalogRecord(
                id: "1", scope: "birthdays",
                texts: [.init(.title, german, "Geburtstagskarte"), .init(.title, english, "Birthday card")],
                year: 2003, price: Price("3.90", currency: "EUR")),
            CatalogRecord(
                id: "2", scope: "weddings",
                texts: [.init(.title, german, "Hochzeitsstrauß"), .init(.title, english, "Wedding bouquet")],
                year: 2010, price: Price("45.00", currency: "EUR")),
        ]
        let shop = CatalogIndex(CatalogDescription(id: "shop"), records: records)
        let engine = SearchEngine([shop])
        let results = try engine.search(SearchRequest("hochzeitsstrauss", locale: german))
        #expect(results.total == 1)
        #expect(results.hits.map(\.title) == ["Hochzeitsstrauß"])
        #expect(results.hits.flatMap(\.matches).map(\.range) == [0..<15])
        let misspelled = try engine.search(SearchRequest("geburtztag", locale: german, relax: .auto))
        #expect(misspelled.relaxation?.words.first?.found == ["Geburtstag"])
    }

    @Test func searchInterface() async {
        let german = Self.german
        let shop = CatalogIndex(
            CatalogDescription(id: "shop"),
            records: [
                CatalogRecord(
                    id: "1", scope: "birthdays", texts: [.init(.title, german, "Geburtstagskarte")]),
                CatalogRecord(id: "2", scope: "weddings", texts: [.init(.title, german, "Hochzeitskarte")]),
            ])
        let engine = SearchEngine([shop])
        let results = SearchResultsController(SearchSession(engine))
        let search = SearchController(locale: german, searchResultsController: results)
        search.searchBar.scopes = [
            SearchScope(id: "all", title: "Alle"), SearchScope(id: "weddings", title: "Hochzeiten"),
        ]
        results.suggestionSources = [EngineSuggestions(engine), ScopeSuggestions()]
        search.searchBar.insertText("karte")
        await results.waitForResults()
        #expect(results.hits.map(\.title) == ["Geburtstagskarte", "Hochzeitskarte"])
        search.searchBar.selectScope(at: 1)
        await results.waitForResults()
        #expect(results.hits.map(\.title) == ["Hochzeitskarte"])
        #expect(search.searchBar.scopes.map(\.count) == [2, 1])
    }
}
