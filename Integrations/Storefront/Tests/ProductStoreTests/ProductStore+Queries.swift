// Queries that tests of the store share.

import CatalogSearch
import StorefrontTestSupport

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
}

extension ProductStore {
    /// The database of a store in SQLite.
    var sqlite: SQLiteBackend { backend as! SQLiteBackend }
}

/// Opens a store in another process, and returns what it says.
func openingElsewhere(_ path: String) throws -> [String] {
    let program = try RunningProgram("StoreWriter", ["open", path])
    let lines = Array(program.lines())
    _ = program.waitForEnd()
    return lines
}
