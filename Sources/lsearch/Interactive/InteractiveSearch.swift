// What is an interactive search, apart from the terminal? Events come in, screens go out.

internal import CatalogSearch
internal import Localization
internal import ProgramSupport
internal import SearchInterface
internal import Storage
internal import SearchService

/// The state of an interactive search, and what becomes of it when the user does something.
final class InteractiveSearch {
    /// What is to be seen.
    enum Page {
        case results
        case record(RecordPage)
        /// The languages, and the record that is behind them, if one is.
        case languages(LanguageMenu, behind: RecordPage?)
        /// The keys, from a line on.
        case keys(scroll: Int)
    }

    /// What only the terminal can do.
    enum Request: Equatable {
        case quit
        case suspend
        case redraw
        case copy(String)
    }

    let search: SearchController
    let results: SearchResultsController
    private(set) var wording: Wording
    private(set) var engine: SearchEngine
    let options: SearchOptions
    /// Where the texts of other languages are found.
    private let folders: [String]
    /// What is to be seen.
    var page = Page.results
    /// Something that happened, told until the next key.
    var status: String?
    /// Whether the search takes so long that it is told.
    var tellsThatItSearches = false
    /// The size of the window.
    var size = ScreenSize(rows: 24, columns: 80) {
        didSet { ensureHits() }
    }
    /// How many rows of the page were seen last.
    var visibleRows = 1
    /// The screen as it was drawn last, for clicks.
    var screen: Screen?

    /// - Parameters:
    ///   - request: what the command line says: the locale, the order, ranges, and a scope.
    ///   - folders: where the texts of other languages are found.
    init(
        _ engine: SearchEngine, _ request: SearchRequest, _ options: SearchOptions, _ texts: Texts,
        folders: [String]
    ) {
        self.engine = engine
        self.options = options
        self.folders = folders
        wording = Wording(texts, catalogs: engine.catalogs)
        results = SearchResultsController(SearchSession(engine))
        search = SearchController(locale: request.locale, searchResultsController: results)
        search.requestTemplate = request
        search.requestTemplate.query = ""
        search.requestTemplate.scope = nil
        search.requestTemplate.offset = 0
        search.requestTemplate.limit = listRows
        results.recentSearches.isEnabled = options.keepsRecentSearches
        follow(engine)
        word()
    }

    /// Begins with what the command line says.
    func begin(_ request: SearchRequest) {
        search.performBatchUpdates {
            let bar = search.searchBar
            if let index = bar.scopes.firstIndex(where: { $0.id == request.scope }) {
                bar.selectedScopeButtonIndex = index
            }
            bar.becomeFirstResponder()
            bar.insert(request.query, limit: SearchRequest.maximumQueryLength)
        }
    }

    /// Goes on where a search was left.
    func restore(from read: () throws -> StoredSearch) {
        var stored: StoredSearch?
        let restoration = search.restore {
            let found = try read()
            stored = found
            var state = found.search
            // A language that the command line names is meant.
            if options.namesLocale { state.locale = nil }
            return state
        }
        search.performBatchUpdates {
            if let stored {
                if options.sort == .relevance, let sort = SearchRequest.SortOrder(rawValue: stored.sort) {
                    search.requestTemplate.sort = sort
                    search.requestTemplate.isReversed = stored.isReversed
                }
                let (end, overflows) = stored.search.scrollPosition.addingReportingOverflow(2 * listRows)
                search.requestTemplate.limit = overflows ? listRows : end
            }
            if search.locale != wording.texts.locale { setLocale(search.locale) }
            search.searchBar.becomeFirstResponder()
        }
        switch restoration {
        case .fresh(let fault): status = wording.notRestored(fault)
        case .restored(let dropped) where !dropped.isEmpty:
            let names = dropped.map { dropped in
                switch dropped {
                case .scope(let id): id
                case .token(let token): wording.token(token, search.searchBar.scopes)
                }
            }
            status = wording.interactive(
                "RestoredWithout: %@", names.joined(separator: wording.texts("ListSeparator")).singleLine)
        case .restored: break
        }
    }

