// Reads the rows of a store in PostgreSQL.

internal import CatalogStorage

/// Reads rows within a transaction of a connection.
class PostgreSQLReader: StoreReader {
    let connection: PostgreSQLConnection
    /// The shard whose records are read in bulk; `nil` for all.
    private let shard: StoreShard?

    init(_ connection: PostgreSQLConnection, _ shard: StoreShard? = nil) {
        self.connection = connection
        self.shard = shard
    }

    private static let catalogColumns = """
        SELECT number::bigint, id, description, descriptionRevision, revision, recordCount,
            checksum IS NOT DISTINCT FROM rowChecksum(number, id,
                int8send(descriptionRevision) || int8send(revision) || int8send(recordCount) || description)
        FROM catalog
        """
    /// The SQL expression for whether the row of a record is as it was written.
    static let hasChecksum = """
        record.checksum IS NOT DISTINCT FROM rowChecksum(record.catalog, record.id, int8send(record.revision) || json)
        """

    func storeRevision() throws -> Revision { try head().revision }

    /// The newest transaction.
    func head() throws -> PostgreSQLPosition {
        // A short limit, because the server may hang.
        let rows = try connection.run("SELECT revision, mark FROM store", within: .seconds(5))
        guard rows.count == 1 else { throw PostgreSQLError.damaged(message: "the store has no revision") }
        return PostgreSQLPosition(revision: try rows.revision(0, 0), mark: try rows.present(0, 1))
    }

