// Reads and writes of one transaction in PostgreSQL: few statements, whatever the number of writes.

internal import CatalogSearch

/// The rows of a store within a writing transaction. Rows of records are read together before the first
/// write, and written together after the last one.
final class PostgreSQLTables: PostgreSQLReader, StoreTables {
    private struct Key: Hashable {
        let catalog: Int64
        /// Ids are compared by bytes.
        let id: [UInt8]
    }

    private struct Row {
        var revision: Revision
        /// `nil` if the record is deleted, or its JSON was not needed.
        var json: [UInt8]?
        var isDeleted: Bool
        /// Whether the row is as it was written, as far as this is known.
        var hasChecksum = true
    }

    private let mark: [UInt8]
    private var known: [Key: Row] = [:]
    private var isFetched: Set<Key> = []
    private var changed: Set<Key> = []
    /// The newest revision before this transaction.
    private let revision: Revision

    /// Takes the lock that all writers take, so that the order of commits is the order of revisions.
    ///
    /// - Parameter mark: identifies this transaction uniquely, forever.
    init(_ connection: PostgreSQLConnection, mark: [UInt8]) throws {
        self.mark = mark
        let rows = try connection.run("SELECT revision FROM store FOR UPDATE")
        guard rows.count == 1 else { throw PostgreSQLError.damaged(message: "the store has no revision") }
        revision = try rows.revision(0, 0)
        super.init(connection)
    }

    override func storeRevision() throws -> Revision { revision }

    func prepare(for change: Change) throws { try fetch(for: [change]) }

    func flush() throws {
        try writeRecords()
        known = [:]
        isFetched = []
    }

    /// Reads the records that the writes name.
    func fetch(for writes: [Change]) throws {
        var numbers: [String: Int64] = [:]
        var keys: [Key: Bool] = [:]
        func add(_ id: String, _ catalog: String, withJSON: Bool = false) throws {
            let number: Int64
            if let found = numbers[catalog] {
                number = found
            } else {
                number = try self.catalog(catalog)?.number ?? -1
                numbers[catalog] = number
            }
            keys[Key(catalog: number, id: Array(id.utf8)), default: false] = withJSON
        }
        for write in writes {
            switch write {
            case .put(let record, let catalog, _): try add(record.record.id, catalog)
            case .delete(let id, let catalog, _): try add(id, catalog)
            case .load(let records, let catalog, _):
                for record in records { try add(record.record.id, catalog) }
            case .patch(_, let id, let catalog, _): try add(id, catalog, withJSON: true)
            case .rewriteRecords(let ids, _, let catalog):
                for id in ids { try add(id, catalog, withJSON: true) }
            case .loadStaged, .putCatalog, .deleteCatalog, .renameCatalog, .putRule, .changeLearned, .rewrite,
                .restore, .repair, .insertAccessKeys, .patchAccessKey, .deleteAccessKey:
                break
            }
        }
        try fetch(keys)
    }

    /// - Parameter keys: the keys, and whether the JSON is needed.
    private func fetch(_ keys: [Key: Bool]) throws {
        let list = keys.filter { $0.key.catalog >= 0 }.sorted {
            $0.key.id.lexicographicallyPrecedes($1.key.id)
        }
        guard !list.isEmpty else { return }
        let rows = try connection.run(
            """
            SELECT record.catalog::bigint, record.id, record.revision, json IS NULL, CASE WHEN whole THEN json END,
                NOT whole OR \(Self.hasChecksum)
            FROM unnest($1::bigint[], $2::bytea[], $3::boolean[]) AS key (catalog, id, whole)
                JOIN record ON record.catalog = key.catalog::int AND record.id = key.id
                    AND record.slot = slot(key.catalog::int, key.id)
            """, .integers(list.map(\.key.catalog)), .lists(list.map(\.key.id)), .flags(list.map(\.value)))
        for row in 0..<rows.count {
            let key = Key(catalog: try rows.count(row, 0), id: try rows.present(row, 1))
            known[key] = Row(
                revision: try rows.revision(row, 2), json: rows.bytes(row, 4),
                isDeleted: try rows.flag(row, 3), hasChecksum: try rows.flag(row, 5))
        }
        isFetched.formUnion(list.map(\.key))
    }

    // MARK: Records

    private func row(_ id: String, in catalog: Int64, withJSON: Bool) throws -> Row? {
        let key = Key(catalog: catalog, id: Array(id.utf8))
        // A change of a catalog may have changed its number, or a patch may follow a put that needed no JSON.
        if !isFetched.contains(key) || withJSON && known[key].map({ $0.json == nil && !$0.isDeleted }) == true
        {
            try fetch([key: withJSON])
        }
        return known[key].flatMap { $0.isDeleted ? nil : $0 }
    }

