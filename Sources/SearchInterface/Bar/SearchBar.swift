// The search bar: text, tokens before it, a scope, and the visible buttons.

/// A search field with its scope buttons, without a screen.
///
/// Changes by the program through these properties update the results but do not notify the delegate. The
/// user's actions are calls of ``insertText(_:)``, ``deleteBackward()``, ``selectScope(at:)`` and the
/// like, which notify the delegate.
///
/// A bar belongs to one isolation, that of its owner; see <doc:Isolation>.
public final class SearchBar {
    /// Notified of the user's actions.
    public weak var delegate: (any SearchBarDelegate)?
    /// The controller that searches for the input, if there is one.
    public internal(set) weak var searchController: SearchController?

    /// The text shown in the empty field, in the user's language.
    public var placeholder: String?
    /// A line above the field, in the user's language.
    public var prompt: String?
    /// Whether the bar accepts actions of the user.
    public var isEnabled = true
    /// Whether there is a bookmark button.
    public var showsBookmarkButton = false
    /// Whether there is a button for recent results.
    public var showsSearchResultsButton = false
    /// Whether the button for recent results is pressed.
    public var isSearchResultsButtonSelected = false
    /// Whether the user may delete tokens.
    public var allowsDeletingTokens = true

    /// Whether the bar receives typed text.
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

    /// The typed text, without the tokens. Setting it places the cursor at its end.
    public var text: String {
        get { storedText }
        set { setInput(text: newValue, tokens: storedTokens) }
    }

    /// The tokens, which precede the text.
    public var tokens: [SearchToken] {
        get { storedTokens }
        set { setInput(text: storedText, tokens: newValue) }
    }

    /// Whether there is neither text nor a token.
    public var isEmpty: Bool { storedText.isEmpty && storedTokens.isEmpty }

    /// The positions of the text, half-open: each token and each character (`Character`)
    /// of the text takes one position.
    public var textualRange: Range<Int> { storedTokens.count..<storedTokens.count + storedText.count }

    /// The selection, half-open, in positions as ``textualRange`` counts them; empty for
    /// a cursor. Clamped to the input.
    public var selectedTextRange: Range<Int> {
        get { storedSelection }
        set { storedSelection = newValue.clamped(to: 0..<textualRange.upperBound) }
    }

    /// Sets text and tokens at once.
    func setInput(text: String, tokens: [SearchToken]) {
        guard !text.hasSameScalars(as: storedText) || tokens != storedTokens else { return }
        storedText = text
        storedTokens = tokens
        storedSelection = textualRange.upperBound..<textualRange.upperBound
        inputDidChange()
    }

    // MARK: Scopes

    /// The scopes to choose from; empty if there is no choice. The selected scope stays selected while a
    /// scope with its id exists; otherwise the first scope is selected.
    public var scopes: [SearchScope] {
        get { storedScopes }
        set {
            let selected = selectedScope?.id
            storedScopes = newValue
            storedSelectedScope = newValue.firstIndex { $0.id == selected } ?? 0
            if selectedScope?.id != selected { inputDidChange() }
        }
    }

    /// The attributes that tokens can name, see ``SearchTokenParser``; empty if there are none.
    public var attributes: [SearchAttribute] = [] {
        didSet { if attributes != oldValue { inputDidChange() } }
    }

    /// The titles of the scopes; setting them makes scopes whose ids are their titles.
    public var scopeButtonTitles: [String] {
        get { storedScopes.map(\.title) }
        set { scopes = newValue.map { SearchScope(id: $0, title: $0) } }
    }

    /// The index of the selected scope; 0 if there are none.
    ///
    /// - Precondition: The new index is that of a scope.
    public var selectedScopeButtonIndex: Int {
        get { storedSelectedScope }
        set {
            precondition(storedScopes.indices.contains(newValue), "no such scope")
            guard newValue != storedSelectedScope else { return }
            storedSelectedScope = newValue
            inputDidChange()
        }
    }

    /// The selected scope; `nil` if there are none.
    public var selectedScope: SearchScope? {
        storedScopes.indices.contains(storedSelectedScope) ? storedScopes[storedSelectedScope] : nil
    }

    // MARK: Buttons

    /// Whether there is a cancel button. After setting it, the controller no longer sets it
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

    /// Whether the scopes are shown. After setting it, the controller no longer sets it
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

    // MARK: Notifying the controller

    /// Tells the controller that the input changed.
    func inputDidChange() { searchController?.setNeedsUpdate() }

    /// Groups several changes: the controller updates its results once, after them.
    func perform<Result>(_ changes: () -> Result) -> Result {
        searchController?.perform(changes) ?? changes()
    }
}

extension String {
    /// Whether both have the same scalars. Swift's `==` compares characters, and would not notice that an
    /// input method replaced a decomposed spelling by a composed one.
    func hasSameScalars(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
