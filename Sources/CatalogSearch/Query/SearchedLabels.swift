// The labels of a record's attributes, searched like texts.

internal import ICU
internal import Support

/// A label that a query searches.
struct SearchedLabel: Sendable {
    /// The index in the chain of the locale whose folding applies.
    let level: Int
    let text: String
}

extension PreparedQuery {
    /// Whether a field contains the labels of an attribute.
    func isLabelField(_ field: Int) -> Bool { attributes.labelFields.contains(fields[field]) }

    /// The label of a value as the reader sees it; of a path, the label of its last node. If all locales of
    /// the chain are searched, the labels in all of them.
    ///
    /// - Parameters:
    ///   - id: the value's id.
    ///   - own: the labels of the record.
    func searchedLabels(
        of id: String, own: [LocaleIdentifier: String], _ name: AttributeName
    ) -> [SearchedLabel] {
        guard let nearest = request.chain.indices.first(where: { foldings[$0] != nil }) else { return [] }
        let label = attributes[name]?.labels[id]
        if case .key(let key)? = label {
            return [SearchedLabel(level: nearest, text: request.labelTexts[key] ?? key)]
        }
        let isPath = attributes.hasPaths(name)
        var texts = isPath ? own.compactMapValues { AttributePath($0)?.names.last } : own
        if case .texts(let known)? = label { texts.merge(known) { _, declared in declared } }
        var found: [SearchedLabel] = []
        for level in request.chain.indices where foldings[level] != nil {
            guard let text = texts[request.chain[level]] else { continue }
            found.append(SearchedLabel(level: level, text: text))
            if request.match == .nearest { break }
        }
        if found.isEmpty {
            let name = isPath ? AttributePath(id)?.names.last ?? id : id
            found.append(SearchedLabel(level: nearest, text: texts[attributes.defaultLocale] ?? name))
        }
        return found
    }

    /// The labels of a record's values of an attribute, in the record's order. After a path follow the nodes
    /// above it, as in a segment.
    ///
    /// - Parameter field: the index of a field of labels.
    func searchedLabels(of record: CatalogRecord, _ field: Int) -> [SearchedLabel] {
        let name = AttributeName(fields[field].rawValue)
        var values = record.attributes.filter { $0.name == name }.map(\.value)
        if attributes.hasPaths(name) {
            values = values.flatMap { $0.asPath?.nodesUpwards ?? [] }.withoutDuplicates
        }
        return values.flatMap { value -> [SearchedLabel] in
            guard case .text(let id, let own) = value else { return [] }
            return searchedLabels(of: AttributeCoding.canonical(id), own: own, name)
        }
    }
}