    /// What is there again at the next start.
    var stored: StoredSearch {
        StoredSearch(
            search: search.state, sort: search.requestTemplate.sort.rawValue,
            isReversed: search.requestTemplate.isReversed)
    }

    // MARK: What is searched

    /// Searches other catalogs: those whose indexes were built anew.
    func replaceEngine(_ engine: SearchEngine) {
        self.engine = engine
        follow(engine)
        results.replaceSource(engine)
        // The suggestions of the replaced source are those of the old engine: ask once more.
        search.reloadSearchResults()
    }

    private func follow(_ engine: SearchEngine) {
        results.suggestionSources = [EngineSuggestions(engine), ScopeSuggestions()]
    }

    /// Takes an answer.
    func receive(_ answer: SearchSession.Answer) {
        guard results.receive(answer) else { return }
        if !results.isSearching { tellsThatItSearches = false }
        ensureHits()
    }

    /// The catalog whose index turned out to be damaged.
    var damagedCatalog: String? {
        if case .damagedIndex(let catalog)? = results.error { catalog } else { nil }
    }

    /// No more hits than these are seen at once: a hit costs time, and each keystroke asks for them.
    private var listRows: Int { max(1, size.rows - (size.rows < LeastRows.title ? 3 : 6)) }

    /// Asks for more hits where those that there are may soon not be enough.
    func ensureHits() {
        guard let found = results.results, !results.isSearching, found.hits.count < found.total else {
            return
        }
        let end = max(search.scrollPosition, results.selectedRow ?? 0)
        if found.hits.count < end + listRows { askForHits(2 * (end + listRows)) }
    }

    /// Asks for so many hits.
    private func askForHits(_ count: Int) {
        if search.requestTemplate.limit != count { search.requestTemplate.limit = count }
    }

    /// Changes what is looked for; the list begins at its top again, with as many hits as are seen.
    func change(_ change: () -> Void) {
        search.performBatchUpdates {
            let before = search.request
            change()
            if search.request != before { askForHits(listRows) }
        }
    }

    // MARK: Language

    /// Switches the language: of the texts around the results, of what is searched, of numbers and orders.
    func setLocale(_ locale: LocaleIdentifier) {
        let texts = Texts.opened(folders: folders, preferred: options.preferredLocales.preferred(for: locale))
        wording = Wording(texts, catalogs: engine.catalogs)
        search.performBatchUpdates {
            word()
            search.setLocale(locale)
        }
    }

    /// Puts the language's words where the controller shows them.
    private func word() {
        let available = Set(engine.catalogs.flatMap(\.locales))
        let options = options
        search.chainNegotiation = { locale in
            options.chain
                ?? LocaleNegotiation.chain(
                    preferred: options.preferredLocales.preferred(for: locale), available: available)
        }
        let bar = search.searchBar
        bar.placeholder = wording.interactive("SearchPlaceholder")
        let counts = bar.scopes.reduce(into: [String: Int]()) { $0[$1.id] = $1.count }
        bar.scopes = engine.scopes.map { scope in
            SearchScope(id: scope.id, title: wording.scope(scope.id, scope.label), count: counts[scope.id])
        }
        search.tokenParser = SearchTokenParser(names: wording.tokenNames)
    }

    /// The languages that texts can be searched in, or that the program speaks.
    var languages: Set<LocaleIdentifier> {
        let spoken = folders.flatMap { folder in
            (try? LocalizationReader().locales(inFolder: folder))?.keys.map { $0 } ?? []
        }
        return Set(engine.catalogs.flatMap(\.locales)).union(spoken)
    }

    /// What a scope is called.
    func scopeTitle(_ id: String?) -> String? {
        id.map { id in search.searchBar.scopes.first { $0.id == id }?.title ?? id }
    }
}
