// A shop's search over HTTP: its parts, and how they start and stop together.

internal import CatalogSearch
internal import FoundationEssentials
internal import Hummingbird
internal import HummingbirdCore
internal import KitSupport
internal import Localization
public import Logging
internal import NIOCore
internal import NIOPosix
public import ProductStore
internal import SearchService
public import ServiceLifecycle
internal import Storage

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// Answers searches over HTTP, out of catalogs in files and in a store.
///
///     var configuration = StorefrontConfiguration()
///     configuration.catalogPaths = ["Catalogs"]
///     configuration.localizations = ["Localizations"]
///     let storefront = try await Storefront(configuration, logger: Logger(label: "shop"))
///     try await ServiceGroup(services: [storefront], gracefulShutdownSignals: [.sigterm], logger: logger).run()
public struct Storefront: Service {
    private let configuration: StorefrontConfiguration
    private let logger: Logger
    private let registry: PrometheusRegistry
    private let catalogs: ServedCatalogs
    private let runner: SearchRunner
    private let cache: AnswerCache
    private let readiness = Readiness()
    private let page: PageEndpoints?
    private let interface: String
    private let administrationInterface: String
    private let listening: @Sendable (Listener) -> Void

    /// Where somebody is listened to.
    public struct Listener: Hashable, Sendable {
        /// Who.
        public enum Kind: Hashable, Sendable {
            /// Whoever searches.
            case search
            /// Whoever writes.
            case administration
        }

        /// Who is listened to.
        public let kind: Kind
        /// Where, with the port that was given out.
        public let address: ListeningAddress
    }

    /// Opens the store and reads the catalogs.
    ///
    /// - Parameter listening: told where the service listens as soon as it does, each port as it was given out.
    /// - Throws: `StorefrontError` where it cannot be set up so.
    public init(
        _ configuration: StorefrontConfiguration, logger: Logger,
        listening: @escaping @Sendable (Listener) -> Void = { _ in }
    ) async throws(StorefrontError) {
        self.configuration = configuration
        self.logger = logger
        self.listening = listening
        registry = PrometheusRegistry(help: ObservationEndpoints.help)
        let limits = configuration.limits
        var defaults = ServiceRequest(SearchRequest("", locale: configuration.locale))
        defaults.tellsLocales = true
        let service = SearchService(
            SearchEngine([]), localizations: configuration.localizations,
            defaults: defaults,
            limits: ServiceLimits(
                hits: limits.hits, ids: limits.ids, depth: limits.depth, requests: limits.requests))
        let store = try configuration.storePath.map { path throws(StorefrontError) in
            do throws(StoreError) {
                return try ProductStore(path: path) { progress in
                    logger.debug(
                        "Reading the store",
                        metadata: ["records": "\(progress.recordCount)", "of": "\(progress.total)"])
                }
            } catch {
                throw StorefrontError.store(path: path, error)
            }
        }
        let locale = configuration.locale
        let files = CatalogFiles(
            configuration.catalogPaths, cache: configuration.cacheFolder.map { IndexCache(folder: $0) },
            logger: logger
        ) { service.localizedTexts.words(for: $0, in: locale) }
        catalogs = ServedCatalogs(
            service, files, store, texts: FileTree.fingerprint(of: configuration.localizations).value,
            logger: logger)
        runner = SearchRunner(
            threadCount: System.coreCount, limits: .init(count: limits.searches, time: limits.searchTime))
        cache = AnswerCache(capacity: limits.keptAnswers)
        interface = try Self.text("openapi.json", in: configuration.interfaceFolder)
        administrationInterface = try Self.text("admin.openapi.json", in: configuration.interfaceFolder)
        page = try configuration.pageFolder.map { folder throws(StorefrontError) in
            try PageEndpoints(folder: folder, localizations: configuration.localizations)
        }
        await catalogs.refresh(atOnce: true)
    }

    private static func text(_ name: String, in folder: String?) throws(StorefrontError) -> String {
        guard let folder else { return "{}" }
        let path = folder + "/" + name
        do {
            return try String(contentsOfFile: path, encoding: .utf8)
        } catch {
            throw .unreadable(path: path)
        }
    }

    // MARK: Running

    /// Answers requests until the service is to stop: then, after a delay, no connection is taken any more, the requests
    /// that were begun are answered, and the store is closed.
    public func run() async throws {
        var services: [any Service] = []
        if let store = catalogs.store { services.append(StoreService(store: store)) }
        services.append(UpkeepService(catalogs: catalogs, runner: runner, readiness: readiness))
        if let administration = configuration.administration, let store = catalogs.store {
            services.append(
                application(
                    endpoints(for: store, administration.token), .administration, at: administration.address))
        }
        services.append(application(endpoints, .search, at: configuration.address))
        services.append(StopDelay(time: configuration.limits.stopDelay))
        // They stop in the reverse of this order, so that the store closes when nobody writes any more.
        var group = ServiceGroupConfiguration(services: services, logger: logger)
        group.maximumGracefulShutdownDuration =
            configuration.limits.stopDelay + configuration.limits.stopTime
        try await withGracefulShutdownHandler {
            try await ServiceGroup(configuration: group).run()
        } onGracefulShutdown: {
            // Whoever balances the load is told before the last requests are answered.
            readiness.isReady = false
        }
    }

