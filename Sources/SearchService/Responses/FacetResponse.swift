// The counts of attributes' values as JSON.

internal import CatalogSearch
internal import JSON

extension JSONResponse {
    /// The counts of an attribute.
    ///
    /// - Parameter request: the request of the search, whose filter may have a range of the attribute.
    func facet(_ facet: FacetCounts, of request: SearchRequest) -> JSONObject {
        var object = JSONObject()
        object.set("attribute", facet.attribute.rawValue)
        object.set("label", messages.attribute(facet.attribute))
        object.set("type", facet.type.rawValue)
        object.set("count", facet.count)
        switch facet.type {
        case .place: break
        case .text, .boolean:
            if let path = facet.path {
                object.set("path", path.map { value($0, of: facet.attribute) })
            }
            object.set("values", facet.values.map { value($0, of: facet.attribute) })
            object.set("others", facet.others)
        case .number, .date:
            if let minimum = facet.minimumPrice, let maximum = facet.maximumPrice {
                if minimum.currency == maximum.currency { object.set("currency", minimum.currency) }
                object.set("minimum", minimum.spelling)
                object.set("maximum", maximum.spelling)
                object.set("minimumLabel", messages.price(minimum))
                object.set("maximumLabel", messages.price(maximum))
            } else if let minimum = facet.minimum, let maximum = facet.maximum {
                object.set("minimum", json: minimum.json)
                object.set("maximum", json: maximum.json)
                object.set("minimumLabel", messages.value(minimum, of: facet.attribute))
                object.set("maximumLabel", messages.value(maximum, of: facet.attribute))
            }
            setSums(facet, &object)
            if let range = selectedRange(of: facet, request) { object.set("selected", range) }
            if !facet.ranges.isEmpty { object.set("ranges", facet.ranges.map(range)) }
            if !facet.buckets.isEmpty { object.set("buckets", facet.buckets.map(range)) }
        }
        return object
    }

    /// Sums of prices are texts, and sums of other numbers are numbers, like the extremes.
    private func setSums(_ facet: FacetCounts, _ object: inout JSONObject) {
        for (name, number) in [("sum", facet.sum), ("average", facet.average)] {
            guard let number else { continue }
            if facet.attribute == .price {
                object.set(name, number.description)
            } else {
                object.set(name, json: AttributeValue.number(number).json)
            }
            object.set(name + "Label", messages.sum(number, of: facet))
        }
    }

    private func value(_ value: FacetCounts.Value, of attribute: AttributeName) -> JSONObject {
        var object = JSONObject()
        object.set("value", json: value.value.json)
        object.set("label", messages.facetLabel(value, of: attribute))
        object.set("count", value.count)
        object.set("selected", value.isSelected)
        return object
    }

    /// The range of the attribute in the request's filter: its ends as in filters, and in the reader's
    /// format.
    private func selectedRange(of facet: FacetCounts, _ request: SearchRequest) -> JSONObject? {
        var ends = Filter.Ends()
        ends.add(request.filter, facet.attribute)
        let own: NumericRange? =
            switch facet.attribute {
            case .price: request.price
            case .year: request.year
            default: nil
            }
        ends.lower = own?.lower.map { .number($0) } ?? ends.lower
        ends.upper = own?.upper.map { .number($0) } ?? ends.upper
        guard ends.lower != nil || ends.upper != nil else { return nil }
        let currency = facet.minimumPrice.flatMap {
            $0.currency == facet.maximumPrice?.currency ? $0.currency : nil
        }
        var object = JSONObject()
        for (name, end) in [("from", ends.lower), ("to", ends.upper)] {
            guard let end else { continue }
            var one = JSONObject()
            one.set("value", end.spelling)
            let price = currency.flatMap { Price(end.spelling, currency: $0) }
            let value = AttributeValue(end.spelling, facet.type) ?? end
            one.set("label", price.map { messages.price($0) } ?? messages.value(value, of: facet.attribute))
            object.set(name, one)
        }
        return object
    }

    private func range(_ range: FacetCounts.Range) -> JSONObject {
        var object = JSONObject()
        object.set("from", json: range.lower.json)
        object.set("to", json: range.upper?.json ?? "null")
        object.set("count", range.count)
        return object
    }

    /// The response with the counts of one attribute.
    func object(_ facet: FacetCounts, of request: SearchRequest) -> JSONObject {
        var object = JSONObject()
        object.set("locale", request.locale.identifier)
        object.set("facet", self.facet(facet, of: request))
        return object
    }
}

extension Filter {
    /// The ends of an attribute's range in a filter.
    fileprivate struct Ends {
        var lower: AttributeValue?
        var upper: AttributeValue?

        /// Adds the conditions on an attribute that must all hold.
        mutating func add(_ filter: Filter?, _ attribute: AttributeName) {
            switch filter {
            case .all(let filters)?: for filter in filters { add(filter, attribute) }
            case .condition(let condition)? where condition.attribute == attribute:
                switch condition.test {
                case .isAtLeast(let value), .isGreater(than: let value): lower = value
                case .isAtMost(let value), .isLess(than: let value): upper = value
                case .isBetween(let one, let other): (lower, upper) = (one, other)
                case .equals(let value): (lower, upper) = (value, value)
                case .isOneOf, .exists, .place: break
                }
            default: break
            }
        }
    }
}
