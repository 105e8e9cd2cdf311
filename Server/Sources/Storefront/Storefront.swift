// A shop's search over HTTP: its parts, and how they start and stop together.

internal import CatalogSearch
internal import CatalogStorage
internal import Embedding
internal import FoundationEssentials
public import Logging
internal import MeilisearchProtocol
internal import NIOCore
internal import ProductStore
internal import SearchService
public import ServiceLifecycle
internal import Support

/// Serves searches over HTTP, from catalogs in files and in a store.
///
///     var configuration = StorefrontConfiguration()
///     configuration.records = .files(["Catalogs"])
///     configuration.localizations = ["Localizations"]
///     let storefront = try await Storefront(configuration, logger: Logger(label: "shop"))
///     try await ServiceGroup(services: [storefront], gracefulShutdownSignals: [.sigterm], logger: logger).run()
public struct Storefront: Service {
    let configuration: StorefrontConfiguration
    let logger: Logger
    let registry: PrometheusRegistry
    let catalogs: ServedCatalogs
    let runner: SearchRunner
    let cache: ResponseCache
    let bodyMemory: BodyMemory
    /// The memory for responses to clients.
    let responseMemory: ResponseMemory
    /// The memory for responses to operators. Clients cannot use it up.
    let operatorMemory: ResponseMemory
    let readiness = Readiness()
    let page: PageEndpoints?
    let interface: String
    let administrationInterface: String
    let meilisearch: MeilisearchServer?
    let log: QueryLog?
    /// The state of the embedder; `nil` without one.
    let embedderLog: EmbedderLog?
    /// Makes vectors of queries, and of records.
    private let embedders: (queries: QueryEmbedder?, records: EmbedderCommand?)
    let sessions = AdministrationSessions()
    let imports = CatalogImports()
    let throttle = AuthenticationThrottle()
    private let listening: @Sendable (Listener) -> Void
    private let sockets: [Listener.Kind: ListeningSocket]

    /// An address at which the service listens.
    public struct Listener: Hashable, Sendable {
        /// What a listener is for.
        public enum Kind: Hashable, Sendable {
            case search
            /// Accepts writes.
            case administration
            /// Accepts requests of existing clients of search servers.
            case meilisearch
            case metrics
        }

        /// What the listener is for.
        public let kind: Kind
        /// The address, with the port in use.
        public let address: ListeningAddress
    }

    /// Binds the listeners' addresses, opens the store and reads the catalogs.
    ///
    /// - Parameter listening: called for each listener as soon as it listens.
    /// - Throws: `StorefrontError` if a part cannot be set up.
    public init(
        _ configuration: StorefrontConfiguration, logger: Logger,
        listening: @escaping @Sendable (Listener) -> Void = { _ in }
    ) async throws(StorefrontError) {
        self.configuration = configuration
        self.logger = logger
        self.listening = listening
        var sockets: [Listener.Kind: ListeningSocket] = [:]
        for (kind, address) in configuration.listeners { sockets[kind] = try ListeningSocket(address) }
        self.sockets = sockets
        ScratchFolder.removeAbandoned()
        registry = PrometheusRegistry(help: ObservationEndpoints.help)
        let limits = configuration.limits
        let embedderLog = configuration.embedder.map { _ in EmbedderLog(logger) }
        self.embedderLog = embedderLog
        embedders = Self.embedders(configuration, embedderLog)
        let service = Self.service(configuration, embedders.queries)
        var store: ProductStore?
        var router: ShardRouter?
        switch configuration.records {
        case .files: break
        case .store(let settings, _):
            store = try Self.store(settings.database, settings.checkpoints, configuration, logger)
        case .shard(let shard):
            store = try Self.store(.postgreSQL(shard.address), shard.checkpoints, configuration, logger)
        case .shards(let addresses):
            router = ShardRouter(addresses, searchTime: limits.searchTime, logger: logger)
        }
        let locale = configuration.locale
        let isShard = configuration.share != nil
        do throws(ShardProblem) {
            try await router?.begin()
        } catch {
            throw .shards(error)
        }
        let queries = embedders.queries
        meilisearch = store.flatMap { store in
            configuration.access.map { access in
                MeilisearchServer(
                    store, defaultLocale: locale,
                    keys: KeyRing(
                        store, master: access.token.bytes,
                        acceptsTokensWithoutExpiry: access.acceptsTokensWithoutExpiry),
                    queryVector: queries.map { queries in { @Sendable query in queries.vector(of: query) } })
            }
        }
        let files = CatalogFiles(
            configuration.catalogPaths, cache: Self.indexCache(configuration),
            vectors: embedders.records.flatMap { embedder in
                configuration.cacheFolder.map { CatalogVectors(embedder, cache: $0) }
            }, logger: logger
        ) { service.localizedTexts.message(for: $0, in: locale) }
        catalogs = ServedCatalogs(
            service, files, store, router: router,
            texts: FileTree.fingerprint(of: configuration.localizations).value,
            logger: logger)
        // One more than cores, so that expensive searches may use all of these and cheap ones still start at
        // once. A router's searches wait for shards most of the time. For a shard, all searches come from one
        // client.
        runner = SearchRunner(
            threadCount: router == nil ? System.coreCount + 1 : Self.routerThreads,
            limits: .init(
                count: limits.searches,
                clientCount: isShard ? limits.searches : limits.clientSearches,
                time: limits.searchTime))
        bodyMemory = BodyMemory(capacity: limits.bodyMemory)
        responseMemory = ResponseMemory(
            capacity: limits.responseMemory, isOfOneClient: isShard)
        operatorMemory = ResponseMemory(capacity: limits.responseMemory / 4, isOfOneClient: true)
        cache = ResponseCache(capacity: limits.cachedResponses)
        interface = try Self.text("openapi.json", in: configuration.interfaceFolder)
        administrationInterface = try Self.text("admin.openapi.json", in: configuration.interfaceFolder)
        log =
            try configuration.queryLog.map { log throws(StorefrontError) in
                do throws(StoreError) {
                    return try QueryLog(
                        path: log.path, logger: logger, suggestedClients: log.suggestedClients)
                } catch .unavailable(.diskFull) {
                    // Searches matter more than their counts.
                    logger.error(
                        "The disk of the query log is full: queries are not counted until the next start")
                    return nil
                } catch {
                    throw .queryLog(path: log.path, error)
                }
            } ?? nil
        page = configuration.pageFolders.isEmpty ? nil : try PageEndpoints(configuration)
        await catalogs.refresh(atOnce: true)
    }

