// A store's responses after it was opened, and whether it reported damage.

import CatalogSearch
import CatalogStorage
import SearchTesting
import StorefrontTestSupport
import Synchronization

@testable import ProductStore

/// The responses of a store.
struct StoreContents: Equatable {
    /// Descriptions, rules, records and keys, each by its name.
    var parts: [String: [UInt8]] = [:]
    /// By query: ids and titles.
    var hits: [String: Set<String>] = [:]

    func isPart(of other: StoreContents) -> Bool {
        parts.allSatisfy { other.parts[$0.key] == $0.value }
            // Without the description its rules hide nothing.
            && (parts["description a"] == nil
                || hits.allSatisfy { query, hits in other.hits[query].map(hits.isSubset) ?? false })
    }
}

/// A store that was opened, and its reports.
final class OpenedStore {
    let store: ProductStore
    private let reports: Reports
    /// Whether a response reported damage.
    private var hasFailed = false

    private final class Reports: Sendable {
        let isReported = Atomic(false)
        func note() { isReported.store(true, ordering: .relaxed) }
    }

    /// - Returns: `nil` if the store is refused.
    init?(_ folder: TemporaryFolder, hasCheckpoints: Bool) async throws {
        let reports = Reports()
        self.reports = reports
        do throws(StoreError) {
            store = try ProductStore(
                path: folder.store,
                checkpoints: hasCheckpoints ? CheckpointFolder(folder.path + "/checkpoints") : nil,
                note: { note in
                    switch note {
                    case .ignored, .damaged, .failed: reports.note()
                    case .opened, .written: break
                    }
                })
        } catch {
            return nil
        }
    }

    /// Whether the store has reported damage so far.
    var isReported: Bool {
        hasFailed || reports.isReported.load(ordering: .relaxed) || store.restoredCount > 0
            || !store.damagedParts.isEmpty
    }

    /// Writes a record, and deletes it again.
    func writeBeside() async throws {
        try await store.put(bytes(#"{"id": "r25x", "title": "x"}"#), in: "a")
        try await store.delete("r25x", in: "a")
    }

    func contents() async -> StoreContents {
        var contents = StoreContents()
        for catalog in ["a", "b"] {
            await noting {
                contents.parts["description " + catalog] = try await store.catalog(catalog).json
                for rule in try await store.rules(of: catalog) {
                    contents.parts["rule " + rule.id] = rule.json
                }
            }
            await noting {
                for record in try await store.records(in: catalog, limit: 1_000) {
                    guard record.isIntact else {
                        hasFailed = true
                        continue
                    }
                    contents.parts["record \(catalog) " + record.id] = record.json
                }
            }
        }
        await noting {
            for key in try await store.accessKeys() {
                guard key.isIntact else {
                    hasFailed = true
                    continue
                }
                contents.parts["key " + key.uid] = key.json
            }
        }
        for query in ["tea", "coffee", "tea 31", "nothing"] {
            do {
                let request = SearchRequest(query, locale: english, relax: .never, limit: 1_000)
                let hits = try store.snapshot().engine.search(request).hits
                contents.hits[query] = Set(hits.map { $0.id + " " + ($0.texts.first?.values.first ?? "") })
            } catch {
                hasFailed = true
                if case SearchError.damagedIndex(let catalog) = error { store.noteDamage(of: catalog) }
            }
        }
        return contents
    }

    private func noting(_ body: () async throws -> Void) async {
        do {
            try await body()
        } catch {
            hasFailed = true
        }
    }
}
