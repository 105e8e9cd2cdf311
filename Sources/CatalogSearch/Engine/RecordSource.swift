// What a search requests from the records of its catalogs.

internal import ICU

/// The records of catalogs, in segments of this process (``LocalRecords``) or in other processes
/// (``ShardedRecords``).
///
/// Invariant: a search over any source has the same results as over a single segment with all records.
protocol RecordSource: Sendable {
    // MARK: Matches

    /// The matches of a query, best first.
    ///
    /// - Parameters:
    ///   - counter: counts values among the matches; `nil` if the request counts none.
    func matches(
        of query: PreparedQuery, in catalogs: [CatalogIndex], _ counter: FacetCounter?
    ) throws(SearchError) -> SearchEngine.Matches

    /// The merged matches of several queries, best first.
    ///
    /// - Returns: the matches found before the time is spent; always all matches of the first query.
    func matches(
        ofAny queries: [PreparedQuery], in catalogs: [CatalogIndex], _ counter: FacetCounter?,
        within budget: RelaxationBudget
    ) throws(SearchError) -> SearchEngine.Matches

    /// Sets the sort keys of titles, which compare matches of several segments.
    func addTitleKeys(
        to candidates: inout ArraySlice<SearchEngine.Candidate>, _ queries: [PreparedQuery]
    ) throws(SearchError)

    /// Sets the values of matches that spread hits over pages.
    func addSpreadValues(
        to candidates: inout [SearchEngine.Candidate], _ request: SearchRequest
    ) throws(SearchError)

    /// Reads the records of matches, and makes hits of them in the same order.
    func readHits(
        of candidates: ArraySlice<SearchEngine.Candidate>, into page: inout HitPage
    ) throws(SearchError)

    // MARK: Records

    /// The record with an id; `nil` where the catalog has none.
    func record(_ id: String, in catalog: CatalogIndex) throws(SearchError) -> CatalogRecord?

    /// The ids of records from a position on, in an order that is stable as long as the catalogs do not
    /// change.
    func identifiers(
        of catalogs: [CatalogIndex], offset: Int, limit: Int
    ) throws(SearchError) -> [RecordReference]

    /// The number of records with a text in each locale.
    func recordCountsByLocale(of catalog: CatalogIndex) throws(SearchError) -> [LocaleIdentifier: Int]

    // MARK: Words

    /// The number of records that a query matches; groups do not count.
    func uses(of query: PreparedQuery, in catalogs: [CatalogIndex]) throws(SearchError) -> Int

    /// The words of the visible texts that resemble a word, possibly with duplicates.
    func words(
        _ wordQuery: WordQuery, like word: PreparedQuery.Word, _ query: PreparedQuery,
        in catalogs: [CatalogIndex]
    ) throws(SearchError) -> [FoundWord]

    /// The words that begin with a word, in the records that a query matches, possibly with duplicates.
    func words(
        completing word: PreparedQuery.Word, _ query: PreparedQuery, in catalogs: [CatalogIndex]
    ) throws(SearchError) -> [FoundWord]

    /// Which spellings of a word are in a searched text of the records that the
    /// other words match, in any scope.
    ///
    /// - Parameter word: the index of the word.
    /// - Returns: one value for each alternative of the word.
    func spellings(
        ofWord word: Int, in query: PreparedQuery, in catalogs: [CatalogIndex]
    ) throws(SearchError) -> [Bool]

    /// Whether a value with an id is declared for an attribute of a catalog, or a record has it.
    func haveValue(
        _ id: String, of name: AttributeName, in catalogs: [CatalogIndex]
    ) throws(SearchError) -> Bool

    // MARK: Fewer words

    /// The number of visible records that have each word of a partial query, then the number of all visible
    /// records.
    func wordCounts(of query: PreparedQuery, in catalogs: [CatalogIndex]) throws(SearchError) -> [Int]

    /// The greatest claim of a record to a partial query, in any scope.
    func greatestClaim(
        of query: PreparedQuery, in catalogs: [CatalogIndex]
    ) throws(SearchError) -> GreatestClaim

    // MARK: Meaning

    /// The records whose vectors are nearest to a vector, among those that a query admits.
    ///
    /// - Parameter query: without words; its filter, scope and excluded words
    ///   hold before vectors are compared.
    func nearest(
        to vector: VectorQuery, _ query: PreparedQuery, in catalogs: [CatalogIndex]
    ) throws(SearchError) -> NearestRecords

    // MARK: Saving time

    /// The same source for one search, which may send requests before they are needed.
    var forOneSearch: any RecordSource { get }

    /// Sends the requests that a search will probably need next. A source in this process ignores them.
    func prefetch(
        _ catalogs: [CatalogIndex], _ requests: () throws(SearchError) -> [RecordSourceRequest]
    ) throws(SearchError)

    /// The same within a budget: sends nothing if its time is spent.
    func prefetch(
        _ catalogs: [CatalogIndex], within budget: RelaxationBudget,
        _ requests: () throws(SearchError) -> [RecordSourceRequest]
    ) throws(SearchError)
}
