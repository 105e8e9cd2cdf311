// A facet of a tree lists the level below the chosen node, and the nodes above it.

extension TextFacet {
    /// The values of a segment that the facet lists: the children of the chosen node,
    /// and the nodes from the root to it.
    ///
    /// - Parameter chosen: the values in the filter.
    /// - Returns: `nil` if the chosen node depends on all segments together.
    mutating func listedNodes(
        _ chosen: [PreparedText], _ column: AttributeColumn
    ) throws(SegmentError) -> RecordSet? {
        for text in chosen where text.isExact && selected[text.id] == nil { selected[text.id] = "" }
        guard prefix == nil, column.isTree, chosen.allSatisfy(\.isExact) else { return nil }
        guard let node = Self.node(chosen.map(\.id)) else { return try column.children(of: nil) }
        var listed = try column.children(of: try column.values(withID: node.description))
        for node in node.nodes {
            for value in try column.values(withID: node.description) { listed.insert(value) }
        }
        return listed
    }

    private static func node(_ ids: some Sequence<String>) -> AttributePath? {
        AttributePath.common(ids.compactMap(AttributePath.init))
    }

    /// Removes all nodes but those directly below the chosen one.
    ///
    /// - Returns: the nodes from the root to the chosen one; `nil` if the values are not paths.
    mutating func takePath() throws(SegmentError) -> [FacetCounts.Value]? {
        guard isTree else { return nil }
        guard prefix == nil else { return [] }
        try addOnly()
        let paths = selected.compactMap { id, label in
            AttributePath(id).map { (node: $0, names: AttributePath(label)?.names ?? []) }
        }
        let chosen = Self.node(selected.keys)
        let path = chosen?.nodes.enumerated().map { level, node in
            let known = paths.lazy.filter { $0.names.count == $0.node.names.count }.map { $0.names[level] }
            let entry = entries[node.description]
            return value(
                node.description, entry?.label ?? known.min() ?? node.names[level], entry?.count ?? 0,
                isSelected: selected[node.description] != nil)
        }
        let depth = chosen?.names.count ?? 0
        entries = entries.filter { id, _ in
            guard let own = AttributePath(id) else { return chosen == nil }
            return own.names.count == depth + 1 && chosen?.contains(own) ?? true
        }
        // A node is chosen if one below it is.
        selected = entries.filter { id, _ in
            AttributePath(id).map { own in paths.contains { own.contains($0.node) } } ?? false
        }.mapValues(\.label)
        return path ?? []
    }
}
