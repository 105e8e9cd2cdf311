// Records of the store: put, patch, delete, read.

internal import CatalogSearch
internal import CatalogStorage

extension ProductStore {
    /// Inserts a record into a catalog, or replaces the one with its id.
    ///
    /// - Parameters:
    ///   - json: the record in the form of JSON Lines catalogs; it is stored unchanged.
    ///   - id: the id that the record must have; `nil` for any.
    /// - Throws: `StoreError.notFound`, `.tooLarge`, `.invalidRecord`, `.differentIdentifier`, `.conflict`,
    ///   `.unavailable`.
    @discardableResult
    public func put(
        _ json: [UInt8], id: String? = nil, in catalog: String, if precondition: Precondition = .none
    ) async throws(StoreError) -> WriteResult {
        let (settings, revision) = try await settings(of: catalog)
        let record = try ParsedRecord(json, by: settings.recordReader(), revision)
        if let id { try StoreLimits.check(id, is: record.record.id) }
        return try await write(.put(record, catalog: catalog, precondition))
    }

    /// Changes a record by a JSON Merge Patch (RFC 7396): members of the patch replace those of the record,
    /// `null` removes them, and objects are merged member by member. Other members keep their spelling.
    ///
    /// - Throws: `StoreError.notFound`, `.tooLarge`, `.conflict`, `.unavailable`; `.invalidRecord` and
    ///   `.differentIdentifier` if the result is invalid or has another id.
    @discardableResult
    public func patch(
        _ id: String, with patch: [UInt8], in catalog: String, if precondition: Precondition = .none
    ) async throws(StoreError) -> WriteResult {
        let limit = StoreLimits.recordSize
        guard patch.count <= limit else { throw .tooLarge(.patch, bytes: patch.count, limit: limit) }
        // The reader of records also diagnoses malformed JSON of a patch.
        let reading = try await settings(of: catalog).settings.recordReader().read(patch)
        let faults = reading.diagnostics.filter { diagnostic in
            switch diagnostic.kind.code {
            case .invalidJSON, .invalidUTF8, .unpairedSurrogate, .notObject: true
            default: false
            }
        }
        guard faults.isEmpty else { throw .invalidRecord(faults) }
        return try await write(.patch(patch, id: id, catalog: catalog, precondition))
    }

    /// Rewrites the records of a catalog, each from its newest version, so that no concurrent change or
    /// deletion is undone. Some hundred records share a transaction, and earlier ones are visible before
    /// later ones.
    ///
    /// - Parameter transform: makes the new JSON of a record with the same id; `nil` leaves the record
    ///   unchanged.
    /// - Returns: the newest revision of the catalog.
    /// - Throws: `StoreError.notFound`, `.unavailable`; `.invalidRecord`, `.differentIdentifier` and
    ///   `.tooLarge` if a new record cannot be used. Records before it stay rewritten.
    @discardableResult
    public func rewriteRecords(
        of catalog: String, _ transform: @escaping RecordTransform
    ) async throws(StoreError) -> Revision {
        var outcome = try await perform(.rewrite(transform, after: "", catalog: catalog))
        while let last = outcome.lastIdentifier {
            outcome = try await perform(.rewrite(transform, after: last, catalog: catalog))
        }
        return outcome.result.revision
    }

    /// Deletes a record.
    ///
    /// - Throws: `StoreError.notFound`, `.conflict`, `.unavailable`.
    @discardableResult
    public func delete(
        _ id: String, in catalog: String, if precondition: Precondition = .none
    ) async throws(StoreError) -> WriteResult {
        try await write(.delete(id: id, catalog: catalog, precondition))
    }

    /// A record.
    ///
    /// - Throws: `StoreError.notFound`, `.unavailable`.
    public func record(_ id: String, in catalog: String) async throws(StoreError) -> StoredRecord {
        let (isCatalog, record) = try await read { db -> (Bool, StoredRecord?) in
            guard let row = try db.catalog(catalog) else { return (false, nil) }
            return (true, try db.record(id, in: row.number))
        }
        guard isCatalog else { throw .notFound(.catalog(catalog)) }
        guard let record else { throw .notFound(.record(catalog: catalog, id: id)) }
        guard record.isIntact else { try fail(for: .record(catalog: catalog, id: id)) }
        return record
    }

    /// Records of a catalog, in the byte order of their ids, including damaged ones: see
    /// ``StoredRecord/isIntact``.
    ///
    /// - Parameters:
    ///   - id: the list starts after this id; `nil` for the first records.
    ///   - limit: the most records.
    ///   - size: a number of bytes; the record that reaches it is the last one.
    /// - Throws: `StoreError.notFound`, `.unavailable`.
    public func records(
        in catalog: String, after id: String? = nil, limit: Int, size: Int = .max
    ) async throws(StoreError) -> [StoredRecord] {
        try await read { db in
            guard let row = try db.catalog(catalog) else { throw StoreError.notFound(.catalog(catalog)) }
            return try db.records(in: row.number, after: id ?? "").prefix(limit, size: size)
        }
    }

    /// Reads all records of a catalog at one moment, in the byte order of their ids, one at a time, including
    /// damaged ones. Writers continue meanwhile, but SQLite's log keeps growing until this returns.
    ///
    /// - Parameter body: called with each record; an error ends the reading.
    /// - Returns: the revision of the catalog at that moment.
    /// - Throws: `StoreError.notFound`, `.unavailable`, and what `body` throws.
    @discardableResult
    public func forEachRecord(
        in catalog: String, _ body: @escaping @Sendable (StoredRecord) throws(StoreError) -> Void
    ) async throws(StoreError) -> Revision {
        try await read { db in
            guard let row = try db.catalog(catalog) else { throw StoreError.notFound(.catalog(catalog)) }
            let cursor = try db.records(in: row.number)
            while let record = try cursor.next() { try body(record) }
            return row.revision
        }
    }
}
