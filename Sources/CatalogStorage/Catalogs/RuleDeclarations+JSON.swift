// Rules in the form of a sidecar.

package import CatalogSearch
internal import JSON

extension [SearchRule] {
    /// The rules of a catalog's sidecar; those with mistakes are left out.
    ///
    /// - Parameter description: the rest of the catalog's description.
    init(json value: JSONValue, _ description: CatalogDescription) {
        var sidecar = CatalogSidecar(catalog: "")
        sidecar.description = description
        var settings = SidecarSettings(file: "", source: nil, sidecar: sidecar)
        settings.readRules(value)
        self = settings.sidecar.description.rules
    }

    /// The rules in the form of a sidecar.
    var json: JSONObject {
        var object = JSONObject()
        for rule in self { object.set(rule.id, rule.json) }
        return object
    }
}

extension SearchRule {
    fileprivate var json: JSONObject {
        var object = JSONObject()
        if let query { object.set("query", query) }
        object.set("match", match.rawValue)
        if !locales.isEmpty { object.set("locales", locales.map(\.icuIdentifier)) }
        if !contexts.isEmpty { object.set("context", contexts) }
        if let filter { object.set("filter", filter.description) }
        if let from { object.set("from", from.description) }
        if let until { object.set("until", until.description) }
        if !pinned.isEmpty {
            object.set(
                "pin",
                pinned.map { pin in
                    var object = pin.target.object
                    object.set("place", pin.position)
                    return object
                })
        }
        for (name, targets) in [("hide", hidden), ("raise", raised), ("bury", buried)] where !targets.isEmpty
        {
            object.set(name, json: JSONObject.list(targets.map(\.json)))
        }
        let removed = replacements.filter(\.replacement.isEmpty)
        if removed.count < replacements.count {
            object.set("replace") { object in
                for replacement in replacements where !replacement.replacement.isEmpty {
                    object.set(replacement.words, replacement.replacement)
                }
            }
        }
        if !removed.isEmpty { object.set("remove", removed.map(\.words)) }
        if let addedFilter { object.set("addFilter", addedFilter.description) }
        if !preferences.isEmpty { object.set("prefer", preferences.json) }
        switch data {
        case nil: break
        case .json(let json): object.set("data", json: json)
        case .localized(let texts):
            object.set("data") { object in
                for (locale, json) in texts.sorted(by: { $0.key.identifier < $1.key.identifier }) {
                    object.set(locale.icuIdentifier, json: json)
                }
            }
        }
        return object
    }
}

extension SearchRule.Target {
    fileprivate var object: JSONObject {
        var object = JSONObject()
        switch self {
        case .id(let id): object.set("id", id)
        case .filter(let filter): object.set("filter", filter.description)
        }
        return object
    }

    /// The form of a sidecar's lists and of responses: an id, or an object with a filter.
    package var json: String { id.map { JSONText.string($0) } ?? object.text }
}
