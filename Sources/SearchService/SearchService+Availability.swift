// Adds to records whether they can be bought, if their catalog has a condition for it.

internal import CatalogSearch
internal import JSON

extension SearchEngine {
    /// The member of records with a name of schema.org's `ItemAvailability`.
    private static let member = "availability"

    /// Adds the availability by a catalog's condition, see `CatalogDescription.available`, to hits without
    /// one of their own.
    func addAvailability(to hits: inout [Hit], in locale: LocaleIdentifier) throws(SearchError) {
        for catalog in catalogs.map(\.description) where catalog.available != nil {
            let places = hits.indices.filter {
                hits[$0].catalog == catalog.id && hits[$0].additionalMembers.lacks(Self.member)
            }
            let available = try available(places.map { hits[$0].id }, of: catalog, in: locale)
            for place in places {
                hits[place].additionalMembers.append(.availability(available.contains(hits[place].id)))
            }
        }
    }

    /// The same for one record.
    func addAvailability(
        to record: inout CatalogRecord, of catalog: CatalogDescription, in locale: LocaleIdentifier
    ) throws(SearchError) {
        guard catalog.available != nil, record.additionalMembers.lacks(Self.member) else { return }
        let isAvailable = try !available([record.id], of: catalog, in: locale).isEmpty
        record.additionalMembers.append(.availability(isAvailable))
    }

    /// The ids of a catalog's records that can be bought.
    private func available(
        _ ids: [String], of catalog: CatalogDescription, in locale: LocaleIdentifier
    ) throws(SearchError) -> Set<String> {
        guard let condition = catalog.available, !ids.isEmpty else { return [] }
        var request = SearchRequest(
            "", locale: locale, catalogs: [catalog.id], relax: .never, limit: ids.count)
        request.isGrouped = false
        request.spread = .off
        request.appliesRules = false
        request.appliesPreferences = false
        request.filter = .all([.attribute(.id, .isOneOf(ids.map { .text($0) })), condition])
        return Set(try matches(request).records.map(\.id))
    }
}

extension [CatalogRecord.Member] {
    fileprivate func lacks(_ name: String) -> Bool { !contains { $0.name == name } }
}

extension CatalogRecord.Member {
    fileprivate static func availability(_ isAvailable: Bool) -> Self {
        .init(name: "availability", json: JSONText.string(isAvailable ? "InStock" : "OutOfStock"))
    }
}
