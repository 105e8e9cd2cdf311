// Runs the conformance tests for this package's own sources of results and suggestions.

import CatalogSearch
import SearchInterface
import SearchTesting
import Testing

@Suite struct ConformanceTests {
    private static let requests = ["", "karte", "geburtstag", "geburtztag", "keines", "2001"].map {
        SearchRequest($0, locale: german, relax: .auto)
    }

    @Test func enginesConform() async throws {
        try await ResultsSourceConformance(Shop.engine(), requests: Self.requests).run()
    }

    @Test func liveCatalogsConform() async throws {
        let catalog = LiveCatalog(
            try CatalogIndex(CatalogDescription(id: "shop"), records: Shop.records))
        try await ResultsSourceConformance(LiveResults([catalog]), requests: Self.requests).run()
    }

    private static func contexts() throws -> [SuggestionContext] {
        try requests.map {
            SuggestionContext(
                text: $0.query, scopes: Shop.scopes, request: $0, results: try Shop.engine().search($0))
        }
    }

    @Test func suggestionsOfTheEngineConform() async throws {
        await SuggestionSourceConformance(EngineSuggestions(Shop.engine()), contexts: try Self.contexts())
            .run()
    }

    @Test func suggestionsOfScopesConform() async throws {
        await SuggestionSourceConformance(ScopeSuggestions(), contexts: try Self.contexts()).run()
    }

    @Test func recentSearchesConform() async throws {
        var recent = RecentSearches()
        for text in ["karte", "Karten", "geburtstag", "2001"] { recent.add(text: text) }
        await SuggestionSourceConformance(recent, contexts: try Self.contexts()).run()
    }
}
