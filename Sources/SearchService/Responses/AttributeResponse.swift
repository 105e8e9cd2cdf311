// The values of attributes as JSON.

internal import CatalogSearch
internal import JSON

extension JSONResponse {
    /// The attributes of a record by name:
    /// `{"color":{"label":"Farbe","values":[{"value":"red","label":"rot"}]}}`.
    func attributes(_ attributes: [Hit.Attribute], ofCatalog catalog: String) -> JSONObject {
        var object = JSONObject()
        for attribute in attributes {
            var one = JSONObject()
            one.set("label", messages.attribute(attribute.name, ofCatalog: catalog))
            one.set(
                "values",
                attribute.values.map { value in
                    var object = JSONObject()
                    object.set("value", json: value.value.json)
                    object.set("label", messages.value(value.value, label: value.label))
                    if !value.path.isEmpty {
                        object.set(
                            "path",
                            value.path.map { node in
                                var object = JSONObject()
                                object.set("value", node.id)
                                object.set("label", node.label)
                                return object
                            })
                    }
                    return object
                })
            object.set(attribute.name.rawValue, one)
        }
        return object
    }
}

extension AttributeValue {
    /// The value as JSON: numbers and truth values as such, texts by their ids, dates in ISO 8601, locations
    /// as in filters.
    var json: String {
        switch self {
        case .text, .date, .place: JSONText.string(spelling)
        case .number, .boolean: spelling
        }
    }
}
