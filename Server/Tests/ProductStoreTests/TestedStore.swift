// The stores that the same tests run against.

import CatalogSearch
import CatalogStorage
import ProductStore
import StorefrontTestSupport
import Testing

/// A kind of database for a store.
enum StoreKind: String, CustomTestStringConvertible {
    case sqlite = "SQLite"
    case postgreSQL = "PostgreSQL"

    /// The kinds that are installed here.
    static let available: [StoreKind] = {
        if TemporaryPostgreSQL.shared != nil { return [.sqlite, .postgreSQL] }
        print("Skipped because PostgreSQL is missing or does not start: tests of stores in PostgreSQL")
        return [.sqlite]
    }()

    var testDescription: String { rawValue }
}

/// The location of a store, empty at first.
struct TestedStore {
    /// The folder of a store in SQLite.
    let folder: TemporaryFolder
    private let address: PostgreSQLAddress?

    init(_ kind: StoreKind) throws {
        folder = try TemporaryFolder()
        address =
            switch kind {
            case .sqlite: nil
            case .postgreSQL:
                try PostgreSQLAddress(try #require(TemporaryPostgreSQL.shared).makeDatabase())
            }
    }

    /// Opens the store.
    func open(
        policy: MergePolicy = MergePolicy(), checkpoints: (any CheckpointLocation)? = nil,
        note: @escaping @Sendable (CheckpointNote) -> Void = { _ in },
        progress: @escaping (OpeningProgress) -> Void = { _ in }
    ) throws -> ProductStore {
        if let address {
            return try ProductStore(
                address, checkpoints: checkpoints, policy: policy, note: note, progress: progress)
        }
        return try ProductStore(
            path: folder.store, checkpoints: checkpoints, policy: policy, note: note, progress: progress)
    }

    /// Opens the store, and creates a catalog.
    func open(with catalog: String) async throws -> ProductStore {
        let store = try open()
        try await store.putCatalog(catalog)
        return store
    }
}