    private func application(
        _ endpoints: Endpoints, _ kind: Listener.Kind, at address: ListeningAddress
    ) -> some Service {
        let limits = configuration.limits
        let bind: BindAddress =
            switch address {
            case .host(let host, let port): .hostname(host, port: port)
            case .socket(let path): .unixDomainSocket(path: path)
            }
        var logger = logger
        logger[metadataKey: "listener"] = "\(address)"
        let server = Application(
            router: endpoints.router(),
            server: .http1(
                configuration: .init(
                    additionalChannelHandlers: [RequestHeadHandler.Installer(), ConnectionCloseHandler()],
                    // Whoever sends a body too slowly hears of it before the connection is closed.
                    idleTimeout: .nanoseconds(Int64(limits.readTime.nanoseconds)) + .seconds(1),
                    httpDecoderConfiguration: .init(
                        maxHeaderFieldSize: 32 << 10, maxHeaderListSize: 32 << 10, maxHeaderFieldCount: 100))),
            configuration: .init(
                address: bind, backlog: 4_096,
                availableConnectionsDelegate: MaximumAvailableConnections(limits.connections)),
            onServerRunning: { [listening] channel in
                var actual = address
                if case .host(let host, _) = address, let port = channel.localAddress?.port {
                    actual = .host(host, port: port)
                }
                listening(Listener(kind: kind, address: actual))
            },
            logger: logger)
        return ListenerService(server: server, address: address)
    }

    // MARK: What is answered

    private var languages: LanguageChoice { LanguageChoice(service: catalogs.service) }

    private var bodies: BodyReader {
        BodyReader(limit: configuration.limits.bodyBytes, time: configuration.limits.readTime)
    }

    /// The paths for everybody.
    private var endpoints: Endpoints {
        let search = SearchEndpoints(
            catalogs: catalogs, languages: languages, runner: runner, cache: cache, bodies: bodies,
            interface: interface)
        return endpoints(
            search.list + observation.list + (page?.list(search) ?? []), allowing: configuration.allowedOrigin
        )
    }

    /// The paths for whoever has the token.
    private func endpoints(for store: ProductStore, _ token: AccessToken) -> Endpoints {
        let administration = AdministrationEndpoints(
            store: store, catalogs: catalogs, languages: languages, texts: catalogs.service.localizedTexts,
            bodies: bodies, interface: administrationInterface, logger: logger)
        var endpoints = endpoints(administration.list + [observation.metrics])
        endpoints.guardian = { request throws(Problem) in try token.check(request) }
        return endpoints
    }

    private func endpoints(_ list: [Endpoint], allowing origin: String? = nil) -> Endpoints {
        Endpoints(
            list: list, texts: catalogs.service.localizedTexts, languages: languages,
            observation: RequestObservation(factory: registry), allowedOrigin: origin)
    }

    private var observation: ObservationEndpoints {
        ObservationEndpoints(readiness: readiness, registry: registry, catalogs: catalogs, runner: runner)
    }
}

/// Why a storefront cannot be set up.
public enum StorefrontError: Error, Sendable {
    /// The store cannot be opened.
    case store(path: String, StoreError)
    /// A file that belongs to the service cannot be read.
    case unreadable(path: String)
    /// The template of the page is broken.
    case template(path: String, reason: String)
    /// Nobody can be listened to there; the system's words.
    case notListening(ListeningAddress, reason: String)
}

/// A server that says where it cannot listen.
private struct ListenerService<Server: Service>: Service {
    let server: Server
    let address: ListeningAddress

    func run() async throws {
        do {
            try await server.run()
        } catch let error as IOError {
            throw StorefrontError.notListening(address, reason: String(cString: strerror(error.errnoCode)))
        }
    }
}

/// Keeps the store in shape, and closes it at the end.
private struct StoreService: Service {
    let store: ProductStore

    func run() async throws {
        try await cancelWhenGracefulShutdown { try await store.keepMerged() }
        try await store.close()
    }
}

/// Keeps the services before it from stopping at once.
private struct StopDelay: Service {
    let time: Duration

    func run() async throws {
        try await gracefulShutdown()
        try await Task.sleep(for: time)
    }
}

/// Looks after what changes by itself: files, merged catalogs, searches that take too long.
private struct UpkeepService: Service {
    let catalogs: ServedCatalogs
    let runner: SearchRunner
    let readiness: Readiness

    func run() async {
        readiness.isReady = true
        await cancelWhenGracefulShutdown {
            await withTaskGroup { group in
                group.addTask { await runner.keepTime() }
                group.addTask {
                    while (try? await Task.sleep(for: .seconds(1))) != nil { await catalogs.refresh() }
                }
            }
        }
    }
}
