// The tables of the database, and migrations from older versions.

internal import GRDB

/// The tables of a store. Texts are stored as bytes: an id may contain a NUL, and JSON must stay unchanged.
enum Schema {
    /// The application id in the database's header: "lsps" in ASCII.
    static let applicationID: UInt32 = 0x6C73_7073

    /// Each migration runs once and never changes; a database with unknown migrations is newer.
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1") { db in
            try db.execute(
                sql: """
                    CREATE TABLE store (
                        only INTEGER PRIMARY KEY CHECK (only = 1),
                        revision INTEGER NOT NULL
                    ) STRICT;
                    INSERT INTO store VALUES (1, 0);
                    CREATE TABLE catalog (
                        number INTEGER PRIMARY KEY AUTOINCREMENT,
                        id BLOB NOT NULL UNIQUE,
                        description BLOB NOT NULL,
                        descriptionRevision INTEGER NOT NULL,
                        revision INTEGER NOT NULL,
                        recordCount INTEGER NOT NULL
                    ) STRICT;
                    CREATE TABLE record (
                        number INTEGER PRIMARY KEY,
                        catalog INTEGER NOT NULL REFERENCES catalog (number),
                        id BLOB NOT NULL,
                        revision INTEGER NOT NULL,
                        json BLOB NOT NULL,
                        UNIQUE (catalog, id)
                    ) STRICT;
                    """)
        }
        // The checkpoints that belong to the store, and the deletions since the oldest of them.
        migrator.registerMigration("2") { db in
            try db.execute(
                sql: """
                    CREATE TABLE checkpoint (
                        mark BLOB PRIMARY KEY,
                        revision INTEGER NOT NULL
                    ) STRICT, WITHOUT ROWID;
                    CREATE TABLE deletion (
                        catalog INTEGER NOT NULL,
                        id BLOB NOT NULL,
                        revision INTEGER NOT NULL,
                        PRIMARY KEY (catalog, id)
                    ) STRICT, WITHOUT ROWID;
                    CREATE INDEX recordRevision ON record (catalog, revision);
                    """)
        }
        // Keys of the API, with their permissions. Their secrets are not stored.
        migrator.registerMigration("3") { db in
            try db.execute(
                sql: """
                    CREATE TABLE accessKey (
                        uid BLOB PRIMARY KEY NOT NULL,
                        json BLOB NOT NULL
                    ) STRICT, WITHOUT ROWID;
                    """)
        }
        // Checksums: see ``RowChecksum``.
        migrator.registerMigration("4") { db in
            let hash = DatabaseFunction("columnHash", argumentCount: 1, pure: true) { values in
                guard case .blob(let data) = values[0].storage else { return nil }
                return RowChecksum.hash(Array(data))
            }
            db.add(function: hash)
            defer { db.remove(function: hash) }
            try db.execute(
                sql: """
                    ALTER TABLE record ADD COLUMN checksum INTEGER;
                    ALTER TABLE catalog ADD COLUMN checksum INTEGER;
                    ALTER TABLE accessKey ADD COLUMN checksum INTEGER;
                    UPDATE record SET checksum = columnHash(id) + columnHash(json) + catalog + revision;
                    UPDATE catalog SET checksum = columnHash(id) + columnHash(description)
                        + number + descriptionRevision + revision + recordCount;
                    UPDATE accessKey SET checksum = columnHash(uid) + columnHash(json);
                    """)
        }
        migrator.registerMigration("5") { db in
            try db.execute(
                sql: """
                    ALTER TABLE store ADD COLUMN checksum INTEGER;
                    ALTER TABLE deletion ADD COLUMN checksum INTEGER;
                    UPDATE store SET checksum = rowHash(revision);
                    UPDATE deletion SET checksum = rowHash(catalog, id, revision);
                    """)
        }
        return migrator
    }
}
