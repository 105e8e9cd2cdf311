// The values that a request counts, by the attributes of the searched catalogs.

extension FacetCounter {
    /// - Throws: `SearchError.unknownAttribute`, `.uncountable`, `.invalidBounds`.
    init(_ request: SearchRequest, _ engine: SearchEngine) throws(SearchError) {
        for facet in request.facets {
            let type = try engine.types(of: facet.attribute, for: request)[0]
            if [.id, .popularity].contains(facet.attribute) { throw .uncountable(facet.attribute.rawValue) }
            var facet = facet
            var bounds: [AttributeValue] = []
            for bound in facet.bounds {
                guard type.isOrdered,
                    let value = bound.type == type ? bound : AttributeValue(bound.spelling, type),
                    bounds.last.map({ $0.isLess(than: value) }) ?? true
                else { throw .invalidBounds(facet.attribute.rawValue) }
                bounds.append(value)
            }
            facet.bounds = bounds
            let declared = engine.catalogs.lazy.compactMap { $0.attributes[facet.attribute] }.first
            facet.order = facet.order ?? declared?.attribute.order
            var numbers = NumberFacet()
            numbers.counts = bounds.map { _ in 0 }
            let isTree = engine.catalogs.contains { $0.attributes.hasPaths(facet.attribute) }
            counts.append(
                FacetCounter.Count(
                    request: facet, type: type, texts: try TextFacet(facet, request, isTree: isTree),
                    numbers: numbers))
        }
    }
}
