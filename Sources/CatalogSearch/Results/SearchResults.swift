// The results of a search.

/// The results of a search.
public struct SearchResults: Hashable, Sendable {
    /// A scope with the number of matches in it.
    public struct ScopeCount: Hashable, Sendable {
        /// The scope's id; `all` for all records.
        public var id: String
        /// The name for users; `nil` where the catalogs give none.
        public var label: LocalizedLabel?
        /// The number of matches in it, whatever scope was requested.
        public var count: Int
    }

    /// The number of matches.
    public var total: Int
    /// All scopes, `all` first, with their counts.
    public var scopes: [ScopeCount]
    /// The values of the requested attributes with their counts, in the order of the request.
    public var facets: [FacetCounts] = []
    /// The requested page.
    public var hits: [Hit] = []
    /// The records of the requested page if ``SearchEngine/matches(_:)`` found them, which makes no hits.
    public var records: [RecordReference] = []
    /// Words of the query without letters and digits, which were not searched for.
    public var ignoredWords: [String]
    /// The end of a query beyond its limits, which was not searched for: its first
    /// ``SearchRequest/maximumWordLength`` Unicode scalars. `nil` if all of the query was.
    public var unsearched: String?
    /// The similar words that were found instead; `nil` where all records match strictly.
    public var relaxation: Relaxation?
    /// Whether all similar words were tried that the request wants; `false` if
    /// ``SearchRequest/relaxationTime`` was spent before, or if more than ``Relaxation/maximumWordCount``
    /// words were to be replaced. The records that match strictly are always found and counted.
    public var isRelaxationComplete = true
    /// The moment that ages of preferences are counted from; `nil` if no preference counts them.
    public var moment: Instant?
    /// The rules that hold for the request, catalog by catalog in their order.
    public var rules: [AppliedRule] = []
    /// Whether rules pinned all records that were found, and none has the words.
    public var hasOnlyPinned = false
    /// Whether words were looked for, none of the records has them, and vectors found them all.
    public var isByMeaning = false

    /// The id of the scope of all records.
    public static let allScopes = "all"
}
