// What a search requested and how much it found, for the query log.

package import CatalogSearch
package import ProductStore

/// A page of results that was sent to a client.
package struct LoggedPage: Hashable, Sendable {
    /// The query as it was sent.
    package var query: String
    /// The first locale of the request, or the default one.
    package var locale: LocaleIdentifier
    /// The number of documents before the first one.
    package var offset: Int
    /// The documents in order, by index and id.
    package var records: [LoggedRecord]
}

/// A search whose first page was sent to a client.
package struct LoggedSearch: Hashable, Sendable {
    /// The query as it was sent.
    package var query: String
    /// The first locale of the request, or the default one.
    package var locale: LocaleIdentifier
    /// The number of documents that were found.
    package var total: Int
    /// Whether only documents with other words, or with some of the words, were found.
    package var isRelaxed: Bool

    /// Joins the searches of one request for the same words: a shop searches several indexes for one reader.
    /// The search that found most stands for all.
    static func joined(_ searches: [LoggedSearch]) -> [LoggedSearch] {
        var joined: [LoggedSearch] = []
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
