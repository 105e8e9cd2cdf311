// The writes of one transaction, each with a result of its own.

internal import CatalogSearch
internal import CatalogStorage

/// The writes of one transaction. Each write does all of its checks before its first change, so that a
/// refused write changes nothing and the others continue.
struct Transaction {
    let db: any StoreTables
    /// Whether the changes are collected to be published after the commit.
    var publishes: Bool
    let context: ReadingContext
    /// The searched catalogs before the transaction.
    private let searched: StoreCatalogs.State
    var revision: Revision
    var rows: [String: CatalogRow] = [:]
    private var readers: [String: JSONRecordReader] = [:]
    /// The locales of each catalog's records.
    private var locales: [String: CatalogLocales] = [:]
    /// The changes to publish after the commit.
    var changes = LiveChanges()

    init(
        _ db: any StoreTables, searched: StoreCatalogs.State, context: ReadingContext, publishes: Bool = true
    ) throws {
        self.db = db
        self.searched = searched
        self.publishes = publishes
        self.context = context
        revision = try db.storeRevision()
        changes.revision = revision
    }

    /// Performs one write.
    ///
    /// - Returns: the result; a failure has written nothing.
    /// - Throws: errors of SQLite, and `StoreError.unavailable`; then the transaction must be rolled back.
    mutating func apply(_ change: Change) throws -> Result<ChangeOutcome, StoreError> {
        do {
            return .success(try outcome(of: change))
        } catch let error as StoreError {
            // Damage may be found after the first change.
            if case .unavailable = error { throw error }
            return .failure(error)
        }
    }

    /// Writes the revisions and record counts.
    mutating func finish() throws {
        guard revision != changes.revision else { return }
        for row in rows.values where changes.revisions[row.id] != nil { try db.updateCatalog(row) }
        try db.setStoreRevision(revision)
        changes.revision = revision
    }

    private mutating func outcome(of change: Change) throws -> ChangeOutcome {
        switch change {
        case .put(let record, let catalog, let precondition):
            let row = try self.row(catalog)
            let record = try current(record, in: row)
            let old = try db.recordRevision(record.record.id, in: row.number)
            try precondition.check(old)
            return ChangeOutcome(try write(record, over: old, in: catalog))
        case .patch(let patch, let id, let catalog, let precondition):
            let row = try self.row(catalog)
            guard let old = try db.record(id, in: row.number) else {
                throw StoreError.notFound(.record(catalog: catalog, id: id))
            }
            try precondition.check(old.revision)
            // Otherwise the error would blame the patch.
            let part = DamagedPart.record(catalog: catalog, id: id)
            if !RecordVerifier().isIntact(old) { throw StoreError.unavailable(.damaged(message: "\(part)")) }
            let record = try ParsedRecord(
                JSONMergePatch.apply(patch, to: old.json), by: reader(row), row.descriptionRevision)
            try StoreLimits.check(id, is: record.record.id)
            try checkLocales(of: record, in: catalog)
            return ChangeOutcome(try write(record, over: old.revision, in: catalog))
        case .delete(let id, let catalog, let precondition):
            return ChangeOutcome(try delete(id, precondition, in: catalog))
        case .load(let records, let catalog, let precondition):
            try precondition.check(row(catalog).revision)
            return try load(records, into: catalog)
        case .loadStaged(let load, let catalog, let precondition):
            try precondition.check(row(catalog).revision)
            return try put(load, into: catalog)
        case .restore(let backup): return try restore(backup)
        case .repair(let backup): return try repair(from: backup, needsProof: true)
        case .rewrite(let transform, let id, let catalog):
            let row = try self.row(catalog)
            let records = try db.records(in: row.number, after: id).prefix(
                Self.rewriteLimit.count, size: Self.rewriteLimit.size)
            return try rewrite(records, of: row, transform)
        case .rewriteRecords(let ids, let transform, let catalog):
            let row = try self.row(catalog)
            return try rewrite(ids.compactMap { try db.record($0, in: row.number) }, of: row, transform)
        case .putCatalog(let settings, let precondition):
            return ChangeOutcome(try put(settings, precondition))
        case .deleteCatalog(let id, let precondition, let revision):
            return ChangeOutcome(try deleteCatalog(id, precondition, unchangedSince: revision))
        case .renameCatalog(let id, let other, let swaps):
            return ChangeOutcome(try rename(id, to: other, swaps: swaps))
        case .putRule(let id, let json, let catalog, let precondition):
            return ChangeOutcome(try putRule(id, json, of: catalog, precondition))
        case .changeLearned(let change, let catalog):
            return ChangeOutcome(try changeLearned(change, of: catalog))
        case .insertAccessKeys(let keys, let onlyFirst):
            let known = Set(try db.accessKeys().map(\.uid))
            guard onlyFirst ? known.isEmpty : known.isDisjoint(with: keys.map(\.uid)) else {
                throw StoreError.conflict(current: revision)
            }
            for key in keys { try db.putAccessKey(key) }
            return ChangeOutcome(noteKeys(isNew: true))
        case .patchAccessKey(let patch, let uid):
            let old = try accessKey(uid)
            guard old.isIntact else {
                throw StoreError.unavailable(.damaged(message: "\(DamagedPart.accessKey(uid: uid))"))
            }
            try db.putAccessKey(
                StoredAccessKey(uid: uid, json: JSONMergePatch.apply(patch, to: old.json)))
            return ChangeOutcome(noteKeys(isNew: false))
        case .deleteAccessKey(let uid):
            try db.deleteAccessKey(accessKey(uid).uid)
            return ChangeOutcome(noteKeys(isNew: false))
        }
    }

