// Catalogs of the store: create, describe, delete, read.

public import CatalogSearch
internal import CatalogStorage

extension ProductStore {
    /// Creates a catalog, or replaces its description, which reads all of its records again.
    ///
    /// - Parameters:
    ///   - description: JSON in the form of a catalog's sidecar (`NAME.catalog.json`); `{}` for defaults. The
    ///     catalog keeps its rules, unless this has the member `rules`, and its learned popularity, unless
    ///     this has the member `learned`.
    ///   - precondition: a condition on the revision of the description.
    /// - Returns: the result, with the records that cannot be searched under this
    ///   description. They stay in the database.
    /// - Throws: `StoreError.invalidCatalogIdentifier`, `.tooLarge`, `.invalidDescription`, `.conflict`,
    ///   `.unavailable`.
    @discardableResult
    public func putCatalog(
        _ id: String, description: [UInt8] = Array("{}".utf8), if precondition: Precondition = .none
    ) async throws(StoreError) -> WriteResult {
        guard StoreLimits.isCatalogIdentifier(id) else { throw .invalidCatalogIdentifier(id) }
        let limit = StoreLimits.descriptionSize
        guard description.count <= limit else {
            throw .tooLarge(.description, bytes: description.count, limit: limit)
        }
        let settings = CatalogSettings(catalog: id, json: description)
        if settings.hasErrors { throw .invalidDescription(settings.diagnostics) }
        return try await write(.putCatalog(settings, precondition))
    }

    /// Deletes a catalog with all its records.
    ///
    /// - Parameter precondition: a condition on the revision of the description.
    /// - Throws: `StoreError.notFound`, `.conflict`, `.unavailable`.
    @discardableResult
    public func deleteCatalog(
        _ id: String, if precondition: Precondition = .none
    ) async throws(StoreError) -> WriteResult {
        try await write(.deleteCatalog(id: id, precondition, unchangedSince: nil))
    }

    /// Deletes a catalog if nothing of it has changed since: neither its description nor its records and rules.
    ///
    /// - Parameter revision: the revision of the last change of the catalog that the caller knows.
    /// - Throws: `StoreError.notFound`, `.conflict`, `.unavailable`.
    @discardableResult
    public func deleteCatalog(_ id: String, unchangedSince revision: Revision) async throws(StoreError)
        -> WriteResult
    {
        try await write(.deleteCatalog(id: id, .none, unchangedSince: revision))
    }

    /// Renames a catalog. Searches find it under the new id at once.
    ///
    /// - Parameter swaps: whether another catalog has that id and gets this one's; otherwise no catalog may
    ///   have it.
    /// - Throws: `StoreError.invalidCatalogIdentifier`, `.notFound`, `.conflict`, `.unavailable`.
    @discardableResult
    public func renameCatalog(
        _ id: String, to other: String, swaps: Bool = false
    ) async throws(StoreError) -> WriteResult {
        guard StoreLimits.isCatalogIdentifier(other) else { throw .invalidCatalogIdentifier(other) }
        return try await write(.renameCatalog(id: id, to: other, swaps: swaps))
    }

    /// Parses a stored description, given in the form of a sidecar.
    public static func description(of catalog: String, json: [UInt8]) -> CatalogDescription {
        CatalogSettings(catalog: catalog, json: json).description
    }

    /// A catalog.
    ///
    /// - Throws: `StoreError.notFound`, `.unavailable`; `.unavailable(.damaged)` if its description is
    ///   damaged.
    public func catalog(_ id: String) async throws(StoreError) -> StoredCatalog {
        let catalog = try await read { db in try db.catalog(id).map(StoredCatalog.init) }
        guard let catalog else { throw .notFound(.catalog(id)) }
        guard catalog.isIntact else { try fail(for: .description(catalog: id)) }
        return catalog
    }

    /// All catalogs, in the order of their ids, including those with a damaged description: see
    /// ``StoredCatalog/isIntact``.
    ///
    /// - Throws: `StoreError.unavailable`.
    public func allCatalogs() async throws(StoreError) -> [StoredCatalog] {
        try await read { db in try db.catalogs().map(StoredCatalog.init) }
    }

    func write(_ change: Change) async throws(StoreError) -> WriteResult {
        try await perform(change).result
    }
}

extension StoredCatalog {
    fileprivate init(_ row: CatalogRow) {
        id = row.id
        let settings = row.settings
        isIntact = !settings.hasErrors
        json = isIntact ? CatalogSettings.withoutKeptMembers(row.description) : row.description
        description = settings.description
        descriptionRevision = row.descriptionRevision
        revision = row.revision
        recordCount = row.recordCount
    }
}
