// Starts a store in SQLite from a checkpoint: finds one that the database knows, and reads what has changed
// since.

internal import CatalogSearch
internal import CatalogStorage
internal import FoundationEssentials
internal import GRDB

/// The catalogs of a store in SQLite when it is opened.
struct SQLiteStart: Sendable {
    let catalogs: StoreCatalogs
    var unusable: [UnusableRecord] = []

    /// Reads all catalogs, from a checkpoint and what has changed since, if there is one. The
    /// small tables have been checked.
    init(
        _ db: Database, _ checkpoints: StoreCheckpoints?, context: ReadingContext,
        progress: @escaping (OpeningProgress) -> Void
    ) throws {
        var started: StoreCatalogs?
        _ = try checkpoints?.open { checkpoint in
            let newest = try db.storeRevision()
            guard checkpoint.position.revision <= newest.number else { throw CheckpointFault.newer }
            guard try db.knows(checkpoint.position) else { throw CheckpointFault.foreign }
            guard try !db.hasDamagedDeletions() else {
                throw CheckpointFault.unreadable(reason: "the store's list of deletions is damaged")
            }
            started = try Self.catalogs(from: checkpoint, db, context)
        }
        if let started {
            catalogs = started
        } else {
            catalogs = StoreCatalogs(
                try LiveEntry.all(from: db, context: context, unusable: &unusable, progress: progress),
                try db.storeRevision())
        }
    }

    private static func catalogs(
        from checkpoint: Checkpoint, _ db: Database, _ context: ReadingContext
    ) throws -> StoreCatalogs {
        let entries = checkpoint.entries(policy: context.policy)
        let catalogs = StoreCatalogs(entries, Revision(checkpoint.position.revision))
        let changes = try db.changes(since: entries, context)
        let failed = catalogs.apply(changes)
        guard !failed.isEmpty else { return catalogs }
        var repaired = LiveChanges()
        repaired.revision = changes.revision
        for id in failed { repaired.entries[id] = try db.catalog(id).map { try db.entry($0, context) } }
        _ = catalogs.apply(repaired)
        return catalogs
    }
}

extension Database {
    // MARK: Known checkpoints

    func knows(_ position: Checkpoint.Position) throws -> Bool {
        try Row.fetchOne(
            self, sql: "SELECT 1 FROM checkpoint WHERE mark = ? AND revision = ?",
            arguments: [Data(position.mark), position.revision]) != nil
    }

    /// Records a checkpoint that is about to be written. From now on deletions are recorded, too.
    func note(_ position: Checkpoint.Position) throws {
        try execute(
            sql: "INSERT INTO checkpoint (mark, revision) VALUES (?, ?)",
            arguments: [Data(position.mark), position.revision])
    }

    /// Removes other checkpoints, and deletions that all remaining ones include.
    func forgetCheckpoints(except kept: Set<Checkpoint.Position>) throws {
        let marks = kept.map { Data($0.mark) }
        try execute(
            sql:
                "DELETE FROM checkpoint WHERE mark NOT IN (\(marks.map { _ in "?" }.joined(separator: ",")))",
            arguments: StatementArguments(marks))
        try execute(
            sql: """
                DELETE FROM deletion
                WHERE revision <= (SELECT coalesce(min(revision), \(Int64.max)) FROM checkpoint)
                """)
    }

    /// Removes a checkpoint that was not written.
    func forget(_ position: Checkpoint.Position) throws {
        try execute(sql: "DELETE FROM checkpoint WHERE mark = ?", arguments: [Data(position.mark)])
    }

    var hasCheckpoints: Bool {
        get throws { try Row.fetchOne(self, sql: "SELECT 1 FROM checkpoint LIMIT 1") != nil }
    }

    // MARK: Changes

    /// A catalog with at least this many changed records is read whole, if they are half of its records.
    private static let manyRecords = 20_000
    /// At least this many changed records are indexed together.
    private static let indexedRecords = 1_000

    fileprivate func entry(_ row: CatalogRow, _ context: ReadingContext) throws -> LiveEntry {
        var unusable: [UnusableRecord] = []
        return try LiveEntry(
            row, row.settings, from: self, context: context, unusable: &unusable)
    }

