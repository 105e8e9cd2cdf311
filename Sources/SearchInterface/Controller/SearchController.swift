// The search controller: a bar, its presentation, and the update of results.

public import CatalogSearch

/// Manages a search: its bar, its presentation, and the update of its results. A front end draws the state of
/// the controller, and calls the bar's members for the user's actions.
///
/// UIKit's `UISearchController` without a screen; <doc:Counterparts> lists the counterpart of each member. A
/// controller belongs to one isolation, that of its owner; see <doc:Isolation>.
public final class SearchController {
    /// When the controller shows the scope buttons.
    public enum ScopeBarActivation: Hashable, Sendable {
        /// The controller's default: while the search is active.
        case automatic
        /// The program sets ``SearchBar/showsScopeBar`` itself.
        case manual
        /// While the search is active and the input is not empty.
        case onTextEntry
        /// While the search is active.
        case onSearchActivation
    }

    public let searchBar: SearchBar
    /// Stores the results, if the program uses this module's results controller.
    public let searchResultsController: SearchResultsController?
    /// Updates the results; if `nil`, ``searchResultsController`` does.
    public weak var searchResultsUpdater: (any SearchResultsUpdating)?
    /// Notified when the search is presented and dismissed.
    public weak var delegate: (any SearchControllerDelegate)?

    /// Whether an active search covers the content, also before there are results.
    public var obscuresBackgroundDuringPresentation = true
    /// Whether the bar has a cancel button while the search is active.
    public var automaticallyShowsCancelButton = true
    /// When the bar shows its scope buttons.
    public var scopeBarActivation = ScopeBarActivation.automatic
    /// Whether the results are shown as soon as the input is not empty.
    public var automaticallyShowsSearchResultsController = true
    /// The suggestions to choose from. ``select(_:)`` applies one.
    public var searchSuggestions: [SearchSuggestion] = []
    /// Recognizes tokens such as `year:2001..2005` in the text; `nil` if all words stay words.
    public var tokenParser: SearchTokenParser? {
        didSet { if tokenParser != oldValue { setNeedsUpdate() } }
    }

    /// The members of a request that do not come from the bar: locale and chain, catalogs, fields, order,
    /// page. Its query is ignored; its scope is used if the bar has none; tokens narrow its ranges.
    public var requestTemplate: SearchRequest {
        didSet { if requestTemplate != oldValue { setNeedsUpdate() } }
    }

    /// Returns the chain of locales to search when the locale is switched or restored, usually by
    /// negotiation. If `nil`, the locale's own fallback chain is used.
    public var chainNegotiation: ((LocaleIdentifier) -> [LocaleIdentifier])?

    /// The selected result.
    public var selection: RecordReference?
    /// The first visible row of the results.
    public var scrollPosition = 0 {
        didSet { scrollPosition = max(0, scrollPosition) }
    }

    enum Phase {
        case inactive, presenting, active, dismissing
    }

    var phase = Phase.inactive
    var isPresentedByDelegate = false
    /// The container that shows the search and keeps it active.
    weak var container: SearchContainer?

    private var showsResults = false
    private var depth = 0
    private var needsUpdate = false
    private var chosenSuggestion: SearchSuggestion?
    /// The request of the last update.
    private var lastRequest: SearchRequest?

    /// A search that is not active yet.
    ///
    /// - Parameters:
    ///   - locale: the user's locale.
    ///   - searchBar: a bar that belongs to no other controller.
    ///   - searchResultsController: stores the results, unless the program does so itself.
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

    // MARK: Visibility

    /// Whether the results are shown; never while the search is inactive. After setting it, the controller no
    /// longer sets it (``automaticallyShowsSearchResultsController``).
    public var showsSearchResultsController: Bool {
        get { isActive && (automaticallyShowsSearchResultsController ? !searchBar.isEmpty : showsResults) }
        set {
            automaticallyShowsSearchResultsController = false
            showsResults = newValue
        }
    }

    /// Whether the search covers the content now: with results, or because an active search always does.
    public var coversContent: Bool {
        isActive
            && (obscuresBackgroundDuringPresentation
                || searchResultsController != nil && showsSearchResultsController)
    }

    // MARK: Locale

    /// The user's locale.
    public var locale: LocaleIdentifier { requestTemplate.locale }

    /// Switches the locale for searching and display. Selection and scroll position stay.
    ///
    /// - Parameter chain: the locales whose texts are searched; if `nil`, ``chainNegotiation`` returns them.
    public func setLocale(_ locale: LocaleIdentifier, chain: [LocaleIdentifier]? = nil) {
        var template = requestTemplate
        template.locale = locale
        template.chain = chain ?? chainNegotiation?(locale) ?? SearchRequest("", locale: locale).chain
        requestTemplate = template
    }

    // MARK: Updating the results

    /// Updates the results because the searched data changed. Selection and scroll position stay.
    public func reloadSearchResults() { setNeedsUpdate() }

    /// Applies a suggestion: changes text, tokens or scope, presents the search if
    /// necessary, and updates the results once.
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

    /// Groups several changes: the results are updated once, after them.
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

    /// Updates the results after the outermost change. Changes made by the updater itself
    /// cause another update afterwards.
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

    /// Another search starts at the top without a selection; the same search in
    /// another order keeps its selection.
    private func resetPosition() {
        let request = request
        if let last = lastRequest {
            if request.query != last.query || request.scope != last.scope || request.year != last.year
                || request.price != last.price || request.catalogs != last.catalogs
                || request.fields != last.fields || request.filter != last.filter
            {
                selection = nil
                scrollPosition = 0
            } else if request.sort != last.sort || request.isReversed != last.isReversed {
                scrollPosition = 0
            }
        }
        lastRequest = request
    }

    /// Returns to the top, without a selection.
    func forgetPosition() {
        selection = nil
        scrollPosition = 0
        lastRequest = nil
    }

    /// Preserves selection and scroll position for the current input.
    func keepPosition() { lastRequest = request }
}
