// Where do suggestions come from?

public import CatalogSearch

/// What suggestions are made from: the input as it was, and what was found for it.
public struct SuggestionContext: Hashable, Sendable {
    /// The text of the bar.
    public var text: String
    /// The tokens of the bar.
    public var tokens: [SearchToken]
    /// The scopes to choose from.
    public var scopes: [SearchScope]
    /// What was asked for, locale and selected scope included.
    public var request: SearchRequest
    /// What was found for it; `nil` where the search failed.
    public var results: SearchResults?

    /// An input, and what was found for it.
    public init(
        text: String, tokens: [SearchToken] = [], scopes: [SearchScope] = [], request: SearchRequest,
        results: SearchResults? = nil
    ) {
        self.text = text
        self.tokens = tokens
        self.scopes = scopes
        self.request = request
        self.results = results
    }
}

/// Makes suggestions. Asked off the controller's isolation, after the search; the suggestions of an input that is no longer
/// the newest are dropped, and the task that makes them is cancelled.
public protocol SuggestionSource: Sendable {
    /// The suggestions for an input, most useful first.
    func suggestions(for context: SuggestionContext) async -> [SearchSuggestion]
}

/// Suggests scopes that hold results, most results first: for whoever finds too much, or nothing in the selected scope.
public struct ScopeSuggestions: SuggestionSource, Hashable {
    /// How many scopes are suggested at most.
    public var limit: Int

    /// Suggestions of scopes.
    public init(limit: Int = 3) { self.limit = max(0, limit) }

    /// The scopes with results but the one that was asked for; none before anything was put in. Scopes without a title in
    /// the bar are left out.
    public func suggestions(for context: SuggestionContext) -> [SearchSuggestion] {
        guard !context.text.isEmpty || !context.tokens.isEmpty, let results = context.results else {
            return []
        }
        let found = results.scopes.filter {
            $0.count > 0 && $0.id != SearchResults.allScopes && $0.id != context.request.scope
        }
        // Scopes with as many results stay in the catalogs' order.
        let sorted = found.enumerated().sorted {
            ($1.element.count, $0.offset) < ($0.element.count, $1.offset)
        }
        return sorted.compactMap { _, scope in
            context.scopes.first { $0.id == scope.id }.map {
                SearchSuggestion(.scope, $0.title, count: scope.count, effect: .scope($0.id))
            }
        }.prefix(limit).map { $0 }
    }
}
