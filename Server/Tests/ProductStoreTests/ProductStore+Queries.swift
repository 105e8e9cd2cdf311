// Queries that tests of the store share.

import CatalogSearch
import StorefrontTestSupport
import Testing

@testable import ProductStore

extension ProductStore {
    /// The number of records that match a query as typed.
    func count(_ query: String) throws -> Int {
        try snapshot().engine.search(SearchRequest(query, locale: english, relax: .never)).total
    }

    /// The ids of all records in the database.
    func ids(in catalog: String) async throws -> [String] {
        try await records(in: catalog, limit: .max).map(\.id)
    }

    /// Adds one to the year of record `1` in catalog `a`, its last member, `count` times. Reads the record
    /// again if another writer was first.
    func addYears(_ count: Int) async throws {
        var done = 0
        while done < count {
            let record = try await record("1", in: "a")
            let year = try #require(JSONShape.document(record.json).members?.last?.value.text)
            let next = try #require(Int(text(Array(year)))) + 1
            do {
                try await patch(
                    "1", with: bytes(#"{"year": \#(next)}"#), in: "a", if: .revision(record.revision))
                done += 1
            } catch {
                guard case .conflict(let current) = error else { throw error }
                #expect(try #require(current) > record.revision)
            }
        }
    }
}

extension ProductStore {
    /// The database of a store in SQLite.
    var sqlite: SQLiteBackend { backend as! SQLiteBackend }
}

/// Opens a store in another process, and returns its output.
func openingElsewhere(_ path: String) throws -> [String] {
    let program = try RunningProgram("StoreWriter", ["open", path])
    let lines = Array(program.lines())
    _ = program.waitForEnd()
    return lines
}
