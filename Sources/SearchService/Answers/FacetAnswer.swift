// The counts of attributes' values as JSON.

internal import CatalogSearch
internal import JSONCoding

extension JSONAnswer {
    /// The counts of an attribute.
    func facet(_ facet: FacetCounts) -> JSONObject {
        var object = JSONObject()
        object.set("attribute", facet.attribute.rawValue)
        object.set("label", wording.attribute(facet.attribute))
        object.set("type", facet.type.rawValue)
        object.set("count", facet.count)
        switch facet.type {
        case .text, .boolean:
            object.set("values", facet.values.map { value($0, of: facet.attribute) })
            object.set("others", facet.others)
        case .number, .date:
            if let minimum = facet.minimumPrice, let maximum = facet.maximumPrice {
                if minimum.currency == maximum.currency { object.set("currency", minimum.currency) }
                object.set("minimum", minimum.spelling)
                object.set("maximum", maximum.spelling)
            } else if let minimum = facet.minimum, let maximum = facet.maximum {
                object.set("minimum", json: minimum.json)
                object.set("maximum", json: maximum.json)
            }
            if !facet.ranges.isEmpty { object.set("ranges", facet.ranges.map(range)) }
        }
        return object
    }

    private func value(_ value: FacetCounts.Value, of attribute: AttributeName) -> JSONObject {
        var object = JSONObject()
        object.set("value", json: value.value.json)
        object.set("label", wording.facetLabel(value, of: attribute))
        object.set("count", value.count)
        object.set("selected", value.isSelected)
        return object
    }

    private func range(_ range: FacetCounts.Range) -> JSONObject {
        var object = JSONObject()
        object.set("from", json: range.lower.json)
        object.set("to", json: range.upper?.json ?? "null")
        object.set("count", range.count)
        return object
    }

    /// The answer with the counts of one attribute.
    func object(_ facet: FacetCounts, locale: LocaleIdentifier) -> JSONObject {
        var object = JSONObject()
        object.set("locale", locale.identifier)
        object.set("facet", self.facet(facet))
        return object
    }
}
