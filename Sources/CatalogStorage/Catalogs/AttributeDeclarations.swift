// The attributes that a sidecar declares.

internal import CatalogSearch
internal import JSON
internal import Localization
internal import Support

extension CatalogSidecar.Limit {
    /// The most attributes.
    public static let attributes = 200
    /// The most labelled values of an attribute.
    public static let values = 10_000
}

extension CatalogDescription.Attribute {
    /// The names that no attribute may have, because requests use them for something else.
    static let reservedNames: Set<AttributeName> = Set(AttributeName.builtIn).union([
        "title", "relevance", "prices",
    ])
}

extension SidecarSettings {
    /// Reads the member `attributes`:
    ///
    ///     {"brand": {"type": "text", "member": "vendor", "many": true, "label": …,
    ///                "values": {"red": …}, "order": "label"}}
    mutating func readAttributes(_ value: JSONValue) {
        guard value.kind == .object else {
            return report(.sidecarWrongType(member: "attributes", expected: .object))
        }
        let members = Array(value.members)
        guard check(members.count, of: "attributes", limit: CatalogSidecar.Limit.attributes) else { return }
        var attributes: [CatalogDescription.Attribute] = []
        for (number, member) in members.enumerated() {
            let name = String(wellFormed: member.name.utf8)
            let path: [JSONStep] = [.member("attributes"), .place(number)]
            if attributes.contains(where: { $0.name.rawValue == name }) {
                report(.sidecarAttributeTwice(name: name.excerpt), at: path)
            } else if name.isEmpty || CatalogDescription.Attribute.reservedNames.contains(AttributeName(name))
            {
                report(.sidecarAttributeReserved(name: name.excerpt), at: path)
            } else if let attribute = attribute(name, member.value, path) {
                attributes.append(attribute)
            }
        }
        reportSharedLabels(of: attributes)
        sidecar.description.attributes = attributes
    }

    /// Reads `"group": "product"`. An attribute that is not declared becomes a text attribute.
    mutating func readGroup(_ value: JSONValue) {
        guard let text = text(value, "group") else { return }
        let name = AttributeName(text)
        if let declared = sidecar.description.attribute(name) {
            guard declared.canGroup else { return report(.sidecarGroupUnusable(name: text.excerpt)) }
        } else {
            guard !CatalogDescription.Attribute.reservedNames.contains(name) else {
                return report(.sidecarGroupUnusable(name: text.excerpt))
            }
            // Its values identify products, and are not useful as a facet.
            sidecar.description.attributes.append(
                CatalogDescription.Attribute(name, .text, isSearched: false))
        }
        sidecar.description.group = name
    }

    private static let attributeMembers = [
        "type", "member", "label", "many", "path", "searched", "order", "values", "kind", "show", "facet",
        "sort",
    ]

    private mutating func attribute(
        _ name: String, _ value: JSONValue, _ path: [JSONStep]
    ) -> CatalogDescription.Attribute? {
        let member = "attributes.\(name.excerpt)"
        guard value.kind == .object else {
            report(.sidecarWrongType(member: member, expected: .object), at: path)
            return nil
        }
        checkMembers(of: value, known: Self.attributeMembers, at: path, in: member)
        let spelled = value.member("type")?.string
        guard let type = spelled.flatMap(AttributeType.init(rawValue:)) else {
            let known = AttributeType.allCases.map(\.rawValue).joined(separator: ", ")
            let place = value.member("type") == nil ? path : path + [.member("type")]
            report(
                .sidecarUnknownChoice(member: member + ".type", value: (spelled ?? "").excerpt, known: known),
                at: place)
            return nil
        }
        var attribute = CatalogDescription.Attribute(AttributeName(name), type)
        if let name = value.member("member") { attribute.member = text(name, member + ".member") }
        read(value, "many", into: &attribute.isMany, member, path)
        read(value, "path", into: &attribute.isPath, member, path)
        read(value, "searched", into: &attribute.isSearched, member, path)
        read(value, "kind", into: &attribute.isKind, member, path)
        for (name, flag) in [("path", \CatalogDescription.Attribute.isPath), ("kind", \.isKind)]
        where attribute[keyPath: flag] && type != .text {
            attribute[keyPath: flag] = false
            report(
                .sidecarUnknownChoice(
                    member: member + ".type", value: type.rawValue, known: AttributeType.text.rawValue),
                at: path + [.member(name)])
        }
        read(value, "show", into: &attribute.isShown, member, path)
        read(value, "facet", into: &attribute.isFacet, member, path)
        read(value, "sort", into: &attribute.isSortable, member, path)
        if let label = value.member("label") { attribute.label = self.label(label, member + ".label") }
        if let order = value.member("order") {
            if let known = order.string.flatMap(CatalogDescription.Attribute.ValueOrder.init(rawValue:)) {
                attribute.order = known
            } else {
                let known = CatalogDescription.Attribute.ValueOrder.allCases.map(\.rawValue).joined(
                    separator: ", ")
                report(
                    .sidecarUnknownChoice(
                        member: member + ".order", value: (order.string ?? "").excerpt, known: known),
                    at: path + [.member("order")])
            }
        }
        if let values = value.member("values") {
            attribute.values = self.values(values, attribute, member + ".values", path + [.member("values")])
        }
        return attribute
    }