    private func set(_ id: String, in catalog: Int64, json: [UInt8]?, _ revision: Revision) {
        let key = Key(catalog: catalog, id: Array(id.utf8))
        known[key] = Row(revision: revision, json: json, isDeleted: json == nil)
        isFetched.insert(key)
        changed.insert(key)
    }

    func recordRevision(_ id: String, in catalog: Int64) throws -> Revision? {
        try row(id, in: catalog, withJSON: false)?.revision
    }

    override func record(_ id: String, in catalog: Int64) throws -> StoredRecord? {
        guard let row = try row(id, in: catalog, withJSON: true), let json = row.json else { return nil }
        var record = StoredRecord(id: id, revision: row.revision, json: json)
        record.hasChecksum = row.hasChecksum
        return record
    }

    func insertRecord(_ id: String, in catalog: Int64, json: [UInt8], _ revision: Revision) throws {
        set(id, in: catalog, json: json, revision)
    }

    func updateRecord(_ id: String, in catalog: Int64, json: [UInt8], _ revision: Revision) throws {
        set(id, in: catalog, json: json, revision)
    }

    /// A row without JSON tells followers about the deletion.
    func deleteRecord(_ id: String, in catalog: Int64, _ revision: Revision) throws {
        set(id, in: catalog, json: nil, revision)
    }

    private func writeRecords() throws {
        // In the order of the index.
        let rows = changed.compactMap { key in known[key].map { (key: key, row: $0) } }
            .sorted { $0.key.id.lexicographicallyPrecedes($1.key.id) }
        guard !rows.isEmpty else { return }
        try connection.run(
            """
            INSERT INTO record (slot, catalog, id, revision, json)
            SELECT slot(catalog::int, id), catalog::int, id, revision, json
            FROM unnest($1::bigint[], $2::bytea[], $3::bigint[], $4::bytea[]) AS row (catalog, id, revision, json)
            ON CONFLICT (catalog, id, slot) DO UPDATE SET revision = excluded.revision, json = excluded.json
            """, .integers(rows.map(\.key.catalog)), .lists(rows.map(\.key.id)),
            .integers(rows.map(\.row.revision.number)), .lists(rows.map(\.row.json)))
        changed = []
    }

    // MARK: Catalogs

    /// Writes the records and the new revision, with this transaction's mark.
    func setStoreRevision(_ revision: Revision) throws {
        try writeRecords()
        try connection.run(
            "INSERT INTO tick (revision, mark) VALUES ($1::bigint, $2::uuid)", .integer(revision.number),
            .bytes(mark))
        try connection.run(
            "UPDATE store SET revision = $1::bigint, mark = $2::uuid", .integer(revision.number), .bytes(mark)
        )
    }

    func insertCatalog(_ id: String, description: [UInt8], _ revision: Revision) throws {
        // A deleted catalog has kept its number, so that followers that missed the deletion replace it.
        try connection.run(
            """
            INSERT INTO catalog (id, description, descriptionRevision, revision, recordCount)
            VALUES ($1::bytea, $2::bytea, $3::bigint, $3::bigint, 0)
            ON CONFLICT (id) DO UPDATE SET description = excluded.description, recordCount = 0,
                descriptionRevision = excluded.descriptionRevision, revision = excluded.revision
            """, .bytes(Array(id.utf8)), .bytes(description), .integer(revision.number))
    }

    func describeCatalog(_ catalog: CatalogRow) throws {
        try connection.run(
            """
            UPDATE catalog SET description = $1::bytea, descriptionRevision = $2::bigint, revision = $3::bigint,
                recordCount = $4::bigint
            WHERE number = $5::bigint::int
            """, .bytes(catalog.description), .integer(catalog.descriptionRevision.number),
            .integer(catalog.revision.number), .integer(Int64(catalog.recordCount)),
            .integer(catalog.number))
    }

    func updateCatalog(_ catalog: CatalogRow) throws {
        try connection.run(
            """
            UPDATE catalog SET revision = $1::bigint, recordCount = $2::bigint WHERE number = $3::bigint::int
            """, .integer(catalog.revision.number), .integer(Int64(catalog.recordCount)),
            .integer(catalog.number))
    }

    func deleteCatalog(_ number: Int64, _ revision: Revision) throws {
        try connection.run("DELETE FROM record WHERE catalog = $1::bigint::int", .integer(number))
        try connection.run(
            """
            UPDATE catalog SET description = NULL, descriptionRevision = $1::bigint, revision = $1::bigint,
                recordCount = 0 WHERE number = $2::bigint::int
            """, .integer(revision.number), .integer(number))
    }