    /// The number of searches that a router runs at a time.
    private static let routerThreads = 32

    /// The cache of indexes; `nil` if catalogs are read into memory.
    private static func indexCache(_ configuration: StorefrontConfiguration) -> IndexCache? {
        configuration.cacheFolder.map {
            var cache = IndexCache(folder: $0)
            cache.readsIntoMemory = configuration.readsIndexes
            return cache
        }
    }

    /// The commands for queries and for records. A shard receives queries with vectors, and a router has no
    /// records.
    private static func embedders(
        _ configuration: StorefrontConfiguration, _ log: EmbedderLog?
    ) -> (queries: QueryEmbedder?, records: EmbedderCommand?) {
        guard let command = configuration.embedder, let log else { return (nil, nil) }
        let queries = QueryEmbedder(EmbedderCommand(command), time: configuration.limits.embeddingTime) {
            event in
            switch event {
            case .failed(let fault, let pause): log.note(fault, of: .queries, pause: pause)
            case .worked: log.noteRecovery(of: .queries)
            }
        }
        let isRouter = if case .shards = configuration.records { true } else { false }
        return (configuration.share == nil ? queries : nil, isRouter ? nil : EmbedderCommand(command))
    }

    /// A service without catalogs; ``ServedCatalogs`` sets them.
    private static func service(
        _ configuration: StorefrontConfiguration, _ embedder: QueryEmbedder?
    ) -> SearchService {
        var defaults = ServiceRequest(SearchRequest("", locale: configuration.locale))
        defaults.tellsLocales = true
        defaults.request.semanticRatio = configuration.semanticRatio
        let limits = configuration.limits
        var queryVector: SearchService.QueryVector?
        if let embedder { queryVector = { query in embedder.vector(of: query) } }
        return SearchService(
            SearchEngine([]), localizations: configuration.localizations, defaults: defaults,
            limits: ServiceLimits(
                hits: limits.hits, ids: limits.ids, depth: limits.depth, requests: limits.requests,
                values: limits.values, textSize: limits.textSize, responseSize: limits.responseBytes),
            queryVector: queryVector)
    }

