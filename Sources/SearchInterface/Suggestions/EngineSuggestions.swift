// Suggestions from the searched texts: completions and corrections.

public import CatalogSearch

/// Suggests words of the searched texts that complete the last word, those with the most matches first; and
/// corrections if little was found.
public struct EngineSuggestions: SuggestionSource {
    private let engine: SearchEngine
    /// The maximum number of completions.
    public var completionLimit: Int
    /// The maximum number of corrections.
    public var correctionLimit: Int

    /// Suggestions from the catalogs of an engine.
    public init(_ engine: SearchEngine, completionLimit: Int = 5, correctionLimit: Int = 2) {
        self.engine = engine
        self.completionLimit = max(0, completionLimit)
        self.correctionLimit = max(0, correctionLimit)
    }

    /// The corrections, then the completions. Empty for input that cannot be searched, and when newer input
    /// has made them useless.
    public func suggestions(for context: SuggestionContext) -> [SearchSuggestion] {
        let typed = context.text.lastWord
        // If the text ends with something other than the query, such as an incomplete token, its last word is
        // not the query's.
        guard context.results != nil, !typed.isEmpty, typed == context.request.query.lastWord,
            !Task.isCancelled,
            let found = try? engine.suggestions(
                for: context.request, completionLimit: completionLimit,
                correctionLimit: context.text == context.request.query ? correctionLimit : 0,
                known: context.found)
        else { return [] }
        let before = context.text.unicodeScalars.dropLast(typed.unicodeScalars.count)
        let start = context.request.query.unicodeScalars.count - typed.unicodeScalars.count
        return found.corrections.map { SearchSuggestion(.correction, text: $0.query, count: $0.count) }
            + found.completions.map {
                // The last word may have an operator, which stays: `title:`.
                let word = $0.query.unicodeScalars.dropFirst(start)
                return SearchSuggestion(
                    .completion, text: String(before) + String(word), count: $0.count)
            }
    }
}

extension SuggestionContext {
    /// The number of records that the request is known to find strictly.
    fileprivate var found: Int {
        guard let results, results.relaxation == nil else { return 0 }
        return results.total
    }
}

extension String {
    /// The text after the last white space; empty if the text ends with it.
    fileprivate var lastWord: String {
        let scalars = unicodeScalars
        let start = scalars.lastIndex { $0.properties.isWhitespace }.map(scalars.index(after:))
        return String(scalars[(start ?? scalars.startIndex)...])
    }
}
