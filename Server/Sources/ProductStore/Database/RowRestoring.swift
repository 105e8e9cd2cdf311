// Restores rows in which a bit flipped on the disk.

internal import FoundationEssentials
internal import GRDB

extension Database {
    /// Writes restored rows, rebuilds the indexes, and deletes damaged rows that only speed up a start.
    ///
    /// - Returns: what was restored, without records.
    @discardableResult
    func restoreRows() throws -> [DamagedPart] {
        var parts: [DamagedPart] = try restoreStore() + restoreAccessKeys()
        if try !isSound("checkpoint") || !isSound("deletion") || hasDamagedDeletions() {
            // Without the deletions no checkpoint can be used: the next start reads all records.
            try execute(sql: "DELETE FROM checkpoint; DELETE FROM deletion")
            parts.append(.table("deletion"))
        }
        // Damaged entries may lead to other rows.
        try execute(sql: "REINDEX catalog")
        for catalog in try catalogs() where catalog.isRestored {
            try execute(
                sql: "UPDATE catalog SET id = ?, description = ? WHERE number = ?",
                arguments: [Data(catalog.id.utf8), Data(catalog.description), catalog.number])
            parts.append(.description(catalog: catalog.id))
        }
        try restoreRecords()
        return parts
    }

    /// Whether a deletion might be missing for a start from a checkpoint.
    func hasDamagedDeletions() throws -> Bool {
        // A store of an older version has no checksums.
        guard try checksum(of: "deletion") != "NULL" else { return false }
        return try Row.fetchOne(
            self,
            sql: "SELECT 1 FROM deletion WHERE checksum IS NOT rowHash(catalog, id, revision) LIMIT 1") != nil
    }

    /// Whether the tables whose rows are not counted elsewhere can be read, and match their checksums.
    func hasSoundSmallTables() throws -> Bool {
        do {
            try checkSmallTables()
            _ = try storeRevision()
            return try !accessKeys().contains(where: \.isRestored)
                && !catalogs().contains(where: \.isRestored)
                && !hasDamagedDeletions()
        } catch {
            guard case .unavailable(.damaged) = StoreError(error) else { throw error }
            return false
        }
    }

    private func isSound(_ table: String) throws -> Bool {
        try String.fetchAll(self, sql: "PRAGMA integrity_check('\(table)')") == ["ok"]
    }

    /// The number of the newest change, in the only row of its table.
    private func restoreStore() throws -> [DamagedPart] {
        guard let row = try Row.fetchOne(self, sql: "SELECT revision, checksum FROM store"),
            case .int64(let revision) = (row[0] as DatabaseValue).storage,
            case .int64(let checksum) = (row[1] as DatabaseValue).storage
        else { return [] }
        // The revision itself, if a bit of the checksum was flipped.
        let candidates = [revision] + (0..<53).map { revision ^ 1 << $0 }
        let found = candidates.first { candidate in
            let difference = RowChecksum.hash(row: [candidate.databaseValue]) ^ checksum
            return candidate == revision ? difference.nonzeroBitCount == 1 : difference == 0
        }
        guard let found else { return [] }
        try setStoreRevision(Revision(found))
        return [.table("store")]
    }

    /// A table without row numbers is in the order of its keys, and a key may have changed, so its rows are
    /// inserted again.
    private func restoreAccessKeys() throws -> [DamagedPart] {
        let rows = try Row.fetchAll(self, sql: "SELECT uid, json, checksum FROM accessKey")
        let keys = try rows.map(StoredAccessKey.init)
        guard try keys.contains(where: \.isRestored) || !isSound("accessKey") else { return [] }
        try execute(sql: "DELETE FROM accessKey")
        for (row, key) in zip(rows, keys) {
            if key.isIntact {
                try putAccessKey(key)
            } else {
                // The key stays damaged.
                try execute(
                    sql: "INSERT OR REPLACE INTO accessKey VALUES (?, ?, ?)",
                    arguments: [row[0] as DatabaseValue, row[1] as DatabaseValue, row[2] as DatabaseValue])
            }
        }
        return keys.filter(\.isRestored).map { .accessKey(uid: $0.uid) }
    }

    private func restoreRecords() throws {
        let rows = try Row.fetchCursor(
            self, sql: "SELECT id, revision, json, catalog, checksum, number FROM record NOT INDEXED")
        var restored: [(record: StoredRecord, catalog: Int64, number: Int64)] = []
        while let row = try rows.next() {
            let record = try StoredRecord(row)
            guard record.isRestored else { continue }
            let number = try row.integer(5)
            // The index on revisions has a second copy of the numbers.
            let numbers = try Row.fetchOne(
                self,
                sql: "SELECT catalog, revision FROM record INDEXED BY recordRevision WHERE +number = ?",
                arguments: [number])
            guard let numbers else { continue }
            let whole = StoredRecord(id: record.id, revision: try numbers.revision(1), json: record.json)
            restored.append((whole, try numbers.integer(0), number))
        }
        // A row that its index does not find could not be changed.
        try execute(sql: "REINDEX record")
        for (record, catalog, number) in restored {
            try execute(
                sql: """
                    UPDATE record SET catalog = ?, id = ?, revision = ?, json = ?, checksum = ? WHERE number = ?
                    """,
                arguments: [
                    catalog, Data(record.id.utf8), record.revision.number, Data(record.json),
                    record.checksum(in: catalog), number,
                ])
        }
    }
}
