// The records of a staged load, written into a catalog.

internal import GRDB

/// The writes of a staged load.
extension Database {
    /// The number of staged records that the catalog does not have yet, and of all.
    func stagedCounts(for catalog: Int64) throws -> StagedCounts {
        let all = try Int.fetchOne(self, sql: "SELECT count(*) FROM staged.line") ?? 0
        let known =
            try Int.fetchOne(
                self,
                sql: """
                    SELECT count(*) FROM staged.line AS line
                    WHERE EXISTS (SELECT 1 FROM record WHERE catalog = ? AND record.id = line.id)
                    """, arguments: [catalog]) ?? 0
        return StagedCounts(all: all, new: all - known)
    }

    /// Deletes the records of a catalog that are not staged.
    ///
    /// - Returns: their number.
    func deleteUnstaged(from catalog: Int64, _ revision: Revision) throws -> Int {
        let unstaged = """
            FROM record WHERE catalog = ?2
                AND NOT EXISTS (SELECT 1 FROM staged.line AS line WHERE line.id = record.id)
            """
        try execute(
            sql: """
                INSERT OR REPLACE INTO deletion SELECT catalog, id, ?1, rowHash(catalog, id, ?1)
                    \(unstaged) AND EXISTS (SELECT 1 FROM checkpoint)
                """, arguments: [revision.number, catalog])
        try execute(sql: "DELETE \(unstaged)", arguments: [revision.number, catalog])
        return changesCount
    }

    /// Puts the staged records into a catalog. Each gets the revision of its position after `revision`.
    ///
    /// - Parameter onlyChanges: whether records with the same JSON keep their revision.
    func putStaged(into catalog: Int64, after revision: Revision, onlyChanges: Bool) throws {
        // Damaged records are written again, too.
        let isChanged = """
            record.json <> excluded.json
                OR record.checksum - record.revision <> excluded.checksum - excluded.revision
            """
        // In the order of ids, so that each page of the index is changed once.
        try execute(
            sql: """
                INSERT INTO record (catalog, id, revision, json, checksum)
                SELECT ?1, id, ?2 + position, json, hash + ?1 + ?2 + position FROM staged.line WHERE true ORDER BY id
                ON CONFLICT (catalog, id) DO UPDATE
                    SET revision = excluded.revision, json = excluded.json, checksum = excluded.checksum
                \(onlyChanges ? "WHERE \(isChanged)" : "")
                """, arguments: [catalog, revision.number])
    }
}
