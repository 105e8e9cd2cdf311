// The endpoints of the listeners, made from the storefront's parts.

internal import HTTPTypes
internal import Hummingbird
internal import MeilisearchProtocol
internal import SearchService

extension Storefront {
    /// The endpoints of searches, which the pages share.
    var search: SearchEndpoints {
        SearchEndpoints(
            catalogs: catalogs, languages: languages, runner: runner, cache: cache, bodies: bodies,
            interface: interface, log: log)
    }

    /// The endpoints of the search listener.
    var searchEndpoints: Endpoints {
        if let shard = configuration.share, let store = catalogs.store {
            let shard = ShardEndpoints(
                store: store, shard: shard, catalogs: catalogs, runner: runner, bodies: bodies)
            return endpoints(shard.list + observation.health)
        }
        let search = search
        var endpoints = endpoints(
            search.list + observation.health + (page?.list(search) ?? []),
            allowing: configuration.allowedOrigin)
        if let page {
            endpoints.notFoundHandler = { request, context in
                try await page.showUnknown(request, context, search)
            }
        }
        if configuration.access?.isSearchPublic == false {
            let authorization = SearchAuthorization(keys: meilisearch?.keys, throttle: throttle)
            endpoints.authorization = { request, context, _ in
                try await authorization.check(request, context)
            }
            endpoints.journal = WriteJournal(logger: logger)
        }
        return endpoints
    }

    /// The endpoints of the administration listener, which require the token; `nil` without such a listener.
    var administrationEndpoints: Endpoints? {
        guard let access = configuration.access, access.administrationAddress != nil,
            let store = catalogs.store
        else { return nil }
        let token = access.token
        let administration = AdministrationEndpoints(
            store: store, catalogs: catalogs, languages: languages, texts: catalogs.service.localizedTexts,
            bodies: bodies, interface: administrationInterface, logger: logger,
            listSize: configuration.limits.responseBytes, meilisearch: meilisearch, log: log,
            imports: imports)
        // A shard would show a part of the records as if it were all.
        let pages = (configuration.share == nil ? page : nil).map { page in
            AdministrationPages(
                page: page, store: store, catalogs: catalogs, languages: languages, search: search,
                bodies: bodies, token: token, sessions: sessions, imports: imports, throttle: throttle,
                meilisearch: meilisearch, log: log, embedderLog: embedderLog)
        }
        var endpoints = endpoints(administration.list + [observation.metrics] + (pages?.list ?? []))
        endpoints.memory = operatorMemory
        endpoints.authorization = { [throttle] request, context, path in
            // These have sessions; other paths, including unknown ones, need the token.
            if AdministrationPages.paths.contains(path) { return }
            try await throttle.checking(request.headers[.authorization], of: context.client) {
                try token.check(request)
            }
        }
        endpoints.journal = WriteJournal(logger: logger)
        return endpoints
    }

    /// The endpoints of the listener for existing clients; `nil` without a store or a token.
    var meilisearchEndpoints: Endpoints? {
        guard let meilisearch else { return nil }
        let protocolEndpoints = MeilisearchEndpoints(
            server: meilisearch, runner: runner, bodies: bodies,
            responseLimit: configuration.limits.responseBytes, throttle: throttle, log: log)
        var endpoints = endpoints(protocolEndpoints.list, allowing: configuration.allowedOrigin)
        endpoints.errorForm = { error, message in
            switch error {
            case let error as ProtocolError: MeilisearchEndpoints.response(CallResponse(error))
            case let problem as Problem: MeilisearchEndpoints.response(problem, message: message(problem))
            default: nil
            }
        }
        endpoints.journal = WriteJournal(logger: logger)
        return endpoints
    }

    /// The endpoints of the metrics listener.
    var metricsEndpoints: Endpoints {
        var endpoints = endpoints(observation.health + [observation.metrics])
        endpoints.memory = operatorMemory
        return endpoints
    }

    private var languages: LanguageChoice { LanguageChoice(service: catalogs.service) }

    private var bodies: BodyReader {
        BodyReader(
            limit: configuration.limits.bodyBytes, time: configuration.limits.readTime, memory: bodyMemory)
    }

    private var observation: ObservationEndpoints {
        ObservationEndpoints(
            readiness: readiness, registry: registry, catalogs: catalogs, runner: runner,
            memory: responseMemory, queryLog: log, embedderLog: embedderLog, backups: configuration.backups,
            longestLag: configuration.longestLag)
    }

    private func endpoints(_ list: [Endpoint], allowing origin: String? = nil) -> Endpoints {
        Endpoints(
            list: list, texts: catalogs.service.localizedTexts, languages: languages,
            observation: RequestObservation(factory: registry),
            proxies: TrustedProxies(list: configuration.trustedProxies), runner: runner,
            memory: responseMemory, allowedOrigin: origin)
    }
}
