// The shards of a router at one revision.

internal import CatalogSearch
internal import HTTPRequests

/// Sends the requests of one search to all shards, at the same revision.
final class RoutedShards: SearchShards {
    private let shards: [ShardAddress]
    private let client: ShardClient
    private let revision: Int64
    private let time: Duration

    /// - Parameters:
    ///   - shards: their addresses, in order.
    ///   - time: the longest time for a response.
    init(_ shards: [ShardAddress], _ client: ShardClient, at revision: Int64, within time: Duration) {
        self.shards = shards
        self.client = client
        self.revision = revision
        self.time = time
    }

    var count: Int { shards.count }

    /// How often a request is sent if the shard does not have the version: another replica may have it.
    private static let attempts = 3

    func answers(to questions: [(shard: Int, question: [UInt8])]) throws(SearchError) -> [[UInt8]] {
        var answers = [[UInt8]?](repeating: nil, count: questions.count)
        for attempt in 1...Self.attempts {
            let missing = answers.indices.filter { answers[$0] == nil }
            let requests = missing.map { place in
                ShardRequest(
                    shard: shards[questions[place].shard],
                    uri: "\(ShardRequestKinds.path)?at=\(revision)", body: questions[place].question)
            }
            for (place, response) in zip(missing, try responses(to: requests)) {
                switch response?.status {
                case 200: answers[place] = response?.body
                case 503 where attempt < Self.attempts: continue
                default: throw .unavailable(shard: questions[place].shard)
                }
            }
            if !answers.contains(nil) { break }
        }
        return answers.compactMap(\.self)
    }

    /// Waits on this thread, which the search owns.
    private func responses(to requests: [ShardRequest]) throws(SearchError) -> [ClientResponse?] {
        do {
            return try client.send(requests, within: time)
        } catch {
            throw .cancelled
        }
    }
}
