// What do all tests of the store ask of it?

import CatalogSearch
import ProductStore

let english = LocaleIdentifier("en")!

extension ProductStore {
    /// How many records a search finds now.
    func count(_ query: String) throws -> Int {
        try snapshot().engine.search(SearchRequest(query, locale: english)).total
    }

    /// The ids of all records in the database.
    func ids(in catalog: String) async throws -> [String] {
        try await records(in: catalog, limit: .max).map(\.id)
    }
}
