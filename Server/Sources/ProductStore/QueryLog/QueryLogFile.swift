// The file of the query log: what was asked, counted by day, without addresses.

internal import GRDB
internal import Glibc
internal import Synchronization

/// A query and the locale in which it was asked.
public struct LoggedQuery: Hashable, Sendable {
    /// The query as it is counted; empty for all that are counted together because there are too many.
    public let query: String
    /// The locale's identifier.
    public let locale: String

    /// A query.
    public init(query: String, locale: String) {
        self.query = query
        self.locale = locale
    }

    /// All queries that are not counted by themselves.
    public static let others = LoggedQuery(query: "", locale: "")
}

/// A record that was chosen among the results of a query.
public struct LoggedClick: Hashable, Sendable {
    /// The query.
    public let query: LoggedQuery
    /// The catalog's id.
    public let catalog: String
    /// The record's id.
    public let id: String

    /// A click.
    public init(query: LoggedQuery, catalog: String, id: String) {
        self.query = query
        self.catalog = catalog
        self.id = id
    }
}

/// How often a query was asked, and what came of it.
public struct QueryCounts: Hashable, Sendable {
    /// The number of searches.
    public var searches = 0
    /// Those that found nothing.
    public var none = 0
    /// Those that found records by similar words only.
    public var relaxed = 0
    /// The number of results that were chosen.
    public var clicks = 0
    /// The number of records that the last search found; `nil` for the others together.
    public var total: Int?

    /// No searches.
    public init() {}

    /// Adds later counts.
    public mutating func add(_ later: QueryCounts) {
        searches += later.searches
        none += later.none
        relaxed += later.relaxed
        clicks += later.clicks
        total = later.total ?? total
    }
}

/// How often a record was chosen, and the sum of the places at which it stood.
public struct ClickCounts: Hashable, Sendable {
    /// The number of clicks.
    public var clicks = 0
    /// The sum of its places in the results, from 1.
    public var places = 0

    /// No clicks.
    public init() {}
}

/// What was counted on a day.
public struct DayCounts: Sendable {
    /// By query.
    public var queries: [LoggedQuery: QueryCounts] = [:]
    /// By query and record.
    public var clicks: [LoggedClick: ClickCounts] = [:]

    /// Nothing.
    public init() {}
}

/// An SQLite file with counts by day. Several processes may add to the same file.
public final class QueryLogFile: Sendable {
    /// The database; `nil` once it is closed. A caller that works with it then keeps it until the end.
    private let opened: Mutex<DatabaseQueue?>

    /// The application id in the file's header: "lsql" in ASCII.
    private static let applicationID: UInt32 = 0x6C73_716C

    /// Opens or creates the file, which only its owner may read.
    ///
    /// - Throws: `StoreError.refused` if the file is of something else; `.unavailable`.
    public init(path: String) throws(StoreError) {
        do throws(StoreError) {
            opened = Mutex(try Self.open(path))
        } catch {
            throw error.isLackOfSpace(path) ? .unavailable(.diskFull) : error
        }
    }

