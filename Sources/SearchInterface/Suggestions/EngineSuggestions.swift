// What do the searched texts themselves suggest? Words that complete what was typed, and what may have been meant.

public import CatalogSearch

/// Suggests words of the searched texts that complete the last word, those first with which most is found; and, for
/// whoever finds little, other words that may have been meant.
public struct EngineSuggestions: SuggestionSource {
    private let engine: SearchEngine
    /// How many completions are suggested at most.
    public var completionLimit: Int
    /// How many corrections are suggested at most.
    public var correctionLimit: Int

    /// Suggestions out of the catalogs of an engine.
    public init(_ engine: SearchEngine, completionLimit: Int = 5, correctionLimit: Int = 2) {
        self.engine = engine
        self.completionLimit = max(0, completionLimit)
        self.correctionLimit = max(0, correctionLimit)
    }

    /// The corrections, which are for whoever finds little, then the completions. None for input that cannot be searched
    /// for, and none any more once newer input made them useless.
    public func suggestions(for context: SuggestionContext) -> [SearchSuggestion] {
        guard context.results != nil else { return [] }
        return corrections(for: context) + completions(for: context)
    }

    private func completions(for context: SuggestionContext) -> [SearchSuggestion] {
        let typed = context.text.lastWord
        // Where the text goes on with what is no part of the query, such as a token that is being typed, its last
        // word is not the query's.
        guard !typed.isEmpty, typed == context.request.query.lastWord, !Task.isCancelled,
            let found = try? engine.completions(of: context.request, limit: completionLimit)
        else { return [] }
        let before = context.text.unicodeScalars.dropLast(typed.unicodeScalars.count)
        return found.map { completion in
            SearchSuggestion(.completion, text: String(before) + completion.word, count: completion.count)
        }
    }

    private func corrections(for context: SuggestionContext) -> [SearchSuggestion] {
        guard context.text == context.request.query, !context.text.lastWord.isEmpty, !Task.isCancelled,
            let found = try? engine.corrections(
                of: context.request, limit: correctionLimit, known: context.found)
        else { return [] }
        return found.map { SearchSuggestion(.correction, text: $0.query, count: $0.count) }
    }
}

extension SuggestionContext {
    /// How many records the request is known to find as it is.
    fileprivate var found: Int {
        guard let results, results.relaxation == nil else { return 0 }
        return results.total
    }
}

extension String {
    /// What stands behind the last white space; empty where the text ends with it.
    fileprivate var lastWord: String {
        let scalars = unicodeScalars
        let start = scalars.lastIndex { $0.properties.isWhitespace }.map(scalars.index(after:))
        return String(scalars[(start ?? scalars.startIndex)...])
    }
}
