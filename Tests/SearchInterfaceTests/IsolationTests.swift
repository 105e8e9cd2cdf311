// A search may belong to the main actor, to another actor, or to no actor.

import CatalogSearch
import SearchInterface
import Testing

/// A front end like UIKit's: on the main actor, with isolated conformances.
@MainActor
private final class Window: @MainActor SearchControllerDelegate, @MainActor SearchResultsControllerDelegate {
    let results = SearchResultsController(SearchSession(Shop.engine()))
    let search: SearchController
    var titles: [String] = []
    var presentations = 0

    init() {
        search = SearchInterfaceTests.search(results)
        search.delegate = self
        results.delegate = self
    }

    func didPresentSearchController(_ searchController: SearchController) { presentations += 1 }

    func searchResultsControllerDidChange(_ resultsController: SearchResultsController) {
        MainActor.assertIsolated()
        titles = resultsController.hits.map { $0.title }
        // The test needs only one response.
        resultsController.session.finish()
    }
}

/// A front end on a server: one search for each connection.
private actor Connection {
    let session = SearchSession(Shop.engine())
    private let search: SearchController
    private let results: SearchResultsController
    private let listener = Listener()

    private final class Listener: SearchResultsControllerDelegate {
        var ids: [[String]] = []
        func searchResultsControllerDidChange(_ resultsController: SearchResultsController) {
            ids.append(resultsController.hits.map(\.id))
        }
    }

    init() {
        results = SearchResultsController(session)
        search = SearchController(locale: german, searchResultsController: results)
        results.delegate = listener
    }

    var ids: [[String]] { listener.ids }

    func type(_ text: String) { search.searchBar.insertText(text) }

    func follow() async { await results.follow() }
}

@Suite struct IsolationTests {
    @MainActor @Test func aSearchMayBelongToTheMainActor() async {
        let window = Window()
        window.search.searchBar.insertText("rosen")
        #expect(window.presentations == 1)
        await window.results.follow()
        #expect(window.titles == ["Rosen zum Geburtstag"])
    }

    @Test func aSearchMayBelongToAnActor() async {
        let connection = Connection()
        let following = Task { await connection.follow() }
        await connection.type("hochzeit")
        while await connection.ids.isEmpty { await Task.yield() }
        connection.session.finish()
        await following.value
        #expect(await connection.ids.last == ["3"])
    }

    @Test func manySearchesGoOnAtOnce() async {
        let ids = await withTaskGroup(of: [String].self) { group in
            for _ in 0..<20 {
                group.addTask {
                    // The controller is created here, and nothing else uses it.
                    let results = SearchResultsController(SearchSession(Shop.engine()))
                    let search = SearchController(locale: german, searchResultsController: results)
                    for letter in "karte" { search.searchBar.insertText(String(letter)) }
                    await results.waitForResults()
                    return results.hits.map(\.id).sorted()
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(ids.count == 20)
        #expect(Set(ids) == [["2", "3"]])
    }

    @Test func followingEndsWithItsTask() async {
        let results = SearchResultsController(SearchSession(Shop.engine()))
        results.session.finish()
        await results.follow()
        #expect(results.results == nil)
    }
}