    private static func open(_ path: String) throws(StoreError) -> DatabaseQueue {
        try StoreError.namingOpening {
            let header = try StoreFile.readHeader(path)
            let isNew = try StoreFile.isNew(header, applicationID: Self.applicationID)
            if isNew {
                let file = Glibc.open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0o600)
                guard file >= 0 else { throw StoreError.system(errno) }
                Glibc.close(file)
            }
            var configuration = Configuration()
            configuration.busyMode = .timeout(5)
            configuration.label = "QueryLog"
            let database = try DatabaseQueue(path: path, configuration: configuration)
            try database.writeWithoutTransaction { db in
                if isNew { try db.execute(sql: "PRAGMA application_id = \(Self.applicationID)") }
                try db.execute(sql: "PRAGMA journal_mode = WAL")
                try db.execute(sql: "PRAGMA synchronous = FULL")
            }
            guard try !database.read({ try Self.migrator.hasBeenSuperseded($0) }) else {
                throw StoreError.refused(.newerVersion)
            }
            try Self.migrator.migrate(database)
            return database
        }
    }

    private var database: DatabaseQueue {
        get throws {
            guard let database = opened.withLock({ $0 }) else { throw StoreError.unavailable(.closed) }
            return database
        }
    }

    private static var migrator: DatabaseMigrator {
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
        return migrator
    }

    // MARK: Writing

    /// Adds counts, and forgets days, in one transaction.
    ///
    /// - Parameters:
    ///   - counts: by day, in days since 1970.
    ///   - oldest: the oldest day that is kept.
    public func add(_ counts: [Int: DayCounts], keepingFrom oldest: Int) async throws(StoreError) {
        do {
            try await database.write { db in
                for (day, counts) in counts where day >= oldest { try Self.add(counts, day, to: db) }
                for table in ["query", "click"] {
                    try db.execute(sql: "DELETE FROM \(table) WHERE day < ?", arguments: [oldest])
                }
            }
        } catch {
            throw StoreError(error)
        }
    }

    private static func add(_ counts: DayCounts, _ day: Int, to db: Database) throws {
        let query = try db.cachedStatement(
            sql: """
                INSERT INTO query VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT DO UPDATE SET searches = searches + excluded.searches, none = none + excluded.none,
                    relaxed = relaxed + excluded.relaxed, clicks = clicks + excluded.clicks,
                    total = coalesce(excluded.total, total)
                """)
        for (key, count) in counts.queries {
            try query.execute(arguments: [
                day, key.query, key.locale, count.searches, count.none, count.relaxed, count.clicks,
                count.total,
            ])
        }
        let click = try db.cachedStatement(
            sql: """
                INSERT INTO click VALUES (?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT DO UPDATE SET clicks = clicks + excluded.clicks, places = places + excluded.places
                """)
        for (key, count) in counts.clicks {
            try click.execute(arguments: [
                day, key.query.query, key.query.locale, key.catalog, key.id, count.clicks, count.places,
            ])
        }
    }

    /// Closes the file; later calls fail.
    public func close() { opened.withLock { $0 = nil } }

    // MARK: Reading

    /// The queries and the clicks that are counted by themselves on a day.
    public func known(on day: Int) throws(StoreError) -> (queries: Set<LoggedQuery>, clicks: Set<LoggedClick>)
    {
        try StoreError.naming {
            try database.read { db in
                let queries = try Row.fetchAll(
                    db, sql: "SELECT query, locale FROM query WHERE day = ?", arguments: [day])
                let clicks = try Row.fetchAll(
                    db, sql: "SELECT query, locale, catalog, id FROM click WHERE day = ?", arguments: [day])
                return (
                    Set(queries.map { LoggedQuery(query: $0[0], locale: $0[1]) }),
                    Set(
                        clicks.map {
                            LoggedClick(
                                query: LoggedQuery(query: $0[0], locale: $0[1]), catalog: $0[2], id: $0[3])
                        })
                )
            }
        }
    }

    /// Which queries to read.
    public struct Selection: Sendable {
        /// The first day, in days since 1970.
        public var since: Int
        /// Only those in this locale, or in one of its descendants.
        public var locale: String?
        /// Only those that found nothing at least once, most such searches first; otherwise most searches first.
        public var findingNothing = false
        /// The most queries.
        public var limit: Int

        /// The queries since a day.
        public init(since: Int, limit: Int) {
            self.since = since
            self.limit = limit
        }
    }

    /// A query with its counts, and the records that were chosen most often.
    public struct Entry: Sendable {
        /// The query.
        public let query: LoggedQuery
        /// The sums of all days.
        public let counts: QueryCounts
        /// The first ``clickedLimit`` records.
        public var clicked: [(click: LoggedClick, counts: ClickCounts)] = []

        /// The most records that an entry lists.
        public static let clickedLimit = 5
    }

    /// The queries of a selection, equally frequent ones by their text, and the sums of all those that are not counted by
    /// themselves.
    public func queries(
        _ selection: Selection
    ) async throws(StoreError) -> (list: [Entry], others: QueryCounts) {
        do {
            return try await database.read { db in
                var list = try Self.entries(selection, db)
                for index in list.indices where list[index].counts.clicks > 0 {
                    list[index].clicked = try Self.clicked(list[index].query, selection, db)
                }
                let others = try Row.fetchOne(
                    db,
                    sql: """
                        SELECT coalesce(sum(searches), 0), coalesce(sum(none), 0), coalesce(sum(relaxed), 0),
                            coalesce(sum(clicks), 0), NULL
                        FROM query WHERE day >= ? AND query = ''
                        """, arguments: [selection.since])
                return (list, others.map { QueryCounts($0, from: 0) } ?? QueryCounts())
            }
        } catch {
            throw StoreError(error)
        }
    }

    private static func entries(_ selection: Selection, _ db: Database) throws -> [Entry] {
        let order = selection.findingNothing ? "none" : "searches"
        // Of several rows, SQLite takes `total` from the one with the greatest day.
        return try Row.fetchAll(
            db,
            sql: """
                SELECT query, locale, searches, none, relaxed, clicks, total FROM (
                    SELECT query, locale, sum(searches) AS searches, sum(none) AS none, sum(relaxed) AS relaxed,
                        sum(clicks) AS clicks, total, max(day)
                    FROM query
                    WHERE day >= :since AND query <> ''
                        AND (:locale IS NULL OR locale = :locale
                            OR substr(locale, 1, length(:locale) + 1) = :locale || '_')
                    GROUP BY query, locale)
                WHERE \(order) > 0 ORDER BY \(order) DESC, query, locale LIMIT :limit
                """,
            arguments: ["since": selection.since, "locale": selection.locale, "limit": selection.limit]
        ).map { row in
            Entry(query: LoggedQuery(query: row[0], locale: row[1]), counts: QueryCounts(row, from: 2))
        }
    }

    private static func clicked(
        _ query: LoggedQuery, _ selection: Selection, _ db: Database
    ) throws -> [(click: LoggedClick, counts: ClickCounts)] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT catalog, id, sum(clicks), sum(places) FROM click
                WHERE day >= ? AND query = ? AND locale = ?
                GROUP BY catalog, id ORDER BY sum(clicks) DESC, catalog, id LIMIT \(Entry.clickedLimit)
                """, arguments: [selection.since, query.query, query.locale]
        ).map { row in
            var counts = ClickCounts()
            counts.clicks = row[2]
            counts.places = row[3]
            return (LoggedClick(query: query, catalog: row[0], id: row[1]), counts)
        }
    }
}

extension QueryCounts {
    /// Five columns of a row.
    fileprivate init(_ row: Row, from first: Int) {
        searches = row[first]
        none = row[first + 1]
        relaxed = row[first + 2]
        clicks = row[first + 3]
        total = row[first + 4]
    }
}
