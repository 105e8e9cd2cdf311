// The SQL statements of a store.

internal import FoundationEssentials
internal import GRDB

extension CatalogRow {
    init(_ row: Row) throws(StoreError) {
        let (id, description) = (try row.bytes(1), try row.bytes(2))
        self.init(
            number: try row.integer(0), id: String(decoding: id, as: UTF8.self), description: description,
            descriptionRevision: try row.revision(3), revision: try row.revision(4),
            recordCount: Int(try row.integer(5)))
        // The checksum of the bytes themselves: after a flipped bit they may not be UTF-8.
        let sum = checksum(ofIdentifier: id)
        guard !row.hasChecksum(sum, 6) else { return }
        let restored = row.restored([id, description], sum: sum, 6)
        isIntact = restored != nil && restored != [id, description]
        guard isIntact, let restored else {
            writtenHash = row.writtenHash(of: description, sum: sum, 6)
            return
        }
        self.id = String(decoding: restored[0], as: UTF8.self)
        self.description = restored[1]
        isRestored = true
    }

    fileprivate var checksum: Int64 { checksum(ofIdentifier: Array(id.utf8)) }

    private func checksum(ofIdentifier id: [UInt8]) -> Int64 {
        RowChecksum.hash(id) + RowChecksum.hash(description) + number + descriptionRevision.number
            + revision.number + Int64(recordCount)
    }
}

/// Reads and writes of rows.
extension Database: StoreTables {
    private func catalogColumns() throws -> String {
        "SELECT number, id, description, descriptionRevision, revision, recordCount, \(try checksum()) FROM catalog"
    }

    /// The column with checksums, which a store of an older version lacks until a server opens it.
    func checksum(of table: String = "record") throws -> String {
        try columns(in: table).contains { $0.name == "checksum" } ? "checksum" : "NULL"
    }

    /// Checks that the tables equal those that the migrations create.
    ///
    /// - Throws: `StoreError.unavailable(.damaged)`.
    func checkTables(of migrator: DatabaseMigrator) throws {
        let fresh = try DatabaseQueue(configuration: StoreFile.configuration)
        try migrator.migrate(fresh)
        let expected = try fresh.read { try $0.tableDefinitions() }
        let found = try tableDefinitions()
        for (name, definition) in expected where found[name] != definition {
            throw StoreError.unavailable(.damaged(message: "the definition of \(name)"))
        }
    }

    /// The tables and indexes with their definitions.
    func tableDefinitions() throws -> [String: String] {
        let rows = try Row.fetchAll(
            self, sql: "SELECT name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%'")
        return rows.reduce(into: [:]) { tables, row in
            guard case .string(let name) = (row[0] as DatabaseValue).storage else { return }
            if case .string(let sql) = (row[1] as DatabaseValue).storage { tables[name] = sql }
        }
    }

    /// Checks the tables whose rows are not counted elsewhere: a missing row would silently lose a catalog or
    /// a deletion.
    ///
    /// - Throws: `StoreError.unavailable(.damaged)`.
    func checkSmallTables() throws {
        for table in ["store", "catalog", "accessKey", "checkpoint", "deletion"] {
            guard try tableExists(table) else { continue }
            let faults = try String.fetchAll(self, sql: "PRAGMA integrity_check('\(table)')")
            if let fault = faults.first, fault != "ok" {
                throw StoreError.unavailable(.damaged(message: "\(table): \(fault)"))
            }
        }
    }

    func storeRevision() throws -> Revision {
        let checksum = try checksum(of: "store")
        guard let row = try Row.fetchOne(cachedStatement(sql: "SELECT revision, \(checksum) FROM store"))
        else {
            throw StoreError.unavailable(.damaged(message: "the store has no revision"))
        }
        let revision = try row.revision(0)
        guard row.hasChecksum(RowChecksum.hash(row: [revision.number.databaseValue]), 1) else {
            throw StoreError.unavailable(.damaged(message: "the revision of the store"))
        }
        return revision
    }

    func setStoreRevision(_ revision: Revision) throws {
        try cachedStatement(sql: "UPDATE store SET revision = ?1, checksum = rowHash(?1)")
            .execute(arguments: [revision.number])
    }

    // MARK: Catalogs

    func catalogs() throws -> [CatalogRow] {
        try Row.fetchAll(cachedStatement(sql: catalogColumns() + " ORDER BY id")).map(CatalogRow.init)
    }

