// Restores the damaged parts of catalogs from a backup, in one transaction.

internal import CatalogSearch
internal import CatalogStorage

extension Transaction {
    /// Replaces damaged parts of catalogs, unless they have changed since the backup, by those of the backup.
    ///
    /// - Parameter needsProof: whether the numbers of a damaged row do not count, because they may be what is
    ///   damaged: then only its checksum, or an intact row of its catalog, proves that it has not changed.
    /// - Throws: `StoreError.conflict` if the backup is of another store, or of another history of this one.
    mutating func repair(from backup: StagedBackup, needsProof: Bool) throws -> ChangeOutcome {
        let publishes = self.publishes
        self.publishes = false
        defer { self.publishes = publishes }
        var report = RestoreReport()
        report.isRepair = true
        var newest = Revision(0)
        var catalog: CatalogRepair?
        // Everything is compared before anything is written: a refused change changes nothing.
        var repairs: [CatalogRepair] = []
        func finish() throws {
            try catalog?.finish()
            if let done = catalog, done.isNeeded { repairs.append(done) }
            catalog = nil
        }
        try backup.forEachItem { item in
            switch item {
            case .head(let revision): newest = revision
            case .catalog(let settings):
                try finish()
                guard let row = try db.catalog(settings.description.id) else { return }
                catalog = try CatalogRepair(
                    row, settings, db.records(in: row.number), newest, needsProof: needsProof)
            case .record(let json, _): try catalog?.compare(json)
            case .none: break
            }
        }
        try finish()
        for repair in repairs { try write(repair, publishes, &report) }
        var outcome = ChangeOutcome(WriteResult(revision: revision, isNew: false))
        outcome.restored = report
        return outcome
    }

    private mutating func write(
        _ repair: CatalogRepair, _ publishes: Bool, _ report: inout RestoreReport
    ) throws {
        let id = repair.row.id
        var row = try self.row(id)
        row.recordCount = repair.count
        if repair.restoresDescription {
            row.description = repair.settings.json
            row.descriptionRevision = next(for: id)
            row.revision = row.descriptionRevision
            try db.describeCatalog(row)
            report.repaired.append(.description(catalog: id))
        }
        rows[id] = row
        for record in repair.removed {
            try db.deleteRecord(record, in: row.number, next(for: id))
            report.repaired.append(.record(catalog: id, id: record))
        }
        for record in repair.restored {
            let revision = next(for: id)
            if record.revision == Revision(0) {
                try db.insertRecord(record.id, in: row.number, json: record.json, revision)
            } else {
                try db.updateRecord(record.id, in: row.number, json: record.json, revision)
            }
            report.repaired.append(.record(catalog: id, id: record.id))
        }
        try db.flush()
        rows[id]?.recordCount = repair.count - repair.removed.count + repair.missingCount
        if repair.isWhole { report.repaired.append(.records(catalog: id)) }
        report.catalogs.append(
            .init(id: id, recordCount: repair.restored.count, skippedCount: repair.damagedCount))
        changes.revisions[id] = rows[id]?.revision
        guard publishes else { return }
        var unusable: [UnusableRecord] = []
        let current = try self.row(id)
        changes.entries[id] = try LiveEntry(
            current, current.settings, from: db, context: context, unusable: &unusable)
    }
}

/// Compares a catalog of the store with that of a backup. Both have their records in the byte order of their
/// ids.
private struct CatalogRepair {
    let row: CatalogRow
    let settings: CatalogSettings
    /// Whether the catalog has not changed since the backup, so that the backup has all of it.
    let isWhole: Bool
    /// The backup's versions of damaged and missing records. Missing ones have the revision 0.
    private(set) var restored: [StoredRecord] = []
    /// Ids of damaged records that do not belong to the catalog.
    private(set) var removed: [String] = []
    /// The records of the store.
    private(set) var count = 0
    private(set) var missingCount = 0
    /// The number of damaged records that the backup does not have in the same version.
    private(set) var damagedCount = 0
    private let newest: Revision
    private let needsProof: Bool
    /// Whether the numbers of the catalog's row are as they were written.
    private let hasSoundNumbers: Bool
    private let records: RecordCursor
    private let verifier = RecordVerifier()
    private var current: StoredRecord?

    init(
        _ row: CatalogRow, _ settings: CatalogSettings, _ records: RecordCursor, _ newest: Revision,
        needsProof: Bool
    ) throws {
        (self.row, self.settings, self.records, self.newest) = (row, settings, records, newest)
        self.needsProof = needsProof
        hasSoundNumbers = row.isIntact || row.writtenHash == RowChecksum.hash(settings.json)
        isWhole = row.revision <= newest && (hasSoundNumbers || !needsProof)
        try advance()
    }

    var restoresDescription: Bool { isWhole && row.settings.hasErrors }

    var isNeeded: Bool {
        restoresDescription || !restored.isEmpty || !removed.isEmpty || damagedCount > 0
            || count != row.recordCount
    }

    /// Compares the next record of the backup.
    ///
    /// - Throws: `StoreError.conflict` if it differs from an undamaged record.
    mutating func compare(_ json: [UInt8]) throws {
        guard let id = verifier.identifier(json) else { return }
        while let record = current, record.id.utf8.lexicographicallyPrecedes(id.utf8) { try skip(record) }
        guard let record = current, record.id.utf8.elementsEqual(id.utf8) else {
            guard isWhole else { return }
            restored.append(StoredRecord(id: id, revision: Revision(0), json: json))
            missingCount += 1
            return
        }
        // A record that changed since the backup may differ.
        if record.isIntact {
            guard record.revision > newest || record.line == json else {
                throw StoreError.conflict(current: row.revision)
            }
        } else if isWhole || isUnchanged(record, json) {
            restored.append(StoredRecord(id: id, revision: record.revision, json: json))
        } else {
            damagedCount += 1
        }
        try advance()
    }

    /// Whether a damaged record was the one of the backup before.
    private func isUnchanged(_ record: StoredRecord, _ json: [UInt8]) -> Bool {
        record.writtenHash == RowChecksum.hash(json) || !needsProof && record.revision <= newest
    }

    /// Skips the records of the store after the last one of the backup.
    ///
    /// - Throws: `StoreError.conflict` if the backup has records that the catalog had not: it is of another
    ///   history, such as one that was lost with the end of SQLite's log.
    mutating func finish() throws {
        while let record = current { try skip(record) }
        guard isWhole, hasSoundNumbers else { return }
        guard count - removed.count + missingCount == row.recordCount else {
            throw StoreError.conflict(current: row.revision)
        }
    }

    /// Skips a record that the backup does not have.
    private mutating func skip(_ record: StoredRecord) throws {
        if !record.isIntact {
            if isWhole { removed.append(record.id) } else { damagedCount += 1 }
        } else if record.revision <= newest {
            throw StoreError.conflict(current: row.revision)
        }
        try advance()
    }

    private mutating func advance() throws {
        current = try records.next()
        if current != nil { count += 1 }
    }
}
