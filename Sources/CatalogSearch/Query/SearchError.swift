// Errors of a search.

internal import ICU
internal import Support

/// Why a search failed.
public enum SearchError: Error, Hashable, Sendable {
    /// The query has more Unicode scalars than allowed.
    case queryTooLong(count: Int, limit: Int)
    /// The query has more different words than allowed.
    case tooManyWords(count: Int, limit: Int)
    /// A word of the query has more Unicode scalars than allowed.
    case wordTooLong(count: Int, limit: Int)
    /// The request's chain has more locales than allowed.
    case tooManyLocales(limit: Int)
    /// The request names more catalogs than allowed.
    case tooManyCatalogs(limit: Int)
    /// The request names more fields than allowed.
    case tooManyFields(limit: Int)
    /// The texts of the hits have more bytes than allowed.
    case responseTooLarge(limit: Int)
    /// No catalog has this scope; `known` has all scopes, in order.
    case unknownScope(String, known: [String])
    /// No catalog has this id; `known` has all ids, in order.
    case unknownCatalog(String, known: [String])
    /// No catalog has this field; `known` has all fields, in order.
    case unknownField(String, known: [String])
    /// No catalog declares this attribute; `nearest` is the most similar one, `known` has all.
    case unknownAttribute(String, nearest: String?, known: [String])
    /// The filter cannot be used.
    case filter(FilterError)
    /// The values of this attribute are not counted.
    case uncountable(String)
    /// Records cannot be ordered by this attribute: it is a text, and records have several values of it.
    case unsortable(String)
    /// The values of this attribute cannot be spread over pages: every record has a different one.
    case unspreadable(String)
    /// A preference needs values of this type, which the attribute has in no catalog.
    case unpreferable(String, AttributeType)
    /// The request has more preferences than allowed.
    case tooManyPreferences(limit: Int)
    /// The request has more contexts than allowed.
    case tooManyContexts(limit: Int)
    /// The bounds of ranges for this attribute do not ascend, or have another type.
    case invalidBounds(String)
    /// The request's currency is not an ISO 4217 code.
    case unknownCurrency(String)
    /// The request has a market but no currency.
    case marketWithoutCurrency(String)
    /// The request counts more attributes, or in more ranges, than allowed.
    case tooManyFacets(limit: Int)
    /// The request orders by more attributes than allowed.
    case tooManySortKeys(limit: Int)
    /// The request's vector has a different length from those of the records; `known` has theirs, ascending.
    case otherVectorLength(count: Int, known: [Int])
    /// The request's vector is from a different model from those of the records; `known` has theirs, in
    /// order.
    case otherVectorModel(String, known: [String])
    /// The index of this catalog is damaged and must be rebuilt.
    case damagedIndex(catalog: String)
    /// A record has a text of more bytes than an index can hold.
    case textTooLong(limit: Int)
    /// ICU failed, for lack of data or memory.
    case icu(ICUError)
    /// The matches are in more groups of this catalog than a merge of shards counts. Set
    /// ``SearchRequest/isGrouped`` to `false`, or match fewer records.
    case groupsInShards(catalog: String)
    /// Some records are unreachable now: a shard does not respond.
    case unavailable(shard: Int)
    /// The task that ran the search was cancelled.
    case cancelled
}

extension SearchError: CustomStringConvertible {
    /// The error in English, for logs; programs translate it for their users.
    public var description: String {
        switch self {
        case .queryTooLong(let count, let limit): "the query has \(count) characters, more than \(limit)"
        case .tooManyWords(let count, let limit): "the query has \(count) words, more than \(limit)"
        case .wordTooLong(let count, let limit):
            "a word of the query has \(count) characters, more than \(limit)"
        case .tooManyLocales(let limit): "the request has a chain of more than \(limit) locales"
        case .tooManyCatalogs(let limit): "the request names more than \(limit) catalogs"
        case .tooManyFields(let limit): "the request names more than \(limit) fields"
        case .responseTooLarge(let limit): "the texts of the hits have more than \(limit) bytes"
        case .unknownScope(let scope, let known): "unknown scope \(scope); known: \(Self.list(known))"
        case .unknownCatalog(let catalog, let known): "unknown catalog \(catalog); known: \(Self.list(known))"
        case .unknownField(let field, let known): "unknown field \(field); known: \(Self.list(known))"
        case .unknownAttribute(let name, _, let known):
            "unknown attribute \(name); known: \(Self.list(known))"
        case .filter(let error): "the filter cannot be used: \(error)"
        case .uncountable(let name): "the values of \(name) are not counted"
        case .unsortable(let name): "records are not ordered by \(name), of which they have several"
        case .unspreadable(let name): "hits cannot be spread over pages by \(name)"
        case .unpreferable(let name, let type): "the preference for \(name) wants values of type \(type)"
        case .tooManyPreferences(let limit): "the request has more than \(limit) preferences"
        case .tooManyContexts(let limit): "the request has more than \(limit) contexts"
        case .invalidBounds(let name): "the ranges of \(name) do not ascend or are of another type"
        case .unknownCurrency(let code): "\(code) is no currency's code"
        case .marketWithoutCurrency(let market): "the request has the market \(market) but no currency"
        case .tooManyFacets(let limit): "the request has more than \(limit) facets or ranges"
        case .tooManySortKeys(let limit): "the request orders by more than \(limit) attributes"
        case .otherVectorLength(let count, let known):
            "the vector has \(count) numbers; those of the records have \(Self.list(known.map { String($0) }))"
        case .otherVectorModel(let model, let known):
            "the vector is of the model \(model); those of the records are of \(Self.list(known))"
        case .damagedIndex(let catalog): "the index of catalog \(catalog) is damaged and must be rebuilt"
        case .textTooLong(let limit): "a text of a record has more than \(limit) bytes"
        case .icu(let error): "ICU failed: \(error)"
        case .groupsInShards(let catalog): "too many groups of catalog \(catalog) match, which are in shards"
        case .unavailable(let shard): "shard \(shard) does not respond"
        case .cancelled: "cancelled"
        }
    }

    private static func list(_ names: [String]) -> String {
        names.isEmpty ? "none" : names.joined(separator: ", ")
    }
}

extension SearchError {
    /// Runs a cancellable operation that does not concern a particular segment.
    static func interruptible<Result>(
        _ body: () throws(SegmentError) -> Result
    ) throws(SearchError) -> Result {
        // No other error is thrown.
        try mappingError({ _ in SearchError.cancelled }, body)
    }
}