    func exchangeCatalogs(_ first: String, _ second: String, _ revision: Revision) throws {
        // A row without a description tells followers that its catalog was deleted.
        try connection.run(
            """
            INSERT INTO catalog (id, description, descriptionRevision, revision, recordCount)
            VALUES ($1::bytea, NULL, $2::bigint, $2::bigint, 0) ON CONFLICT (id) DO NOTHING
            """, .bytes(Array(second.utf8)), .integer(revision.number))
        // No catalog has this id, so that ids stay unique in between.
        let free: [UInt8] = [0]
        let ids = [
            (Array(first.utf8), free), (Array(second.utf8), Array(first.utf8)), (free, Array(second.utf8)),
        ]
        for (old, new) in ids {
            try connection.run(
                """
                UPDATE catalog SET id = $2::bytea, descriptionRevision = $3::bigint, revision = $3::bigint
                WHERE id = $1::bytea
                """, .bytes(old), .bytes(new), .integer(revision.number))
        }
    }

    // MARK: Keys

    func putAccessKey(_ key: StoredAccessKey) throws {
        try connection.run(
            """
            INSERT INTO accessKey (uid, json) VALUES ($1::bytea, $2::bytea)
            ON CONFLICT (uid) DO UPDATE SET json = excluded.json
            """, .bytes(Array(key.uid.utf8)), .bytes(key.json))
    }

    func deleteAccessKey(_ uid: String) throws {
        try connection.run("DELETE FROM accessKey WHERE uid = $1::bytea", .bytes(Array(uid.utf8)))
    }

    // MARK: Loads

    /// Sends the staged records of a load to the server, before the lock is taken.
    static func stage(_ load: StagedLoad, _ connection: PostgreSQLConnection) throws {
        try connection.run(
            """
            CREATE TEMPORARY TABLE staged (position bigint NOT NULL, id bytea NOT NULL, json bytea NOT NULL)
            ON COMMIT DROP
            """)
        try LoadStaging.forEachBlock(of: load.path) { lines in
            try connection.run(
                """
                INSERT INTO pg_temp.staged
                SELECT * FROM unnest($1::bigint[], $2::bytea[], $3::bytea[])
                """, .integers(lines.map { Int64($0.position) }), .lists(lines.map(\.id)),
                .lists(lines.map(\.json)))
        }
        if load.replaces {
            // Each record of the catalog is looked up there.
            try connection.run("CREATE INDEX ON pg_temp.staged (id)")
            try connection.run("ANALYZE pg_temp.staged")
        }
    }

    /// Deletes the records of a catalog that are not staged.
    ///
    /// - Returns: their number.
    private func deleteUnstaged(from catalog: Int64, _ revision: Revision) throws -> Int {
        let rows = try connection.run(
            """
            WITH gone AS (
                UPDATE record SET json = NULL, revision = $2::bigint
                WHERE catalog = $1::bigint::int AND json IS NOT NULL
                    AND NOT EXISTS (SELECT FROM pg_temp.staged WHERE staged.id = record.id)
                RETURNING 1)
            SELECT count(*) FROM gone
            """, .integer(catalog), .integer(revision.number))
        return Int(try rows.count(0, 0))
    }

    func putStaged(_ load: StagedLoad, into catalog: Int64, after revision: Revision) throws -> StagedCounts {
        let counts = try connection.run(
            """
            SELECT count(*), count(*) FILTER (WHERE record.json IS NULL)
            FROM pg_temp.staged LEFT JOIN record ON record.catalog = $1::bigint::int AND record.id = staged.id
                AND record.slot = slot($1::bigint::int, staged.id)
            """, .integer(catalog))
        try connection.run(
            """
            INSERT INTO record (slot, catalog, id, revision, json)
            SELECT slot($1::bigint::int, id), $1::bigint::int, id, $2::bigint + position, json
            FROM pg_temp.staged ORDER BY id
            ON CONFLICT (catalog, id, slot) DO UPDATE SET revision = excluded.revision, json = excluded.json
            \(load.replaces ? "WHERE record.json IS DISTINCT FROM excluded.json" : "")
            """, .integer(catalog), .integer(revision.number))
        var done = StagedCounts(all: Int(try counts.count(0, 0)), new: Int(try counts.count(0, 1)))
        if load.replaces {
            let last = Revision(revision.number + Int64(load.count) + 1)
            done.deleted = try deleteUnstaged(from: catalog, last)
        }
        return done
    }
}