    func catalog(_ id: String) throws -> CatalogRow? {
        try Row.fetchOne(
            cachedStatement(sql: catalogColumns() + " WHERE id = ?"), arguments: [Data(id.utf8)]
        ).map(CatalogRow.init)
    }

    func insertCatalog(_ id: String, description: [UInt8], _ revision: Revision) throws {
        try cachedStatement(
            sql: """
                INSERT INTO catalog (id, description, descriptionRevision, revision, recordCount)
                VALUES (?, ?, ?, ?, 0)
                """
        ).execute(arguments: [Data(id.utf8), Data(description), revision.number, revision.number])
        // The database chooses the number.
        try describeCatalog(
            CatalogRow(
                number: lastInsertedRowID, id: id, description: description, descriptionRevision: revision,
                revision: revision, recordCount: 0))
    }

    func describeCatalog(_ catalog: CatalogRow) throws {
        try cachedStatement(
            sql: """
                UPDATE catalog SET description = ?, descriptionRevision = ?, revision = ?, recordCount = ?, checksum = ?
                WHERE number = ?
                """
        ).execute(arguments: [
            Data(catalog.description), catalog.descriptionRevision.number, catalog.revision.number,
            catalog.recordCount, catalog.checksum, catalog.number,
        ])
    }

    func updateCatalog(_ catalog: CatalogRow) throws {
        try cachedStatement(
            sql: """
                UPDATE catalog SET checksum = checksum + (?1 - revision) + (?2 - recordCount),
                    revision = ?1, recordCount = ?2 WHERE number = ?3
                """
        ).execute(arguments: [catalog.revision.number, catalog.recordCount, catalog.number])
    }

    func deleteCatalog(_ number: Int64, _ revision: Revision) throws {
        try execute(sql: "DELETE FROM record WHERE catalog = ?", arguments: [number])
        try execute(sql: "DELETE FROM deletion WHERE catalog = ?", arguments: [number])
        try execute(sql: "DELETE FROM catalog WHERE number = ?", arguments: [number])
    }

    func exchangeCatalogs(_ first: String, _ second: String, _ revision: Revision) throws {
        // No catalog has this id: ids must be unique after each statement.
        let free: [UInt8] = [0]
        try execute(
            sql: "UPDATE catalog SET id = ? WHERE id = ?", arguments: [Data(free), Data(first.utf8)])
        let difference = RowChecksum.hash(first) - RowChecksum.hash(second)
        for (old, new, difference) in [
            (Array(second.utf8), first, difference), (free, second, -difference),
        ] {
            try execute(
                sql: """
                    UPDATE catalog SET
                        checksum = checksum + ?1 + (?2 - descriptionRevision) + (?2 - revision),
                        id = ?3, descriptionRevision = ?2, revision = ?2 WHERE id = ?4
                    """, arguments: [difference, revision.number, Data(new.utf8), Data(old)])
        }
    }

    // MARK: Keys

    func accessKeys() throws -> [StoredAccessKey] {
        try Row.fetchAll(
            cachedStatement(sql: "SELECT uid, json, \(checksum()) FROM accessKey ORDER BY uid")
        ).map(StoredAccessKey.init)
    }

    func putAccessKey(_ key: StoredAccessKey) throws {
        try cachedStatement(sql: "INSERT OR REPLACE INTO accessKey (uid, json, checksum) VALUES (?, ?, ?)")
            .execute(arguments: [Data(key.uid.utf8), Data(key.json), key.checksum])
    }

    func deleteAccessKey(_ uid: String) throws {
        try cachedStatement(sql: "DELETE FROM accessKey WHERE uid = ?").execute(arguments: [Data(uid.utf8)])
    }

    // MARK: Records

    func recordRevision(_ id: String, in catalog: Int64) throws -> Revision? {
        try Row.fetchOne(
            cachedStatement(sql: "SELECT revision FROM record WHERE catalog = ? AND id = ?"),
            arguments: [catalog, Data(id.utf8)]
        )?.revision(0)
    }

    func record(_ id: String, in catalog: Int64) throws -> StoredRecord? {
        try Row.fetchOne(
            cachedStatement(sql: recordColumns() + " WHERE catalog = ? AND id = ?"),
            arguments: [catalog, Data(id.utf8)]
        ).map(StoredRecord.init)
    }

    /// The columns that ``StoredRecord/init(_:)`` reads.
    func recordColumns() throws -> String {
        "SELECT id, revision, json, catalog, \(try checksum()) FROM record"
    }

