// Reads a database: a consistent snapshot of catalogs, records and keys.

/// Reads a consistent snapshot of the rows of a store.
protocol StoreReader {
    func storeRevision() throws -> Revision
    /// All catalogs, in the byte order of their ids.
    func catalogs() throws -> [CatalogRow]
    func catalog(_ id: String) throws -> CatalogRow?
    func record(_ id: String, in catalog: Int64) throws -> StoredRecord?
    /// The records of a catalog after an id, in the byte order of their ids.
    func records(in catalog: Int64, after id: String) throws -> RecordCursor
    /// The records of a catalog that were changed between two revisions, newest first.
    ///
    /// - Parameter shard: the shard whose records to read; `nil` for all.
    func records(
        in catalog: Int64, after first: Revision, before last: Revision, of shard: StoreShard?
    ) throws -> RecordCursor
    /// The keys of the API.
    func accessKeys() throws -> [StoredAccessKey]
    /// Whether this reads all records of a catalog, not only those of a shard.
    var hasAllRecords: Bool { get }
}

extension StoreReader {
    var hasAllRecords: Bool { true }
    func records(in catalog: Int64) throws -> RecordCursor { try records(in: catalog, after: "") }
}

struct CatalogRow: Sendable {
    let number: Int64
    var id: String
    var description: [UInt8]
    var descriptionRevision: Revision
    var revision: Revision
    var recordCount: Int
    /// Whether the row matches its checksum.
    var isIntact = true
    /// Whether a flipped bit was corrected: the row has its original content.
    var isRestored = false
    /// The hash of the description that was written, if all that is damaged is the description; see
    /// ``StoredRecord/writtenHash``.
    var writtenHash: Int64?

    /// The parsed description; a damaged one counts as empty.
    var settings: CatalogSettings {
        isIntact ? CatalogSettings(catalog: id, json: description) : CatalogSettings(damaged: id)
    }
}

/// Records, one after the other.
struct RecordCursor {
    /// The next record; `nil` after the last one.
    let next: () throws -> StoredRecord?

    /// The next records, limited so that they fit in memory.
    ///
    /// - Parameter size: a number of bytes; the record that reaches it is the last one.
    func prefix(_ limit: Int, size: Int) throws -> [StoredRecord] {
        var records: [StoredRecord] = []
        var total = 0
        while records.count < limit, total < size, let record = try next() {
            records.append(record)
            total += record.json.count
        }
        return records
    }
}
