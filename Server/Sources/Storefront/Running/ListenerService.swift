// An HTTP server at one address, as a service.

internal import Hummingbird
internal import HummingbirdCore
internal import Logging
internal import NIOCore
internal import NIOPosix
internal import ServiceLifecycle
internal import Support

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// Serves endpoints at an address.
struct ListenerService: Service {
    let endpoints: Endpoints
    let address: ListeningAddress
    let limits: StorefrontConfiguration.Limits
    let logger: Logger
    /// Runs the tasks of connections.
    let executor: any TaskExecutor
    /// Called as soon as the server listens, with the port in use.
    let listening: @Sendable (ListeningAddress) -> Void

    /// - Throws: `StorefrontError.notListening`.
    func run() async throws {
        do {
            try await withTaskExecutorPreference(executor) { try await server.run() }
        } catch let error as IOError {
            throw StorefrontError.notListening(address, reason: String(cString: strerror(error.errnoCode)))
        }
    }

    private var server: some Service {
        let bind: BindAddress =
            switch address {
            case .host(let host, let port): .hostname(host, port: port)
            case .socket(let path): .unixDomainSocket(path: path)
            }
        var logger = logger
        logger[metadataKey: "listener"] = "\(address)"
        return Application(
            router: endpoints.router(),
            server: .http1(
                configuration: .init(
                    additionalChannelHandlers: [RequestHeadHandler.Installer(), ConnectionCloseHandler()],
                    // One second more than `BodyReader` waits, so that a slow client gets an answer.
                    idleTimeout: .nanoseconds(Int64(limits.readTime.nanoseconds)) + .seconds(1),
                    httpDecoderConfiguration: .init(
                        maxHeaderFieldSize: 32 << 10, maxHeaderListSize: 32 << 10, maxHeaderFieldCount: 100))),
            configuration: .init(
                address: bind, backlog: 4_096,
                availableConnectionsDelegate: MaximumAvailableConnections(limits.connections)),
            onServerRunning: { [address, listening] channel in
                if case .host(let host, _) = address, let port = channel.localAddress?.port {
                    listening(.host(host, port: port))
                } else {
                    listening(address)
                }
            },
            logger: logger)
    }
}
