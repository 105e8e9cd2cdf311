// Who answers a request? An engine, catalogs that change, a server far away.

public import CatalogSearch

/// Answers requests. Asked off the controller's isolation.
public protocol ResultsSource: Sendable {
    /// What a request finds. Where the task is cancelled, newer input made the answer useless: it may come early, as
    /// `SearchError.cancelled` does, and is dropped whatever it is.
    func results(for request: SearchRequest) async throws(SearchError) -> SearchResults
}

extension SearchEngine: ResultsSource {
    /// What ``CatalogSearch/SearchEngine/search(_:)`` finds.
    public func results(for request: SearchRequest) throws(SearchError) -> SearchResults {
        try search(request)
    }
}

/// Catalogs that change while they are searched: each request is answered from what they hold at its time.
public struct LiveResults: ResultsSource {
    private let catalogs: [LiveCatalog]

    /// Searches catalogs with ids that differ.
    public init(_ catalogs: [LiveCatalog]) { self.catalogs = catalogs }

    /// What is found in the catalogs as they are now.
    public func results(for request: SearchRequest) throws(SearchError) -> SearchResults {
        try SearchEngine(catalogs.map(\.snapshot)).search(request)
    }
}

/// What names a record in the results.
public struct RecordReference: Hashable, Sendable, Codable {
    /// The catalog's id.
    public var catalog: String
    /// The record's id.
    public var id: String

    /// The record of an id in a catalog.
    public init(catalog: String, id: String) {
        self.catalog = catalog
        self.id = id
    }

    /// The record of a hit.
    public init(_ hit: Hit) { self.init(catalog: hit.catalog, id: hit.id) }
}
