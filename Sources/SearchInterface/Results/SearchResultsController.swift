// The results as a front end shows them: they follow the input, with a selected row and counts on the scopes.

public import CatalogSearch

/// Notified that the results changed.
public protocol SearchResultsControllerDelegate: AnyObject {
    /// Results, suggestions, counts or the selected row changed.
    func searchResultsControllerDidChange(_ resultsController: SearchResultsController)
}

/// Stores the results of a ``SearchController``: requests them outside of the owner's isolation, receives
/// them in order, preserves the selected row when the searched data changes, and sets counts on the scopes.
///
///     let results = SearchResultsController(SearchSession(engine))
///     let search = SearchController(locale: locale, searchResultsController: results)
///     let following = Task { await results.follow() }     // on the owner's actor
///     search.searchBar.insertText("geburtstag")
///
/// It belongs to the isolation of its controller; see <doc:Isolation>.
public final class SearchResultsController: SearchResultsUpdating {
    /// Notified that the results changed.
    public weak var delegate: (any SearchResultsControllerDelegate)?
    public internal(set) weak var searchController: SearchController?
    /// Runs the searches.
    public let session: SearchSession

    /// The sources of suggestions, after ``recentSearches``.
    public var suggestionSources: [any SuggestionSource] = []
    /// Recent searches, suggested first. ``recordSearch()`` adds to them.
    public var recentSearches = RecentSearches()

    /// The latest results; `nil` before the first response, after an error, and while the search is inactive.
    public private(set) var results: SearchResults?
    public private(set) var request: SearchRequest?
    /// Why the search for the latest input failed.
    public private(set) var error: SearchError?

    /// The numbers of the newest input, and of the oldest whose responses are accepted: those after the last
    /// dismissal.
    private var newest = 0
    private var oldest = 0
    private var responded = 0
    /// Whether a search for similar words is still running.
    private var isPreliminary = false
    /// The selected record and its row, so that the row stays selected if the record disappears.
    private var chosen: (record: RecordReference, row: Int)?

    /// Stores the results of a session that has no other reader.
    public init(_ session: SearchSession) { self.session = session }

    /// Whether responses to the newest input are still to come.
    public var isSearching: Bool { responded < newest || isPreliminary }

    // MARK: Following the input

    /// Requests the results for the controller's input; without an active search there are none.
    public func updateSearchResults(for searchController: SearchController) {
        guard searchController.isActive else {
            session.cancel()
            (results, request, error, chosen) = (nil, nil, nil, nil)
            (oldest, responded, isPreliminary) = (newest + 1, newest, false)
            searchController.searchBar.setCounts(nil)
            delegate?.searchResultsControllerDidChange(self)
            return
        }
        let bar = searchController.searchBar
        newest = session.submit(
            searchController.request, text: bar.text, tokens: bar.tokens, scopes: bar.scopes,
            suggestions: (recentSearches.isEnabled ? [recentSearches] : []) + suggestionSources)
    }

    /// Receives responses until the session is finished or the task is cancelled. Run it once, on the
    /// isolation that owns the controller: a cancelled stream yields no more responses. Front ends with an
    /// event loop of their own use ``receive(_:)``.
    public nonisolated(nonsending) func follow() async {
        for await response in session.responses { receive(response) }
    }

    /// Waits for the response to the newest input, and receives it. For programs that do not call
    /// ``follow()``.
    public nonisolated(nonsending) func waitForResults() async {
        await session.waitUntilIdle()
        if let response = session.latestResponse { receive(response) }
    }

    /// Receives a response of the session.
    ///
    /// - Returns: whether it was accepted, that is, not older than the shown results.
    @discardableResult
    public func receive(_ response: SearchSession.Response) -> Bool {
        guard let searchController, searchController.isActive,
            response.number >= max(oldest, responded)
        else { return false }
        responded = response.number
        isPreliminary = response.isPreliminary
        newest = max(newest, responded)
        request = response.request
        switch response.results {
        case .success(let found): (results, error) = (found, nil)
        case .failure(let failure): (results, error) = (nil, failure)
        }
        searchController.searchBar.setCounts(results?.scopes)
        if let suggestions = response.suggestions { searchController.searchSuggestions = suggestions }
        // A selection made meanwhile belongs to input without a response yet.
        if !isSearching, error == nil { settlePosition(searchController) }
        delegate?.searchResultsControllerDidChange(self)
        return true
    }

    /// Switches to another source, such as an engine with reopened catalogs.
    public func replaceSource(_ source: any ResultsSource) {
        if let number = session.replaceSource(source) { newest = number }
    }

    /// Adds the search in the bar to ``recentSearches``.
    public func recordSearch() {
        guard let bar = searchController?.searchBar else { return }
        recentSearches.add(text: bar.text, tokens: bar.tokens)
    }

    // MARK: The selected row

    /// The rows.
    public var hits: [Hit] { results?.hits ?? [] }

    /// The selected row among ``hits``; `nil` if none is selected. A row after the last one selects the last.
    public var selectedRow: Int? {
        get { row(of: searchController?.selection) }
        set {
            choose(row: newValue)
            delegate?.searchResultsControllerDidChange(self)
        }
    }

    public var selectedHit: Hit? { selectedRow.map { hits[$0] } }

    private func row(of selection: RecordReference?) -> Int? {
        selection.flatMap { selection in hits.firstIndex { RecordReference($0) == selection } }
    }

    /// Leaves the selected record selected; if it disappeared, selects the record that is now in its row.
    private func settlePosition(_ searchController: SearchController) {
        searchController.scrollPosition = min(searchController.scrollPosition, max(0, hits.count - 1))
        guard let selection = searchController.selection else { return chosen = nil }
        choose(row: row(of: selection) ?? (chosen?.record == selection ? chosen?.row : nil))
    }

    /// Selects a row, or the last one if it is out of range.
    private func choose(row: Int?) {
        chosen = row.flatMap { row in
            guard !hits.isEmpty else { return nil }
            let row = min(max(0, row), hits.count - 1)
            return (RecordReference(hits[row]), row)
        }
        searchController?.selection = chosen?.record
    }
}

extension SearchBar {
    /// Sets the counts of the scopes; `nil` if unknown.
    func setCounts(_ counts: [SearchResults.ScopeCount]?) {
        scopes = scopes.map { scope in
            var scope = scope
            scope.count = counts?.first { $0.id == scope.id }?.count
            return scope
        }
    }
}