    // MARK: Keys

    private func accessKey(_ uid: String) throws -> StoredAccessKey {
        let key = try db.accessKeys().first { $0.uid.utf8.elementsEqual(uid.utf8) }
        guard let key else { throw StoreError.notFound(.accessKey(uid: uid)) }
        return key
    }

    /// Assigns a revision to a change of keys, as every change has one.
    private mutating func noteKeys(isNew: Bool) -> WriteResult {
        revision = Revision(revision.number + 1)
        return WriteResult(revision: revision, isNew: isNew)
    }

    // MARK: Records

    mutating func row(_ catalog: String) throws -> CatalogRow {
        if let row = rows[catalog] { return row }
        guard let row = try db.catalog(catalog) else { throw StoreError.notFound(.catalog(catalog)) }
        rows[catalog] = row
        return row
    }

    private mutating func reader(_ row: CatalogRow) -> JSONRecordReader {
        if let reader = readers[row.id] { return reader }
        let reader = row.settings.recordReader()
        readers[row.id] = reader
        return reader
    }

    /// The record under the catalog's description, which may have changed since the record was parsed.
    private mutating func current(_ record: ParsedRecord, in row: CatalogRow) throws -> ParsedRecord {
        var record = record
        if record.descriptionRevision != row.descriptionRevision {
            record = try ParsedRecord(
                record.json, by: reader(row), row.descriptionRevision, line: record.line)
        }
        try checkLocales(of: record, in: row.id)
        return record
    }

    /// Refuses a record that would give its catalog too many locales.
    private mutating func checkLocales(of record: ParsedRecord, in catalog: String) throws(StoreError) {
        let known = searched.entries[catalog]?.live.snapshot.locales ?? []
        if locales[catalog, default: CatalogLocales(known)].add(record.record) { return }
        let kind = CatalogDiagnostic.Kind.tooManyLocales(limit: CatalogLocales.limit)
        throw .invalidRecord([CatalogDiagnostic(file: catalog, line: record.line, kind: kind)])
    }

    mutating func next(for catalog: String) -> Revision {
        revision = Revision(revision.number + 1)
        changes.revisions[catalog] = revision
        rows[catalog]?.revision = revision
        return revision
    }

    private mutating func write(
        _ record: ParsedRecord, over old: Revision?, in catalog: String
    ) throws -> WriteResult {
        let row = try self.row(catalog)
        let revision = next(for: catalog)
        let id = record.record.id
        if old == nil {
            try db.insertRecord(id, in: row.number, json: record.json, revision)
            rows[catalog]?.recordCount += 1
        } else {
            try db.updateRecord(id, in: row.number, json: record.json, revision)
        }
        if publishes { changes.records[catalog, default: []].append(.put(record.record)) }
        return WriteResult(revision: revision, isNew: old == nil, diagnostics: record.diagnostics)
    }

