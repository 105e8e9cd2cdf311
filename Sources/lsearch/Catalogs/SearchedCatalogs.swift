// The catalogs of one run, and the only code that repairs their indexes.

internal import CatalogSearch
internal import CatalogStorage
internal import Localization
internal import SearchService

/// An error that may come from a damaged index.
protocol IndexDamage: Error {
    /// The catalog whose index is damaged; `nil` for every other error.
    var damagedCatalog: String? { get }
}

extension SearchError: IndexDamage {
    var damagedCatalog: String? { if case .damagedIndex(let catalog) = self { catalog } else { nil } }
}

extension SearchService.Failure: IndexDamage {
    var damagedCatalog: String? { if case .damagedIndex(let catalog) = kind { catalog } else { nil } }
}

/// The loaded catalogs. A search may find an index damaged; its catalog is then
/// indexed again, or read into memory.
final class SearchedCatalogs {
    private var loader: CatalogLoader
    /// The engine over the catalogs. A repair replaces it.
    private(set) var engine: SearchEngine
    /// The file of each catalog, in the engine's order; empty for lines, which have no indexes.
    let files: [CatalogFile]
    /// Makes vectors of queries; `nil` to search by words alone.
    let embedding: QueryEmbedding?

    /// The locales of the records.
    var locales: Set<LocaleIdentifier> { Set(engine.catalogs.flatMap(\.locales)) }

    init(
        _ engine: SearchEngine, files: [CatalogFile] = [], _ loader: CatalogLoader,
        _ embedding: QueryEmbedding? = nil
    ) {
        self.engine = engine
        self.files = files
        self.embedding = embedding
        self.loader = loader
    }

    /// Makes the vectors of a service's queries; `nil` to search by words alone.
    var queryVector: SearchService.QueryVector? {
        guard let embedding else { return nil }
        // A repair does not change vectors.
        let engine = engine
        return { query in embedding.vector(of: query, engine) }
    }

    /// Repairs the index of a catalog.
    ///
    /// - Returns: the engine without the damage.
    nonisolated(nonsending) func repair(_ catalog: String) async -> SearchEngine {
        var catalogs = engine.catalogs
        for (index, file) in files.enumerated() where catalogs[index].description.id == catalog {
            catalogs[index] = await loader.repaired(catalog, file)
        }
        engine = SearchEngine(catalogs)
        return engine
    }

    /// The result of an attempt. Repairs each index that the attempt finds damaged, and tries again.
    ///
    /// - Parameter repaired: called with the new engine before the next attempt.
    nonisolated(nonsending) func repairing<Value, Failure: IndexDamage>(
        repaired: (SearchEngine) -> Void = { _ in },
        _ attempt: nonisolated(nonsending) () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        // A catalog that was repaired twice is in memory, where no index can be damaged.
        for _ in 0..<2 * files.count {
            do throws(Failure) {
                return try await attempt()
            } catch {
                guard let catalog = error.damagedCatalog else { throw error }
                repaired(await repair(catalog))
            }
        }
        return try await attempt()
    }
}
