// Requests to shards over HTTP/1.1, on connections that are kept.
//
// A search thread waits for its shards. So requests are futures that are begun together, not tasks.

internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
internal import Synchronization

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
    /// The most idle connections that are kept.
    private static let mostIdle = 64

    let address: ShardAddress
    private let group: any EventLoopGroup
    private let idle = Mutex<[any Channel]>([])

    init(_ address: ShardAddress, group: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton) {
        self.address = address
        self.group = group
    }

    /// Sends a request.
    ///
    /// - Returns: the answer, whatever its status. Fails if none comes in time.
    func send(_ request: ShardRequest, within time: Duration) -> EventLoopFuture<ShardResponse> {
        let deadline = NIODeadline.now() + .nanoseconds(time.nanoseconds64)
        guard let channel = takeIdle() else { return sendAnew(request, deadline) }
        // The shard may have closed a connection that was idle. Questions may be repeated.
        return exchange(request, on: channel, deadline).flatMapError { error in
            error is ShardTimeout
                ? channel.eventLoop.makeFailedFuture(error) : self.sendAnew(request, deadline)
        }
    }

    private func sendAnew(
        _ request: ShardRequest, _ deadline: NIODeadline
    ) -> EventLoopFuture<ShardResponse> {
        ClientBootstrap(group: group)
            .connectTimeout(min(Self.connectTime, max(.milliseconds(1), deadline - .now())))
            .channelOption(.socketOption(.so_keepalive), value: 1)
            .channelOption(.tcpOption(.tcp_nodelay), value: 1)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    try pipeline.addHTTPClientHandlers()
                    try pipeline.addHandler(
                        NIOHTTPClientResponseAggregator(maxContentLength: Self.answerLimit))
                    try pipeline.addHandler(ShardExchanges())
                }
            }
            .connect(host: address.host, port: address.port)
            .flatMap { self.exchange(request, on: $0, deadline) }
    }

    private func exchange(
        _ request: ShardRequest, on channel: any Channel, _ deadline: NIODeadline
    ) -> EventLoopFuture<ShardResponse> {
        let promise = channel.eventLoop.makePromise(of: ShardResponse.self)
        let timer = channel.eventLoop.scheduleTask(deadline: deadline) {
            promise.fail(ShardTimeout())
            channel.close(promise: nil)
        }
        let content = ShardExchange(
            request: request, host: "\(address)".dropFirst(7).description, promise: promise)
        channel.writeAndFlush(content).cascadeFailure(to: promise)
        promise.futureResult.whenComplete { result in
            timer.cancel()
            if case .success = result, channel.isActive {
                self.keep(channel)
            } else {
                channel.close(promise: nil)
            }
        }
        return promise.futureResult
    }

    private func takeIdle() -> (any Channel)? {
        idle.withLock { idle in
            while let channel = idle.popLast() { if channel.isActive { return channel } }
            return nil
        }
    }

    private func keep(_ channel: any Channel) {
        let isKept = idle.withLock { idle in
            guard idle.count < Self.mostIdle else { return false }
            idle.append(channel)
            return true
        }
        if !isKept { channel.close(promise: nil) }
    }

    deinit { for channel in idle.withLock({ $0 }) { channel.close(promise: nil) } }
}

/// No answer came in time.
struct ShardTimeout: Error {}

/// A request with the promise of its answer.
private struct ShardExchange: Sendable {
    let request: ShardRequest
    let host: String
    let promise: EventLoopPromise<ShardResponse>
}

/// Sends one request at a time on a connection, and keeps its promise.
private final class ShardExchanges: ChannelDuplexHandler {
    typealias InboundIn = NIOHTTPClientResponseFull
    typealias OutboundIn = ShardExchange
    typealias OutboundOut = HTTPClientRequestPart

    private var promise: EventLoopPromise<ShardResponse>?

    func write(context: ChannelHandlerContext, data: NIOAny, promise written: EventLoopPromise<Void>?) {
        let exchange = unwrapOutboundIn(data)
        promise = exchange.promise
        let body = exchange.request.body
        var headers: HTTPHeaders = ["Host": exchange.host]
        if let body {
            headers.add(name: "Content-Type", value: ShardQuestions.type)
            headers.add(name: "Content-Length", value: "\(body.count)")
        }
        let head = HTTPRequestHead(
            version: .http1_1, method: body == nil ? .GET : .POST, uri: exchange.request.uri, headers: headers
        )
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        if let body {
            context.write(
                wrapOutboundOut(.body(.byteBuffer(context.channel.allocator.buffer(bytes: body)))),
                promise: nil)
        }
        context.write(wrapOutboundOut(.end(nil)), promise: written)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let response = unwrapInboundIn(data)
        let isKept = response.head.isKeepAlive
        let promise = promise
        self.promise = nil
        if !isKept { context.close(promise: nil) }
        promise?.succeed(ShardResponse(status: response.head.status, body: response.body ?? ByteBuffer()))
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { end(context, error) }

    func channelInactive(context: ChannelHandlerContext) { end(context, ChannelError.eof) }

    private func end(_ context: ChannelHandlerContext, _ error: any Error) {
        let promise = promise
        self.promise = nil
        promise?.fail(error)
        context.close(promise: nil)
    }
}

extension Duration {
    /// The duration in whole nanoseconds.
    fileprivate var nanoseconds64: Int64 {
        components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000
    }
}
