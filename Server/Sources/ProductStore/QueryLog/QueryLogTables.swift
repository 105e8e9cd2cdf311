// The tables of the query log, and the checksums of their rows.

internal import GRDB

/// The SQL of the query log.
enum QueryLogTables {
    /// A table whose rows have a checksum of all their columns, which each change recomputes.
    private struct Table {
        let name: String
        /// The columns of the key, and those of the counts.
        let key: [String], counts: [String]

        var columns: [String] { key + counts }

        /// The columns that the tables had before migration 3.
        var firstColumns: [String] { columns.filter { !["conversions", "clients"].contains($0) } }

        /// The SQL condition for rows that are as they were written.
        var isIntact: String { "checksum IS \(Self.hash(columns))" }

        static func hash(_ columns: some Sequence<String>) -> String {
            "rowHash(\(columns.joined(separator: ", ")))"
        }

        /// Adds the counts of a key. A damaged row stays as it is.
        ///
        /// - Parameter sum: the new value of a counted column.
        func insertion(_ sum: (String) -> String = { "\($0) + excluded.\($0)" }) -> String {
            let values = columns.indices.map { "?\($0 + 1)" }
            let sums = counts.map(sum)
            let changes = zip(counts, sums).map { "\($0) = \($1)" }
            return """
                INSERT INTO \(name) (\(columns.joined(separator: ", ")), checksum)
                VALUES (\(values.joined(separator: ", ")), \(Self.hash(values)))
                ON CONFLICT DO UPDATE SET \(changes.joined(separator: ", ")), checksum = \(Self.hash(key + sums))
                WHERE \(isIntact)
                """
        }
    }

    private static let query = Table(
        name: "query", key: ["day", "query", "locale"],
        counts: ["searches", "none", "relaxed", "clicks", "total", "conversions", "clients"])
    private static let click = Table(
        name: "click", key: ["day", "query", "locale", "catalog", "id"],
        counts: ["clicks", "places", "conversions"])
    private static let choice = Table(
        name: "choice", key: ["day", "catalog", "id"], counts: ["choices", "weight"])
    private static let tables = [query, click, choice]

    /// The SQL conditions for rows that are as they were written.
    static let isIntactQuery = query.isIntact
    static let isIntactClick = click.isIntact
    static let isIntactChoice = choice.isIntact

    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1") { db in
            try db.execute(
                sql: """
                    CREATE TABLE query (
                        day INTEGER NOT NULL, query TEXT NOT NULL, locale TEXT NOT NULL,
                        searches INTEGER NOT NULL, none INTEGER NOT NULL, relaxed INTEGER NOT NULL,
                        clicks INTEGER NOT NULL, total INTEGER,
                        PRIMARY KEY (day, query, locale)
                    ) STRICT, WITHOUT ROWID;
                    CREATE TABLE click (
                        day INTEGER NOT NULL, query TEXT NOT NULL, locale TEXT NOT NULL,
                        catalog TEXT NOT NULL, id TEXT NOT NULL,
                        clicks INTEGER NOT NULL, places INTEGER NOT NULL,
                        PRIMARY KEY (day, query, locale, catalog, id)
                    ) STRICT, WITHOUT ROWID;
                    """)
        }
        migrator.registerMigration("2") { db in
            for table in [query, click] {
                try db.execute(
                    sql: """
                        ALTER TABLE \(table.name) ADD COLUMN checksum INTEGER;
                        UPDATE \(table.name) SET checksum = \(Table.hash(table.firstColumns));
                        """)
            }
        }
        migrator.registerMigration("3") { db in
            for table in [query, click] {
                for column in table.columns.dropFirst(table.firstColumns.count) {
                    try db.execute(
                        sql: "ALTER TABLE \(table.name) ADD COLUMN \(column) INTEGER NOT NULL DEFAULT 0")
                }
                // A row that was damaged before must not get a valid checksum.
                try db.execute(
                    sql: """
                        UPDATE \(table.name) SET checksum = \(Table.hash(table.columns))
                            WHERE checksum IS \(Table.hash(table.firstColumns));
                        """)
            }
            try db.execute(
                sql: """
                    CREATE TABLE choice (
                        day INTEGER NOT NULL, catalog TEXT NOT NULL, id TEXT NOT NULL,
                        choices INTEGER NOT NULL, weight INTEGER NOT NULL, checksum INTEGER,
                        PRIMARY KEY (day, catalog, id)
                    ) STRICT, WITHOUT ROWID;
                    CREATE TABLE server (name TEXT NOT NULL) STRICT;
                    INSERT INTO server VALUES (lower(hex(randomblob(8))));
                    """)
        }
        return migrator
    }

    /// Checks that no page was lost, which the checksums of rows cannot reveal.
    ///
    /// - Throws: `StoreError.unavailable(.damaged)`.
    static func check(_ db: Database) throws {
        try db.checkTables(of: migrator)
        let fault = try String.fetchOne(db, sql: "PRAGMA integrity_check(1)")
        guard fault == "ok" else { throw StoreError.unavailable(.damaged(message: fault ?? "")) }
    }

    /// The number of rows that are not as they were written.
    static func damagedCount(_ db: Database) throws -> Int {
        try tables.reduce(0) { try $0 + damagedCount(of: $1, db) }
    }

    private static func damagedCount(of table: Table, _ db: Database) throws -> Int {
        try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table.name) WHERE NOT (\(table.isIntact))") ?? 0
    }

    /// Verifies a whole query log.
    static func report(_ db: Database) throws -> StoreReport {
        var report = StoreReport()
        if try migrator.hasBeenSuperseded(db) { throw StoreError.refused(.newerVersion) }
        do {
            try check(db)
        } catch StoreError.unavailable(.damaged(let message)) {
            report.report(.database(message))
        }
        for table in tables {
            for _ in 0..<(try damagedCount(of: table, db)) { report.report(.table(table.name)) }
        }
        return report
    }

    static func add(_ counts: DayCounts, _ day: Int, to db: Database) throws {
        let query = try db.cachedStatement(
            sql: query.insertion { column in
                column == "total" ? "coalesce(excluded.total, total)" : "\(column) + excluded.\(column)"
            })
        for (key, count) in counts.queries {
            try query.execute(arguments: [
                day, key.query, key.locale, count.searches, count.none, count.relaxed, count.clicks,
                count.total, count.conversions, count.clients,
            ])
        }
        let click = try db.cachedStatement(sql: click.insertion())
        for (key, count) in counts.clicks {
            try click.execute(arguments: [
                day, key.query.query, key.query.locale, key.catalog, key.id, count.clicks, count.places,
                count.conversions,
            ])
        }
        let choice = try db.cachedStatement(sql: choice.insertion())
        for (key, count) in counts.choices {
            try choice.execute(arguments: [day, key.catalog, key.id, count.choices, count.weight])
        }
    }

    static func forget(before oldest: Int, _ db: Database) throws {
        for table in tables {
            // The choices from which popularity is learned stay longer.
            let oldest = table.name == choice.name ? oldest - QueryLogFile.choiceDays : oldest
            try db.execute(sql: "DELETE FROM \(table.name) WHERE day < ?", arguments: [oldest])
        }
    }
}
