// What was asked and how much was found: the query log counts it.

package import CatalogSearch
package import ProductStore

/// A page of results that was answered.
package struct AnsweredPage: Hashable, Sendable {
    /// The query as it was sent.
    package var query: String
    /// The first locale of the request, or the default one.
    package var locale: LocaleIdentifier
    /// The number of documents before the first one.
    package var offset: Int
    /// The documents in order, by index and id.
    package var records: [LoggedRecord]
}

/// A search whose first page was answered.
package struct AnsweredSearch: Hashable, Sendable {
    /// The query as it was sent.
    package var query: String
    /// The first locale of the request, or the default one.
    package var locale: LocaleIdentifier
    /// The number of documents that were found.
    package var total: Int
    /// Whether only documents with other words, or with some of the words, were found.
    package var isRelaxed: Bool

    /// Searches of one request for the same words are one search: a shop asks several indexes for one reader.
    /// What finds most stands for all.
    static func joined(_ searches: [AnsweredSearch]) -> [AnsweredSearch] {
        var joined: [AnsweredSearch] = []
        for search in searches {
            let known = joined.firstIndex { $0.query == search.query && $0.locale == search.locale }
            guard let known else {
                joined.append(search)
                continue
            }
            if search.total > joined[known].total { joined[known] = search }
        }
        return joined
    }
}
