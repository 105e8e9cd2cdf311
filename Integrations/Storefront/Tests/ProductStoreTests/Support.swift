// What do all tests of the store need? A folder of their own, JSON as bytes, and chance that can be repeated.

import CatalogSearch
import Foundation
import ProductStore
import Testing

/// A folder that is gone with the test.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        var template = Array("/tmp/product-store-XXXXXX".utf8CString)
        path = try #require(mkdtemp(&template).map { String(cString: $0) })
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Where the store is.
    var store: String { path + "/shop.sqlite" }

    func write(_ bytes: [UInt8]) throws { try Data(bytes).write(to: URL(fileURLWithPath: store)) }

    func bytes() throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(fileURLWithPath: store))) }
}

/// Text as bytes.
func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

/// A text of bytes.
func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

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

/// SplitMix64: the same numbers for the same seed.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