    /// The changes that turn the catalogs of a checkpoint into those of the database.
    fileprivate func changes(since entries: [String: LiveEntry], _ context: ReadingContext) throws
        -> LiveChanges
    {
        var changes = LiveChanges()
        changes.revision = try storeRevision()
        let rows = try catalogs()
        changes.removed = Set(entries.keys).subtracting(rows.map(\.id))
        for row in rows {
            // The records themselves are not read here. A damaged index of ids would end lists of them early.
            if try indexedRecordCount(of: row) != row.recordCount {
                context.damage.note(.records(catalog: row.id))
            }
            // A catalog that was deleted and created again has another revision of its description.
            guard let entry = entries[row.id], entry.descriptionRevision == row.descriptionRevision else {
                changes.entries[row.id] = try self.entry(row, context)
                continue
            }
            if entry.revision == row.revision { continue }
            guard try hasSoundRevisions(row, since: entry.revision) else {
                context.damage.noteRestored(.records(catalog: row.id))
                changes.entries[row.id] = try self.entry(row, context)
                continue
            }
            changes.revisions[row.id] = row.revision
            changes.settings[row.id] = entry.changedOrder(in: row)
            try addRecords(of: row, since: entry, context, to: &changes)
        }
        return changes
    }

    /// The number of records of a catalog that can be found by their ids.
    private func indexedRecordCount(of row: CatalogRow) throws -> Int {
        try Int.fetchOne(
            self, sql: "SELECT count(*) FROM record WHERE catalog = ? AND id >= x''", arguments: [row.number])
            ?? 0
    }

    /// Whether no flipped bit in the index of revisions hides a record that changed after a revision:
    /// searches would find its old version.
    ///
    /// Such an entry leads to another record, belongs to another catalog, is out of order, or is the last one
    /// that seems to be older: anywhere else it would be out of order.
    private func hasSoundRevisions(_ row: CatalogRow, since revision: Revision) throws -> Bool {
        // SQLite continues past an entry of a catalog with a lower number.
        let entries = try Row.fetchCursor(
            self,
            sql: """
                SELECT catalog, revision, number FROM record INDEXED BY recordRevision
                WHERE catalog = ? ORDER BY revision
                """, arguments: [row.number])
        var (count, last) = (0, Int64.min)
        var compared: [(revision: Int64, number: Int64)] = []
        while let entry = try entries.next() {
            guard (try? entry.integer(0)) == row.number, let next = try? entry.integer(1),
                let number = try? entry.integer(2), next > last
            else { return false }
            (count, last) = (count + 1, next)
            if next <= revision.number { compared = [] }
            compared.append((next, number))
        }
        guard count == row.recordCount else { return false }
        let statement = try cachedStatement(
            sql: "SELECT catalog, revision FROM record NOT INDEXED WHERE number = ?")
        return try compared.allSatisfy { entry in
            guard let found = try Row.fetchOne(statement, arguments: [entry.number]) else { return false }
            return try found.integer(0) == row.number && found.integer(1) == entry.revision
        }
    }

    private func addRecords(
        of row: CatalogRow, since entry: LiveEntry, _ context: ReadingContext, to changes: inout LiveChanges
    ) throws {
        let since: StatementArguments = [row.number, entry.revision.number]
        let count =
            try Int.fetchOne(
                self, sql: "SELECT count(*) FROM record WHERE catalog = ? AND revision > ?", arguments: since)
            ?? 0
        if count > Self.manyRecords, count > row.recordCount / 2 {
            changes.entries[row.id] = try self.entry(row, context)
            return
        }
        let deleted = try Row.fetchAll(
            self, sql: "SELECT id FROM deletion WHERE catalog = ? AND revision > ?", arguments: since)
        var removed: [RecordChange] = try deleted.map { .delete(id: try $0.text(0)) }
        let reader = StoredRecordReader(entry.settings, context.damage)
        let rows = try Row.fetchCursor(
            self, sql: recordColumns() + " WHERE catalog = ? AND revision > ? ORDER BY revision",
            arguments: since)
        var failure: (any Error)?
        let records = sequence(state: ()) { _ -> CatalogRecord? in
            do {
                while let row = try rows.next() {
                    let stored = try StoredRecord(row)
                    if case .success(let record) = reader.read(stored) { return record }
                    // An unusable record must not be found.
                    removed.append(.delete(id: stored.id))
                }
            } catch {
                failure = error
            }
            return nil
        }
        if count > Self.indexedRecords {
            changes.loads[row.id] = try CatalogIndex(entry.settings.description, records: records)
            changes.records[row.id] = removed
        } else {
            let put = records.map { RecordChange.put($0) }
            changes.records[row.id] = removed + put
        }
        if let failure { throw failure }
    }
}
