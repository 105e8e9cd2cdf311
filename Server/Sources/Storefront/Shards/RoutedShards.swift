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

    func responses(to requests: [(shard: Int, request: [UInt8])]) throws(SearchError) -> [[UInt8]] {
        var responses = [[UInt8]?](repeating: nil, count: requests.count)
        for attempt in 1...Self.attempts {
            let missing = responses.indices.filter { responses[$0] == nil }
            let sent = missing.map { index in
                ShardRequest(
                    shard: shards[requests[index].shard],
                    uri: "\(ShardRequestKinds.path)?at=\(revision)", body: requests[index].request)
            }
            for (index, response) in zip(missing, try send(sent)) {
                switch response?.status {
                case 200: responses[index] = response?.body
                case 503 where attempt < Self.attempts: continue
                default: throw .unavailable(shard: requests[index].shard)
                }
            }
            if !responses.contains(nil) { break }
        }
        return responses.compactMap(\.self)
    }

    /// Waits on this thread, which the search owns.
    private func send(_ requests: [ShardRequest]) throws(SearchError) -> [ClientResponse?] {
        do {
            return try client.send(requests, within: time)
        } catch {
            throw .cancelled
        }
    }
}
