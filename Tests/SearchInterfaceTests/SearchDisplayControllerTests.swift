// The events of the display controller.

import CatalogSearch
import SearchInterface
import Testing

@Suite struct SearchDisplayControllerTests {
    private final class Recorder: SearchDisplayDelegate {
        var events: [String] = []
        var returns: [String: Bool] = [:]

        func take() -> [String] {
            defer { events = [] }
            return events
        }
        private func ask(_ event: String) -> Bool {
            events.append(event)
            return returns[event] ?? true
        }

        func searchDisplayControllerWillBeginSearch(_ controller: SearchDisplayController) {
            events.append("willBegin")
        }
        func searchDisplayControllerDidBeginSearch(_ controller: SearchDisplayController) {
            events.append("didBegin")
        }
        func searchDisplayControllerWillEndSearch(_ controller: SearchDisplayController) {
            events.append("willEnd")
        }
        func searchDisplayControllerDidEndSearch(_ controller: SearchDisplayController) {
            events.append("didEnd")
        }
        func searchDisplayControllerWillShowResults(_ controller: SearchDisplayController) {
            events.append("willShow")
        }
        func searchDisplayControllerDidShowResults(_ controller: SearchDisplayController) {
            events.append("didShow")
        }
        func searchDisplayControllerWillHideResults(_ controller: SearchDisplayController) {
            events.append("willHide")
        }
        func searchDisplayControllerDidHideResults(_ controller: SearchDisplayController) {
            events.append("didHide")
        }
        func searchDisplayController(
            _ controller: SearchDisplayController, shouldReloadForSearchString searchString: String
        ) -> Bool { ask("text \(searchString)") }
        func searchDisplayController(
            _ controller: SearchDisplayController, shouldReloadForSearchScope searchOption: Int
        ) -> Bool { ask("scope \(searchOption)") }
    }

    private let recorder = Recorder()
    private let results = SearchResultsController(SearchSession(Shop.engine()))
    private let display: SearchDisplayController

    init() {
        let bar = SearchBar()
        bar.scopes = Shop.scopes
        display = SearchDisplayController(searchBar: bar, locale: german, searchResultsController: results)
        display.delegate = recorder
    }

    @Test func aSearchBeginsAndEnds() {
        #expect(!display.isActive)
        display.searchBar.becomeFirstResponder()
        #expect(display.isActive)
        #expect(recorder.take() == ["willBegin", "didBegin"])
        display.searchBar.insertText("r")
        #expect(recorder.take() == ["text r", "willShow", "didShow"])
        display.searchBar.insertText("o")
        display.searchBar.selectScope(at: 1)
        #expect(recorder.take() == ["text ro", "scope 1"])
        display.searchBar.clickCancelButton()
        #expect(recorder.take() == ["willEnd", "willHide", "didHide", "didEnd"])
        #expect(!display.isActive)
    }

    @Test func theProgramBeginsAndEndsIt() {
        display.isActive = true
        display.isActive = false
        #expect(recorder.events == ["willBegin", "didBegin", "willEnd", "didEnd"])
    }

    @Test func resultsAreLoadedWhereTheDelegateSaysSo() async {
        #expect(display.searchResultsController === results)
        recorder.returns = ["text rosen": false, "scope 1": false]
        display.searchBar.insertText("karte")
        await results.session.waitUntilIdle()
        #expect(results.session.latestResponse?.request.query == "karte")
        display.searchBar.text = "rosen"
        display.searchBar.selectScope(at: 1)
        await results.session.waitUntilIdle()
        #expect(results.session.latestResponse?.request.query == "karte")
        // The program reloads later, without another event.
        recorder.events = []
        display.reloadResults()
        await results.session.waitUntilIdle()
        #expect(results.session.latestResponse?.request.query == "rosen")
        #expect(recorder.events == [])
    }

    @Test func resultsAreLoadedForAllElseWithoutAsking() async {
        display.searchBar.insertText("2003")
        recorder.events = []
        display.searchController.setLocale(english)
        await results.session.waitUntilIdle()
        #expect(results.session.latestResponse?.request.locale == english)
        #expect(recorder.events == [])
    }

    @Test func aScopeThatWasChosenBeforeIsNotAskedFor() {
        display.searchBar.selectedScopeButtonIndex = 2
        display.isActive = true
        #expect(recorder.events == ["willBegin", "didBegin"])
    }

    @Test func itHasATitle() {
        display.searchResultsTitle = "Gefunden"
        #expect(display.searchResultsTitle == "Gefunden")
    }
}
