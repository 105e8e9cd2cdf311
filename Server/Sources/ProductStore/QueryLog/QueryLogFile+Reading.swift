// Reads the query log: the most frequent queries, and the results chosen.

internal import GRDB

extension QueryLogFile {
    /// The queries that are counted separately on a day, each with the number of its clients, and the clicks.
    public func known(
        on day: Int
    ) throws(StoreError) -> (
        queries: [LoggedQuery: Int], clicks: Set<LoggedClick>, choosers: [LoggedRecord: Int]
    ) {
        try StoreError.naming {
            try database.read { db in
                let queries = try Row.fetchAll(
                    db,
                    sql: """
                        SELECT query, locale, clients FROM query WHERE day = ? AND \(QueryLogTables.isIntactQuery)
                        """, arguments: [day])
                let clicks = try Row.fetchAll(
                    db,
                    sql: """
                        SELECT query, locale, catalog, id FROM click WHERE day = ? AND \(QueryLogTables.isIntactClick)
                        """, arguments: [day])
                let choosers = try Row.fetchAll(
                    db,
                    sql: """
                        SELECT catalog, id, choices FROM choice WHERE day = ? AND \(QueryLogTables.isIntactChoice)
                        """, arguments: [day])
                return (
                    Dictionary(
                        queries.map { (LoggedQuery(query: $0[0], locale: $0[1]), $0[2] as Int) },
                        uniquingKeysWith: max),
                    Set(
                        clicks.map {
                            LoggedClick(
                                query: LoggedQuery(query: $0[0], locale: $0[1]), catalog: $0[2], id: $0[3])
                        }),
                    Dictionary(
                        choosers.map { (LoggedRecord(catalog: $0[0], id: $0[1]), $0[2] as Int) },
                        uniquingKeysWith: max)
                )
            }
        }
    }

    /// Selects the queries to read.
    public struct Selection: Sendable {
        /// The first day, in days since 1970.
        public var since: Int
        /// Only those in this locale, or in one of its descendants.
        public var locale: String?
        /// Only those that found nothing at least once, most such searches first;
        /// otherwise most searches first.
        public var findingNothing = false
        /// The most queries.
        public var limit: Int

        /// Selects the queries since a day.
        public init(since: Int, limit: Int) {
            self.since = since
            self.limit = limit
        }
    }

    /// A query with its counts, and the records that were chosen most often.
    public struct Entry: Sendable {
        public let query: LoggedQuery
        /// The sums of all days.
        public let counts: QueryCounts
        /// The first ``clickedLimit`` records.
        public var clicked: [(click: LoggedClick, counts: ClickCounts)] = []

        /// The most records that an entry lists.
        public static let clickedLimit = 5
    }

    /// The queries of a selection, equally frequent ones by their text, and the sums of all queries that are
    /// not counted separately.
    public func queries(
        _ selection: Selection
    ) async throws(StoreError) -> (list: [Entry], others: QueryCounts) {
        do {
            return try await database.read { db in
                try noteDamage(db)
                var list = try Self.entries(selection, db)
                for index in list.indices where list[index].counts.clicks + list[index].counts.conversions > 0
                {
                    list[index].clicked = try Self.clicked(list[index].query, selection, db)
                }
                let others = try Row.fetchOne(
                    db,
                    sql: """
                        SELECT coalesce(sum(searches), 0), coalesce(sum(none), 0), coalesce(sum(relaxed), 0),
                            coalesce(sum(clicks), 0), NULL, coalesce(sum(conversions), 0)
                        FROM query WHERE day >= ? AND query = '' AND \(QueryLogTables.isIntactQuery)
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
                SELECT query, locale, searches, none, relaxed, clicks, total, conversions FROM (
                    SELECT query, locale, sum(searches) AS searches, sum(none) AS none, sum(relaxed) AS relaxed,
                        sum(clicks) AS clicks, total, sum(conversions) AS conversions, max(day)
                    FROM query
                    WHERE day >= :since AND query <> '' AND \(QueryLogTables.isIntactQuery)
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
                SELECT catalog, id, sum(clicks), sum(places), sum(conversions) FROM click
                WHERE day >= ? AND query = ? AND locale = ? AND \(QueryLogTables.isIntactClick)
                GROUP BY catalog, id ORDER BY sum(clicks) DESC, catalog, id LIMIT \(Entry.clickedLimit)
                """, arguments: [selection.since, query.query, query.locale]
        ).map { row in
            var counts = ClickCounts()
            counts.clicks = row[2]
            counts.places = row[3]
            counts.conversions = row[4]
            return (LoggedClick(query: query, catalog: row[0], id: row[1]), counts)
        }
    }
}

extension QueryCounts {
    /// Six columns of a row.
    fileprivate init(_ row: Row, from first: Int) {
        searches = row[first]
        none = row[first + 1]
        relaxed = row[first + 2]
        clicks = row[first + 3]
        total = row[first + 4]
        conversions = row[first + 5]
    }
}
