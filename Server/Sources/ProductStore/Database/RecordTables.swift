// The SQL statements of a store.

internal import FoundationEssentials
internal import GRDB

extension CatalogRow {
    init(_ row: Row) throws(StoreError) {
        self.init(
            number: try row.integer(0), id: try row.text(1), description: try row.bytes(2),
            descriptionRevision: try row.revision(3), revision: try row.revision(4),
            recordCount: Int(try row.integer(5)))
    }
}

/// Columns of a row. GRDB's own subscripts end the process if a damaged database has a value of another type.
extension Row {
    /// A number that cannot overflow when others are added.
    func integer(_ column: Int) throws(StoreError) -> Int64 {
        guard case .int64(let number) = (self[column] as DatabaseValue).storage,
            (0..<1 << 53).contains(number)
        else { throw .unavailable(.damaged(message: "no number in column \(column)")) }
        return number
    }

    func revision(_ column: Int) throws(StoreError) -> Revision { Revision(try integer(column)) }

    func bytes(_ column: Int) throws(StoreError) -> [UInt8] {
        guard case .blob(let data) = (self[column] as DatabaseValue).storage
        else { throw .unavailable(.damaged(message: "no bytes in column \(column)")) }
        return [UInt8](data)
    }

    func text(_ column: Int) throws(StoreError) -> String {
        String(decoding: try bytes(column), as: UTF8.self)
    }
}

/// Reads and writes of rows.
extension Database: StoreTables {
    private static let catalogColumns =
        "SELECT number, id, description, descriptionRevision, revision, recordCount FROM catalog"

    func storeRevision() throws -> Revision {
        guard let row = try Row.fetchOne(cachedStatement(sql: "SELECT revision FROM store")) else {
            throw StoreError.unavailable(.damaged(message: "the store has no revision"))
        }
        return try row.revision(0)
    }

    func setStoreRevision(_ revision: Revision) throws {
        try cachedStatement(sql: "UPDATE store SET revision = ?").execute(arguments: [revision.number])
    }

    // MARK: Catalogs

    func catalogs() throws -> [CatalogRow] {
        try Row.fetchAll(cachedStatement(sql: Self.catalogColumns + " ORDER BY id")).map(CatalogRow.init)
    }

    func catalog(_ id: String) throws -> CatalogRow? {
        try Row.fetchOne(
            cachedStatement(sql: Self.catalogColumns + " WHERE id = ?"), arguments: [Data(id.utf8)]
        ).map(CatalogRow.init)
    }

    func insertCatalog(_ id: String, description: [UInt8], _ revision: Revision) throws {
        try cachedStatement(
            sql: """
                INSERT INTO catalog (id, description, descriptionRevision, revision, recordCount)
                VALUES (?, ?, ?, ?, 0)
                """
        ).execute(arguments: [Data(id.utf8), Data(description), revision.number, revision.number])
    }

    func describeCatalog(_ number: Int64, description: [UInt8], _ revision: Revision) throws {
        try cachedStatement(
            sql: "UPDATE catalog SET description = ?, descriptionRevision = ?, revision = ? WHERE number = ?"
        ).execute(arguments: [Data(description), revision.number, revision.number, number])
    }

    func setRules(_ number: Int64, description: [UInt8]) throws {
        try cachedStatement(sql: "UPDATE catalog SET description = ? WHERE number = ?")
            .execute(arguments: [Data(description), number])
    }

    func updateCatalog(_ catalog: CatalogRow) throws {
        try cachedStatement(sql: "UPDATE catalog SET revision = ?, recordCount = ? WHERE number = ?")
            .execute(arguments: [catalog.revision.number, catalog.recordCount, catalog.number])
    }

    func deleteCatalog(_ number: Int64, _ revision: Revision) throws {
        try execute(sql: "DELETE FROM record WHERE catalog = ?", arguments: [number])
        try execute(sql: "DELETE FROM deletion WHERE catalog = ?", arguments: [number])
        try execute(sql: "DELETE FROM catalog WHERE number = ?", arguments: [number])
    }

    func exchangeCatalogs(_ first: String, _ second: String, _ revision: Revision) throws {
        // No catalog has this id, so that each id is unique all the time.
        try execute(sql: "UPDATE catalog SET id = x'00' WHERE id = ?", arguments: [Data(first.utf8)])
        let sql = "UPDATE catalog SET id = ?, descriptionRevision = ?, revision = ? WHERE id = "
        try execute(
            sql: sql + "?",
            arguments: [Data(first.utf8), revision.number, revision.number, Data(second.utf8)])
        try execute(sql: sql + "x'00'", arguments: [Data(second.utf8), revision.number, revision.number])
    }

    // MARK: Keys

    func accessKeys() throws -> [StoredAccessKey] {
        try Row.fetchAll(cachedStatement(sql: "SELECT uid, json FROM accessKey ORDER BY uid")).map {
            StoredAccessKey(uid: try $0.text(0), json: try $0.bytes(1))
        }
    }

    func putAccessKey(_ key: StoredAccessKey) throws {
        try cachedStatement(sql: "INSERT OR REPLACE INTO accessKey (uid, json) VALUES (?, ?)").execute(
            arguments: [Data(key.uid.utf8), Data(key.json)])
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
            cachedStatement(sql: "SELECT id, revision, json FROM record WHERE catalog = ? AND id = ?"),
            arguments: [catalog, Data(id.utf8)]
        ).map(StoredRecord.init)
    }

    func insertRecord(_ id: String, in catalog: Int64, json: [UInt8], _ revision: Revision) throws {
        try cachedStatement(sql: "INSERT INTO record (catalog, id, revision, json) VALUES (?, ?, ?, ?)")
            .execute(arguments: [catalog, Data(id.utf8), revision.number, Data(json)])
    }

    func updateRecord(_ id: String, in catalog: Int64, json: [UInt8], _ revision: Revision) throws {
        try cachedStatement(sql: "UPDATE record SET revision = ?, json = ? WHERE catalog = ? AND id = ?")
            .execute(arguments: [revision.number, Data(json), catalog, Data(id.utf8)])
    }

    func deleteRecord(_ id: String, in catalog: Int64, _ revision: Revision) throws {
        try cachedStatement(sql: "DELETE FROM record WHERE catalog = ? AND id = ?")
            .execute(arguments: [catalog, Data(id.utf8)])
        // Only who starts from a checkpoint needs to know.
        try cachedStatement(
            sql: "INSERT OR REPLACE INTO deletion SELECT ?, ?, ? WHERE EXISTS (SELECT 1 FROM checkpoint)"
        ).execute(arguments: [catalog, Data(id.utf8), revision.number])
    }

    /// The records of a catalog after an id, in the byte order of their ids. GRDB binds empty data as NULL.
    func records(in catalog: Int64, after id: String) throws -> RecordCursor {
        let rows = try Row.fetchCursor(
            self,
            sql:
                "SELECT id, revision, json FROM record WHERE catalog = ? AND id > coalesce(?, x'') ORDER BY id",
            arguments: [catalog, Data(id.utf8)])
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
    fileprivate init(_ row: Row) throws(StoreError) {
        id = try row.text(0)
        revision = try row.revision(1)
        json = try row.bytes(2)
    }
}