    private static func store(
        _ database: StorefrontConfiguration.Database, _ checkpoints: StorefrontConfiguration.Checkpoints?,
        _ configuration: StorefrontConfiguration, _ logger: Logger
    ) throws(StorefrontError) -> ProductStore {
        func tell(_ progress: OpeningProgress) {
            logger.debug(
                "Reading the store",
                metadata: ["records": "\(progress.recordCount)", "of": "\(progress.total)"])
        }
        let checkpoints = checkpoints.map { checkpoints -> any CheckpointLocation in
            let folder = CheckpointFolder(
                checkpoints.folder, readsIntoMemory: configuration.readsIndexes,
                share: configuration.share?.description)
            guard let objects = checkpoints.objects else { return folder }
            return CheckpointMirror(objects, cache: folder)
        }
        let note: @Sendable (CheckpointNote) -> Void = { logger.note($0) }
        let damaged: @Sendable (DamagedPart) -> Void = { part in
            logger.error(
                "A part of the store is damaged and left out: write it again, delete it, or restore a backup",
                metadata: ["part": "\(part)"])
        }
        let restored: @Sendable (DamagedPart) -> Void = { part in
            logger.warning(
                "A bit of the store was flipped on the disk, and is restored: the disk may be failing",
                metadata: ["part": "\(part)"])
        }
        do throws(StoreError) {
            switch database {
            case .sqlite(let path):
                return try ProductStore(
                    path: path, checkpoints: checkpoints, note: note, damaged: damaged, restored: restored,
                    progress: tell)
            case .postgreSQL(let address):
                let access = configuration.access
                return try ProductStore(
                    address,
                    writes: configuration.queryLog?.learns == true || access?.administrationAddress != nil
                        || access?.meilisearchAddress != nil || configuration.embedder != nil,
                    shard: configuration.share, checkpoints: checkpoints, note: note, damaged: damaged,
                    progress: tell)
            }
        } catch {
            throw .store(path: "\(database)", error)
        }
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

    /// Responds to requests until the graceful shutdown. Then, after the stop delay, the listeners accept no
    /// more connections, running requests get their responses, and the store is closed.
    ///
    /// - Throws: `StorefrontError.notListening` if another process has begun to
    ///   listen at an address meanwhile.
    public func run() async throws {
        do throws(StorefrontError) {
            for socket in sockets.values { try socket.listen() }
        } catch {
            try? await catalogs.store?.close()
            throw error
        }
        var services: [any Service] = []
        if let store = catalogs.store {
            services.append(StoreService(store: store, backups: configuration.backups, logger: logger))
        }
        if let router = catalogs.router { services.append(RouterService(router: router)) }
        if let log { services.append(QueryLogService(log: log)) }
        if let learning { services.append(learning) }
        if let recordEmbedding { services.append(recordEmbedding) }
        if let embedder = embedders.queries { services.append(QueryEmbedding(embedder: embedder)) }
        services.append(UpkeepService(catalogs: catalogs, runner: runner, readiness: readiness))
        let endpoints: [(Listener.Kind, Endpoints?)] = [
            (.administration, administrationEndpoints), (.meilisearch, meilisearchEndpoints),
            (.metrics, metricsEndpoints), (.search, searchEndpoints),
        ]
        for case (let kind, let endpoints?) in endpoints {
            if let socket = sockets[kind] { services.append(listener(endpoints, kind, on: socket)) }
        }
        services.append(StopDelay(time: configuration.limits.stopDelay))
        defer { imports.stop() }
        // Services stop in reverse order, so that the store closes after the last write.
        var group = ServiceGroupConfiguration(services: services, logger: logger)
        group.maximumGracefulShutdownDuration =
            configuration.limits.stopDelay + configuration.limits.stopTime
        try await withGracefulShutdownHandler {
            try await ServiceGroup(configuration: group).run()
        } onGracefulShutdown: {
            // Load balancers must notice before the last requests are done.
            readiness.isReady = false
        }
    }

    /// Publishes what was learned; `nil` if the server does not learn.
    var learning: Learning? {
        guard configuration.queryLog?.learns == true, let log, let store = catalogs.store else { return nil }
        return Learning(log: log, store: store, logger: logger)
    }

    /// Makes the vectors of records; `nil` without an embedder.
    var recordEmbedding: RecordEmbedding? {
        guard let embedder = embedders.records, let embedderLog else { return nil }
        return RecordEmbedding(embedder, catalogs, cache: vectorCache, embedderLog, logger)
    }

    /// The cache of the vectors of a store's texts.
    private var vectorCache: VectorCache? {
        guard let folder = configuration.cacheFolder, let database = configuration.database else {
            return nil
        }
        var name = Fingerprint()
        name.add("\(database)")
        name.add(configuration.embedder ?? "")
        let path = folder + "/vectors/" + name.text + ".sqlite"
        do {
            try FileManager.default.createDirectory(
                atPath: folder + "/vectors", withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
            return try VectorCache(path: path)
        } catch {
            logger.warning("Vectors are not kept", metadata: ["path": "\(path)", "reason": "\(error)"])
            return nil
        }
    }

    private func listener(
        _ endpoints: Endpoints, _ kind: Listener.Kind, on socket: ListeningSocket
    ) -> ListenerService {
        ListenerService(
            endpoints: endpoints, socket: socket, limits: configuration.limits, logger: logger
        ) { [listening] address in listening(Listener(kind: kind, address: address)) }
    }
}

extension StorefrontConfiguration {
    /// The address of each listener.
    fileprivate var listeners: [Storefront.Listener.Kind: ListeningAddress] {
        var listeners: [Storefront.Listener.Kind: ListeningAddress] = [.search: address]
        listeners[.administration] = access?.administrationAddress
        listeners[.meilisearch] = access?.meilisearchAddress
        listeners[.metrics] = metricsAddress
        return listeners
    }
}
