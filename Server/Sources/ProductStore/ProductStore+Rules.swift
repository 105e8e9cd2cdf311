// Rules that let a shop change the order of results: read, put, delete.

internal import CatalogSearch
internal import CatalogStorage

extension ProductStore {
    /// The rules of a catalog, in the order in which they apply.
    ///
    /// - Throws: `StoreError.notFound`, `.unavailable`.
    public func rules(of catalog: String) async throws(StoreError) -> [StoredRule] {
        let row = try await read { db in try db.catalog(catalog) }
        guard let row else { throw .notFound(.catalog(catalog)) }
        if row.settings.hasErrors { try fail(for: .description(catalog: catalog)) }
        return CatalogSettings.rules(in: row.description)
    }

    /// A rule.
    ///
    /// - Throws: `StoreError.notFound`, `.unavailable`.
    public func rule(_ id: String, of catalog: String) async throws(StoreError) -> StoredRule {
        guard let rule = try await rules(of: catalog).first(where: { $0.id == id }) else {
            throw .notFound(.rule(catalog: catalog, id: id))
        }
        return rule
    }

    /// Inserts a rule, or replaces the one with its id. The next search applies it.
    ///
    /// - Parameters:
    ///   - json: the rule in the form of a member of a sidecar's `rules`.
    ///   - precondition: whether such a rule must exist, or must not.
    /// - Throws: `StoreError.notFound`, `.conflict`, `.invalidRule`, `.tooLarge`, `.unavailable`.
    @discardableResult
    public func putRule(
        _ id: String, json: [UInt8], of catalog: String, if precondition: Precondition = .none
    ) async throws(StoreError) -> WriteResult {
        let limit = StoreLimits.descriptionSize
        guard json.count <= limit else { throw .tooLarge(.description, bytes: json.count, limit: limit) }
        try CatalogSettings.checkSyntax(ofRule: id, json)
        return try await write(.putRule(id: id, json, catalog: catalog, precondition))
    }

    /// Deletes a rule.
    ///
    /// - Throws: `StoreError.notFound`, `.conflict`, `.unavailable`.
    @discardableResult
    public func deleteRule(
        _ id: String, of catalog: String, if precondition: Precondition = .none
    ) async throws(StoreError) -> WriteResult {
        try await write(.putRule(id: id, nil, catalog: catalog, precondition))
    }
}