    func insertRecord(_ id: String, in catalog: Int64, json: [UInt8], _ revision: Revision) throws {
        let record = StoredRecord(id: id, revision: revision, json: json)
        try cachedStatement(
            sql: "INSERT INTO record (catalog, id, revision, json, checksum) VALUES (?, ?, ?, ?, ?)"
        ).execute(arguments: [
            catalog, Data(id.utf8), revision.number, Data(json), record.checksum(in: catalog),
        ])
    }

    func updateRecord(_ id: String, in catalog: Int64, json: [UInt8], _ revision: Revision) throws {
        let record = StoredRecord(id: id, revision: revision, json: json)
        try cachedStatement(
            sql: "UPDATE record SET revision = ?, json = ?, checksum = ? WHERE catalog = ? AND id = ?"
        ).execute(arguments: [
            revision.number, Data(json), record.checksum(in: catalog), catalog, Data(id.utf8),
        ])
    }

    func deleteRecord(_ id: String, in catalog: Int64, _ revision: Revision) throws {
        try cachedStatement(sql: "DELETE FROM record WHERE catalog = ? AND id = ?")
            .execute(arguments: [catalog, Data(id.utf8)])
        // Only a start from a checkpoint needs the deletion.
        try cachedStatement(
            sql: """
                INSERT OR REPLACE INTO deletion SELECT ?1, ?2, ?3, rowHash(?1, ?2, ?3)
                WHERE EXISTS (SELECT 1 FROM checkpoint)
                """
        ).execute(arguments: [catalog, Data(id.utf8), revision.number])
    }

    /// The records of a catalog after an id, in the byte order of their ids. GRDB binds empty data as NULL.
    func records(in catalog: Int64, after id: String) throws -> RecordCursor {
        let rows = try Row.fetchCursor(
            self,
            sql: recordColumns() + " WHERE catalog = ? AND id > coalesce(?, x'') ORDER BY id",
            arguments: [catalog, Data(id.utf8)])
        return RecordCursor { try rows.next().map(StoredRecord.init) }
    }

    /// A store in SQLite has no shards.
    func records(
        in catalog: Int64, after first: Revision, before last: Revision, of shard: StoreShard?
    ) throws -> RecordCursor {
        let rows = try Row.fetchCursor(
            self,
            sql: recordColumns()
                + " WHERE catalog = ? AND revision > ? AND revision < ? ORDER BY revision DESC",
            arguments: [catalog, first.number, last.number])
        return RecordCursor { try rows.next().map(StoredRecord.init) }
    }

    func putStaged(_ load: StagedLoad, into catalog: Int64, after revision: Revision) throws -> StagedCounts {
        var counts = try stagedCounts(for: catalog)
        if load.replaces {
            let last = Revision(revision.number + Int64(load.count) + 1)
            counts.deleted = try deleteUnstaged(from: catalog, last)
        }
        try putStaged(into: catalog, after: revision, onlyChanges: load.replaces)
        return counts
    }
}

extension StoredRecord {
    /// A row of ``GRDB/Database/recordColumns()``.
    init(_ row: Row) throws(StoreError) {
        let (id, json, catalog) = (try row.bytes(0), try row.bytes(2), try row.integer(3))
        self.init(id: String(decoding: id, as: UTF8.self), revision: try row.revision(1), json: json)
        let sum = RowChecksum.hash(id) + RowChecksum.hash(json) + catalog + revision.number
        guard !row.hasChecksum(sum, 4) else { return }
        guard let restored = row.restored([id, json], sum: sum, 4) else {
            hasChecksum = false
            writtenHash = row.writtenHash(of: json, sum: sum, 4)
            return
        }
        self.init(
            id: String(decoding: restored[0], as: UTF8.self), revision: revision, json: restored[1])
        isRestored = true
    }

    func checksum(in catalog: Int64) -> Int64 {
        RowChecksum.hash(id) + RowChecksum.hash(json) + catalog + revision.number
    }
}

extension StoredAccessKey {
    init(_ row: Row) throws(StoreError) {
        let (uid, json) = (try row.bytes(0), try row.bytes(1))
        self.init(uid: String(decoding: uid, as: UTF8.self), json: json)
        let sum = RowChecksum.hash(uid) + RowChecksum.hash(json)
        guard !row.hasChecksum(sum, 2) else { return }
        guard let restored = row.restored([uid, json], sum: sum, 2) else {
            isIntact = false
            return
        }
        self.init(uid: String(decoding: restored[0], as: UTF8.self), json: restored[1])
        isRestored = true
    }

    fileprivate var checksum: Int64 { RowChecksum.hash(uid) + RowChecksum.hash(json) }
}
