// The tables of a store in PostgreSQL, and migrations from older versions.

/// The tables of a store, in a schema of their own. The current rows and the deleted ones are a log of
/// changes, ordered by revision and compacted to one row for each record.
enum PostgreSQLSchema {
    /// Migrations; each runs once and never changes. A store with more of them is newer.
    private static let migrations = [
        """
        CREATE TABLE lsearch.version (
            single boolean PRIMARY KEY DEFAULT true CHECK (single), number bigint NOT NULL);
        INSERT INTO lsearch.version (number) VALUES (0);
        COMMENT ON TABLE lsearch.version IS 'The version of these tables, which belong to lsearchd';
        CREATE TABLE lsearch.store (
            single boolean PRIMARY KEY DEFAULT true CHECK (single),
            revision bigint NOT NULL, mark uuid NOT NULL, horizon bigint NOT NULL DEFAULT 0) WITH (fillfactor = 10);
        CREATE TABLE lsearch.catalog (
            number int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, id bytea NOT NULL UNIQUE, description bytea,
            descriptionRevision bigint NOT NULL, revision bigint NOT NULL, recordCount bigint NOT NULL);
        CREATE INDEX ON lsearch.catalog (revision);
        CREATE TABLE lsearch.record (
            slot smallint NOT NULL, catalog int NOT NULL REFERENCES lsearch.catalog, id bytea NOT NULL,
            revision bigint NOT NULL, json bytea,
            PRIMARY KEY (catalog, id, slot)) PARTITION BY RANGE (slot);
        CREATE TABLE lsearch.record0 PARTITION OF lsearch.record FOR VALUES FROM (0) TO (256);
        CREATE TABLE lsearch.record1 PARTITION OF lsearch.record FOR VALUES FROM (256) TO (512);
        CREATE TABLE lsearch.record2 PARTITION OF lsearch.record FOR VALUES FROM (512) TO (768);
        CREATE TABLE lsearch.record3 PARTITION OF lsearch.record FOR VALUES FROM (768) TO (1024);
        CREATE INDEX ON lsearch.record (revision);
        CREATE TABLE lsearch.tick (
            revision bigint PRIMARY KEY, mark uuid NOT NULL UNIQUE, at timestamptz NOT NULL DEFAULT clock_timestamp());
        CREATE FUNCTION lsearch.slot(catalog int, id bytea) RETURNS smallint
            LANGUAGE sql IMMUTABLE PARALLEL SAFE
            RETURN ((get_byte(sha256(int4send(catalog) || id), 0) << 2)
                | (get_byte(sha256(int4send(catalog) || id), 1) >> 6))::smallint;
        INSERT INTO lsearch.store (revision, mark) VALUES (0, gen_random_uuid());
        INSERT INTO lsearch.tick (revision, mark) SELECT revision, mark FROM lsearch.store;
        """,
        """
        CREATE TABLE lsearch.accessKey (uid bytea PRIMARY KEY, json bytea NOT NULL);
        """,
        // Checksums. PostgreSQL computes one whenever a row is written, and compares it
        // in the query that reads the row.
        """
        CREATE FUNCTION lsearch.rowChecksum(number int, id bytea, content bytea) RETURNS bytea
            LANGUAGE sql IMMUTABLE PARALLEL SAFE
            RETURN substr(sha256(int4send(number) || int4send(length(id)) || id || content), 1, 8);
        ALTER TABLE lsearch.record ADD COLUMN checksum bytea GENERATED ALWAYS AS (
            lsearch.rowChecksum(catalog, id, int8send(revision) || json)) STORED;
        ALTER TABLE lsearch.catalog ADD COLUMN checksum bytea GENERATED ALWAYS AS (
            lsearch.rowChecksum(number, id,
                int8send(descriptionRevision) || int8send(revision) || int8send(recordCount) || description)) STORED;
        ALTER TABLE lsearch.accessKey ADD COLUMN checksum bytea GENERATED ALWAYS AS (
            lsearch.rowChecksum(0, uid, json)) STORED;
        """,
    ]

    /// The version of the tables after all migrations.
    static var version: Int64 { Int64(migrations.count) }

    /// Whether a database has the tables of a store, and of which version.
    enum State: Equatable {
        case absent
        case version(Int64)
    }

    /// Checks the tables of a database.
    ///
    /// - Throws: `StoreError.refused` if they belong to another program, or are newer.
    static func state(_ connection: PostgreSQLConnection) throws -> State {
        let found = try connection.run(
            """
            SELECT count(*) AS tables, count(*) FILTER (WHERE relname = 'version') AS version
            FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
            WHERE nspname = 'lsearch' AND relkind IN ('r', 'p', 'v', 'm', 'f')
            """)
        if try found.count(0, 0) == 0 { return .absent }
        guard try found.count(0, 1) == 1 else { throw StoreError.refused(.otherTables) }
        let rows = try connection.run("SELECT number FROM lsearch.version WHERE single")
        guard rows.count == 1 else { throw StoreError.refused(.otherTables) }
        let version = try rows.count(0, 0)
        guard version <= Self.version else { throw StoreError.refused(.newerVersion) }
        return .version(version)
    }

    /// Creates or migrates the tables.
    static func migrate(_ connection: PostgreSQLConnection) throws {
        try connection.run("BEGIN")
        do {
            // Several servers may start at the same time.
            try connection.run("SELECT pg_advisory_xact_lock(x'6C737073'::bigint)")
            var version: Int64 = 0
            switch try state(connection) {
            case .absent:
                let schema = try connection.run("SELECT FROM pg_namespace WHERE nspname = 'lsearch'")
                // The owner of the database may have created the schema for this account.
                if schema.count == 0 { try connection.run("CREATE SCHEMA lsearch") }
            case .version(let number): version = number
            }
            for migration in migrations[Int(version)...] {
                for statement in migration.split(separator: ";\n") { try connection.run(String(statement)) }
            }
            try connection.run("UPDATE lsearch.version SET number = \(migrations.count)")
            try connection.commit()
        } catch {
            if connection.isUsable { _ = try? connection.run("ROLLBACK") }
            throw error
        }
    }

    /// Checks that the account has the rights it needs.
    ///
    /// - Throws: `StoreError.refused(.missingRights)`.
    static func checkRights(_ connection: PostgreSQLConnection, writes: Bool) throws {
        let needed: [(table: String, rights: [String])] =
            ["version", "store", "catalog", "record", "tick", "accesskey"].map { ($0, ["SELECT"]) }
            + (writes
                ? [
                    ("store", ["UPDATE"]), ("catalog", ["INSERT", "UPDATE", "DELETE"]),
                    ("record", ["INSERT", "UPDATE", "DELETE"]), ("tick", ["INSERT", "DELETE"]),
                    ("accesskey", ["INSERT", "UPDATE", "DELETE"]),
                ] : [])
        for (table, rights) in needed {
            for right in rights {
                let found = try connection.run("SELECT has_table_privilege('lsearch.\(table)', '\(right)')")
                guard try found.flag(0, 0) else {
                    throw StoreError.refused(.missingRights(message: "\(right) ON lsearch.\(table)"))
                }
            }
        }
    }
}
