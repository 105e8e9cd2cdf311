// Sources of suggestions.

public import CatalogSearch

/// The input for suggestions: what was typed, and what was found for it.
public struct SuggestionContext: Hashable, Sendable {
    /// The text of the bar.
    public var text: String
    /// The tokens of the bar.
    public var tokens: [SearchToken]
    /// The scopes to choose from.
    public var scopes: [SearchScope]
    /// The request, with locale and selected scope.
    public var request: SearchRequest
    /// The results; `nil` if the search failed.
    public var results: SearchResults?

    /// An input and its results.
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

/// Makes suggestions, outside of the controller's isolation, after the search. If newer input arrives, the
/// task is cancelled and its suggestions are dropped. `SuggestionSourceConformance` in the product
/// `SearchTesting` tests any implementation.
///
/// Invariants: the same context has the same suggestions while their origin does not change, without
/// duplicates; each has a text; a suggested scope is one of the context's; any text is accepted.
public protocol SuggestionSource: Sendable {
    /// The suggestions for an input, most useful first.
    func suggestions(for context: SuggestionContext) async -> [SearchSuggestion]
}

/// Suggests scopes with matches, most matches first: useful if there are too many
/// results, or none in the selected scope.
public struct ScopeSuggestions: SuggestionSource, Hashable {
    /// The maximum number of suggestions.
    public var limit: Int

    /// Suggestions of scopes.
    public init(limit: Int = 3) { self.limit = max(0, limit) }

    /// The scopes with matches except the requested one; empty while the input is empty. Scopes without
    /// a title in the bar are omitted.
    public func suggestions(for context: SuggestionContext) -> [SearchSuggestion] {
        guard !context.text.isEmpty || !context.tokens.isEmpty, let results = context.results else {
            return []
        }
        let found = results.scopes.filter {
            $0.count > 0 && $0.id != SearchResults.allScopes && $0.id != context.request.scope
        }
        // Scopes with equal counts keep the catalogs' order.
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
