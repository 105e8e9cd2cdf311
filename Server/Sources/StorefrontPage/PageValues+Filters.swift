// The values of the panel of filters, and of the chips for the reader's choices.

internal import CatalogSearch

extension PageValues {
    /// How many values of an attribute are shown; further ones are collapsed.
    private static let valueLimit = 8

    /// Sets the panel and the chips.
    mutating func setFilters(_ response: SearchResponse, lookedUp: [AttributeName: String]) {
        let facets = response.facets ?? []
        let shown = facets.filter { offersChoice($0, lookedUp, total: response.total) }
        let top = response.scopes.first { $0.id == SearchResults.allScopes }?.label ?? ""
        members["facets"] = .list(
            shown.map { facet in
                if facet.hasRange { return .object(range(facet)) }
                let lookedUp = lookedUp[facet.name] ?? ""
                guard let path = facet.path else { return .object(choices(facet, lookedUp)) }
                return .object(tree(facet, path, lookedUp, top: top))
            })
        let chips = facets.flatMap { self.chips($0.name, $0) } + unknownChips(facets)
        members["chips"] = .list(chips)
        members["chosen"] = .flag(!chips.isEmpty)
        if !chips.isEmpty { members["chosenCount"] = .text(words.count(chips.count)) }
        members["clearHref"] = .text(changed { $0.filters = PageFilters() })
        members["filterable"] = .flag(!shown.isEmpty || !chips.isEmpty)
        // The fields of the panel carry the choices that it shows; trees have links instead.
        let fields = Set(shown.filter { $0.path == nil }.map { PageFilters.field($0.name) })
        members["filterFields"] = self.fields { name in
            name != "offset" && !fields.contains(name)
        }
    }

    private func changed(_ change: (inout PageAddress) -> Void) -> String {
        address.with {
            $0.offset = 0
            change(&$0)
        }.text
    }

    /// Whether a facet is worth showing: some records have a value, and not all of them the same.
    private func offersChoice(
        _ facet: SearchResponse.Facet, _ lookedUp: [AttributeName: String], total: Int
    ) -> Bool {
        if address.filters.choices[facet.name] != nil || lookedUp[facet.name] != nil { return true }
        guard facet.count > 0 else { return false }
        if facet.hasRange {
            return facet.minimum?.text != facet.maximum?.text
        }
        let values = facet.values ?? []
        return values.count > 1 || values.first.map { $0.count < total } ?? false
    }

    // MARK: Values to choose

    private func choices(_ facet: SearchResponse.Facet, _ lookedUp: String) -> [String: TemplateValue] {
        var listed = facet.values ?? []
        // Readers usually look for records with the value true.
        if facet.isBoolean { listed.sort { $0.value > $1.value } }
        // Chosen values are never collapsed.
        let folded = Set(listed.indices.filter { $0 >= Self.valueLimit && !listed[$0].selected })
        func values(_ isShown: (Int) -> Bool) -> TemplateValue {
            .list(
                listed.indices.filter(isShown).map { index in
                    .object([
                        "value": .text(listed[index].value), "label": .text(listed[index].label),
                        "count": .text(words.count(listed[index].count)),
                        "checked": .flag(listed[index].selected),
                    ])
                })
        }
        var object = lookUp(facet, lookedUp)
        object["field"] = .text(PageFilters.field(facet.name))
        object["values"] = values { !folded.contains($0) }
        object["moreValues"] = values(folded.contains)
        object["hasMoreValues"] = .flag(!folded.isEmpty)
        return object
    }

    /// A tree: links to the nodes above the chosen one, and to those below it.
    private func tree(
        _ facet: SearchResponse.Facet, _ path: [SearchResponse.Facet.Value], _ lookedUp: String, top: String
    ) -> [String: TemplateValue] {
        func node(_ value: SearchResponse.Facet.Value, isCurrent: Bool) -> TemplateValue {
            .object([
                "label": .text(value.label), "count": .text(words.count(value.count)),
                "current": .flag(isCurrent),
                "href": .text(changed { $0.filters = $0.filters.choosing(value.value, of: facet.name) }),
            ])
        }
        var object = lookUp(facet, lookedUp)
        object["tree"] = .object([
            "path": .list(path.enumerated().map { node($1, isCurrent: $0 == path.count - 1) }),
            "isBelow": .flag(!path.isEmpty), "top": .text(top),
            "topHref": .text(changed { $0.filters = $0.filters.choosing(nil, of: facet.name) }),
            "nodes": .list((facet.values ?? []).map { node($0, isCurrent: false) }),
        ])
        return object
    }

