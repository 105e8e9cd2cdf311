// Sources of results: an engine, live catalogs, a remote server.

public import CatalogSearch

/// Responds to requests, outside of the controller's isolation. `ResultsSourceConformance` in the product
/// `SearchTesting` tests any implementation.
///
/// Invariants: the same request has the same results while the searched data does not change, also if other
/// requests run at the same time; pages continue one another; a limit of 0 counts without hits; a scope's
/// count is what a request in that scope finds; matches are within their texts and do not overlap.
public protocol ResultsSource: Sendable {
    /// The results of a request. If the task is cancelled, newer input has made them useless: the source may
    /// return early, or throw `SearchError.cancelled`; the results are ignored.
    func results(for request: SearchRequest) async throws(SearchError) -> SearchResults
}

extension SearchEngine: ResultsSource {
    /// The results of ``CatalogSearch/SearchEngine/search(_:)``.
    public func results(for request: SearchRequest) throws(SearchError) -> SearchResults {
        try search(request)
    }
}

/// Catalogs that change while they are searched: each request searches their current records.
public struct LiveResults: ResultsSource {
    private let catalogs: [LiveCatalog]

    /// Searches catalogs with unique ids.
    public init(_ catalogs: [LiveCatalog]) { self.catalogs = catalogs }

    /// The results in the current records of the catalogs.
    public func results(for request: SearchRequest) throws(SearchError) -> SearchResults {
        try SearchEngine(catalogs.map(\.snapshot)).search(request)
    }
}
