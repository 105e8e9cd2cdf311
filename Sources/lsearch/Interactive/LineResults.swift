// The results of a search of lines, in which fzf's operators have their meaning.

internal import CatalogSearch
internal import SearchInterface

/// Translates the query of each request.
struct LineResults: ResultsSource {
    let source: any ResultsSource

    func results(for request: SearchRequest) async throws(SearchError) -> SearchResults {
        var request = request
        request.query = LineQuery.translated(request.query, request.syntax)
        return try await source.results(for: request)
    }
}
