// The interactive search without its terminal: handles events, draws screens.

internal import CatalogSearch
internal import Localization
internal import ProgramSupport
internal import SearchInterface

internal import SearchService

/// The state of an interactive search.
final class InteractiveSearch {
    /// The visible page.
    enum Page {
        case results
        case record(RecordPage)
        /// The menu of languages, and the record page that it covers, if any.
        case languages(LanguageMenu, behind: RecordPage?)
        /// The list of keys, scrolled to a line.
        case keys(scroll: Int)
    }

    /// A request that only the terminal can fulfil.
    enum Request: Equatable {
        case quit
        case suspend
        case redraw
        case copy(String)
        /// The output of a command replaces the lines.
        case reload(String)
        /// The choice for a script has ended.
        case finish(Picker.Ending)
    }

    let search: SearchController
    let results: SearchResultsController
    private(set) var messages: ResultMessages
    private(set) var engine: SearchEngine
    let options: SearchOptions
    /// Makes vectors of typed queries; `nil` to search by words alone.
    private let meaning: TypedMeaning?
    /// The folders of messages in other languages.
    private let folders: [String]
    /// The lines above the results.
    var header: [String] = []
    /// Whether further lines may arrive.
    var awaitsLines = false
    /// The visible page.
    var page = Page.results
    /// The picker of results for a script; `nil` in a plain search.
    var picker: Picker?
    /// Whether to open the first row when the response to the newest input arrives.
    var opensOnResponse = false
    /// A message in the bottom line, until the next key.
    var status: String?
    /// Whether the screen says that a search is running.
    var tellsThatItSearches = false
    /// The size of the window.
    var size = ScreenSize(rows: 24, columns: 80) {
        didSet { ensureHits() }
    }
    /// The number of rows that the last screen showed.
    var visibleRows = 1
    /// The last screen, for clicks.
    var screen: Screen?

    /// - Parameters:
    ///   - request: the request of the command line: its locale, order, ranges and scope.
    ///   - folders: the folders of messages in other languages.
    init(
        _ engine: SearchEngine, _ request: SearchRequest, _ options: SearchOptions, _ texts: Texts,
        folders: [String], meaning: TypedMeaning? = nil
    ) {
        self.engine = engine
        self.meaning = meaning
        self.options = options
        self.folders = folders
        picker = options.pick.map(Picker.init)
        header = options.pick?.header ?? []
        messages = ResultMessages(texts, catalogs: engine.catalogs)
        let session = SearchSession(Self.source(engine, meaning, options))
        results = SearchResultsController(session)
        meaning?.follow { [weak session] in _ = session?.refresh() }
        search = SearchController(locale: request.locale, searchResultsController: results)
        search.requestTemplate = request
        search.requestTemplate.query = ""
        search.requestTemplate.scope = nil
        search.requestTemplate.offset = 0
        search.requestTemplate.limit = listRows
        // The list grows with the window, but the page for spreading values must not.
        search.requestTemplate.pageLength = Self.spreadRows
        results.recentSearches.isEnabled = options.interactive?.keepsRecentSearches != false
        word()
    }

    /// Starts a new search with the request of the command line.
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

    /// Continues a stored search.
    func restore(from read: () throws -> StoredSearch) {
        var stored: StoredSearch?
        let restoration = search.restore {
            let found = try read()
            stored = found
            var state = found.search
            // A language on the command line overrides the stored one.
            if options.namesLocale { state.locale = nil }
            return state
        }
        search.performBatchUpdates {
            if let stored {
                if options.search.sort == .relevance,
                    let sort = SearchRequest.SortOrder(rawValue: stored.sort)
                {
                    search.requestTemplate.sort = sort
                    search.requestTemplate.isReversed = stored.isReversed
                }
                let (end, overflows) = stored.search.scrollPosition.addingReportingOverflow(2 * listRows)
                search.requestTemplate.limit = overflows ? listRows : end
            }
            if search.locale != messages.texts.locale { setLocale(search.locale) }
            search.searchBar.becomeFirstResponder()
        }
        switch restoration {
        case .fresh(let fault): status = messages.notRestored(fault)
        case .restored(let dropped) where !dropped.isEmpty:
            let names = dropped.map { dropped in
                switch dropped {
                case .scope(let id): id
                case .token(let token): messages.token(token, search.searchBar)
                }
            }
            status = messages.interactive(
                "RestoredWithout: %@", names.joined(separator: messages.texts("ListSeparator")).singleLine)
        case .restored: break
        }
    }

