// A port of Apple's sample for UISearchController, without views: a table of products, a search bar with
// scopes and tokens of colors, a label with the number of results. On the main actor, like view controllers.

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
        let color = CatalogDescription.Attribute(
            Product.colorAttribute, .text, label: .texts([.english: "Color"]),
            values: Product.Color.allCases.map {
                .init(id: $0.rawValue, label: .texts([.english: $0.title]))
            })
        let catalog = try CatalogIndex(
            CatalogDescription(
                id: "products", scopes: Product.Kind.allCases.map { .init(id: $0.rawValue) },
                attributes: [color]),
            records: products.map(\.record))
        let engine = SearchEngine([catalog])
        resultsTable = ResultsTable(
            SearchResultsController(SearchSession(engine)), locale: locale)
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
        let attributes = engine.attributes(for: [LocaleIdentifier.english])
        searchController.searchBar.attributes = attributes
        resultsTable.results.suggestionSources = [
            AttributeSuggestions(engine, attributes), ScopeSuggestions(),
        ]
    }

    /// The sample's suggested searches, shown while the field is empty: "Red Flowers"
    /// and so on. Each inserts a token.
    var suggestedSearches: [SearchToken] {
        guard searchController.searchBar.isEmpty else { return [] }
        return Product.Color.allCases.map { color in
            SearchToken(
                resultsTable.texts("\(color.rawValue) flowers"), icon: "circle.fill",
                representing: .attribute(Product.colorAttribute, .equals(.text(color.rawValue))))
        }
    }

    /// The user selects a suggested search, as in the sample's `tableView(_:didSelectRowAt:)`.
    func select(suggestedSearch token: SearchToken) {
        searchController.performBatchUpdates {
            searchController.searchBar.becomeFirstResponder()
            searchController.searchBar.insertToken(token, at: searchController.searchBar.tokens.count)
        }
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
        "red flowers" = "Red Flowers"; "green flowers" = "Green Flowers"; "blue flowers" = "Blue Flowers";
        "NoItemsFoundTitle" = "No items found";
        "Items found: %ld|==|plural.one" = "%ld item found";
        "Items found: %ld|==|plural.other" = "%ld items found";
        """
}
