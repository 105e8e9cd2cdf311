// What is a search, apart from how it looks? A bar, whoever updates the results, and whether it goes on.

public import CatalogSearch

/// Manages a search: its bar, its presentation, and the updating of its results. A front end draws what stands here, and
/// calls the bar's members for what the user does.
///
/// UIKit's `UISearchController` without a screen; <doc:Counterparts> lists what became of each member. A controller belongs to
/// one isolation, that of its owner; see <doc:Isolation>.
public final class SearchController {
    /// What the controller does about the scope buttons.
    public enum ScopeBarActivation: Hashable, Sendable {
        /// As the controller thinks best: while the search goes on.
        case automatic
        /// Nothing: ``SearchBar/showsScopeBar`` is set by the program.
        case manual
        /// They are shown as soon as something was put in.
        case onTextEntry
        /// They are shown while the search goes on.
        case onSearchActivation
    }

    /// The search bar.
    public let searchBar: SearchBar
    /// What keeps the results, if this package's own does.
    public let searchResultsController: SearchResultsController?
    /// Brings the results up to date; where none is set, ``searchResultsController`` does.
    public weak var searchResultsUpdater: (any SearchResultsUpdating)?
    /// Told when the search is presented and dismissed.
    public weak var delegate: (any SearchControllerDelegate)?

    /// Whether what lies behind the search is covered while it goes on, also before there are results.
    public var obscuresBackgroundDuringPresentation = true
    /// Whether the bar has its cancel button while the search goes on.
    public var automaticallyShowsCancelButton = true
    /// When the bar has its scope buttons.
    public var scopeBarActivation = ScopeBarActivation.automatic
    /// Whether the results are shown as soon as something was put in.
    public var automaticallyShowsSearchResultsController = true
    /// What the user may choose in place of typing on. Chosen by ``select(_:)``.
    public var searchSuggestions: [SearchSuggestion] = []
    /// Makes tokens out of words such as `year:2001..2005`; `nil` where words stay words.
    public var tokenParser: SearchTokenParser? {
        didSet { if tokenParser != oldValue { setNeedsUpdate() } }
    }

    /// All of a request that does not come from the bar: locale and chain, catalogs, fields, order, page. Its query is not
    /// used; its scope is where the bar has none; its ranges are narrowed by tokens.
    public var requestTemplate: SearchRequest {
        didSet { if requestTemplate != oldValue { setNeedsUpdate() } }
    }

    /// Which locales are searched for a user of a locale, where it is switched or restored: usually those that a negotiation
    /// gives. `nil` for those that the locale falls back to.
    public var chainNegotiation: ((LocaleIdentifier) -> [LocaleIdentifier])?

    /// The chosen result.
    public var selection: RecordReference?
    /// The row of the first result that is to be seen.
    public var scrollPosition = 0 {
        didSet { scrollPosition = max(0, scrollPosition) }
    }

    enum Phase {
        case inactive, presenting, active, dismissing
    }

    var phase = Phase.inactive
    /// Whether the delegate presented the search itself.
    var isPresentedByDelegate = false
    /// The container that shows the search, and keeps it active.
    weak var container: SearchContainer?

    private var showsResults = false
    private var depth = 0
    private var needsUpdate = false
    private var chosenSuggestion: SearchSuggestion?
    /// What was looked for when the results were last updated.
    private var lastRequest: SearchRequest?

    /// A search that is not yet active.
    ///
    /// - Parameters:
    ///   - locale: the user's.
    ///   - searchBar: the bar; it belongs to no other controller.
    ///   - searchResultsController: what keeps the results, where the program does not do so itself.
    public init(
        locale: LocaleIdentifier, searchBar: SearchBar = SearchBar(),
        searchResultsController: SearchResultsController? = nil
    ) {
        self.searchBar = searchBar
        self.searchResultsController = searchResultsController
        requestTemplate = SearchRequest("", locale: locale)
        searchBar.searchController = self
        searchResultsController?.searchController = self
    }

    // MARK: What is shown

