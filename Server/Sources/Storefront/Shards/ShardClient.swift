// Requests to shards, on reused connections.

internal import HTTPRequests

struct ShardRequest: Sendable {
    let shard: ShardAddress
    /// The path and query.
    let uri: String
    /// The body; `nil` for `GET`.
    var body: [UInt8]?
}

/// Sends requests to the shards of a router, and reuses connections.
final class ShardClient: Sendable {
    /// The most bytes of a response.
    private static let responseLimit = 256 << 20

    private let client = HTTPClient(connectTime: .seconds(2), usesProxies: false)

    /// Sends requests at the same time, and waits on this thread for all responses.
    ///
    /// - Returns: for each request the response, whatever its status; `nil` if none comes in time.
    /// - Throws: `CancellationError` when the task is cancelled.
    func send(_ requests: [ShardRequest], within time: Duration) throws(CancellationError)
        -> [ClientResponse?]
    {
        let messages = requests.map { request in
            ClientRequest(
                request.body == nil ? .get : .post, "\(request.shard)\(request.uri)",
                headers: request.body == nil ? [] : [("content-type", ShardRequestKinds.type)],
                body: request.body, limit: Self.responseLimit, within: time)
        }
        return try client.send(messages) { Task.isCancelled }.map { try? $0.get() }
    }
}