    /// Identifies the history that the server writes, by a number that grows when a standby is promoted;
    /// `nil` on a standby.
    func timeline() throws -> String? {
        let rows = try connection.run(
            """
            SELECT convert_to(CASE WHEN NOT pg_is_in_recovery() THEN left(pg_walfile_name(pg_current_wal_lsn()), 8) END, 'UTF8')
            """)
        return rows.bytes(0, 0).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Why the changes since a position cannot be read; `nil` if they can.
    func fault(of position: PostgreSQLPosition) throws -> CheckpointFault? {
        let rows = try connection.run(
            """
            SELECT horizon <= $1::bigint,
                EXISTS (SELECT FROM tick WHERE tick.revision = $1::bigint AND tick.mark = $2::uuid) FROM store
            """, .integer(position.revision.number), .bytes(position.mark))
        guard rows.count == 1 else { return .foreign }
        if try !rows.flag(0, 0) { return .expired }
        return try rows.flag(0, 1) ? nil : .foreign
    }

    func catalogs() throws -> [CatalogRow] {
        let rows = try connection.run(Self.catalogColumns + " WHERE description IS NOT NULL ORDER BY id")
        return try (0..<rows.count).map { try CatalogRow(rows, $0) }
    }

    func catalog(_ id: String) throws -> CatalogRow? {
        let rows = try connection.run(
            Self.catalogColumns + " WHERE id = $1::bytea AND description IS NOT NULL",
            .bytes(Array(id.utf8)))
        return rows.count == 1 ? try CatalogRow(rows, 0) : nil
    }

    /// The ids of catalogs that changed after a revision, and their rows; `nil` for deleted ones.
    func catalogs(changedAfter revision: Revision) throws -> [(id: String, row: CatalogRow?)] {
        let rows = try connection.run(
            Self.catalogColumns + " WHERE revision > $1::bigint ORDER BY id", .integer(revision.number))
        return try (0..<rows.count).map { row in
            (
                String(decoding: try rows.present(row, 1), as: UTF8.self),
                rows.bytes(row, 2) == nil ? nil : try CatalogRow(rows, row)
            )
        }
    }

    func record(_ id: String, in catalog: Int64) throws -> StoredRecord? {
        let rows = try connection.run(
            """
            SELECT id, revision, json, \(Self.hasChecksum) FROM record
            WHERE catalog = $1::bigint::int AND id = $2::bytea AND slot = slot($1::bigint::int, $2::bytea)
                AND json IS NOT NULL
            """, .integer(catalog), .bytes(Array(id.utf8)))
        return rows.count == 1 ? try StoredRecord(rows, 0) : nil
    }

    func accessKeys() throws -> [StoredAccessKey] {
        let rows = try connection.run(
            """
            SELECT uid, json, checksum IS NOT DISTINCT FROM rowChecksum(0, uid, json) FROM accessKey ORDER BY uid
            """)
        return try (0..<rows.count).map { row in
            var key = StoredAccessKey(
                uid: String(decoding: try rows.present(row, 0), as: UTF8.self),
                json: try rows.present(row, 1))
            key.isIntact = try rows.flag(row, 2)
            return key
        }
    }

    /// Identifies the database, whichever server has it now.
    func databaseName() throws -> String {
        let rows = try connection.run(
            """
            SELECT convert_to(system_identifier || '-' || oid, 'UTF8')
            FROM pg_control_system(), pg_database WHERE datname = current_database()
            """)
        guard rows.count == 1 else { throw PostgreSQLError.damaged(message: "the database has no name") }
        return String(decoding: try rows.present(0, 0), as: UTF8.self)
    }

    var hasAllRecords: Bool { shard == nil }

    /// The SQL condition for the records to read.
    private var condition: String { shard?.condition ?? "true" }

    /// The records that changed after a revision, in the order of their changes.
    func changedRecords(after revision: Revision) throws -> SQLCursor {
        try connection.rows(
            of: """
                SELECT catalog::bigint, id, json, revision, \(Self.hasChecksum) FROM record
                WHERE revision > \(revision.number) AND \(condition) ORDER BY revision
                """)
    }

    func records(in catalog: Int64, after id: String) throws -> RecordCursor {
        let bytes = id.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        return try records(in: catalog, "id > '\\x\(bytes)'::bytea", order: "id")
    }

    func records(
        in catalog: Int64, after first: Revision, before last: Revision, of shard: StoreShard?
    ) throws -> RecordCursor {
        let share = shard.map { " AND " + $0.condition } ?? ""
        return try records(
            in: catalog, "revision > \(first.number) AND revision < \(last.number)" + share,
            order: "revision DESC")
    }

    private func records(in catalog: Int64, _ selection: String, order: String) throws -> RecordCursor {
        let cursor = try connection.rows(
            of: """
                SELECT id, revision, json, \(Self.hasChecksum) FROM record
                WHERE catalog = \(catalog) AND \(selection) AND json IS NOT NULL AND \(condition)
                ORDER BY \(order)
                """)
        var rows: SQLRows?
        var row = 0
        return RecordCursor {
            if row == rows?.count ?? 0 {
                rows = try cursor.next()
                row = 0
            }
            guard let rows else { return nil }
            defer { row += 1 }
            return try StoredRecord(rows, row)
        }
    }
}

/// A moment in the history of a store. Two histories may have the same revision, but never the same mark.
struct PostgreSQLPosition: Hashable, Sendable {
    let revision: Revision
    let mark: [UInt8]
}

extension PostgreSQLPosition {
    init(_ position: Checkpoint.Position) {
        self.init(revision: Revision(position.revision), mark: position.mark)
    }
}

extension CatalogRow {
    fileprivate init(_ rows: SQLRows, _ row: Int) throws {
        self.init(
            number: try rows.count(row, 0), id: String(decoding: try rows.present(row, 1), as: UTF8.self),
            description: try rows.present(row, 2), descriptionRevision: try rows.revision(row, 3),
            revision: try rows.revision(row, 4), recordCount: Int(try rows.count(row, 5)),
            isIntact: try rows.flag(row, 6))
    }
}

extension StoredRecord {
    fileprivate init(_ rows: SQLRows, _ row: Int) throws {
        self.init(
            id: String(decoding: try rows.present(row, 0), as: UTF8.self),
            revision: try rows.revision(row, 1), json: try rows.present(row, 2))
        hasChecksum = try rows.flag(row, 3)
    }
}
