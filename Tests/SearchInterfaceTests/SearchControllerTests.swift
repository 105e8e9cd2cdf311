// What a controller shows and covers, and its selection.

import CatalogSearch
import SearchInterface
import Testing

@Suite struct SearchControllerTests {
    let search = SearchInterfaceTests.search(SearchResultsController(SearchSession(Shop.engine())))

    @Test func aNewSearchIsNotActive() {
        #expect(!search.isActive && !search.coversContent && !search.showsSearchResultsController)
        #expect(search.searchBar.searchController === search)
        #expect(search.searchResultsController?.searchController === search)
        #expect(search.locale == german && search.searchSuggestions == [])
    }

    @Test func resultsAreShownOnceSomethingWasPutIn() {
        search.isActive = true
        #expect(!search.showsSearchResultsController)
        search.searchBar.text = "a"
        #expect(search.showsSearchResultsController)
        search.searchBar.text = ""
        search.searchBar.tokens = [yearToken("2001")]
        #expect(search.showsSearchResultsController)
    }

    @Test func theProgramMayShowResultsItself() {
        search.showsSearchResultsController = true
        #expect(!search.automaticallyShowsSearchResultsController)
        #expect(!search.showsSearchResultsController)
        search.isActive = true
        #expect(search.showsSearchResultsController)
        search.searchBar.text = "a"
        search.showsSearchResultsController = false
        #expect(!search.showsSearchResultsController)
    }

    @Test func theSearchCoversWhatIsBehindIt() {
        search.isActive = true
        #expect(search.coversContent)
        search.obscuresBackgroundDuringPresentation = false
        #expect(!search.coversContent)
        search.searchBar.text = "a"
        #expect(search.coversContent)
        search.isActive = false
        #expect(!search.coversContent)
        // A search without a results controller filters the content.
        let filter = SearchInterfaceTests.search()
        filter.obscuresBackgroundDuringPresentation = false
        filter.isActive = true
        filter.searchBar.text = "a"
        #expect(!filter.coversContent)
    }

    @Test func suggestionsDoWhatTheySay() {
        let bar = search.searchBar
        bar.text = "geb"
        bar.tokens = [yearToken("2001")]
        search.select(SearchSuggestion(.completion, text: "geburtstag"))
        #expect(bar.text == "geburtstag" && bar.tokens == [yearToken("2001")])
        search.select(
            SearchSuggestion(.recent, "rosen", effect: .input(text: "rosen", tokens: [yearToken("2010")])))
        #expect(bar.text == "rosen" && bar.tokens == [yearToken("2010")])
        search.select(
            SearchSuggestion(.completion, "2003", effect: .token(yearToken("2003"), text: "ros")))
        #expect(bar.text == "ros" && bar.tokens == [yearToken("2010"), yearToken("2003")])
        search.select(SearchSuggestion(.scope, "Hochzeiten", effect: .scope("weddings")))
        #expect(bar.selectedScope?.id == "weddings")
        search.select(SearchSuggestion(.scope, "Fort", effect: .scope("gone")))
        #expect(bar.selectedScope?.id == "weddings")
        search.select(SearchSuggestion(.correction, text: "rosen"))
        #expect(bar.text == "rosen")
    }

    @Test func aSuggestionHasMoreThanText() {
        let suggestion = SearchSuggestion(
            .completion, "geburtstag", localizedDescription: "3 Artikel", icon: "magnifier",
            emphasizedRanges: [3..<10], count: 3, effect: .input(text: "geburtstag"), representedValue: "x")
        #expect(suggestion.localizedSuggestion == "geburtstag")
        #expect(suggestion.localizedDescription == "3 Artikel")
        #expect(suggestion.icon == "magnifier" && suggestion.count == 3)
        #expect(suggestion.emphasizedRanges == [3..<10] && suggestion.representedValue == "x")
    }

    @Test func anotherInputBeginsAtTheTop() {
        search.isActive = true
        let chosen = RecordReference(catalog: "shop", id: "1")
        func choose() {
            search.selection = chosen
            search.scrollPosition = 3
        }
        for change in [
            { search.searchBar.text = "a" }, { search.searchBar.tokens = [yearToken("2001")] },
            { search.searchBar.selectedScopeButtonIndex = 1 }, { search.requestTemplate.catalogs = ["shop"] },
        ] {
            choose()
            change()
            #expect(search.selection == nil && search.scrollPosition == 0)
        }
        // The same records in another order, and then in another language.
        choose()
        search.requestTemplate.sort = .title
        #expect(search.selection == chosen && search.scrollPosition == 0)
        choose()
        search.setLocale(english)
        search.requestTemplate.limit = 50
        search.reloadSearchResults()
        #expect(search.selection == chosen && search.scrollPosition == 3)
        search.isActive = false
        #expect(search.selection == nil && search.scrollPosition == 0)
        search.scrollPosition = -1
        #expect(search.scrollPosition == 0)
    }
}

@Suite struct SearchContainerTests {
    let search = SearchInterfaceTests.search()
    let recorder: Recorder

    init() { recorder = Recorder(search) }

    @Test func aContainerShowsOneSearchAndKeepsItActive() {
        let container = SearchContainer(searchController: search)
        #expect(!container.isShown && container.searchController === search)
        container.show()
        #expect(container.isShown && search.isActive)
        search.searchBar.insertText("rosen")
        recorder.events = []
        search.searchBar.clickCancelButton()
        #expect(recorder.take() == ["cancel", "didEndEditing", "update true "])
        search.isActive = false
        #expect(search.isActive)
        container.hide()
        #expect(!container.isShown && !search.isActive)
        #expect(recorder.take() == ["willDismiss true ", "didDismiss false ", "update false "])
        container.hide()
        #expect(recorder.events == [])
    }

    @Test func anotherContainerTakesTheSearch() {
        let (first, second) = (
            SearchContainer(searchController: search), SearchContainer(searchController: search)
        )
        first.show()
        second.show()
        #expect(!first.isShown && second.isShown)
        first.hide()
        #expect(search.isActive)
    }

    @Test func aSearchInAContainerIsRestoredInIt() {
        let container = SearchContainer(searchController: search)
        container.show()
        search.restore(.init(isActive: true, isFirstResponder: true, text: "rosen"))
        #expect(container.isShown && search.isActive && search.searchBar.isFirstResponder)
        #expect(search.searchBar.text == "rosen")
        search.restore(from: { throw StateFault.unreadable })
        #expect(container.isShown && search.isActive && search.searchBar.isEmpty)
    }
}