    /// The user's input, including tokens.
    var query: String {
        let bar = search.searchBar
        return (bar.tokens.map(\.text) + [bar.text]).filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// The search to store for the next start.
    var stored: StoredSearch {
        StoredSearch(
            search: search.state, sort: search.requestTemplate.sort.rawValue,
            isReversed: search.requestTemplate.isReversed)
    }

    // MARK: Searching

    /// Searches with another engine, after an index was repaired.
    func replaceEngine(_ engine: SearchEngine) {
        self.engine = engine
        follow(engine)
        results.replaceSource(Self.source(engine, meaning, options))
        // The current suggestions come from the old engine.
        search.reloadSearchResults()
    }

    private static func source(
        _ engine: SearchEngine, _ meaning: TypedMeaning?, _ options: SearchOptions
    ) -> any ResultsSource {
        let source: any ResultsSource =
            meaning.map { MeaningResults(engine: engine, meaning: $0) } ?? engine
        return options.lines == nil ? source : LineResults(source: source)
    }

    private func follow(_ engine: SearchEngine) {
        results.suggestionSources = [
            AttributeSuggestions(engine, search.searchBar.attributes), EngineSuggestions(engine),
            ScopeSuggestions(),
        ]
    }

    /// Receives a response of the search session.
    func receive(_ response: SearchSession.Response) {
        guard results.receive(response) else { return }
        if !results.isSearching {
            tellsThatItSearches = false
            if opensOnResponse { openCurrentHit() }
            opensOnResponse = false
        }
        ensureHits()
    }

    /// The catalog whose index the last search found damaged.
    var damagedCatalog: String? {
        if case .damagedIndex(let catalog)? = results.error { catalog } else { nil }
    }

    /// The length of a page within which values are spread.
    private static let spreadRows = 10

    /// The most hits that the window can show. Each keystroke requests that many and no more, because every
    /// hit costs time.
    private var listRows: Int { max(1, size.rows - (size.rows < LeastRows.title ? 3 : 6)) }

    /// Requests more hits before the user reaches the last one.
    func ensureHits() {
        guard let found = results.results, !results.isSearching, found.hits.count < found.total else {
            return
        }
        let end = max(search.scrollPosition, currentRow ?? 0)
        if found.hits.count < end + listRows { askForHits(2 * (end + listRows)) }
    }

    /// Requests a number of hits.
    private func askForHits(_ count: Int) {
        if search.requestTemplate.limit != count { search.requestTemplate.limit = count }
    }

    /// Changes the request. The list returns to its top, with as many hits as the window can show.
    func change(_ change: () -> Void) {
        search.performBatchUpdates {
            let before = search.request
            change()
            if search.request != before { askForHits(listRows) }
        }
    }

    // MARK: Currency

    /// Shows, orders and filters by prices in the next currency of the catalogs; after the last one in each
    /// record's own.
    func changeCurrency() {
        let currencies = engine.catalogs.reduce(into: Set<String>()) { $0.formUnion($1.currencies) }.sorted()
        let current = search.requestTemplate.currency.flatMap(currencies.firstIndex) ?? -1
        guard !currencies.isEmpty else { return }
        change {
            search.requestTemplate.currency = current + 1 < currencies.count ? currencies[current + 1] : nil
            // A market belongs to a currency.
            if search.requestTemplate.currency == nil { search.requestTemplate.market = nil }
        }
    }

    // MARK: Language

    /// Switches the language of all texts, of the search, of numbers and of sorting.
    func setLocale(_ locale: LocaleIdentifier) {
        let texts = Texts.opened(folders: folders, preferred: options.preferredLocales.preferred(for: locale))
        messages = ResultMessages(texts, catalogs: engine.catalogs)
        search.performBatchUpdates {
            word()
            search.setLocale(locale)
        }
    }

    /// Sets the controller's texts in the current language.
    private func word() {
        let available = Set(engine.catalogs.flatMap(\.locales))
        let options = options
        search.chainNegotiation = { locale in
            options.request.chain
                ?? LocaleNegotiation.chain(
                    preferred: options.preferredLocales.preferred(for: locale), available: available)
        }
        search.requestTemplate.vocabulary = messages.queryVocabulary
        search.requestTemplate.labelTexts = messages.labelTexts(for: search.requestTemplate, engine.catalogs)
        let bar = search.searchBar
        bar.placeholder = messages.interactive("SearchPlaceholder")
        let counts = bar.scopes.reduce(into: [String: Int]()) { $0[$1.id] = $1.count }
        bar.scopes = engine.scopes.map { scope in
            SearchScope(id: scope.id, title: messages.scope(scope.id, scope.label), count: counts[scope.id])
        }
        let chain = search.chainNegotiation?(messages.texts.locale) ?? search.requestTemplate.chain
        bar.attributes = messages.searchAttributes(of: engine, chain)
        search.tokenParser = SearchTokenParser(names: messages.tokenNames)
        follow(engine)
    }

    /// The languages of the records and of the program's messages.
    var languages: Set<LocaleIdentifier> {
        let spoken = folders.flatMap { folder in
            (try? LocalizationReader().locales(inFolder: folder))?.keys.map { $0 } ?? []
        }
        return Set(engine.catalogs.flatMap(\.locales)).union(spoken)
    }

    func scopeTitle(_ id: String?) -> String? {
        id.map { id in search.searchBar.scopes.first { $0.id == id }?.title ?? id }
    }
}
