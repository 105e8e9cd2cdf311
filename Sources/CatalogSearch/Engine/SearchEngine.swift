// Searches many catalogs and merges their matches.

internal import ICU
internal import Support

/// Searches catalogs. Any number of threads may use an engine concurrently.
public struct SearchEngine: Sendable {
    /// The catalogs, in the order given.
    public let catalogs: [CatalogIndex]
    /// The scopes of all catalogs: `all`, then each in the order of its first occurrence.
    public let scopes: [CatalogDescription.Scope]
    /// The records of the catalogs.
    private(set) var source: any RecordSource

    /// An engine for catalogs with unique ids.
    public init(_ catalogs: [CatalogIndex]) {
        self.init(catalogs, source: LocalRecords())
    }

    init(_ catalogs: [CatalogIndex], source: any RecordSource) {
        self.catalogs = catalogs
        self.source = source
        scopes = Self.scopes(of: catalogs)
    }

    /// The same engine for one search, which may send requests to its source in advance.
    var forOneSearch: SearchEngine {
        var engine = self
        engine.source = source.forOneSearch
        return engine
    }

    /// Finds the records that match a request.
    ///
    /// Invariant: the results do not depend on how records are divided into segments, or on how segments are
    /// stored.
    ///
    /// - Throws: `SearchError` if the request names something unknown, or is too long;
    ///   `SearchError.cancelled` soon after the task that runs this was cancelled.
    public func search(_ request: SearchRequest) throws(SearchError) -> SearchResults {
        try search(request, textLimit: .max)
    }

    /// The same with a limit of the size of all texts of the hits, in bytes of UTF-8.
    ///
    /// - Throws: as ``search(_:)`` does; `SearchError.responseTooLarge`.
    public func search(
        _ request: SearchRequest, textLimit: Int
    ) throws(SearchError) -> SearchResults {
        try search(CheckedRequest(request), textLimit: textLimit, isExplained: true)
    }

    /// The same, for programs that show hits of this engine only.
    ///
    /// - Parameter isExplained: whether hits have explanations, and ranks the sort keys of titles, which make
    ///   them comparable with those of other engines.
    package func search(
        _ request: CheckedRequest, textLimit: Int = .max, isExplained: Bool = true
    ) throws(SearchError) -> SearchResults {
        var found = try find(request)
        if isExplained, !found.hasTitleKeys { try source.addTitleKeys(to: &found.page, found.queries) }
        var page = HitPage(found.queries, explains: isExplained, textLimit: textLimit)
        page.reserveCapacity(found.page.count)
        try source.readHits(of: found.page, into: &page)
        found.results.hits = page.hits
        return found.results
    }

    /// The record with an id, with all its texts in all locales.
    ///
    /// - Returns: `nil` if the catalog has no such record.
    /// - Throws: `SearchError.unknownCatalog`, `SearchError.damagedIndex`.
    public func record(_ id: String, in catalog: String) throws(SearchError) -> CatalogRecord? {
        guard let catalog = catalogs.first(where: { $0.description.id == catalog }) else {
            throw .unknownCatalog(catalog, known: catalogs.map(\.description.id))
        }
        return try source.record(id, in: catalog)
    }

    /// The number of records of all catalogs.
    public var recordCount: Int { catalogs.reduce(0) { $0 + $1.recordCount } }

    /// The records of all catalogs from a position on, catalog by catalog, without their content. The order
    /// is stable as long as the catalogs do not change.
    ///
    /// - Parameters:
    ///   - offset: the number of records to skip.
    ///   - limit: the maximum number of records.
    /// - Throws: `SearchError.damagedIndex`; `SearchError.cancelled`.
    public func identifiers(
        offset: Int, limit: Int
    ) throws(SearchError) -> [RecordReference] {
        try source.identifiers(of: catalogs, offset: offset, limit: limit)
    }

    /// Finds which records match a request, without their content: cheaper than ``search(_:)`` if the
    /// program stores the records elsewhere.
    ///
    /// - Returns: results with ``SearchResults/records`` in place of ``SearchResults/hits``.
    /// - Throws: as ``search(_:)`` does.
    public func matches(_ request: SearchRequest) throws(SearchError) -> SearchResults {
        try matches(CheckedRequest(request))
    }

    /// The same for a request that was checked before.
    package func matches(_ request: CheckedRequest) throws(SearchError) -> SearchResults {
        var found = try find(request)
        found.results.records = found.page.map(\.reference)
        return found.results
    }
}