    /// The values that trees and other facets share: the name, and the field that looks up values.
    private func lookUp(_ facet: SearchResponse.Facet, _ lookedUp: String) -> [String: TemplateValue] {
        let others = facet.others ?? 0
        var object: [String: TemplateValue] = [
            "attribute": .text(facet.attribute), "label": .text(facet.label), "listed": true, "ranged": false,
            "dated": false,
        ]
        if others > 0 || !lookedUp.isEmpty {
            object["lookUp"] = .object([
                "field": .text(PageFilters.lookUpField(facet.name)), "value": .text(lookedUp),
                "label": .text(words.text("FindValue: %@", facet.label)),
            ])
        }
        if others > 0 { object["others"] = .text(words.text("OtherValues: %ld", others)) }
        return object
    }

    // MARK: Ranges

    private func range(_ facet: SearchResponse.Facet) -> [String: TemplateValue] {
        var ends = ("", "")
        if case .range(let lower, let upper)? = address.filters.choices[facet.name] { ends = (lower, upper) }
        let names = PageFilters.fields(ofRange: facet.name)
        func end(_ name: String, _ key: String, _ value: String, _ hint: String?) -> TemplateValue {
            .object([
                "field": .text(name), "label": .text(words.text(key)),
                "value": .text(typed(value, facet)), "hint": .text(hint ?? ""),
            ])
        }
        var object: [String: TemplateValue] = [
            "attribute": .text(facet.attribute), "label": .text(facet.label), "listed": false,
            "ranged": .flag(!facet.isDate), "dated": .flag(facet.isDate),
            "lower": end(names.lower, "RangeFrom", ends.0, facet.minimumLabel),
            "upper": end(names.upper, "RangeTo", ends.1, facet.maximumLabel),
        ]
        object["slider"] = slider(facet, ends)
        if let minimum = facet.minimumLabel, let maximum = facet.maximumLabel {
            object["extent"] = .text(
                minimum == maximum ? minimum : words.text("RangeBetween: %1$@ %2$@", minimum, maximum))
        }
        return object
    }

    /// The end of a range as its field shows it.
    private func typed(_ value: String, _ facet: SearchResponse.Facet) -> String {
        if facet.isDate { return value }
        if facet.name == .year { return Int(value).map { words.year($0) } ?? value }
        return words.number(value)
    }

    // MARK: Chips

    /// The chosen values of an attribute, each with the address that results when it is removed.
    ///
    /// - Parameter facet: supplies the labels; `nil` if the attribute is not counted.
    private func chips(_ attribute: AttributeName, _ facet: SearchResponse.Facet?) -> [TemplateValue] {
        let name = facet?.label ?? attribute.rawValue
        switch address.filters.choices[attribute] {
        case .values(let chosen)?:
            var labels = Dictionary(
                (facet?.values ?? []).map { ($0.value, $0.label) }, uniquingKeysWith: { first, _ in first })
            for (place, node) in (facet?.path ?? []).enumerated() {
                labels[node.value] = facet?.path?[...place].map(\.label).joined(separator: " › ")
            }
            return chosen.map { chip(attribute, name, $0, labels[$0] ?? $0) }
        case .range(let lower, let upper)?:
            let from = facet?.selected?.from?.label ?? lower
            let to = facet?.selected?.to?.label ?? upper
            let text =
                switch (lower.isEmpty, upper.isEmpty) {
                case (false, true): words.text("RangeAtLeast: %@", from)
                case (true, false): words.text("RangeAtMost: %@", to)
                default: from == to ? from : words.text("RangeBetween: %1$@ %2$@", from, to)
                }
            return [chip(attribute, name, nil, text)]
        case nil: return []
        }
    }

    /// Chips for attributes that are not counted, such as `id`.
    private func unknownChips(_ facets: [SearchResponse.Facet]) -> [TemplateValue] {
        let counted = Set(facets.map(\.name))
        return address.filters.attributes.filter { !counted.contains($0) }.flatMap { chips($0, nil) }
    }

    private func chip(
        _ attribute: AttributeName, _ label: String, _ value: String?, _ text: String
    ) -> TemplateValue {
        let chip = words.text("Chip: %1$@ %2$@", label, text)
        return .object([
            "label": .text(chip), "removal": .text(words.text("RemoveFilter: %@", chip)),
            "href": .text(changed { $0.filters = $0.filters.without(value, of: attribute) }),
        ])
    }
}
