// Queries that many clients sent, which can be suggested to others.

internal import CatalogStorage
internal import GRDB

/// A query that several clients sent, and its recent frequency.
public struct PopularQuery: Hashable, Sendable {
    public let query: LoggedQuery
    /// The sum of the clients of each day. A day's clients count half after each
    /// ``QueryLogFile/popularHalfLife``.
    public let weight: Double
    /// Whether lately many more clients than before sent it, see ``QueryLogFile/popularQueries(on:clients:)``.
    public let isTrending: Bool
}

/// The clients that sent a query.
private struct ClientSums {
    /// See ``PopularQuery/weight``.
    var weight = 0.0
    /// The most on one day.
    var clients = 0
    /// The total of the last search.
    var total = 0
    /// Those of the last two days, and of all days before.
    var recent = 0
    var earlier = 0
}

extension QueryLogFile {
    /// After how many days a search counts half as much for suggestions.
    public static let popularHalfLife = 7.0

    /// A query trends if on the last two days at least as many times as many clients a day sent it.
    private static let trendingFactor = 3.0
    /// The least number of days that a log goes back before what is usual is known.
    private static let usualDays = 7

    /// The queries that at least `clients` different clients sent on one day, and whose last search found
    /// something.
    ///
    /// One trends if so many sent it on this day and the one before, and three times as many a day as on the
    /// days before these in the log.
    ///
    /// - Parameter today: a day since 1970.
    public func popularQueries(
        on today: Int, clients: Int
    ) throws(StoreError) -> [PopularQuery] {
        try StoreError.naming {
            try database.read { db in
                var sums: [LoggedQuery: ClientSums] = [:]
                var oldest = 0
                // The total of the last search counts.
                let rows = try Row.fetchCursor(
                    db,
                    sql: """
                        SELECT query, locale, day, clients, total FROM query
                        WHERE query <> '' AND day <= ? AND \(QueryLogTables.isIntactQuery) ORDER BY day
                        """, arguments: [today])
                while let row = try rows.next() {
                    let query = LoggedQuery(query: row[0], locale: row[1])
                    let age = today - (row[2] as Int)
                    let clientCount: Int = row[3]
                    oldest = max(oldest, age)
                    var sum = sums[query] ?? ClientSums()
                    sum.weight +=
                        Double(clientCount)
                        * LearnedSources.share(ofAge: Double(age), halfLife: Self.popularHalfLife)
                    if age < 2 { sum.recent += clientCount } else { sum.earlier += clientCount }
                    sum.clients = max(sum.clients, clientCount)
                    sum.total = row[4] ?? sum.total
                    sums[query] = sum
                }
                return sums.compactMap { query, sum in
                    guard sum.clients >= clients, sum.total > 0 else { return nil }
                    // Two days against all others.
                    let usual = Double(sum.earlier) / Double(max(1, oldest - 1))
                    let isTrending =
                        oldest >= Self.usualDays && sum.recent >= clients
                        && Double(sum.recent) / 2 >= Self.trendingFactor * usual
                    return PopularQuery(query: query, weight: sum.weight, isTrending: isTrending)
                }
            }
        }
    }
}
