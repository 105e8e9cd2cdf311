// The attributes that catalogs have, and their values.

internal import ICU
internal import Support

extension SearchEngine {
    /// Checks that catalogs have some attributes.
    ///
    /// - Throws: `SearchError.unknownAttribute`.
    package func checkAttributes(_ names: [AttributeName]) throws(SearchError) {
        for name in names { _ = try types(of: name) }
    }

    /// The types that an attribute has in the catalogs.
    ///
    /// - Parameter others: names besides attributes that are allowed, and offered instead of an unknown name.
    /// - Throws: `SearchError.unknownAttribute`.
    func types(of name: AttributeName, or others: [String] = []) throws(SearchError) -> [AttributeType] {
        let types = catalogs.descriptions.types(of: name)
        guard !types.isEmpty else { throw unknown(name, or: others) }
        return types
    }

    /// The types that an attribute has in the catalogs that a request names; where none of them has it, in all.
    ///
    /// - Throws: `SearchError.unknownAttribute`.
    func types(of name: AttributeName, for request: SearchRequest) throws(SearchError) -> [AttributeType] {
        guard let wanted = request.catalogs.map(Set.init) else { return try types(of: name) }
        let types = catalogs.filter { wanted.contains($0.description.id) }.descriptions.types(of: name)
        return types.isEmpty ? try self.types(of: name) : types
    }
}

extension CatalogIndex {
    /// Whether a value with an id is declared, or a record has it.
    func hasValue(_ id: String, of name: AttributeName) throws(SearchError) -> Bool {
        if attributes[name]?.labels[id] != nil { return true }
        switch name {
        case .scope: return scopes.contains { AttributeCoding.canonical($0.id) == id }
        case .catalog: return AttributeCoding.canonical(description.id) == id
        default: break
        }
        return try damageNamed { () throws(SegmentError) in
            for segment in segments {
                guard let column = segment.attributes.column(name), column.type == .text else { continue }
                let values = try column.values(withID: id)
                guard !values.isEmpty else { continue }
                guard let deleted = segment.deleted else { return true }
                var records = try column.records(withValues: values)
                records.subtract(deleted)
                if !records.isEmpty { return true }
            }
            return false
        }
    }
}
