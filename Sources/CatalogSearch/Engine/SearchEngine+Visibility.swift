// Which attributes readers may name. A catalog can hide attributes that only the server's filters and the
// ranking use.

internal import Support

extension [CatalogIndex] {
    /// Whether readers may use an attribute: a built-in one, or one that every catalog declaring it shows.
    ///
    /// - Parameter respect: a further requirement, such as `\.isSortable`.
    public func allow(
        _ name: AttributeName, _ respect: (CatalogDescription.Attribute) -> Bool = { _ in true }
    ) -> Bool {
        descriptions.allow(name, respect)
    }
}

extension SearchEngine {
    /// Checks that a reader's request names no attribute that is hidden from readers. Forced conditions come
    /// from the server, and may.
    ///
    /// - Throws: `SearchError.unknownAttribute`, as for an attribute that does not exist.
    package func checkVisibility(of request: SearchRequest) throws(SearchError) {
        for name in request.filter?.readersAttributes ?? [] where !catalogs.allow(name) {
            throw unknown(name)
        }
        for name in request.preferences.flatMap(\.attributes) where !catalogs.allow(name) {
            throw unknown(name)
        }
        if case .by(let name) = request.spread, !catalogs.allow(name) { throw unknown(name) }
        for facet in request.facets where !catalogs.allow(facet.attribute, \.isFacet) {
            throw unknown(facet.attribute, \.isFacet)
        }
        for key in request.order where !catalogs.allow(key.attribute, \.isSortable) {
            throw unknown(key.attribute, \.isSortable)
        }
    }

    /// The error about an attribute that is unknown to readers.
    ///
    /// - Parameter others: names besides attributes that are allowed, and offered instead.
    func unknown(
        _ name: AttributeName, or others: [String] = [],
        _ respect: (CatalogDescription.Attribute) -> Bool = { _ in true }
    ) -> SearchError {
        let attributes =
            catalogs.flatMap { $0.description.attributes.map(\.name) }.filter { catalogs.allow($0, respect) }
            + AttributeName.builtIn
        let known = others + attributes.withoutDuplicates.map(\.rawValue)
        return .unknownAttribute(name.rawValue, nearest: known.nearest(to: name.rawValue), known: known)
    }
}

extension Preference {
    /// The attributes that the condition names.
    var attributes: [AttributeName] {
        switch condition {
        case .filter(let filter): filter.attributes
        case .number(let name, _, _), .age(let name, _): [name]
        }
    }
}

extension Filter {
    /// The attributes of all conditions that are not forced.
    fileprivate var readersAttributes: [AttributeName] {
        switch self {
        case .all(let filters), .any(let filters): filters.flatMap(\.readersAttributes)
        case .not(let filter): filter.readersAttributes
        case .condition(let condition): condition.isForced ? [] : [condition.attribute]
        }
    }
}
