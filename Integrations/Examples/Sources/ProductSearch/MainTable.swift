// How does Apple's sample for UISearchController look here? As on iOS, but for the views: a table of products, a search bar
// with scopes, a label that counts what was found. On the main actor, as view controllers are.

internal import CatalogSearch
internal import Localization
internal import SearchInterface

/// The sample's `MainTableViewController`: all products, and the search over them.
@MainActor final class MainTable {
    let searchController: SearchController
    let resultsTable: ResultsTable
    private let products: [Product]

    init(products: [Product] = Product.samples, locale: LocaleIdentifier = LocaleIdentifier("en_US")!) {
        self.products = products
        let catalog = CatalogIndex(
            CatalogDescription(id: "products", scopes: Product.Kind.allCases.map { .init(id: $0.rawValue) }),
            records: products.map(\.record))
        resultsTable = ResultsTable(
            SearchResultsController(SearchSession(SearchEngine([catalog]))), locale: locale)
        searchController = SearchController(
            locale: locale, searchResultsController: resultsTable.results)

        searchController.delegate = self
        searchController.requestTemplate.sort = .title
        searchController.tokenParser = SearchTokenParser()
        searchController.searchBar.delegate = self  // Monitor when the search button is tapped.
        searchController.searchBar.placeholder = resultsTable.texts("Search products")
        searchController.searchBar.scopes = Product.Kind.allCases.map {
            SearchScope(id: $0.rawValue, title: resultsTable.texts($0.rawValue))
        }
        resultsTable.results.suggestionSources = [ScopeSuggestions()]
    }

    /// What the table shows: the results once something was put in, else all products.
    var rows: [String] {
        searchController.showsSearchResultsController ? resultsTable.rows : products.map(\.title)
    }

    /// What happened, as the sample prints it.
    private(set) var log: [String] = []
}

extension MainTable: @MainActor SearchBarDelegate {
    func searchBarSearchButtonClicked(_ searchBar: SearchBar) {
        searchBar.resignFirstResponder()
        resultsTable.results.recordSearch()
    }

    func searchBar(_ searchBar: SearchBar, selectedScopeButtonIndexDidChange selectedScope: Int) {
        log.append("scope \(searchBar.scopes[selectedScope].title)")
    }
}

extension MainTable: @MainActor SearchControllerDelegate {
    func willPresentSearchController(_ searchController: SearchController) {
        log.append("willPresent")
    }
    func didPresentSearchController(_ searchController: SearchController) { log.append("didPresent") }
    func willDismissSearchController(_ searchController: SearchController) {
        log.append("willDismiss")
    }
    func didDismissSearchController(_ searchController: SearchController) { log.append("didDismiss") }
}

/// The sample's `ResultsTableController`: what was found, and a label that says how much.
@MainActor final class ResultsTable: @MainActor SearchResultsControllerDelegate {
    let results: SearchResultsController
    /// The sample's label below the search bar.
    private(set) var resultsLabel = ""
    let texts: Localizer

    init(_ results: SearchResultsController, locale: LocaleIdentifier) {
        self.results = results
        let english = LocaleIdentifier.english
        texts = Localizer(
            chain: [locale, english],
            tables: [
                english: [
                    "Localizable": MessageCatalog(locale: english, strings: StringsFile(text: Self.strings))
                ]
            ])
        results.delegate = self
    }

    var rows: [String] { results.hits.map { $0.title.values[0] } }

    func searchResultsControllerDidChange(_ resultsController: SearchResultsController) {
        guard let total = resultsController.results?.total else { return resultsLabel = "" }
        resultsLabel = total == 0 ? texts("NoItemsFoundTitle") : texts("Items found: %ld", total)
    }

    /// In a program: `Localizable.strings`.
    private static let strings = """
        "Search products" = "Search products";
        "all" = "All"; "birthdays" = "Birthdays"; "weddings" = "Weddings"; "funerals" = "Funerals";
        "NoItemsFoundTitle" = "No items found";
        "Items found: %ld|==|plural.one" = "%ld item found";
        "Items found: %ld|==|plural.other" = "%ld items found";
        """
}
