// The limits of a request, which bound its cost.

extension SearchRequest {
    /// The maximum number of Unicode scalars in a query.
    public static let maximumQueryLength = 2_000
    /// The maximum number of different words in a query.
    public static let maximumWordCount = 32
    /// The maximum number of Unicode scalars in a word of a query. Scripts without spaces do not count: a
    /// whole paragraph looks like one word.
    public static let maximumWordLength = 200
    /// The maximum number of locales in ``chain``, with duplicates.
    public static let maximumChainLength = 32
    /// The maximum number of ids in ``catalogs``, with duplicates.
    public static let maximumCatalogCount = 100
    /// The maximum number of names in ``fields``, with duplicates.
    public static let maximumFieldCount = 100

    /// The request without repeated locales and fields; the first of each stays.
    var withoutDuplicates: SearchRequest {
        var request = self
        request.chain = chain.withoutDuplicates
        request.fields = fields?.withoutDuplicates
        return request
    }
}
