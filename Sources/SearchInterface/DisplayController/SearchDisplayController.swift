// The counterpart of UIKit's deprecated `UISearchDisplayController`, for ports of programs that use it. New
// programs use `SearchController`.

public import CatalogSearch

/// Notified of a search, and decides whether a new text or scope reloads the results. All members are
/// optional.
public protocol SearchDisplayDelegate: AnyObject {
    /// The search will begin.
    func searchDisplayControllerWillBeginSearch(_ controller: SearchDisplayController)
    /// The search began.
    func searchDisplayControllerDidBeginSearch(_ controller: SearchDisplayController)
    /// The search will end; the bar still has its input.
    func searchDisplayControllerWillEndSearch(_ controller: SearchDisplayController)
    /// The search ended.
    func searchDisplayControllerDidEndSearch(_ controller: SearchDisplayController)
    /// Results will be shown, because the input is not empty.
    func searchDisplayControllerWillShowResults(_ controller: SearchDisplayController)
    /// Results are shown.
    func searchDisplayControllerDidShowResults(_ controller: SearchDisplayController)
    /// Results will be hidden.
    func searchDisplayControllerWillHideResults(_ controller: SearchDisplayController)
    /// Results are hidden.
    func searchDisplayControllerDidHideResults(_ controller: SearchDisplayController)
    /// Whether to reload the results for another text or other tokens. `false` if the program reloads them
    /// later (``SearchDisplayController/reloadResults()``).
    func searchDisplayController(
        _ controller: SearchDisplayController, shouldReloadForSearchString searchString: String
    ) -> Bool
    /// Whether to reload the results for another scope.
    ///
    /// - Parameter searchOption: the index of the scope in the bar.
    func searchDisplayController(
        _ controller: SearchDisplayController, shouldReloadForSearchScope searchOption: Int
    ) -> Bool
}

extension SearchDisplayDelegate {
    /// Does nothing.
    public func searchDisplayControllerWillBeginSearch(_ controller: SearchDisplayController) {}
    /// Does nothing.
    public func searchDisplayControllerDidBeginSearch(_ controller: SearchDisplayController) {}
    /// Does nothing.
    public func searchDisplayControllerWillEndSearch(_ controller: SearchDisplayController) {}
    /// Does nothing.
    public func searchDisplayControllerDidEndSearch(_ controller: SearchDisplayController) {}
    /// Does nothing.
    public func searchDisplayControllerWillShowResults(_ controller: SearchDisplayController) {}
    /// Does nothing.
    public func searchDisplayControllerDidShowResults(_ controller: SearchDisplayController) {}
    /// Does nothing.
    public func searchDisplayControllerWillHideResults(_ controller: SearchDisplayController) {}
    /// Does nothing.
    public func searchDisplayControllerDidHideResults(_ controller: SearchDisplayController) {}
    /// Reloads them.
    public func searchDisplayController(
        _ controller: SearchDisplayController, shouldReloadForSearchString searchString: String
    ) -> Bool { true }
    /// Reloads them.
    public func searchDisplayController(
        _ controller: SearchDisplayController, shouldReloadForSearchScope searchOption: Int
    ) -> Bool { true }
}

/// The search management of iOS 3 to 7 (`UISearchDisplayController`, deprecated in iOS 8), for ports. It owns
/// a ``SearchController``, which new programs use directly.
public final class SearchDisplayController {
    /// Notified of the search.
    public weak var delegate: (any SearchDisplayDelegate)?
    /// The title of the results, in the user's language.
    public var searchResultsTitle: String?
    /// The underlying controller. This object is its delegate and its updater; everything else may be used.
    public let searchController: SearchController

    private let adapter = Adapter()

    /// A search over a bar.
    public init(
        searchBar: SearchBar, locale: LocaleIdentifier,
        searchResultsController: SearchResultsController? = nil
    ) {
        searchController = SearchController(
            locale: locale, searchBar: searchBar, searchResultsController: searchResultsController)
        adapter.owner = self
        searchController.delegate = adapter
        searchController.searchResultsUpdater = adapter
    }

    public var searchBar: SearchBar { searchController.searchBar }
    /// Stores the results, if the program uses this module's results controller.
    public var searchResultsController: SearchResultsController? { searchController.searchResultsController }

    public var isActive: Bool {
        get { searchController.isActive }
        set { searchController.isActive = newValue }
    }

    /// Reloads the results without asking the delegate.
    public func reloadResults() {
        searchController.searchResultsController?.updateSearchResults(for: searchController)
    }

    /// Translates the events of `SearchController`.
    private final class Adapter: SearchControllerDelegate, SearchResultsUpdating {
        weak var owner: SearchDisplayController?
        private var text = ""
        private var tokens: [SearchToken] = []
        private var scope = 0
        private var showsResults = false

        func willPresentSearchController(_ searchController: SearchController) {
            scope = searchController.searchBar.selectedScopeButtonIndex
            if let owner { owner.delegate?.searchDisplayControllerWillBeginSearch(owner) }
        }

        func didPresentSearchController(_ searchController: SearchController) {
            if let owner { owner.delegate?.searchDisplayControllerDidBeginSearch(owner) }
        }

        func willDismissSearchController(_ searchController: SearchController) {
            if let owner { owner.delegate?.searchDisplayControllerWillEndSearch(owner) }
        }

        func didDismissSearchController(_ searchController: SearchController) {
            (text, tokens) = ("", [])
            showResults(false)
            if let owner { owner.delegate?.searchDisplayControllerDidEndSearch(owner) }
        }

        func updateSearchResults(for searchController: SearchController) {
            guard let owner else { return }
            let bar = searchController.searchBar
            var (hasChanged, reloads) = (false, false)
            if searchController.isActive, !bar.text.hasSameScalars(as: text) || bar.tokens != tokens {
                (text, tokens) = (bar.text, bar.tokens)
                hasChanged = true
                reloads =
                    owner.delegate?.searchDisplayController(owner, shouldReloadForSearchString: text) ?? true
            }
            if searchController.isActive, bar.selectedScopeButtonIndex != scope {
                scope = bar.selectedScopeButtonIndex
                hasChanged = true
                let reloadsForScope =
                    owner.delegate?.searchDisplayController(owner, shouldReloadForSearchScope: scope) ?? true
                reloads = reloads || reloadsForScope
            }
            if reloads || !hasChanged { owner.reloadResults() }
            showResults(searchController.showsSearchResultsController)
        }

        private func showResults(_ shows: Bool) {
            guard let owner, shows != showsResults else { return }
            showsResults = shows
            if shows {
                owner.delegate?.searchDisplayControllerWillShowResults(owner)
                owner.delegate?.searchDisplayControllerDidShowResults(owner)
            } else {
                owner.delegate?.searchDisplayControllerWillHideResults(owner)
                owner.delegate?.searchDisplayControllerDidHideResults(owner)
            }
        }
    }
}
