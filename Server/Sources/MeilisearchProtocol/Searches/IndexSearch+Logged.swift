// A search as the query log counts it.

internal import CatalogSearch
internal import ProductStore

extension IndexSearch {
    /// The search with its outcome for the query log; `nil` for a further page, and for a search that only
    /// counts: front ends send those with fewer filters, besides the main search.
    func logged(_ outcome: Outcome) -> LoggedSearch? {
        let isFirst =
            query.page.map { $0.number <= 1 && $0.length > 0 } ?? (query.offset == 0 && query.limit > 0)
        guard isFirst else { return nil }
        return LoggedSearch(
            query: query.text, locale: locale, total: outcome.total, isRelaxed: outcome.isRelaxed)
    }

    /// A page with documents of the search, in order.
    func page(_ records: [LoggedRecord]) -> LoggedPage {
        let offset = query.page.map { max(0, $0.number - 1) * $0.length } ?? query.offset
        return LoggedPage(query: query.text, locale: locale, offset: offset, records: records)
    }
}
