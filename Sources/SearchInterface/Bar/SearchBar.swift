// What has the user put in? Text, tokens before it, a scope; and what the bar shows beside them.

/// A search field with its scope buttons, without a screen.
///
/// What is set here is the program's doing: the results are brought up to date, the delegate is not told. What the user
/// does goes through ``insertText(_:)``, ``deleteBackward()``, ``selectScope(at:)`` and their like, which tell the delegate.
///
/// A bar belongs to one isolation, that of its owner; see <doc:Isolation>.
public final class SearchBar {
    /// Told of what the user does.
    public weak var delegate: (any SearchBarDelegate)?
    /// The controller that searches for what is put in, if there is one.
    public internal(set) weak var searchController: SearchController?

    /// What stands in the empty field, in the user's language.
    public var placeholder: String?
    /// A line above the field, in the user's language.
    public var prompt: String?
    /// Whether the user may do anything here.
    public var isEnabled = true
    /// Whether there is a button for bookmarks.
    public var showsBookmarkButton = false
    /// Whether there is a button for earlier results.
    public var showsSearchResultsButton = false
    /// Whether that button is pressed.
    public var isSearchResultsButtonSelected = false
    /// Whether the user may delete tokens.
    public var allowsDeletingTokens = true

    /// Whether the bar is the one that takes what is typed.
    public internal(set) var isFirstResponder = false

    var storedText = ""
    var storedTokens: [SearchToken] = []
    private var storedScopes: [SearchScope] = []
    private var storedSelectedScope = 0
    var storedSelection = 0..<0
    private var storedShowsCancelButton = false
    private var storedShowsScopeBar = false

    /// An empty bar.
    public init() {}

    // MARK: Text and tokens

    /// What was typed, without the tokens. Setting it places the cursor behind it.
    public var text: String {
        get { storedText }
        set { setInput(text: newValue, tokens: storedTokens) }
    }

    /// The tokens, all of which stand before the text.
    public var tokens: [SearchToken] {
        get { storedTokens }
        set { setInput(text: storedText, tokens: newValue) }
    }

    /// Whether there is neither text nor a token.
    public var isEmpty: Bool { storedText.isEmpty && storedTokens.isEmpty }

    /// Where the text lies, half-open: a token takes one position, a character (`Character`) of the text another one.
    public var textualRange: Range<Int> { storedTokens.count..<storedTokens.count + storedText.count }

    /// What is selected, half-open, in positions as ``textualRange`` counts them; empty where there is only a cursor. What lies
    /// outside of the input is left out.
    public var selectedTextRange: Range<Int> {
        get { storedSelection }
        set { storedSelection = newValue.clamped(to: 0..<textualRange.upperBound) }
    }

    /// Sets both at once.
    func setInput(text: String, tokens: [SearchToken]) {
        guard !text.hasSameScalars(as: storedText) || tokens != storedTokens else { return }
        storedText = text
        storedTokens = tokens
        storedSelection = textualRange.upperBound..<textualRange.upperBound
        inputDidChange()
    }

    // MARK: Scopes

    /// The scopes to choose from; none where there is no choice. A scope that was selected stays so as long as there is
    /// one of its id; else the first one is.
    public var scopes: [SearchScope] {
        get { storedScopes }
        set {
            let selected = selectedScope?.id
            storedScopes = newValue
            storedSelectedScope = newValue.firstIndex { $0.id == selected } ?? 0
            if selectedScope?.id != selected { inputDidChange() }
        }
    }

    /// The titles of the scopes; setting them makes scopes whose ids are their titles.
    public var scopeButtonTitles: [String] {
        get { storedScopes.map(\.title) }
        set { scopes = newValue.map { SearchScope(id: $0, title: $0) } }
    }

    /// The place of the selected scope among all; 0 where there are none.
    ///
    /// - Precondition: A place that is set is that of a scope.
    public var selectedScopeButtonIndex: Int {
        get { storedSelectedScope }
        set {
            precondition(storedScopes.indices.contains(newValue), "no such scope")
            guard newValue != storedSelectedScope else { return }
            storedSelectedScope = newValue
            inputDidChange()
        }
    }

    /// The selected scope; `nil` where there are none.
    public var selectedScope: SearchScope? {
        storedScopes.indices.contains(storedSelectedScope) ? storedScopes[storedSelectedScope] : nil
    }

    // MARK: Buttons

    /// Whether there is a button that gives up. Setting it takes it out of the controller's hands
    /// (``SearchController/automaticallyShowsCancelButton``).
    public var showsCancelButton: Bool {
        get {
            guard let searchController, searchController.automaticallyShowsCancelButton else {
                return storedShowsCancelButton
            }
            return searchController.isActive
        }
        set {
            storedShowsCancelButton = newValue
            searchController?.automaticallyShowsCancelButton = false
        }
    }

    /// Whether the scopes are shown. Setting it takes it out of the controller's hands
    /// (``SearchController/scopeBarActivation``).
    public var showsScopeBar: Bool {
        get {
            guard let searchController else { return storedShowsScopeBar }
            switch searchController.scopeBarActivation {
            case .manual: return storedShowsScopeBar
            case .automatic, .onSearchActivation: return searchController.isActive && !storedScopes.isEmpty
            case .onTextEntry: return searchController.isActive && !storedScopes.isEmpty && !isEmpty
            }
        }
        set {
            storedShowsScopeBar = newValue
            searchController?.scopeBarActivation = .manual
        }
    }

    // MARK: Telling the controller

    /// Tells the controller that there is something else to be searched for.
    func inputDidChange() { searchController?.setNeedsUpdate() }

    /// Makes several changes one: the controller updates its results once, behind them.
    func perform<Result>(_ changes: () -> Result) -> Result {
        searchController?.perform(changes) ?? changes()
    }
}

extension String {
    /// Whether both are spelled alike. Swift's own equality is that of characters, under which an input method's step from a
    /// decomposed to a composed spelling would be no change.
    func hasSameScalars(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
