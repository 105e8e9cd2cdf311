// The older way: one delegate that says when results are to be loaded anew.

public import CatalogSearch

/// Told of a search, and asked whether text or scope call for other results. All members may be left out.
public protocol SearchDisplayDelegate: AnyObject {
    /// The search will begin.
    func searchDisplayControllerWillBeginSearch(_ controller: SearchDisplayController)
    /// The search began.
    func searchDisplayControllerDidBeginSearch(_ controller: SearchDisplayController)
    /// The search will end; the bar still has what was put in.
    func searchDisplayControllerWillEndSearch(_ controller: SearchDisplayController)
    /// The search ended.
    func searchDisplayControllerDidEndSearch(_ controller: SearchDisplayController)
    /// Results will be shown, because something was put in.
    func searchDisplayControllerWillShowResults(_ controller: SearchDisplayController)
    /// Results are shown.
    func searchDisplayControllerDidShowResults(_ controller: SearchDisplayController)
    /// Results will be hidden.
    func searchDisplayControllerWillHideResults(_ controller: SearchDisplayController)
    /// Results are hidden.
    func searchDisplayControllerDidHideResults(_ controller: SearchDisplayController)
    /// Whether the results are to be loaded anew for another text or other tokens. `false` where the program does that later
    /// (``SearchDisplayController/reloadResults()``).
    func searchDisplayController(
        _ controller: SearchDisplayController, shouldReloadForSearchString searchString: String
    ) -> Bool
    /// Whether the results are to be loaded anew for another scope.
    ///
    /// - Parameter searchOption: the scope's place in the bar.
    func searchDisplayController(
        _ controller: SearchDisplayController, shouldReloadForSearchScope searchOption: Int
    ) -> Bool
}

extension SearchDisplayDelegate {
    /// Nothing follows.
    public func searchDisplayControllerWillBeginSearch(_ controller: SearchDisplayController) {}
    /// Nothing follows.
    public func searchDisplayControllerDidBeginSearch(_ controller: SearchDisplayController) {}
    /// Nothing follows.
    public func searchDisplayControllerWillEndSearch(_ controller: SearchDisplayController) {}
    /// Nothing follows.
    public func searchDisplayControllerDidEndSearch(_ controller: SearchDisplayController) {}
    /// Nothing follows.
    public func searchDisplayControllerWillShowResults(_ controller: SearchDisplayController) {}
    /// Nothing follows.
    public func searchDisplayControllerDidShowResults(_ controller: SearchDisplayController) {}
    /// Nothing follows.
    public func searchDisplayControllerWillHideResults(_ controller: SearchDisplayController) {}
    /// Nothing follows.
    public func searchDisplayControllerDidHideResults(_ controller: SearchDisplayController) {}
    /// They are.
    public func searchDisplayController(
        _ controller: SearchDisplayController, shouldReloadForSearchString searchString: String
    ) -> Bool { true }
    /// They are.
    public func searchDisplayController(
        _ controller: SearchDisplayController, shouldReloadForSearchScope searchOption: Int
    ) -> Bool { true }
}

/// A search managed the way of iOS 3 to 7 (`UISearchDisplayController`): for programs that are written so. It puts a
/// ``SearchController`` under the bar; new programs use that one themselves.
public final class SearchDisplayController {
    /// Told of the search.
    public weak var delegate: (any SearchDisplayDelegate)?
    /// What the results are called, in the user's language.
    public var searchResultsTitle: String?
    /// The controller underneath. Its delegate and its updater are this one's own; the rest may be used.
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

    /// The search bar.
    public var searchBar: SearchBar { searchController.searchBar }
    /// What keeps the results, if this package's own does.
    public var searchResultsController: SearchResultsController? { searchController.searchResultsController }

    /// Whether the search goes on.
    public var isActive: Bool {
        get { searchController.isActive }
        set { searchController.isActive = newValue }
    }

    /// Loads the results anew, without asking whether they should be.
    public func reloadResults() {
        searchController.searchResultsController?.updateSearchResults(for: searchController)
    }

    /// Makes the older events out of the newer ones.
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
            var (isAsked, reloads) = (false, false)
            if searchController.isActive, !bar.text.hasSameScalars(as: text) || bar.tokens != tokens {
                (text, tokens) = (bar.text, bar.tokens)
                isAsked = true
                reloads =
                    owner.delegate?.searchDisplayController(owner, shouldReloadForSearchString: text) ?? true
            }
            if searchController.isActive, bar.selectedScopeButtonIndex != scope {
                scope = bar.selectedScopeButtonIndex
                isAsked = true
                let reloadsForScope =
                    owner.delegate?.searchDisplayController(owner, shouldReloadForSearchScope: scope) ?? true
                reloads = reloads || reloadsForScope
            }
            if reloads || !isAsked { owner.reloadResults() }
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
