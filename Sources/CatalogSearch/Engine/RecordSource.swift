// What a search asks of the records of its catalogs, wherever they are.

internal import ICU

/// Where the records of catalogs are: in segments of this process (``LocalRecords``), or in
/// other processes (``ShardedRecords``).
///
/// Invariant: a search over any source gives what it gives over one segment that has all of its records.
protocol RecordSource: Sendable {
    // MARK: Matches

    /// What a query matches, best matches first.
    ///
    /// - Parameters:
    ///   - counter: counts values among the matches; `nil` if the request counts none.
    func matches(
        of query: PreparedQuery, in catalogs: [CatalogIndex], _ counter: FacetCounter?
    ) throws(SearchError) -> SearchEngine.Matches

    /// What several queries match together, best matches first.
    ///
    /// - Returns: if the time is spent, what was found until then; always all matches of the first query.
    func matches(
        ofAny queries: [PreparedQuery], in catalogs: [CatalogIndex], _ counter: FacetCounter?,
        within budget: RelaxationBudget
    ) throws(SearchError) -> SearchEngine.Matches

    /// Sets the sort keys of titles, by which matches of several segments are compared.
    func addTitleKeys(
        to places: inout ArraySlice<SearchEngine.Candidate>, _ queries: [PreparedQuery]
    ) throws(SearchError)

    /// Sets the values of matches by which hits are spread over pages.
    func addSpreadValues(
        to places: inout [SearchEngine.Candidate], _ request: SearchRequest
    ) throws(SearchError)

    /// Reads the records of matches, and makes hits of them in the same order.
    func readHits(
        of places: ArraySlice<SearchEngine.Candidate>, into page: inout HitPage
    ) throws(SearchError)

    // MARK: Records

    /// The record with an id; `nil` where the catalog has none.
    func record(_ id: String, in catalog: CatalogIndex) throws(SearchError) -> CatalogRecord?

    /// The ids of records from a position on, in an order that stays as long as the catalogs do.
    func identifiers(
        of catalogs: [CatalogIndex], offset: Int, limit: Int
    ) throws(SearchError) -> [MatchedRecords.Reference]

    /// The number of records with a text in each locale.
    func recordCountsByLocale(of catalog: CatalogIndex) throws(SearchError) -> [LocaleIdentifier: Int]

    // MARK: Words

    /// The number of records that a query matches; groups do not count.
    func uses(of query: PreparedQuery, in catalogs: [CatalogIndex]) throws(SearchError) -> Int

    /// The words of the visible texts that resemble a word; some more than once.
    func words(
        _ wordQuery: WordQuery, like word: PreparedQuery.Word, _ query: PreparedQuery,
        in catalogs: [CatalogIndex]
    ) throws(SearchError) -> [FoundWord]

    /// The words that begin with a word, in the records that a query matches; some more than once.
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

    /// The number of visible records that have each word of a partial query, and
    /// last that of all visible records.
    func wordCounts(of query: PreparedQuery, in catalogs: [CatalogIndex]) throws(SearchError) -> [Int]

    /// The greatest claim of a record to a partial query, in any scope.
    func greatestClaim(
        of query: PreparedQuery, in catalogs: [CatalogIndex]
    ) throws(SearchError) -> GreatestClaim

    // MARK: Meaning

    /// The records whose vectors are nearest to one, among those that a query admits.
    ///
    /// - Parameter query: without words; its filter, scope and excluded words
    ///   hold before vectors are compared.
    func nearest(
        to vector: VectorQuery, _ query: PreparedQuery, in catalogs: [CatalogIndex]
    ) throws(SearchError) -> NearestRecords

    // MARK: Saving time

    /// The same records for one search, whose questions may be sent before they are needed.
    var forOneSearch: any RecordSource { get }

    /// Sends at once what a search will probably ask next. A source that answers without delay ignores it.
    func askAhead(
        _ catalogs: [CatalogIndex], _ questions: () throws(SearchError) -> [RecordSourceRequest]
    ) throws(SearchError)

    /// The same within a budget: nothing if its time is spent.
    func askAhead(
        _ catalogs: [CatalogIndex], within budget: RelaxationBudget,
        _ questions: () throws(SearchError) -> [RecordSourceRequest]
    ) throws(SearchError)
}