    private mutating func delete(
        _ id: String, _ precondition: Precondition, in catalog: String
    ) throws -> WriteResult {
        let row = try self.row(catalog)
        guard let old = try db.recordRevision(id, in: row.number) else {
            throw StoreError.notFound(.record(catalog: catalog, id: id))
        }
        try precondition.check(old)
        let revision = next(for: catalog)
        try db.deleteRecord(id, in: row.number, revision)
        rows[catalog]?.recordCount -= 1
        if publishes { changes.records[catalog, default: []].append(.delete(id: id)) }
        return WriteResult(revision: revision, isNew: false)
    }

    /// Rewrites records that were read in this transaction, so that no other change is undone.
    private mutating func rewrite(
        _ records: [StoredRecord], of row: CatalogRow, _ transform: RecordTransform
    ) throws -> ChangeOutcome {
        let catalog = row.id
        var changed: [(record: ParsedRecord, revision: Revision)] = []
        for old in records {
            // Damaged records stay as they are, and stay reported.
            guard old.hasChecksum, let json = transform(old), json != old.json else { continue }
            let record = try ParsedRecord(json, by: reader(row), row.descriptionRevision)
            try StoreLimits.check(old.id, is: record.record.id)
            try checkLocales(of: record, in: catalog)
            changed.append((record, old.revision))
        }
        for (record, revision) in changed { _ = try write(record, over: revision, in: catalog) }
        var outcome = ChangeOutcome(
            WriteResult(revision: rows[catalog]?.revision ?? row.revision, isNew: false))
        outcome.recordCount = changed.count
        outcome.lastIdentifier = records.last?.id
        return outcome
    }

    /// The most records, and about the most bytes of them, that are rewritten in one transaction.
    private static let rewriteLimit = (count: 500, size: 8 << 20)

    mutating func load(_ records: [ParsedRecord], into catalog: String) throws -> ChangeOutcome {
        let row = try self.row(catalog)
        var diagnostics: [CatalogDiagnostic] = []
        var count = 0
        var newCount = 0
        for record in records {
            do {
                let record = try current(record, in: row)
                let old = try db.recordRevision(record.record.id, in: row.number)
                if try write(record, over: old, in: catalog).isNew { newCount += 1 }
                count += 1
            } catch StoreError.invalidRecord(let faults) {
                diagnostics += faults
            }
        }
        var outcome = ChangeOutcome(
            WriteResult(
                revision: rows[catalog]?.revision ?? row.revision, isNew: newCount > 0,
                diagnostics: diagnostics))
        outcome.recordCount = count
        outcome.newCount = newCount
        return outcome
    }

    private mutating func put(_ load: StagedLoad, into catalog: String) throws -> ChangeOutcome {
        let row = try self.row(catalog)
        guard row.descriptionRevision == load.descriptionRevision else {
            throw StoreError.conflict(current: row.descriptionRevision)
        }
        let counts = try db.putStaged(load, into: row.number, after: revision)
        revision = Revision(revision.number + Int64(load.count) + (load.replaces ? 1 : 0))
        changes.revisions[catalog] = revision
        rows[catalog]?.revision = revision
        // For a replacement, the count does not depend on the old one, which may be damaged.
        rows[catalog]?.recordCount = load.replaces ? counts.all : row.recordCount + counts.new
        if load.replaces, let index = load.index {
            changes.entries[catalog] = LiveEntry(
                LiveCatalog(index, policy: context.policy),
                row.settings, row.descriptionRevision, revision)
        } else {
            changes.loads[catalog] = load.index
        }
        var outcome = ChangeOutcome(WriteResult(revision: revision, isNew: counts.new > 0))
        outcome.recordCount = counts.all
        outcome.newCount = counts.new
        outcome.deletedCount = counts.deleted
        return outcome
    }

    // MARK: Catalogs

