// The terms of a query, each as a query of its own: if a query finds nothing, one of them may find something.

internal import CatalogSearch
internal import Localization

extension SearchService {
    /// The terms of a request's query: words, phrases, words in a field, conditions on attributes, each as
    /// typed. Leaves out excluded terms, `OR`, and incomplete terms.
    ///
    /// - Throws: `Failure`, in the request's locale.
    public func terms(of service: ServiceRequest) throws(Failure) -> [String] {
        try withTools { (tools, snapshot) throws(Failure) in
            try worded(in: service.request.locale, &tools, snapshot) { messages throws(SearchError) in
                let request = try service.resolved(
                    for: snapshot.engine, preferred: preferredLocales, available: snapshot.available, messages
                )
                let scalars = request.request.query.unicodeScalars
                let terms = try snapshot.engine.parsed(request).clauses.joined().compactMap {
                    term -> String? in
                    if case .filter(.not) = term.content { return nil }
                    guard !term.isExcluded else { return nil }
                    return String(scalars.dropFirst(term.range.lowerBound).prefix(term.range.count))
                }
                return terms.withoutDuplicates
            }
        }
    }
}
