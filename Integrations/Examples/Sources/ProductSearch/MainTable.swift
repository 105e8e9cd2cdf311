// A port of Apple's sample for UISearchController, without views: a table of products, a search bar with scopes, a
// label with the number of results. On the main actor, like view controllers.

internal import CatalogSearch
internal import Localization
internal import SearchInterface

/// The sample's `MainTableViewController`: all products, and the search.
@MainActor final class MainTable {
    let searchController: SearchController
    let resultsTable: ResultsTable
    private let products: [Product]

    init(
        products: [Product] = Product.samples, locale: LocaleIdentifier = LocaleIdentifier("en_US")!
    ) throws {
        self.products = products
        let catalog = try CatalogIndex(
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

    /// The rows of the table: the results if the input is not empty, else all products.
    var rows: [String] {
        searchController.showsSearchResultsController ? resultsTable.rows : products.map(\.title)
    }

    /// The events, as the sample prints them.
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

/// The sample's `ResultsTableController`: the results, and a label with their number.
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

    var rows: [String] { results.hits.map { $0.title } }

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