    mutating func put(_ settings: CatalogSettings, _ precondition: Precondition) throws -> WriteResult {
        let id = settings.description.id
        let old = try db.catalog(id)
        try precondition.check(old?.descriptionRevision)
        // A description without rules or learned popularity leaves them unchanged. Damaged ones cannot be
        // preserved.
        let kept = old.flatMap { $0.settings.hasErrors ? nil : settings.keepingMembers(of: $0.description) }
        let settings = kept ?? settings
        let revision = next(for: id)
        if var row = old {
            row.description = settings.json
            row.descriptionRevision = revision
            row.revision = revision
            try db.describeCatalog(row)
        } else {
            try db.insertCatalog(id, description: settings.json, revision)
        }
        // The description decides which texts records have. Read before the commit: a failure must roll back.
        var unusable: [UnusableRecord] = []
        let row = try self.row(id)
        if publishes {
            changes.entries[id] = try LiveEntry(
                row, settings, from: db, context: context, unusable: &unusable)
        } else {
            unusable = try settings.unusableRecords(of: row, from: db)
        }
        return WriteResult(
            revision: revision, isNew: old == nil, diagnostics: settings.diagnostics, unusable: unusable)
    }

    /// Changes only the rules: the records and the revision of the description stay as they are.
    private mutating func putRule(
        _ id: String, _ json: [UInt8]?, of catalog: String, _ precondition: Precondition
    ) throws -> WriteResult {
        let row = try self.row(catalog)
        let old = try usableSettings(of: row)
        let isKnown = CatalogSettings.rules(in: row.description).contains { $0.id == id }
        guard json != nil || isKnown else {
            throw StoreError.notFound(.rule(catalog: catalog, id: id))
        }
        try precondition.check(isKnown ? row.revision : nil)
        let settings = try old.replacingRule(id, json)
        return WriteResult(
            revision: try replaceSettings(of: row, by: settings), isNew: !isKnown,
            diagnostics: json == nil ? [] : settings.warnings(ofRule: id))
    }

    /// Changes only the learned popularity: the records and the revision of the description stay as they are.
    private mutating func changeLearned(_ change: LearnedChange, of catalog: String) throws -> WriteResult {
        let row = try self.row(catalog)
        let changed = try usableSettings(of: row).changingLearned(change)
        return WriteResult(
            revision: try changed.map { try replaceSettings(of: row, by: $0) } ?? row.revision, isNew: false)
    }

    /// - Throws: `StoreError.unavailable(.damaged)` if the description is damaged.
    private func usableSettings(of row: CatalogRow) throws(StoreError) -> CatalogSettings {
        let settings = row.settings
        if settings.hasErrors {
            throw .unavailable(.damaged(message: "\(DamagedPart.description(catalog: row.id))"))
        }
        return settings
    }

    /// Replaces settings that do not change how records are read.
    private mutating func replaceSettings(
        of row: CatalogRow, by settings: CatalogSettings
    ) throws -> Revision {
        var row = row
        let revision = next(for: row.id)
        row.description = settings.json
        row.revision = revision
        try db.describeCatalog(row)
        rows[row.id] = row
        if publishes { changes.settings[row.id] = settings }
        return revision
    }

    private mutating func rename(_ id: String, to other: String, swaps: Bool) throws -> WriteResult {
        guard try db.catalog(id) != nil else { throw StoreError.notFound(.catalog(id)) }
        let present = try db.catalog(other)
        if swaps, present == nil { throw StoreError.notFound(.catalog(other)) }
        if !swaps, let present { throw StoreError.conflict(current: present.descriptionRevision) }
        revision = Revision(revision.number + 1)
        try db.exchangeCatalogs(id, other, revision)
        if !swaps { changes.removed.insert(id) }
        for id in swaps ? [id, other] : [other] {
            changes.revisions[id] = revision
            guard publishes, let row = try db.catalog(id) else { continue }
            // Searches identify a catalog by its id, so both are read again.
            var unusable: [UnusableRecord] = []
            changes.entries[id] = try LiveEntry(
                row, row.settings, from: db, context: context, unusable: &unusable)
        }
        return WriteResult(revision: revision, isNew: false)
    }

    private mutating func deleteCatalog(
        _ id: String, _ precondition: Precondition, unchangedSince newest: Revision?
    ) throws -> WriteResult {
        guard let old = try db.catalog(id) else { throw StoreError.notFound(.catalog(id)) }
        try precondition.check(old.descriptionRevision)
        if let newest { try Precondition.revision(newest).check(old.revision) }
        revision = Revision(revision.number + 1)
        try db.deleteCatalog(old.number, revision)
        changes.removed.insert(id)
        return WriteResult(revision: revision, isNew: false)
    }
}
