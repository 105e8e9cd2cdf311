// A catalog file with its index, for tests of what happens to indexes.

import CatalogSearch
import TestSupport

@testable import CatalogStorage

/// Runs a test with a catalog of JSON Lines, the cache that contains its index, and the folder of the index.
func withIndex(
    of records: String, in cache: (_ folder: String) -> IndexCache = { IndexCache(folder: $0) },
    _ body: (CatalogFile, IndexCache, String) async throws -> Void
) async throws {
    try await withTemporaryFolder { (folder) async throws in
        let file = CatalogFile(path: folder + "/shop.jsonl")!
        try makeFile(file.path, records)
        let cache = cache(folder + "/cache")
        _ = try await cache.build(file, because: .missing)
        try await body(file, cache, cache.folder + "/" + (try names(inFolder: cache.folder)[0]))
    }
}

/// The path of the first segment in an index's folder.
func segment(_ folder: String) throws -> String {
    folder + "/" + (try names(inFolder: folder).first { $0.hasSuffix(".segment") } ?? "")
}