    /// Whether the results are to be shown. Setting it takes it out of the controller's hands
    /// (``automaticallyShowsSearchResultsController``). Never while the search is not active.
    public var showsSearchResultsController: Bool {
        get { isActive && (automaticallyShowsSearchResultsController ? !searchBar.isEmpty : showsResults) }
        set {
            automaticallyShowsSearchResultsController = false
            showsResults = newValue
        }
    }

    /// Whether what lies behind the search is covered now: by results, or because it always is while a search goes on.
    public var coversContent: Bool {
        isActive
            && (obscuresBackgroundDuringPresentation
                || searchResultsController != nil && showsSearchResultsController)
    }

    // MARK: Locale

    /// The user's locale.
    public var locale: LocaleIdentifier { requestTemplate.locale }

    /// Switches the locale, and with it what is searched and shown. Selection and scroll position stay.
    ///
    /// - Parameter chain: the locales whose texts are searched; what ``chainNegotiation`` says where `nil`.
    public func setLocale(_ locale: LocaleIdentifier, chain: [LocaleIdentifier]? = nil) {
        var template = requestTemplate
        template.locale = locale
        template.chain = chain ?? chainNegotiation?(locale) ?? SearchRequest("", locale: locale).chain
        requestTemplate = template
    }

    // MARK: Updating the results

    /// Asks for the results once more: what is searched has changed. Selection and scroll position stay.
    public func reloadSearchResults() { setNeedsUpdate() }

    /// Chooses a suggestion: text, tokens or scope become what it says, the search is presented if it was not, and the
    /// results are updated once.
    public func select(_ suggestion: SearchSuggestion) {
        perform {
            if !isActive { present(editing: false) }
            guard isActive else { return }
            switch suggestion.effect {
            case .input(let text, let tokens):
                searchBar.setInput(text: text, tokens: tokens ?? searchBar.tokens)
            case .token(let token, let text):
                searchBar.setInput(text: text, tokens: searchBar.tokens + [token])
            case .scope(let id):
                if let index = searchBar.scopes.firstIndex(where: { $0.id == id }) {
                    searchBar.selectedScopeButtonIndex = index
                }
            }
            chosenSuggestion = suggestion
            needsUpdate = true
        }
    }

    /// Makes several changes one: the results are updated once, behind them.
    public func performBatchUpdates<Result>(_ changes: () -> Result) -> Result { perform(changes) }

    func perform<Result>(_ changes: () -> Result) -> Result {
        depth += 1
        let result = changes()
        depth -= 1
        updateIfNeeded()
        return result
    }

    func setNeedsUpdate() {
        guard phase != .inactive else { return }
        needsUpdate = true
        updateIfNeeded()
    }

    /// Asks for results, once the outermost change is made. What the updater itself changes is asked for behind it.
    private func updateIfNeeded() {
        guard depth == 0 else { return }
        while needsUpdate {
            needsUpdate = false
            let suggestion = chosenSuggestion
            chosenSuggestion = nil
            resetPosition()
            depth += 1
            if let updater = searchResultsUpdater ?? searchResultsController {
                if let suggestion {
                    updater.updateSearchResults(for: self, selecting: suggestion)
                } else {
                    updater.updateSearchResults(for: self)
                }
            }
            depth -= 1
        }
    }

    /// Another search begins at its top, with nothing chosen; the same one in another order keeps what is chosen.
    private func resetPosition() {
        let request = request
        if let last = lastRequest {
            if request.query != last.query || request.scope != last.scope || request.year != last.year
                || request.price != last.price || request.catalogs != last.catalogs
                || request.fields != last.fields
            {
                selection = nil
                scrollPosition = 0
            } else if request.sort != last.sort || request.isReversed != last.isReversed {
                scrollPosition = 0
            }
        }
        lastRequest = request
    }

    /// Begins at the top, with nothing chosen.
    func forgetPosition() {
        selection = nil
        scrollPosition = 0
        lastRequest = nil
    }

    /// Takes the input as it is for what selection and scroll position belong to.
    func keepPosition() { lastRequest = request }
}
