// What servers learnt of the records of a catalog: read, changed, forgotten.

internal import CatalogSearch
public import CatalogStorage

/// A change of what servers learnt of a catalog's records. It may run several times.
public typealias LearnedChange = @Sendable (inout LearnedSources) -> Void

extension ProductStore {
    /// What servers learnt of the records of a catalog.
    ///
    /// - Throws: `StoreError.notFound`, `.unavailable`.
    public func learned(of catalog: String) async throws(StoreError) -> LearnedSources {
        let row = try await read { db in try db.catalog(catalog) }
        guard let row else { throw .notFound(.catalog(catalog)) }
        let settings = row.settings
        if settings.hasErrors { try fail(for: .description(catalog: catalog)) }
        return settings.learned
    }

    /// Changes what servers learnt of the records of a catalog. The next search follows it. If
    /// nothing changes, nothing is written.
    ///
    /// - Throws: `StoreError.notFound`, `.tooLarge`, `.unavailable`.
    @discardableResult
    public func changeLearned(
        of catalog: String, _ change: @escaping LearnedChange
    ) async throws(StoreError) -> WriteResult {
        try await write(.changeLearned(change, catalog: catalog))
    }
}

extension CatalogSettings {
    static let learnedMember = Array("learned".utf8)

    /// These settings with what else servers learnt; `nil` if nothing changes.
    ///
    /// - Throws: `StoreError.tooLarge`.
    func changingLearned(_ change: LearnedChange) throws(StoreError) -> CatalogSettings? {
        var changed = learned
        change(&changed)
        guard changed != learned else { return nil }
        var json = Self.without(Self.learnedMember, json)
        if !changed.sources.isEmpty {
            json = Self.adding(Array(changed.json.utf8), as: Self.learnedMember, to: json)
        }
        try Self.checkSize(json)
        return CatalogSettings(catalog: description.id, json: json)
    }
}
