// The names of the members of requests: one table for JSON requests, batches, and all addresses of the
// server.

public import Localization
internal import Support

/// The name of a member of a JSON request, or of a parameter of an address. Other names are refused.
public enum RequestName: String, Hashable, Sendable, CaseIterable {
    case query = "q"
    /// The reader's locale.
    case locale
    /// The locales to search.
    case chain
    /// The scope to search; the only one.
    case scope
    /// The catalogs to search.
    case catalogs
    /// The fields to search.
    case fields
    /// Whether the query has operators.
    case syntax
    /// The locales in which fields are searched.
    case match
    /// The most results of a page.
    case limit
    /// The number of results to skip.
    case offset
    /// The conditions on attributes.
    case filter
    /// The attributes whose values are counted.
    case facets
    /// The most values of each counted attribute.
    case facetLimit
    /// The prefix of counted values.
    case prefix
    /// The ranges in which values are counted.
    case ranges
    /// The number of ranges of equal width in which values are counted.
    case buckets
    /// Whether numbers are added up.
    case sums
    /// The order.
    case sort
    /// Whether the order is reversed.
    case reverse
    /// The attribute whose values must not fill a page.
    case spread
    /// The most results of a page with the same value of that attribute.
    case atMost
    /// The preferences, which multiply the scores of records.
    case prefer
    /// Whether the preferences of the catalogs apply, too.
    case preferences
    /// The contexts of the search, for rules.
    case context
    /// The time from which ages are counted.
    case moment
    /// The range of prices.
    case price
    /// The currency of prices.
    case currency
    /// The market of prices.
    case market
    /// Whether variants are grouped into one hit.
    case group
    /// The range of years.
    case year
    /// When to search for similar words.
    case relax
    /// The vector of the query.
    case vector
    /// The weight of meaning beside words.
    case semanticRatio
    /// Whether hits say why they were found.
    case explain
    /// The contents of the response.
    case returns
    /// The length of texts in hits.
    case crop
    /// Whether hits have their texts with marked matches.
    case highlight

    /// All members of a search.
    public static let search = Set(allCases)
    /// The members that suggestions use.
    public static let suggestions: Set<RequestName> = [
        .query, .syntax, .match, .locale, .chain, .scope, .catalogs, .fields, .limit, .price, .currency,
        .market, .year,
    ]
    /// The members for the values of an attribute.
    public static let facet: Set<RequestName> = [
        .query, .syntax, .match, .locale, .chain, .scope, .catalogs, .fields, .filter, .facetLimit, .prefix,
        .ranges, .buckets, .sums, .price, .currency, .market, .group, .year, .relax,
    ]
    /// The members for a list of scopes.
    public static let scopes: Set<RequestName> = [.locale, .catalogs]
    /// The members for one record.
    public static let record: Set<RequestName> = [.locale, .chain, .currency, .market]
    /// The members for records similar to one.
    public static let similar: Set<RequestName> = [
        .locale, .chain, .limit, .currency, .market, .crop, .highlight,
    ]
    /// The members for a response that depends only on the reader.
    public static let reader: Set<RequestName> = [.locale]
}

extension RequestError {
    /// A member or parameter that does not exist.
    ///
    /// - Parameter known: the names that are valid there.
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
    ///   - known: the names that are valid there.
    ///   - locale: the reader's locale.
    public func failure(ofUnknown name: String, known: [String], in locale: LocaleIdentifier) -> Failure {
        failure(RequestError(unknown: name, known: known), in: locale)
    }
}
