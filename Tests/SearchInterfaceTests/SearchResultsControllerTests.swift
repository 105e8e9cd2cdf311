// The results follow the input, and the selected row stays.

import CatalogSearch
import SearchInterface
import Testing

@Suite struct SearchResultsControllerTests {
    private let results = SearchResultsController(SearchSession(Shop.engine()))
    private let search: SearchController
    private let counter = Counter()

    private final class Counter: SearchResultsControllerDelegate {
        var changes = 0
        func searchResultsControllerDidChange(_ resultsController: SearchResultsController) { changes += 1 }
    }

    init() {
        search = SearchInterfaceTests.search(results)
        results.delegate = counter
    }

    @Test func resultsFollowTheInput() async {
        search.searchBar.insertText("karte")
        #expect(results.isSearching && results.hits.isEmpty)
        await results.waitForResults()
        #expect(!results.isSearching)
        #expect(results.hits.map(\.id) == ["2", "3"] || results.hits.map(\.id) == ["3", "2"])
        #expect(results.request?.query == "karte" && results.error == nil)
        #expect(counter.changes == 1)
        search.searchBar.clickCancelButton()
        #expect(results.results == nil && !results.isSearching && counter.changes == 2)
    }

    @Test func scopesHaveCounts() async {
        search.searchBar.insertText("geburtstag")
        search.searchBar.selectScope(at: 2)
        await results.waitForResults()
        #expect(search.searchBar.scopes.map(\.count) == [3, 2, 1])
        #expect(results.hits.map(\.id) == ["4"])
        search.isActive = false
        #expect(search.searchBar.scopes.map(\.count) == [nil, nil, nil])
    }

    @Test func responsesToOlderInputAreNotTaken() async throws {
        search.searchBar.insertText("karte")
        await results.session.waitUntilIdle()
        let older = try #require(results.session.latestResponse)
        search.searchBar.insertText("n")
        await results.session.waitUntilIdle()
        let newer = try #require(results.session.latestResponse)
        #expect(results.receive(newer))
        #expect(!results.receive(older))
        #expect(results.request?.query == "karten")
        // A response that arrives after the dismissal is not accepted.
        search.isActive = false
        #expect(!results.receive(newer))
        search.isActive = true
        #expect(!results.receive(newer))
        #expect(results.results == nil)
    }

    @Test func errorsAreShown() async {
        search.requestTemplate.catalogs = ["gone"]
        search.isActive = true
        await results.waitForResults()
        #expect(results.error == .unknownCatalog("gone", known: ["shop"]))
        #expect(results.results == nil && results.hits.isEmpty)
        search.requestTemplate.catalogs = nil
        await results.waitForResults()
        #expect(results.error == nil && results.hits.count == 4)
    }

    @Test func aRowIsChosenAmongThoseThatThereAre() async {
        results.selectedRow = 1
        #expect(results.selectedRow == nil)
        search.isActive = true
        await results.waitForResults()
        results.selectedRow = 99
        #expect(results.selectedRow == 3)
        #expect(search.selection == results.selectedHit.map { RecordReference($0) })
        results.selectedRow = -1
        #expect(results.selectedRow == 0)
        results.selectedRow = nil
        #expect(search.selection == nil && results.selectedHit == nil)
    }

    @Test func theChosenRecordStaysChosenWhenTheCatalogChanges() async {
        search.requestTemplate.sort = .year
        search.isActive = true
        await results.waitForResults()
        #expect(results.hits.map(\.id) == ["1", "2", "3", "4"])
        results.selectedRow = 2
        search.scrollPosition = 3
        results.replaceSource(Shop.engine(Array(Shop.records.dropFirst())))
        #expect(results.isSearching)
        await results.waitForResults()
        #expect(results.hits.map(\.id) == ["2", "3", "4"])
        #expect(search.selection?.id == "3" && results.selectedRow == 1)
        #expect(search.scrollPosition == 2)
        // If the record has disappeared, the record that is now in its row is selected; at the end, the last
        // one.
        results.replaceSource(Shop.engine([Shop.records[1], Shop.records[3]]))
        await results.waitForResults()
        #expect(search.selection?.id == "4" && results.selectedRow == 1)
        results.replaceSource(Shop.engine([Shop.records[0]]))
        await results.waitForResults()
        #expect(search.selection?.id == "1")
        results.replaceSource(Shop.engine([]))
        await results.waitForResults()
        #expect(search.selection == nil && results.selectedRow == nil)
    }

    @Test func theChosenRecordStaysChosenInAnotherLanguage() async {
        search.searchBar.insertText("2003")
        await results.waitForResults()
        results.selectedRow = 0
        #expect(results.selectedHit?.title == "Geburtstagskarte")
        search.setLocale(english)
        await results.waitForResults()
        #expect(results.selectedHit?.title == "Birthday card")
    }

    @Test func catalogsThatChangeAreAskedAgain() async throws {
        let live = try LiveCatalog(CatalogIndex(CatalogDescription(id: "shop"), records: Shop.records))
        results.replaceSource(LiveResults([live]))
        search.searchBar.insertText("karte")
        await results.waitForResults()
        #expect(results.hits.count == 2)
        try live.apply([.delete(id: "2")])
        search.reloadSearchResults()
        await results.waitForResults()
        #expect(results.hits.map(\.id) == ["3"])
    }

    @Test func suggestionsComeFromAllSources() async {
        results.suggestionSources = [ScopeSuggestions()]
        search.searchBar.insertText("geburtstag")
        results.recordSearch()
        search.searchBar.clear()
        search.searchBar.insertText("geb")
        await results.waitForResults()
        #expect(search.searchSuggestions.map(\.kind) == [.recent, .scope, .scope])
        #expect(
            search.searchSuggestions.map(\.localizedSuggestion) == [
                "geburtstag", "Geburtstage", "Hochzeiten",
            ])
        results.recentSearches.isEnabled = false
        search.reloadSearchResults()
        await results.waitForResults()
        #expect(search.searchSuggestions.map(\.kind) == [.scope, .scope])
        search.isActive = false
        #expect(search.searchSuggestions == [])
    }

    @Test func aRestoredSelectionIsChosenOnceThereAreResults() async {
        search.restore(
            .init(
                isActive: true, text: "karte", selection: RecordReference(catalog: "shop", id: "3"),
                scrollPosition: 1))
        await results.waitForResults()
        #expect(results.selectedHit?.id == "3" && search.scrollPosition == 1)
        search.restore(
            .init(isActive: true, text: "karte", selection: RecordReference(catalog: "shop", id: "1")))
        await results.waitForResults()
        #expect(search.selection == nil)
    }
}
