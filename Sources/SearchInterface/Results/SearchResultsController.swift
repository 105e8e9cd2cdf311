// What is found, as a front end shows it? Results that follow the input, a chosen row, counts on the scopes.

public import CatalogSearch

/// Told that there is something else to be shown.
public protocol SearchResultsControllerDelegate: AnyObject {
    /// Results, suggestions, counts or the chosen row are others.
    func searchResultsControllerDidChange(_ resultsController: SearchResultsController)
}

/// Keeps the results of a ``SearchController``: asks for them off the owner's isolation, takes them in order, keeps the chosen
/// row where it is when what is searched changes underneath, and puts counts on the scopes.
///
///     let results = SearchResultsController(SearchSession(engine))
///     let search = SearchController(locale: locale, searchResultsController: results)
///     let following = Task { await results.follow() }     // on the owner's actor
///     search.searchBar.insertText("geburtstag")
///
/// It belongs to the isolation of its controller; see <doc:Isolation>.
public final class SearchResultsController: SearchResultsUpdating {
    /// Told that there is something else to be shown.
    public weak var delegate: (any SearchResultsControllerDelegate)?
    /// The controller whose results are kept.
    public internal(set) weak var searchController: SearchController?
    /// What answers.
    public let session: SearchSession

    /// Where suggestions come from, behind ``recentSearches``.
    public var suggestionSources: [any SuggestionSource] = []
    /// What was searched for before, suggested first. ``recordSearch()`` adds to it.
    public var recentSearches = RecentSearches()

    /// What was found last; `nil` before the first answer, after an error, and while the search is not active.
    public private(set) var results: SearchResults?
    /// What the results were asked with.
    public private(set) var request: SearchRequest?
    /// Why the last input could not be searched for.
    public private(set) var error: SearchError?

    /// The number of the newest input; answers to inputs before the search was dismissed are not taken.
    private var newest = 0
    private var oldest = 0
    private var answered = 0
    /// Whether similar words are still looked for.
    private var isPreliminary = false
    /// Where the chosen record stood, so that its row stays chosen when the record goes.
    private var chosen: (record: RecordReference, row: Int)?

    /// Keeps the results of a session, whose answers nobody else reads.
    public init(_ session: SearchSession) { self.session = session }

    /// Whether the answer to the newest input is still to come.
    public var isSearching: Bool { answered < newest || isPreliminary }

    // MARK: Following the input

    /// Asks for the results of the controller's input; where the search is not active, there are none.
    public func updateSearchResults(for searchController: SearchController) {
        guard searchController.isActive else {
            session.cancel()
            (results, request, error, chosen) = (nil, nil, nil, nil)
            (oldest, answered, isPreliminary) = (newest + 1, newest, false)
            searchController.searchBar.setCounts(nil)
            delegate?.searchResultsControllerDidChange(self)
            return
        }
        let bar = searchController.searchBar
        newest = session.submit(
            searchController.request, text: bar.text, tokens: bar.tokens, scopes: bar.scopes,
            suggestions: (recentSearches.isEnabled ? [recentSearches] : []) + suggestionSources)
    }

    /// Takes answers as they come, until the session is finished or the task is cancelled. To be run on the isolation that
    /// owns the controller, once: a stream that was given up gives no more answers. Front ends with a loop of their own
    /// use ``receive(_:)``.
    public nonisolated(nonsending) func follow() async {
        for await answer in session.answers { receive(answer) }
    }

    /// Waits until the newest input is answered, and takes that answer: for whoever does not follow.
    public nonisolated(nonsending) func waitForResults() async {
        await session.waitUntilIdle()
        if let answer = session.latestAnswer { receive(answer) }
    }

    /// Takes an answer of the session.
    ///
    /// - Returns: whether it was taken: it is not older than what is shown.
    @discardableResult
    public func receive(_ answer: SearchSession.Answer) -> Bool {
        guard let searchController, searchController.isActive,
            answer.number >= max(oldest, answered)
        else { return false }
        answered = answer.number
        isPreliminary = answer.isPreliminary
        newest = max(newest, answered)
        request = answer.request
        switch answer.results {
        case .success(let found): (results, error) = (found, nil)
        case .failure(let failure): (results, error) = (nil, failure)
        }
        searchController.searchBar.setCounts(results?.scopes)
        if let suggestions = answer.suggestions { searchController.searchSuggestions = suggestions }
        // What was chosen meanwhile belongs to input that is still to be answered.
        if !isSearching, error == nil { settlePosition(searchController) }
        delegate?.searchResultsControllerDidChange(self)
        return true
    }

    /// Answers from another source from now on, such as an engine over catalogs that were opened again.
    public func replaceSource(_ source: any ResultsSource) {
        if let number = session.replaceSource(source) { newest = number }
    }

    /// Notes the search that stands in the bar among ``recentSearches``.
    public func recordSearch() {
        guard let bar = searchController?.searchBar else { return }
        recentSearches.add(text: bar.text, tokens: bar.tokens)
    }

    // MARK: The chosen row

    /// The rows that there are.
    public var hits: [Hit] { results?.hits ?? [] }

    /// The chosen row among ``hits``; `nil` where none is. A row beyond the last is the last.
    public var selectedRow: Int? {
        get { row(of: searchController?.selection) }
        set {
            choose(row: newValue)
            delegate?.searchResultsControllerDidChange(self)
        }
    }

    /// The chosen hit.
    public var selectedHit: Hit? { selectedRow.map { hits[$0] } }

    private func row(of selection: RecordReference?) -> Int? {
        selection.flatMap { selection in hits.firstIndex { RecordReference($0) == selection } }
    }

    /// Keeps the chosen record chosen; where it is gone, what stands in its row now.
    private func settlePosition(_ searchController: SearchController) {
        searchController.scrollPosition = min(searchController.scrollPosition, max(0, hits.count - 1))
        guard let selection = searchController.selection else { return chosen = nil }
        choose(row: row(of: selection) ?? (chosen?.record == selection ? chosen?.row : nil))
    }

    /// Chooses a row, or the last one where it lies beyond.
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
    /// Puts counts on the scopes that there are; none where they are not known.
    func setCounts(_ counts: [SearchResults.ScopeCount]?) {
        scopes = scopes.map { scope in
            var scope = scope
            scope.count = counts?.first { $0.id == scope.id }?.count
            return scope
        }
    }
}
