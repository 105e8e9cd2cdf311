// Descriptions of catalogs, and records read by them. The code is shared with catalog files and their
// sidecars.

internal import CatalogSearch
internal import CatalogStorage

/// A catalog's description: the JSON and its meaning.
struct CatalogSettings: Sendable {
    let json: [UInt8]
    let description: CatalogDescription
    /// The learned popularity of the records, from all servers.
    let learned: LearnedSources
    let diagnostics: [CatalogDiagnostic]
    private var isDamaged = false

    /// The settings of a catalog with a damaged description: those of an empty one.
    init(damaged id: String) {
        self.init(catalog: id, json: Array("{}".utf8))
        isDamaged = true
    }

    /// Reads a description in the form of a sidecar.
    init(catalog id: String, json: [UInt8]) {
        let sidecar = CatalogSidecar(catalog: id, json: json)
        self.json = json
        description = sidecar.description
        learned = sidecar.learned
        diagnostics = sidecar.diagnostics
    }

    /// Whether a setting cannot be used.
    var hasErrors: Bool { isDamaged || diagnostics.contains { $0.severity == .error } }

    /// The records of a catalog that cannot be searched under this description.
    func unusableRecords(of row: CatalogRow, from db: any StoreReader) throws -> [UnusableRecord] {
        let reader = recordReader()
        let cursor = try db.records(in: row.number)
        var unusable: [UnusableRecord] = []
        while let stored = try cursor.next() {
            // Damage to a record is not caused by the description.
            guard stored.hasChecksum else { continue }
            let reading = reader.read(stored.json)
            if reading.record?.id.utf8.elementsEqual(stored.id.utf8) != true {
                unusable.append(
                    UnusableRecord(catalog: row.id, id: stored.id, diagnostics: reading.diagnostics))
            }
        }
        return unusable
    }

    func recordReader() -> JSONRecordReader {
        JSONRecordReader(description, file: description.id, sizeLimit: StoreLimits.recordSize)
    }
}

/// A parsed record with its JSON.
struct ParsedRecord: Sendable {
    var record: CatalogRecord
    var json: [UInt8]
    var diagnostics: [CatalogDiagnostic]
    /// Its line in a load.
    var line = 1
    /// The revision of the description by which it was read.
    var descriptionRevision: Revision

    /// - Throws: `StoreError.invalidRecord`, `.tooLarge`.
    init(
        _ json: [UInt8], by reader: JSONRecordReader, _ descriptionRevision: Revision, line: Int = 1
    ) throws(StoreError) {
        let limit = StoreLimits.recordSize
        guard json.count <= limit else { throw .tooLarge(.record, bytes: json.count, limit: limit) }
        let reading = reader.read(json, line: line)
        guard let record = reading.record else { throw .invalidRecord(reading.diagnostics) }
        try StoreLimits.checkLength(ofIdentifier: record.id)
        self.record = record
        self.json = json
        self.line = line
        self.descriptionRevision = descriptionRevision
        diagnostics = reading.diagnostics
    }
}
