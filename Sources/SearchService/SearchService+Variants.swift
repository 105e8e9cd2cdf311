// The variants of a record: those records of its catalog that are grouped into one hit with it.

internal import CatalogSearch
internal import JSON
internal import Localization
internal import ProgramTexts

extension SearchService {
    /// A record and its variants, in the form of a response to a search, by their ids.
    ///
    /// - Parameter request: determines the locale, the chain, the currency, the market, and the form of the
    ///   hits.
    /// - Returns: at most ``Hit/maximumVariantCount`` records; `nil` if the record is in no group, or alone
    ///   in its group.
    /// - Throws: `Failure`, in the request's locale; `.notFound` if there is no such catalog.
    public func variants(
        of id: String, in catalog: String, _ request: ServiceRequest
    ) throws(Failure) -> Response? {
        try withTools { (tools, snapshot) throws(Failure) in
            let cropper = tools.cropper
            let locale = request.request.locale
            let json = try worded(in: locale, &tools, snapshot) { messages throws(SearchError) -> String? in
                guard let record = try snapshot.engine.record(id, in: catalog),
                    let index = snapshot.engine.catalogs.first(where: { $0.description.id == catalog }),
                    let group = index.group(of: record)
                else { return nil }
                var search = SearchRequest(
                    "", locale: locale, catalogs: [catalog], relax: .never, limit: Hit.maximumVariantCount)
                search.chain = request.chain(preferred: preferredLocales, available: snapshot.available)
                search.isGrouped = false
                search.filter = .attribute(group.attribute, .equals(group.value))
                search.order = [SortKey(.id)]
                search.currency = request.request.currency
                search.market = request.request.market
                search.labelTexts = messages.labelTexts(for: search, snapshot.engine.catalogs)
                var results = try snapshot.engine.search(search, textLimit: limits.textSize)
                guard results.total > 1 else { return nil }
                try snapshot.engine.addAvailability(to: &results.hits, in: locale)
                return try JSONResponse(messages: messages, request, cropper, limit: limits.responseSize)
                    .object(results, search, nanoseconds: 0).text
            }
            return json.map { Response(json: $0, locale: locale) }
        }
    }
}

extension CatalogIndex {
    /// The attribute that groups the catalog's records, and the record's value of it.
    ///
    /// - Returns: `nil` if the record is in no group.
    func group(of record: CatalogRecord) -> (attribute: AttributeName, value: AttributeValue)? {
        guard let name = description.group, description.attribute(name)?.canGroup == true,
            let value = record.attributes.first(where: { $0.name == name })?.value
        else { return nil }
        // Records of a group may have different labels for its value.
        if case .text(let id, _) = value { return (name, .text(id)) }
        return (name, value)
    }
}
