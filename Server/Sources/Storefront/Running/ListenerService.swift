// An HTTP server on one socket, as a service.

internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import Logging
internal import NIOCore
internal import NIOExtras
internal import NIOPosix
internal import ServiceLifecycle
internal import Support

/// Serves endpoints on a listening socket.
///
/// Hummingbird's own application binds its socket only when it runs, and merges asynchronous sequences, which
/// may deadlock if the application is cancelled at its start (swift-async-algorithms, issue 430).
struct ListenerService: Service {
    let endpoints: Endpoints
    let socket: ListeningSocket
    let limits: StorefrontConfiguration.Limits
    let logger: Logger
    /// Called as soon as the server accepts connections.
    let listening: @Sendable (ListeningAddress) -> Void

    private var group: MultiThreadedEventLoopGroup { .singleton }

    func run() async throws {
        var logger = logger
        logger[metadataKey: "listener"] = "\(socket.address)"
        // Connections have executors of their own.
        try await withTaskExecutorPreference(endpoints.runner.executor(for: .local)) {
            try await serve(logger)
        }
    }

    private func serve(_ logger: Logger) async throws {
        guard let descriptor = socket.take() else { return }
        let connections = connections(logger)
        let quiescing = ServerQuiescingHelper(group: group)
        let server = try await bootstrap(quiescing).bind(descriptor) { channel in
            // A system without this limit buffers more.
            try? channel.syncOptions?.setOption(.tcpOption(Self.unsentLimit), value: Self.mostUnsent)
            let client = Client(of: channel)
            return channel.eventLoop.makeCompletedFuture {
                try channel.pipeline.syncOperations.addHandler(
                    WriteTimeLimit(grace: limits.readTime, memory: endpoints.memory, client: client))
            }.flatMap { connections.setup(channel: channel, logger: logger) }
        }
        ListeningSocket.restoreBacklog(of: descriptor)
        await withGracefulShutdownHandler {
            listening(socket.address)
            await withDiscardingTaskGroup { group in
                do {
                    try await server.executeThenClose { accepted in
                        for try await connection in accepted {
                            let client = Client(of: connection.channel)
                            group.addTask(executorPreference: endpoints.runner.executor(for: client)) {
                                await connections.handle(value: connection, logger: logger)
                            }
                        }
                    }
                } catch {
                    logger.error("No more connections are accepted", metadata: ["error": "\(error)"])
                }
            }
        } onGracefulShutdown: {
            quiescing.initiateShutdown(promise: nil)
        }
    }

    private func bootstrap(_ quiescing: ServerQuiescingHelper) -> ServerBootstrap {
        ServerBootstrap(group: group)
            .serverChannelInitializer { [limits] channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    try pipeline.addHandler(
                        AvailableConnectionsChannelHandler(maxConnections: limits.connections))
                    try pipeline.addHandler(quiescing.makeServerChannelHandler(channel: channel))
                }
            }
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .childChannelOption(.writeBufferWaterMark, value: Self.unwritten)
    }

    /// How many bytes of a response wait on a connection whose client does not read: here, and in the system.
    private static let unwritten = ChannelOptions.Types.WriteBufferWaterMark(low: 16 << 10, high: 32 << 10)
    private static let mostUnsent = 128 << 10
    /// `TCP_NOTSENT_LOWAT` (tcp(7)), which the C libraries do not declare everywhere.
    private static let unsentLimit = NIOBSDSocket.Option(rawValue: 25)

    private func connections(_ logger: Logger) -> HTTP1Channel {
        let responder = endpoints.router().buildResponder()
        let date = DateHeader()
        return HTTP1Channel(
            responder: { request, writer, channel in
                let expected = ExpectedBody(of: request, on: channel)
                let context = ClientContext(source: .init(channel: channel, logger: logger))
                defer { context.share.end() }
                var response: Response
                do {
                    response = try await responder.respond(to: expected?.request ?? request, context: context)
                } catch {
                    // Endpoints respond to all their errors, so this does not happen.
                    response = Response(status: .internalServerError)
                }
                response.headers[.date] = date.text
                // The client may or may not send the body that it announced.
                if expected?.isRequested == false { response.headers[.connection] = "close" }
                try await writer.write(response: response.head, body: response.body)
                // A client that has sent its next requests already would keep its thread until the last.
                await endpoints.runner.yield()
            },
            configuration: .init(
                additionalChannelHandlers: [RequestHeadHandler.Installer(), ConnectionCloseHandler()],
                // One second more than `BodyReader` waits, so that a slow client gets a response.
                idleTimeout: .nanoseconds(Int64(limits.readTime.nanoseconds)) + .seconds(1),
                httpDecoderConfiguration: .init(
                    maxHeaderFieldSize: 32 << 10, maxHeaderListSize: 32 << 10, maxHeaderFieldCount: 100)))
    }
}