    /// Reads a truth value of an object.
    ///
    /// - Parameter parent: the name of the object; empty for the whole sidecar.
    mutating func read(
        _ object: JSONValue, _ name: StaticString, into flag: inout Bool, _ parent: String = "",
        _ path: [JSONStep] = []
    ) {
        guard let value = object.member(name) else { return }
        if let known = value.boolean {
            flag = known
        } else {
            let member = (parent.isEmpty ? "" : parent + ".") + "\(name)"
            report(
                .sidecarWrongType(member: member, expected: .boolean), at: path + [.member("\(name)")])
        }
    }

    /// The labelled values of a text attribute, each id once.
    private mutating func values(
        _ value: JSONValue, _ attribute: CatalogDescription.Attribute, _ member: String, _ path: [JSONStep]
    ) -> [CatalogDescription.Attribute.Value] {
        guard attribute.type == .text, value.kind == .object else {
            report(.sidecarWrongType(member: member, expected: .object), at: path)
            return []
        }
        let members = JSONText.uniqueMembers(of: value)
        guard check(members.count, of: member, limit: CatalogSidecar.Limit.values) else { return [] }
        var values: [CatalogDescription.Attribute.Value] = []
        for (name, value) in members {
            let id = String(wellFormed: name.utf8)
            if attribute.isPath, AttributePath(id) == nil {
                report(
                    .sidecarWrongType(member: "\(member).\(id.excerpt)", expected: .path),
                    at: path + [.member(id)])
                continue
            }
            guard let label = label(value, "\(member).\(id.excerpt)") else { continue }
            values.append(CatalogDescription.Attribute.Value(id: id, label: label))
        }
        // Nodes below different parents may have the same name.
        if attribute.isPath || !findsSharedLabels { return values }
        var known: [LabelText: String] = [:]
        for value in values {
            for text in LabelText.all(of: value.label) {
                guard let first = known.updateValue(value.id, forKey: text) else { continue }
                known[text] = first
                report(
                    .sidecarValueLabelTwice(
                        member: member, label: text.text.excerpt, first: first.excerpt,
                        second: value.id.excerpt),
                    at: path + [.member(value.id)])
            }
        }
        return values
    }

    private mutating func reportSharedLabels(of attributes: [CatalogDescription.Attribute]) {
        guard findsSharedLabels else { return }
        var known: [LabelText: AttributeName] = [:]
        for attribute in attributes {
            // A label that is shared in several languages is reported once.
            var others: Set<AttributeName> = []
            for text in LabelText.all(of: attribute.label) {
                guard let first = known.updateValue(attribute.name, forKey: text) else { continue }
                known[text] = first
                guard others.insert(first).inserted else { continue }
                report(
                    .sidecarLabelShared(
                        label: text.text.excerpt, first: first.rawValue.excerpt,
                        second: attribute.name.rawValue.excerpt),
                    at: [.member("attributes"), .member(attribute.name.rawValue), .member("label")])
            }
        }
    }
}

/// A text of a label in one locale.
private struct LabelText: Hashable {
    /// `nil` for the key of a text.
    let locale: LocaleIdentifier?
    let text: String

    static func all(of label: LocalizedLabel?) -> [LabelText] {
        switch label {
        case nil: []
        case .key(let key)?: [LabelText(locale: nil, text: key)]
        case .texts(let texts)?:
            texts.map { LabelText(locale: $0.key, text: $0.value) }
                .sorted { ($0.locale?.identifier ?? "") < ($1.locale?.identifier ?? "") }
        }
    }
}

extension [CatalogDescription.Attribute] {
    /// The declarations as a sidecar spells them.
    var json: JSONObject {
        var object = JSONObject()
        for attribute in self {
            var declaration = JSONObject()
            declaration.set("type", attribute.type.rawValue)
            if let member = attribute.member { declaration.set("member", member) }
            if attribute.isMany { declaration.set("many", true) }
            if attribute.isPath { declaration.set("path", true) }
            if !attribute.isSearched { declaration.set("searched", false) }
            if attribute.isKind { declaration.set("kind", true) }
            if !attribute.isShown { declaration.set("show", false) }
            if !attribute.isFacet { declaration.set("facet", false) }
            if !attribute.isSortable { declaration.set("sort", false) }
            if let label = attribute.label { declaration.set("label", json: label.json) }
            if !attribute.values.isEmpty {
                var values = JSONObject()
                for value in attribute.values { values.set(value.id, json: value.label.json) }
                declaration.set("values", values)
            }
            if attribute.order != .count { declaration.set("order", attribute.order.rawValue) }
            object.set(attribute.name.rawValue, declaration)
        }
        return object
    }

    /// Reads declarations; those with mistakes are left out.
    init(json value: JSONValue) {
        var settings = SidecarSettings(file: "", source: nil, sidecar: CatalogSidecar(catalog: ""))
        settings.findsSharedLabels = false
        settings.readAttributes(value)
        self = settings.sidecar.description.attributes
    }
}
