// Shards in this process: requests and responses pass as bytes, as they would between machines.

import Synchronization
import TestSupport

@testable import CatalogSearch

/// Engines that each have one shard of the records.
final class LocalShards: SearchShards {
    let engines: [SearchEngine]
    /// A change of a shard's responses; `nil` if it has none.
    struct Change: Sendable {
        // Bare in a `Mutex` the closure would be wrapped again whenever it is read.
        var response: @Sendable (_ shard: Int, _ response: [UInt8]) -> [UInt8]?
    }

    /// Changes responses before the merge reads them.
    let change = Mutex(Change { $1 })
    /// All requests.
    let requests = Mutex<[(shard: Int, request: [UInt8])]>([])
    /// How often requests were sent, each time to one shard or more.
    let tripCount = Mutex(0)
    /// The most bytes of the list of a catalog's groups.
    private let groupListLimit: Int

    init(_ engines: [SearchEngine], groupListLimit: Int = ShardGroups.greatestSize) {
        self.engines = engines
        self.groupListLimit = groupListLimit
    }

    var count: Int { engines.count }

    func responses(to requests: [(shard: Int, request: [UInt8])]) throws(SearchError) -> [[UInt8]] {
        self.requests.withLock { $0 += requests }
        tripCount.withLock { $0 += 1 }
        var responses: [[UInt8]] = []
        for (shard, request) in requests {
            let response = engines[shard].response(toShardRequest: request, groupListLimit: groupListLimit)
            guard let response, let bytes = change.withLock({ $0.response })(shard, response.bytes) else {
                throw .unavailable(shard: shard)
            }
            responses.append(bytes)
        }
        return responses
    }

    /// The engine that merges.
    var merge: SearchEngine {
        SearchEngine(
            self,
            catalogs: engines[0].catalogs.enumerated().map { number, catalog in
                (
                    catalog.description,
                    CatalogContents(merging: engines.map { CatalogContents(of: $0.catalogs[number]) })
                )
            })
    }

    /// Divides the records of catalogs at random.
    convenience init(
        _ catalogs: [(description: CatalogDescription, records: [CatalogRecord])], count: Int, seed: UInt64,
        segments: Int = 1
    ) throws {
        var random = SeededGenerator(seed: seed)
        var shares = [[[CatalogRecord]]](
            repeating: [[CatalogRecord]](repeating: [], count: catalogs.count), count: count)
        for (number, catalog) in catalogs.enumerated() {
            for record in catalog.records {
                shares[Int.random(in: 0..<count, using: &random)][number].append(record)
            }
        }
        self.init(
            try shares.map { share in
                SearchEngine(
                    try zip(catalogs, share).map {
                        try CatalogIndex($0.description, records: $1, segments: segments)
                    })
            })
    }
}
