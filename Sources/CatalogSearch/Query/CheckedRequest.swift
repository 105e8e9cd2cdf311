// A request within its limits.

/// A request within the limits of ``SearchRequest``. Functions that take one need not check the limits again.
public struct CheckedRequest: Hashable, Sendable {
    public private(set) var request: SearchRequest
    /// The end of the query that is not searched for, because the query is beyond a limit: its first
    /// ``SearchRequest/maximumWordLength`` Unicode scalars. `nil` if all of the query is searched for.
    public private(set) var unsearched: String?

    /// Checks the limits of a request. Needs no catalogs.
    ///
    /// If the query exceeds its limits, such as a pasted text, only its beginning is searched for. The query
    /// is rejected if this would find unwanted records: if only exact matches are wanted
    /// (``Relaxation/Policy/never``), or if the rest excludes words.
    ///
    /// - Throws: `SearchError.queryTooLong`, `.tooManyWords`, `.wordTooLong`, `.tooManyLocales`,
    ///   `.tooManyCatalogs`, `.tooManyFields`, `.tooManyFacets`, `.tooManySortKeys`, `.tooManyPreferences`,
    ///   `.unknownCurrency`, or `.marketWithoutCurrency`.
    public init(_ request: SearchRequest) throws(SearchError) {
        guard request.chain.count <= SearchRequest.maximumChainLength else {
            throw .tooManyLocales(limit: SearchRequest.maximumChainLength)
        }
        guard request.catalogs.map(\.count) ?? 0 <= SearchRequest.maximumCatalogCount else {
            throw .tooManyCatalogs(limit: SearchRequest.maximumCatalogCount)
        }
        guard request.fields.map(\.count) ?? 0 <= SearchRequest.maximumFieldCount else {
            throw .tooManyFields(limit: SearchRequest.maximumFieldCount)
        }
        guard request.facets.count <= FacetRequest.maximumCount else {
            throw .tooManyFacets(limit: FacetRequest.maximumCount)
        }
        guard request.facets.allSatisfy({ $0.bounds.count <= FacetRequest.maximumBoundCount }) else {
            throw .tooManyFacets(limit: FacetRequest.maximumBoundCount)
        }
        guard request.facets.allSatisfy({ $0.buckets <= FacetRequest.maximumBoundCount }) else {
            throw .tooManyFacets(limit: FacetRequest.maximumBoundCount)
        }
        guard max(request.order.count, request.ties.count) <= SortKey.maximumCount else {
            throw .tooManySortKeys(limit: SortKey.maximumCount)
        }
        guard request.preferences.count <= Preference.maximumCount else {
            throw .tooManyPreferences(limit: Preference.maximumCount)
        }
        guard request.contexts.count <= SearchRule.maximumContextCount else {
            throw .tooManyContexts(limit: SearchRule.maximumContextCount)
        }
        if let currency = request.currency, !Price.isCurrency(currency) { throw .unknownCurrency(currency) }
        if request.currency == nil, let market = request.market { throw .marketWithoutCurrency(market) }
        self.request = request
        do throws(SearchError) {
            try Self.checkQuery(request)
        } catch {
            guard request.relax != .never, let (beginning, rest) = request.cutQuery() else { throw error }
            self.request.query = beginning
            unsearched = rest
        }
    }

    private static func checkQuery(_ request: SearchRequest) throws(SearchError) {
        let query = request.query
        let length = query.unicodeScalars.count
        guard length <= SearchRequest.maximumQueryLength else {
            throw .queryTooLong(count: length, limit: SearchRequest.maximumQueryLength)
        }
        var wordCount = 0
        var wordLength = 0
        var isInWord = false
        for scalar in query.unicodeScalars {
            let isSpace = scalar.properties.isWhitespace
            if !isSpace, !isInWord { wordCount += 1 }
            isInWord = !isSpace
            wordLength = isSpace || scalar.isWrittenWithoutSpaces ? 0 : wordLength + 1
            guard wordLength <= SearchRequest.maximumWordLength else {
                let longest = query.unicodeScalars.split {
                    $0.properties.isWhitespace || $0.isWrittenWithoutSpaces
                }.lazy.map(\.count).max()
                throw .wordTooLong(count: longest ?? wordLength, limit: SearchRequest.maximumWordLength)
            }
        }
        guard wordCount > SearchRequest.maximumWordCount else { return }
        // Repeated words are searched once, and operators are not searched.
        var words = Set(PreparedQuery.split(query))
        if request.syntax == .operators { words.subtract(request.vocabulary.operators) }
        let different = words.count
        guard different <= SearchRequest.maximumWordCount else {
            throw .tooManyWords(count: different, limit: SearchRequest.maximumWordCount)
        }
    }

    // MARK: Changes without limits

    /// The same request in the locales of its reader, cut to ``SearchRequest/maximumChainLength``.
    ///
    /// - Parameter names: names of fields and attributes in the reader's language.
    package func localized(
        chain: [LocaleIdentifier], scope: String?, names: [String: String],
        labelTexts: (SearchRequest) -> [String: String]
    ) -> CheckedRequest {
        var checked = self
        checked.request.chain = Array(chain.prefix(SearchRequest.maximumChainLength))
        checked.request.scope = scope
        checked.request.vocabulary.names = names
        checked.request.labelTexts = labelTexts(checked.request)
        return checked
    }

    /// The same request with the vector of its query.
    package func adding(_ vector: VectorQuery) -> CheckedRequest {
        var checked = self
        checked.request.vector = vector
        return checked
    }

    /// The same request for counting strict matches, without hits.
    var countingStrictly: CheckedRequest {
        var checked = self
        checked.request.limit = 0
        checked.request.relax = .never
        return checked
    }

    /// The same request without hits, which counts the values of one attribute.
    func counting(_ facet: FacetRequest) -> CheckedRequest {
        var checked = self
        checked.request.facets = [facet]
        return checked
    }

    /// The same request without hits.
    package var withoutHits: CheckedRequest {
        var checked = self
        checked.request.limit = 0
        return checked
    }
}
