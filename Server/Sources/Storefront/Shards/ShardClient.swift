// Requests to shards over HTTP/1.1, on connections that are kept.
//
// A search thread waits for its shards. So requests are futures that are begun together, not tasks.

internal import AsyncHTTPClient
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix

/// A request to a shard.
struct ShardRequest: Sendable {
    /// The path and query.
    let uri: String
    /// The body; `nil` for `GET`.
    var body: [UInt8]?
}

/// The answer of a shard.
struct ShardResponse: Sendable {
    let status: HTTPResponseStatus
    let body: ByteBuffer
}

/// Keeps connections to one shard.
final class ShardClient: Sendable {
    /// The most bytes of an answer.
    private static let answerLimit = 256 << 20
    private static let connectTime = TimeAmount.seconds(2)
    /// The connections that are used at a time, before requests wait for one.
    private static let mostConnections = 256

    let address: ShardAddress
    private let client: HTTPClient

    init(_ address: ShardAddress) {
        self.address = address
        var configuration = HTTPClient.Configuration()
        configuration.redirectConfiguration = .disallow
        configuration.timeout = .init(connect: Self.connectTime)
        configuration.httpVersion = .http1Only
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = Self.mostConnections
        // A shard that refuses connections is known to be down at once.
        configuration.connectionPool.retryConnectionEstablishment = false
        client = HTTPClient(
            eventLoopGroupProvider: .shared(MultiThreadedEventLoopGroup.singleton),
            configuration: configuration)
    }

    deinit { _ = client.shutdown() }

    /// Sends a request.
    ///
    /// - Returns: the answer, whatever its status. Fails if none comes in time.
    func send(_ request: ShardRequest, within time: Duration) -> EventLoopFuture<ShardResponse> {
        let deadline = NIODeadline.now() + TimeAmount(time)
        return exchange(request, deadline).flatMapError { error in
            // The shard may have closed a connection that was idle. Questions may be repeated.
            guard error is IOError || error as? HTTPClientError == .remoteConnectionClosed else {
                return MultiThreadedEventLoopGroup.singleton.any().makeFailedFuture(error)
            }
            return self.exchange(request, deadline)
        }
    }

    private func exchange(
        _ request: ShardRequest, _ deadline: NIODeadline
    ) -> EventLoopFuture<ShardResponse> {
        do {
            let message = try HTTPClient.Request(
                url: "\(address)\(request.uri)", method: request.body == nil ? .GET : .POST,
                headers: request.body == nil ? [:] : ["Content-Type": ShardRequestKinds.type],
                body: request.body.map { .bytes($0) })
            return client.execute(
                request: message,
                delegate: ResponseAccumulator(request: message, maxBodySize: Self.answerLimit),
                deadline: deadline
            ).futureResult.map { ShardResponse(status: $0.status, body: $0.body ?? ByteBuffer()) }
        } catch {
            return MultiThreadedEventLoopGroup.singleton.any().makeFailedFuture(error)
        }
    }
}
