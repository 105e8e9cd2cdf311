// The endpoints of the listeners, made of the storefront's parts.

internal import SearchService

extension Storefront {
    /// The endpoints of the search listener.
    var searchEndpoints: Endpoints {
        let search = SearchEndpoints(
            catalogs: catalogs, languages: languages, runner: runner, cache: cache, bodies: bodies,
            interface: interface)
        return endpoints(
            search.list + observation.health + (page?.list(search) ?? []),
            allowing: configuration.allowedOrigin)
    }

    /// The endpoints of the administration listener, which require the token; `nil` without a store or a token.
    var administrationEndpoints: Endpoints? {
        guard let token = configuration.administration?.token, let store = catalogs.store else { return nil }
        let administration = AdministrationEndpoints(
            store: store, catalogs: catalogs, languages: languages, texts: catalogs.service.localizedTexts,
            bodies: bodies, interface: administrationInterface, logger: logger)
        var endpoints = endpoints(administration.list + [observation.metrics])
        endpoints.guardian = { request throws(Problem) in try token.check(request) }
        endpoints.journal = WriteJournal(logger: logger)
        return endpoints
    }

    /// The endpoints of the metrics listener.
    var metricsEndpoints: Endpoints { endpoints(observation.health + [observation.metrics]) }

    private var languages: LanguageChoice { LanguageChoice(service: catalogs.service) }

    private var bodies: BodyReader {
        BodyReader(
            limit: configuration.limits.bodyBytes, time: configuration.limits.readTime, memory: bodyMemory)
    }

    private var observation: ObservationEndpoints {
        ObservationEndpoints(
            readiness: readiness, registry: registry, catalogs: catalogs, runner: runner,
            longestLag: configuration.longestLag)
    }

    private func endpoints(_ list: [Endpoint], allowing origin: String? = nil) -> Endpoints {
        Endpoints(
            list: list, texts: catalogs.service.localizedTexts, languages: languages,
            observation: RequestObservation(factory: registry),
            proxies: TrustedProxies(list: configuration.trustedProxies), runner: runner, allowedOrigin: origin
        )
    }
}
