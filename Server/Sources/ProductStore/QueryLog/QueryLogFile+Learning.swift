// Learns the popularity of records from readers' choices, and forgets them over time.

internal import CatalogStorage
internal import GRDB

extension QueryLogFile {
    /// For how many more days than queries choices are stored: three half-lives in all.
    static let choiceDays = 60
    /// The fewest choices that determine a popularity. A client counts once a day for each record.
    public static let leastChoices = 5

    /// The name that distinguishes the data learned from this file from that of other servers.
    public var serverName: String {
        get throws(StoreError) {
            try StoreError.naming {
                try database.read { try String.fetchOne($0, sql: "SELECT name FROM server") ?? "" }
            }
        }
    }

    /// The popularities that choices give records on a day, by catalog and id. Each is a sum of weights,
    /// rounded to thousandths; a weight halves with each half-life. Records that fewer than ``leastChoices``
    /// chose are left out.
    public func popularities(
        on today: Int
    ) async throws(StoreError) -> [String: [String: Double]] {
        do {
            return try await database.read { db in
                var sums: [LoggedRecord: (choices: Int, weight: Double)] = [:]
                // In one order, so that the sums are the same each time.
                let rows = try Row.fetchCursor(
                    db,
                    sql: """
                        SELECT catalog, id, choices, weight, day FROM choice
                        WHERE day <= ? AND \(QueryLogTables.isIntactChoice) ORDER BY day
                        """, arguments: [today])
                while let row = try rows.next() {
                    let record = LoggedRecord(catalog: row[0], id: row[1])
                    let age = LearnedSources.share(ofAge: Double(today - (row[4] as Int)))
                    sums[record, default: (0, 0)].choices += row[2] as Int
                    sums[record]?.weight += Double(row[3] as Int) * age
                }
                var found: [String: [String: Double]] = [:]
                for (record, sum) in sums where sum.choices >= Self.leastChoices {
                    found[record.catalog, default: [:]][record.id] = sum.weight.rounded() / 1_000
                }
                return found
            }
        } catch {
            throw StoreError(error)
        }
    }

    /// Forgets the choices of a catalog's records.
    public func forgetChoices(of catalog: String) async throws(StoreError) {
        do {
            try await database.write { db in
                try db.execute(sql: "DELETE FROM choice WHERE catalog = ?", arguments: [catalog])
            }
        } catch {
            throw StoreError(error)
        }
    }
}
