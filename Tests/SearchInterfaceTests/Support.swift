// Shared by the tests of the search interface: locales, a small shop, and delegates that record events.

import CatalogSearch
import SearchInterface

let german = LocaleIdentifier("de")!
let english = LocaleIdentifier("en")!

enum Shop {
    static let scopes = [
        SearchScope(id: "all", title: "Alle"), SearchScope(id: "birthdays", title: "Geburtstage"),
        SearchScope(id: "weddings", title: "Hochzeiten"),
    ]

    static let records = [
        record("1", "birthdays", "Geburtstagskuchen", "Birthday cake", 2001, "20.50"),
        record("2", "birthdays", "Geburtstagskarte", "Birthday card", 2003, "3.90"),
        record("3", "weddings", "Hochzeitskarte", "Wedding card", 2005, "4.90"),
        record("4", "weddings", "Rosen zum Geburtstag", "Birthday roses", 2010, "45.00"),
    ]

    static func record(
        _ id: String, _ scope: String, _ de: String, _ en: String, _ year: Int, _ price: String
    ) -> CatalogRecord {
        CatalogRecord(
            id: id, scope: scope, texts: [.init(.title, german, de), .init(.title, english, en)], year: year,
            price: Price(price, currency: "EUR"))
    }

    static func engine(_ records: [CatalogRecord] = records) -> SearchEngine {
        try! SearchEngine([CatalogIndex(CatalogDescription(id: "shop"), records: records)])
    }
}

/// A search in German with the shop's scopes.
func search(_ results: SearchResultsController? = nil) -> SearchController {
    let search = SearchController(locale: german, searchResultsController: results)
    search.searchBar.scopes = Shop.scopes
    return search
}

/// Records the events of all delegates, in order.
final class Recorder: SearchControllerDelegate, SearchBarDelegate, SearchResultsUpdating {
    var events: [String] = []
    /// The results of delegate methods that return a Boolean; `true` by default.
    var returns: [String: Bool] = [:]
    /// Actions after an event was recorded.
    var reactions: [String: () -> Void] = [:]

    init(_ search: SearchController) {
        search.delegate = self
        search.searchBar.delegate = self
        search.searchResultsUpdater = self
    }

    /// Returns the recorded events and removes them.
    func take() -> [String] {
        defer { events = [] }
        return events
    }

    private func note(_ event: String) {
        events.append(event)
        reactions[event]?()
    }

    private func ask(_ event: String) -> Bool {
        note(event)
        return returns[event] ?? true
    }

    func presentSearchController(_ searchController: SearchController) -> Bool {
        guard let returned = returns["present"] else { return false }
        note("present")
        return returned
    }
    func willPresentSearchController(_ searchController: SearchController) {
        note("willPresent \(searchController.isActive)")
    }
    func didPresentSearchController(_ searchController: SearchController) {
        note("didPresent \(searchController.isActive)")
    }
    func willDismissSearchController(_ searchController: SearchController) {
        note("willDismiss \(searchController.isActive) \(searchController.searchBar.text)")
    }
    func didDismissSearchController(_ searchController: SearchController) {
        note("didDismiss \(searchController.isActive) \(searchController.searchBar.text)")
    }

    func searchBarShouldBeginEditing(_ searchBar: SearchBar) -> Bool { ask("shouldBeginEditing") }
    func searchBarTextDidBeginEditing(_ searchBar: SearchBar) { note("didBeginEditing") }
    func searchBarShouldEndEditing(_ searchBar: SearchBar) -> Bool { ask("shouldEndEditing") }
    func searchBarTextDidEndEditing(_ searchBar: SearchBar) { note("didEndEditing") }
    func searchBar(
        _ searchBar: SearchBar, shouldChangeTextIn range: Range<Int>, replacementText text: String
    ) -> Bool { ask("shouldChange \(range) \(text)") }
    func searchBar(_ searchBar: SearchBar, textDidChange searchText: String) { note("text \(searchText)") }
    func searchBarTokensDidChange(_ searchBar: SearchBar) {
        note("tokens \(searchBar.tokens.map(\.text).joined(separator: " "))")
    }
    func searchBar(_ searchBar: SearchBar, selectedScopeButtonIndexDidChange selectedScope: Int) {
        note("scope \(selectedScope)")
    }
    func searchBarSearchButtonClicked(_ searchBar: SearchBar) { note("search") }
    func searchBarCancelButtonClicked(_ searchBar: SearchBar) { note("cancel") }
    func searchBarBookmarkButtonClicked(_ searchBar: SearchBar) { note("bookmark") }
    func searchBarResultsListButtonClicked(_ searchBar: SearchBar) { note("resultsList") }

    func updateSearchResults(for searchController: SearchController) {
        note("update \(searchController.isActive) \(searchController.searchBar.text)")
    }
    func updateSearchResults(
        for searchController: SearchController, selecting searchSuggestion: SearchSuggestion
    ) { note("update \(searchController.searchBar.text) selecting \(searchSuggestion.localizedSuggestion)") }
}

/// Makes a token of a range of years.
func yearToken(_ spelling: String) -> SearchToken {
    SearchToken("year:\(spelling)", representing: .year((try? NumericRange(spelling)) ?? NumericRange()))
}
