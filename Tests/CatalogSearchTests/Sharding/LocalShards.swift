// Shards in this process: questions and answers pass as bytes, as they would between machines.

import Synchronization
import TestSupport

@testable import CatalogSearch

/// Engines that have a share of the records each.
final class LocalShards: SearchShards {
    let engines: [SearchEngine]
    /// A change of a shard's answers; `nil` if it has none.
    struct Change: Sendable {
        // Bare in a `Mutex` the closure would be wrapped again whenever it is read.
        var answer: @Sendable (_ shard: Int, _ answer: [UInt8]) -> [UInt8]?
    }

    /// Changes answers before the merge reads them.
    let change = Mutex(Change { $1 })
    /// All questions.
    let questions = Mutex<[(shard: Int, question: [UInt8])]>([])
    /// How often questions were asked, each time of one shard or more.
    let tripCount = Mutex(0)
    /// The most bytes of the list of a catalog's groups.
    private let groupListLimit: Int

    init(_ engines: [SearchEngine], groupListLimit: Int = ShardGroups.greatestSize) {
        self.engines = engines
        self.groupListLimit = groupListLimit
    }

    var count: Int { engines.count }

    func answers(to questions: [(shard: Int, question: [UInt8])]) throws(SearchError) -> [[UInt8]] {
        self.questions.withLock { $0 += questions }
        tripCount.withLock { $0 += 1 }
        var answers: [[UInt8]] = []
        for (shard, question) in questions {
            let answer = engines[shard].response(toShardRequest: question, groupListLimit: groupListLimit)
            guard let answer, let bytes = change.withLock({ $0.answer })(shard, answer.bytes) else {
                throw .unavailable(shard: shard)
            }
            answers.append(bytes)
        }
        return answers
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
