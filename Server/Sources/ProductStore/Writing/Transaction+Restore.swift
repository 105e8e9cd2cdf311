// Restores a backup in one transaction.

internal import CatalogSearch
internal import CatalogStorage

extension Transaction {
    /// The records that are written together.
    private static let chunkCount = 500

    /// Puts all catalogs of a backup into a store without catalogs, or repairs its catalogs. A
    /// failure rolls the transaction back.
    mutating func restore(_ backup: StagedBackup) throws -> ChangeOutcome {
        guard try db.catalogs().isEmpty else { return try repair(from: backup, needsProof: false) }
        do {
            // Each catalog is published as a whole, at its end.
            let publishes = self.publishes
            self.publishes = false
            defer { self.publishes = publishes }
            var report = RestoreReport()
            var catalog: RestoredCatalog?
            try backup.forEachItem { item in
                switch item {
                case .catalog(let settings):
                    try finish(&catalog, publishes, &report)
                    let id = settings.description.id
                    _ = try put(settings, .absent)
                    catalog = RestoredCatalog(settings, try row(id).descriptionRevision)
                case .record(let json, let line):
                    catalog?.add(json, line: line, &report)
                    if catalog?.records.count == Self.chunkCount { try write(&catalog, &report) }
                case .head, .none: break
                }
            }
            try finish(&catalog, publishes, &report)
            var outcome = ChangeOutcome(WriteResult(revision: revision, isNew: true))
            outcome.restored = report
            return outcome
        } catch {
            // Some changes are written already, so the transaction must be rolled back.
            let error = StoreError(error)
            if case .unavailable = error { throw error }
            throw StoreError.unavailable(.damaged(message: "\(error)"))
        }
    }

    /// Writes the records that were read.
    private mutating func write(_ catalog: inout RestoredCatalog?, _ report: inout RestoreReport) throws {
        guard let records = catalog?.records, !records.isEmpty, let id = catalog?.id else { return }
        catalog?.records = []
        try db.prepare(for: .load(records, catalog: id, .none))
        let outcome = try load(records, into: id)
        try db.flush()
        // Of records with the same id, the last one is stored and counted.
        catalog?.recordCount += outcome.newCount
        catalog?.skippedCount += records.count - outcome.newCount
        report.note(outcome.result.diagnostics)
    }

    private mutating func finish(
        _ catalog: inout RestoredCatalog?, _ publishes: Bool, _ report: inout RestoreReport
    ) throws {
        try write(&catalog, &report)
        guard let done = catalog else { return }
        report.catalogs.append(
            .init(id: done.id, recordCount: done.recordCount, skippedCount: done.skippedCount))
        catalog = nil
        guard publishes else { return }
        var unusable: [UnusableRecord] = []
        changes.entries[done.id] = try LiveEntry(
            row(done.id), done.settings, from: db, context: context, unusable: &unusable)
    }
}

/// A catalog of a backup while its records are read.
private struct RestoredCatalog {
    let settings: CatalogSettings
    var records: [ParsedRecord] = []
    var recordCount = 0
    var skippedCount = 0
    private let descriptionRevision: Revision
    private let reader: JSONRecordReader

    var id: String { settings.description.id }

    init(_ settings: CatalogSettings, _ descriptionRevision: Revision) {
        self.settings = settings
        self.descriptionRevision = descriptionRevision
        reader = settings.recordReader()
    }

    /// Adds a record, unless it cannot be searched under the description.
    mutating func add(_ json: [UInt8], line: Int, _ report: inout RestoreReport) {
        do throws(StoreError) {
            let record = try ParsedRecord(json, by: reader, descriptionRevision, line: line)
            records.append(record)
        } catch {
            skippedCount += 1
            if case .invalidRecord(let diagnostics) = error { report.note(diagnostics) }
        }
    }
}

extension RestoreReport {
    /// Adds the first diagnostics.
    fileprivate mutating func note(_ diagnostics: [CatalogDiagnostic]) {
        self.diagnostics += diagnostics.prefix(max(0, Self.diagnosticLimit - self.diagnostics.count))
    }
}
