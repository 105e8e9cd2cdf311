// The learned popularity of a catalog's records: read, change, forget.

internal import CatalogSearch
public import CatalogStorage

extension ProductStore {
    /// What all servers have learned about the records of a catalog.
    ///
    /// - Throws: `StoreError.notFound`, `.unavailable`.
    public func learned(of catalog: String) async throws(StoreError) -> LearnedSources {
        let row = try await read { db in try db.catalog(catalog) }
        guard let row else { throw .notFound(.catalog(catalog)) }
        let settings = row.settings
        if settings.hasErrors { try fail(for: .description(catalog: catalog)) }
        return settings.learned
    }

    /// Changes what servers have learned about the records of a catalog. The next search uses it. If nothing
    /// changes, nothing is written.
    ///
    /// - Throws: `StoreError.notFound`, `.tooLarge`, `.unavailable`.
    @discardableResult
    public func changeLearned(
        of catalog: String, _ change: @escaping LearnedChange
    ) async throws(StoreError) -> WriteResult {
        try await write(.changeLearned(change, catalog: catalog))
    }
}
