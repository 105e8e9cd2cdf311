// The names of the members of requests: one table for JSON requests, batches, and all addresses of the
// server.

public import Localization
internal import Support

/// The name of a member of a JSON request, or of a parameter of an address. A
/// name that is not here is refused.
public enum RequestName: String, Hashable, Sendable, CaseIterable {
    case query = "q"
    /// The reader's locale.
    case locale
    /// The locales to search.
    case chain
    /// The only scope.
    case scope
    /// The only catalogs.
    case catalogs
    /// The only fields.
    case fields
    /// Whether the query has operators.
    case syntax
    /// The locales in which fields are searched.
    case match
    /// The most results.
    case limit
    /// The results to skip.
    case offset
    /// The conditions on attributes.
    case filter
    /// The attributes whose values are counted.
    case facets
    /// The most values of each counted attribute.
    case facetLimit
    /// The beginning of the counted values.
    case prefix
    /// The ranges to count in.
    case ranges
    /// How many ranges of equal width to count in.
    case buckets
    /// Whether numbers are added up.
    case sums
    /// The order.
    case sort
    /// Whether the order is reversed.
    case reverse
    /// The attribute whose values fill no page.
    case spread
    /// The most results of a page with the same value.
    case atMost
    /// What multiplies the scores of records.
    case prefer
    /// Whether those of the catalogs do, too.
    case preferences
    /// Where the search is made, for rules.
    case context
    /// The moment that ages are counted from.
    case moment
    /// The range of prices.
    case price
    /// The currency of prices.
    case currency
    /// The market of prices.
    case market
    /// Whether variants are found as one hit.
    case group
    /// The range of years.
    case year
    /// When similar words are searched for.
    case relax
    /// The meaning of the query.
    case vector
    /// How much meaning counts beside words.
    case semanticRatio
    /// Whether hits say why they were found.
    case explain
    /// The contents of the answer.
    case returns
    /// The length of texts in hits.
    case crop
    /// Whether hits have their texts with marked matches.
    case highlight

    /// All members of a search.
    public static let search = Set(allCases)
    /// Those that suggestions use.
    public static let suggestions: Set<RequestName> = [
        .query, .syntax, .match, .locale, .chain, .scope, .catalogs, .fields, .limit, .price, .currency,
        .market, .year,
    ]
    /// Those of the values of an attribute.
    public static let facet: Set<RequestName> = [
        .query, .syntax, .match, .locale, .chain, .scope, .catalogs, .fields, .filter, .facetLimit, .prefix,
        .ranges, .buckets, .sums, .price, .currency, .market, .group, .year, .relax,
    ]
    /// Those of a list of scopes.
    public static let scopes: Set<RequestName> = [.locale, .catalogs]
    /// Those of one record.
    public static let record: Set<RequestName> = [.locale, .chain, .currency, .market]
    /// Those of records similar to one.
    public static let similar: Set<RequestName> = [
        .locale, .chain, .limit, .currency, .market, .crop, .highlight,
    ]
    /// Those of an answer that depends on nothing but the reader.
    public static let reader: Set<RequestName> = [.locale]
}

extension RequestError {
    /// A member or parameter that does not exist.
    ///
    /// - Parameter known: the names that exist there.
    init(unknown name: String, known: some Sequence<String>) {
        if let nearest = known.nearest(to: name) {
            self.init("UnknownMember: %1$@ %2$@", name, nearest)
        } else {
            let names = known.joined(separator: ", ")
            self.init("UnknownMemberOf: %1$@ %2$@", name, names)
        }
    }
}

extension Set<RequestName> {
    /// The names in the order of their declaration.
    var names: [String] { RequestName.allCases.filter(contains).map(\.rawValue) }
}

extension SearchService {
    /// The failure of a request with a parameter that does not exist.
    ///
    /// - Parameters:
    ///   - name: the parameter.
    ///   - known: the names that exist there.
    ///   - locale: the reader's.
    public func failure(ofUnknown name: String, known: [String], in locale: LocaleIdentifier) -> Failure {
        failure(RequestError(unknown: name, known: known), in: locale)
    }
}
