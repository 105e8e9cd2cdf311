// The invariants of `SuggestionSource`, as tests for any implementation.

internal import CatalogSearch
public import SearchInterface
public import Testing

/// Checks that a `SuggestionSource` gives suggestions that front ends can show and choose. Each broken
/// invariant is recorded as an issue of the running test.
///
/// What the suggestions are made from must not change during the test.
public struct SuggestionSourceConformance: Sendable {
    private let source: any SuggestionSource
    private let contexts: [SuggestionContext]

    /// Tests of a source.
    ///
    /// - Parameter contexts: typical inputs; for some the source should have suggestions. The tests vary
    ///   their texts.
    public init(_ source: any SuggestionSource, contexts: [SuggestionContext]) {
        self.source = source
        self.contexts = contexts
    }

    /// Texts that users type or paste, and that programs cut badly.
    private static let unusualTexts = [
        "", " ", "\u{0}", "\u{301}", "e\u{301}", "\u{200F}\u{5D0}", "\u{1F469}\u{200D}\u{1F469}", "a\nb",
        "\"", "year:",
        String(repeating: "a ", count: 3_000),
    ]

    /// Checks all invariants.
    public func run(sourceLocation: SourceLocation = #_sourceLocation) async {
        for context in contexts {
            let suggestions = await source.suggestions(for: context)
            Self.check(suggestions, for: context, sourceLocation)
            await checkConcurrency(of: context, suggestions, sourceLocation)
            for text in Self.unusualTexts {
                var unusual = context
                unusual.text = text
                unusual.request.query = text
                unusual.results = nil
                Self.check(await source.suggestions(for: unusual), for: unusual, sourceLocation)
            }
        }
    }

    private static func check(
        _ suggestions: [SearchSuggestion], for context: SuggestionContext, _ place: SourceLocation
    ) {
        #expect(
            Set(suggestions).count == suggestions.count, "no suggestion is given twice", sourceLocation: place
        )
        for suggestion in suggestions {
            let count = suggestion.localizedSuggestion.unicodeScalars.count
            #expect(count > 0, "a suggestion has a text", sourceLocation: place)
            #expect((suggestion.count ?? 0) >= 0, "a count is not negative", sourceLocation: place)
            var end = 0
            for range in suggestion.emphasizedRanges {
                #expect(
                    range.lowerBound >= end && range.upperBound <= count,
                    "emphasized ranges ascend within the text, without overlaps", sourceLocation: place)
                end = range.upperBound
            }
            if case .scope(let id) = suggestion.effect {
                #expect(
                    context.scopes.contains { $0.id == id }, "a suggested scope is one to choose from",
                    sourceLocation: place)
            }
        }
    }

    /// Calls at the same time give the same suggestions; a cancelled call ends.
    private func checkConcurrency(
        of context: SuggestionContext, _ expected: [SearchSuggestion], _ place: SourceLocation
    ) async {
        let source = source
        let cancelled = Task { await source.suggestions(for: context) }
        cancelled.cancel()
        await withTaskGroup(of: [SearchSuggestion].self) { group in
            for _ in 0..<4 { group.addTask { await source.suggestions(for: context) } }
            for await suggestions in group {
                #expect(
                    suggestions == expected, "the same input has the same suggestions at any time",
                    sourceLocation: place)
            }
        }
        Self.check(await cancelled.value, for: context, place)
    }
}
