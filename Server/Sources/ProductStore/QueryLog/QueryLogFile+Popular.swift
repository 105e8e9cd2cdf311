// Queries that many clients sent, which can be suggested to others.

internal import CatalogStorage
internal import GRDB

/// A query that several clients sent, and its recent frequency.
public struct PopularQuery: Hashable, Sendable {
    public let query: LoggedQuery
    /// The sum of the clients of each day. A day's clients count half after each
    /// ``QueryLogFile/popularHalfLife``.
    public let weight: Double
}

extension QueryLogFile {
    /// After how many days a search counts half as much for suggestions.
    public static let popularHalfLife = 7.0

    /// The queries that at least `clients` different clients sent on one day, and whose last search found
    /// something.
    ///
    /// - Parameter today: a day since 1970.
    public func popularQueries(
        on today: Int, clients: Int
    ) throws(StoreError) -> [PopularQuery] {
        try StoreError.naming {
            try database.read { db in
                var sums: [LoggedQuery: (weight: Double, clients: Int, total: Int)] = [:]
                // The total of the last search counts.
                let rows = try Row.fetchCursor(
                    db,
                    sql: """
                        SELECT query, locale, day, clients, total FROM query
                        WHERE query <> '' AND day <= ? AND \(QueryLogTables.isIntactQuery) ORDER BY day
                        """, arguments: [today])
                while let row = try rows.next() {
                    let query = LoggedQuery(query: row[0], locale: row[1])
                    let age = Double(today - (row[2] as Int))
                    let clientCount: Int = row[3]
                    var sum = sums[query] ?? (0, 0, 0)
                    sum.weight +=
                        Double(clientCount) * LearnedSources.share(ofAge: age, halfLife: Self.popularHalfLife)
                    sum.clients = max(sum.clients, clientCount)
                    sum.total = row[4] ?? sum.total
                    sums[query] = sum
                }
                return sums.compactMap { query, sum in
                    sum.clients >= clients && sum.total > 0
                        ? PopularQuery(query: query, weight: sum.weight) : nil
                }
            }
        }
    }
}
