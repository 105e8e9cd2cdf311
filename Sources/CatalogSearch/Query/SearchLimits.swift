// The limits of a request: how much one request may cost.

extension SearchRequest {
    /// The maximum number of Unicode scalars in a query.
    public static let maximumQueryLength = 2_000
    /// The maximum number of different words in a query.
    public static let maximumWordCount = 32
    /// The maximum number of Unicode scalars in a word of a query, between those of scripts without spaces, in which a whole
    /// paragraph looks like one word.
    public static let maximumWordLength = 200
    /// The maximum number of locales in ``chain``, with duplicates.
    public static let maximumChainLength = 32
    /// The maximum number of ids in ``catalogs``, with duplicates.
    public static let maximumCatalogCount = 100
    /// The maximum number of names in ``fields``, with duplicates.
    public static let maximumFieldCount = 100

    /// Checks the lengths of the request, also before there are catalogs to search. The engine checks them first.
    ///
    /// - Throws: `SearchError.queryTooLong`, `.tooManyWords`, `.wordTooLong`, `.tooManyLocales`, `.tooManyCatalogs`,
    ///   `.tooManyFields`, `.tooManyFacets`, `.tooManySortKeys`, `.tooManyPreferences`, `.unknownCurrency`, or `.marketWithoutCurrency`.
    public func checkLimits() throws(SearchError) {
        guard chain.count <= Self.maximumChainLength else {
            throw .tooManyLocales(limit: Self.maximumChainLength)
        }
        guard catalogs.map(\.count) ?? 0 <= Self.maximumCatalogCount else {
            throw .tooManyCatalogs(limit: Self.maximumCatalogCount)
        }
        guard fields.map(\.count) ?? 0 <= Self.maximumFieldCount else {
            throw .tooManyFields(limit: Self.maximumFieldCount)
        }
        guard facets.count <= FacetRequest.maximumCount else {
            throw .tooManyFacets(limit: FacetRequest.maximumCount)
        }
        guard facets.allSatisfy({ $0.bounds.count <= FacetRequest.maximumBoundCount }) else {
            throw .tooManyFacets(limit: FacetRequest.maximumBoundCount)
        }
        guard max(order.count, ties.count) <= SortKey.maximumCount else {
            throw .tooManySortKeys(limit: SortKey.maximumCount)
        }
        guard preferences.count <= Preference.maximumCount else {
            throw .tooManyPreferences(limit: Preference.maximumCount)
        }
        if let currency, !Price.isCurrency(currency) { throw .unknownCurrency(currency) }
        if currency == nil, let market { throw .marketWithoutCurrency(market) }
        try checkQuery()
    }

    private func checkQuery() throws(SearchError) {
        let length = query.unicodeScalars.count
        guard length <= Self.maximumQueryLength else {
            throw .queryTooLong(count: length, limit: Self.maximumQueryLength)
        }
        var wordCount = 0
        var wordLength = 0
        var isInWord = false
        for scalar in query.unicodeScalars {
            let isSpace = scalar.properties.isWhitespace
            if !isSpace, !isInWord { wordCount += 1 }
            isInWord = !isSpace
            wordLength = isSpace || scalar.isWrittenWithoutSpaces ? 0 : wordLength + 1
            guard wordLength <= Self.maximumWordLength else {
                let longest = query.unicodeScalars.split {
                    $0.properties.isWhitespace || $0.isWrittenWithoutSpaces
                }.lazy.map(\.count).max()
                throw .wordTooLong(count: longest ?? wordLength, limit: Self.maximumWordLength)
            }
        }
        guard wordCount > Self.maximumWordCount else { return }
        // Repeated words are searched once, and operators are none.
        var words = Set(PreparedQuery.split(query))
        if syntax == .operators { words.subtract(vocabulary.operators) }
        let different = words.count
        guard different <= Self.maximumWordCount else {
            throw .tooManyWords(count: different, limit: Self.maximumWordCount)
        }
    }

    /// The request without repeated locales and fields; the first of each stays.
    var withoutDuplicates: SearchRequest {
        var request = self
        request.chain = chain.withoutDuplicates
        request.fields = fields?.withoutDuplicates
        return request
    }
}
