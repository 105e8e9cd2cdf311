// The paths of the search interface, and how their responses are cached.

internal import CatalogSearch
internal import HTTPTypes
internal import Hummingbird
internal import Localization
internal import ProductStore
internal import SearchService
internal import Support

/// The paths below `/v1`.
struct SearchEndpoints: Sendable {
    let catalogs: ServedCatalogs
    let languages: LanguageChoice
    let runner: SearchRunner
    let cache: ResponseCache
    let bodies: BodyReader
    /// The description of this interface, in JSON.
    let interface: String
    /// The query log; `nil` if queries are not counted.
    let log: QueryLog?

    private var service: SearchService { catalogs.service }

    /// The most suggestions that are queries of other clients.
    private static let offeredLimit = 10

    var list: [Endpoint] {
        var fingerprint = Fingerprint()
        fingerprint.add(interface)
        let interfaceTag = EntityTag(value: fingerprint.text, isWeak: true)
        let description = self.description
        return [
            .get("/v1/search") { request, context in
                try await respond(request, context, names: RequestName.search, isLogged: true) {
                    try await search($0, $1)
                }
            },
            .get("/v1/suggest") { request, context in
                try await respond(
                    request, context, names: RequestName.suggestions, alsoOf: log?.popularVersion ?? ""
                ) { searchRequest, slot in
                    var searchRequest = searchRequest
                    searchRequest.returned = .suggestions
                    // Twice as many, because some may find nothing any more.
                    searchRequest.offered = log?.popular(
                        continuing: searchRequest.request.query, in: searchRequest.request.locale,
                        limit: 2 * min(searchRequest.request.limit, Self.offeredLimit))
                    return try await search(searchRequest, slot)
                }
            },
            .get("/v1/scopes") { request, context in
                try await respond(request, context, names: RequestName.scopes) { searchRequest, slot in
                    try await run(slot) { try $0.scopes(searchRequest) }
                }
            },
            .get("/v1/facets/{attribute}") { request, context in
                let attribute = try context.decoded("attribute")
                return try await respond(request, context, names: RequestName.facet) { searchRequest, slot in
                    try await run(slot, SearchCost(of: searchRequest)) {
                        try $0.facet(AttributeName(attribute), searchRequest)
                    }
                }
            },
            .get("/v1/catalogs") { request, context in
                try await respond(request, context, names: RequestName.reader) { searchRequest, slot in
                    try await run(slot) { try $0.catalogs(in: searchRequest.request.locale) }
                }
            },
            .get("/v1/records/{catalog}/{id}") { request, context in
                let catalog = try context.decoded("catalog")
                let id = try context.decoded("id")
                return try await respond(request, context, names: RequestName.record) { searchRequest, slot in
                    try await run(slot) { try $0.record(id, in: catalog, searchRequest) }
                }
            },
            .get("/v1/records/{catalog}/{id}/similar") { request, context in
                let catalog = try context.decoded("catalog")
                let id = try context.decoded("id")
                return try await respond(request, context, names: RequestName.similar) {
                    searchRequest, slot in
                    try await run(slot, .expensive) { try $0.similar(to: id, in: catalog, searchRequest) }
                }
            },
            .get("/v1/strings/{table}") { request, context in
                let table = try context.decoded("table")
                return try await respond(request, context, names: RequestName.reader, ofTexts: true) {
                    searchRequest, slot in
                    try await run(slot) { try $0.strings(table: table, in: searchRequest.request.locale) }
                }
            },
            Endpoint(.post, "/v1/clicks", .status) { request, context in
                try await choose(.click, request, context)
            },
            Endpoint(.post, "/v1/conversions", .status) { request, context in
                try await choose(.conversion, request, context)
            },
            Endpoint(.post, "/v1/search:batch", .read) { request, context in
                try await batch(request, context)
            },
            .get("/v1/openapi.json", .status) { request, _ in
                try await .unless(known: interfaceTag, to: request, in: nil) { description }
            },
        ]
    }

    /// The description of the interface, compressed once.
    private var description: EndpointResponse {
        var response = EndpointResponse(interface, type: "application/json")
        response.compressedBefore = ContentCoding.compressed(response.body, type: "application/json")
        return response
    }

    /// Makes the service's request from parameters.
    ///
    /// - Parameter names: the known parameters.
    /// - Throws: `Problem` if a parameter is malformed or unknown.
    func serviceRequest(
        _ parameters: [(name: String, value: String)], _ preferred: [LocaleIdentifier],
        names: Set<RequestName> = RequestName.search
    ) throws -> ServiceRequest {
        do throws(SearchService.Failure) {
            return try service.request(parameters: parameters, names: names, preferredLocales: preferred)
        } catch {
            throw Problem(error)
        }
    }

    /// Responds to a request from the catalogs, or with 304 if the client has the response already.
    ///
    /// - Parameters:
    ///   - names: the parameters that the path takes.
    ///   - isLogged: whether the query log counts the request.
    ///   - ofTexts: whether the response consists of messages, which may exist in more languages than
    ///     records.
    ///   - alsoOf: the version of anything else in the response.
    private func respond(
        _ request: Request, _ context: ClientContext, names: Set<RequestName>,
        isLogged: Bool = false, ofTexts: Bool = false, alsoOf otherVersion: String = "",
        _ body: (ServiceRequest, Slot) async throws -> SearchService.Response
    ) async throws -> EndpointResponse {
        try await catalogs.wait(for: request)
        let (version, revision) = catalogs.updated()
        let input = try RequestInput(request)
        var searchRequest = try serviceRequest(input.parameters.list, input.preferredLocales, names: names)
        if ofTexts, input.parameters["locale"] == nil, let first = input.preferredLocales.first {
            searchRequest.request.locale = first
        }
        let key = ResponseCache.Key(searchRequest, request, version: version + otherVersion)
        let slot = Slot(client: context.client, deadline: runner.deadline)
        var response = try await EndpointResponse.unless(
            known: key.tag, to: request, in: searchRequest.request.locale
        ) {
            let searchResponse = try await cachedResponse(to: key) { try await body(searchRequest, slot) }
            if isLogged { note(searchRequest, searchResponse, request, context) }
            var response = EndpointResponse(searchResponse.json, type: "application/json")
            response.locale = searchResponse.locale
            response.deadline = slot.deadline
            response.isTransient = searchResponse.lacksMeaning
            return response
        }
        response.revision = revision?.number
        return response
    }

    /// Counts a search, unless its client has the response already: then it is a repetition.
    func note(
        _ searchRequest: ServiceRequest, _ searchResponse: SearchService.Response, _ request: Request,
        _ context: ClientContext
    ) {
        guard let log, request.method != .head else { return }
        log.note(searchRequest, searchResponse, of: context.client)
    }

    /// The response to a request: from the cache, or a new one, which is cached.
    func cachedResponse(
        to key: ResponseCache.Key, _ body: () async throws -> SearchService.Response
    ) async throws -> SearchService.Response {
        if let known = cache[key] { return known }
        let searchResponse = try await body()
        // The next response may have the results by meaning that this one lacks.
        if !searchResponse.lacksMeaning { cache.keep(searchResponse, for: key) }
        return searchResponse
    }

    // MARK: Slots

    /// The client of a request, and its deadline.
    struct Slot: Sendable {
        let client: Client
        let deadline: ContinuousClock.Instant
    }

    /// Runs `body` on a search thread when the client gets a slot.
    func run<Value: Sendable>(
        _ slot: Slot, _ cost: SearchCost = .cheap, work: String = "search",
        _ body: @escaping @Sendable (SearchService) throws -> Value
    ) async throws -> Value {
        let service = service
        let slot = (SearchRunner.Slot(client: slot.client, cost: cost, work: work), slot.deadline)
        do {
            return try await runner.run(slot.0, until: slot.1) { try body(service) }
        } catch let error as SearchService.Failure {
            throw problem(error)
        }
    }

    /// Responds to a search. If similar words are searched only when nothing is found, the words themselves
    /// and their inflections are searched first: that is cheap, and often enough.
    func search(_ searchRequest: ServiceRequest, _ slot: Slot) async throws -> SearchService.Response {
        var work = searchRequest.returned == .suggestions ? "suggest" : "search"
        if searchRequest.request.relax == .auto, searchRequest.returned != .suggestions {
            var first = searchRequest
            first.request.triesOnlyForms = true
            let searchResponse = try await run(slot, SearchCost(of: first)) { [first] in
                try $0.response(to: first)
            }
            if !searchResponse.isEmpty, !searchResponse.hasOnlyPinned { return searchResponse }
            work = "search similar words"
        }
        return try await run(slot, SearchCost(of: searchRequest), work: work) {
            try $0.response(to: searchRequest)
        }
    }

    private func problem(_ failure: SearchService.Failure) -> Problem {
        if case .damagedIndex(let catalog) = failure.kind { catalogs.noteDamage(of: catalog) }
        return Problem(failure)
    }

    // MARK: Batches

    private func batch(_ request: Request, _ context: ClientContext) async throws -> EndpointResponse {
        try MediaType.check(request, is: "application/json")
        try await catalogs.wait(for: request)
        return try await bodies.withBody(of: request) { body in
            let revision = catalogs.updated().revision
            try KnownParameters.check(request, languages)
            let preferred = LanguagePreferences(request).locales
            let slot = Slot(client: context.client, deadline: runner.deadline)
            let requests = try await run(slot, .expensive) { service in
                try service.requests(body, preferredLocales: preferred)
            }
            var results: [Result<SearchService.Response, SearchService.Failure>] = []
            var size = 0
            for parsed in requests {
                // One after the other, each queued behind the searches of others, so that a batch does not
                // delay them.
                let result =
                    try await run(slot, .expensive) { service in
                        do {
                            return .success(try service.response(to: try parsed.get()))
                        } catch let failure as SearchService.Failure where failure.kind.isOfOneRequest {
                            return .failure(failure)
                        }
                    } as Result<SearchService.Response, SearchService.Failure>
                if let searchRequest = try? parsed.get(), let searchResponse = try? result.get() {
                    note(searchRequest, searchResponse, request, context)
                }
                size += (try? result.get().json.utf8.count) ?? 0
                guard size <= Self.batchLimit else {
                    throw Problem(.pageTooLarge, "BatchAnswerTooLarge: %ld", .init(Self.batchLimit))
                }
                try context.share.grow(to: size)
                results.append(result)
            }
            let searchResponse = try await run(slot, .expensive) { [results] service in
                service.response(joining: results, preferredLocales: preferred)
            }
            var response = EndpointResponse(searchResponse.json, type: "application/json")
            response.headers[.cacheControl] = "no-cache"
            response.revision = revision?.number
            response.locale = searchResponse.locale
            response.deadline = slot.deadline
            return response
        }
    }

    /// The most bytes of the responses of a batch together.
    private static let batchLimit = 32 << 20
}

extension SearchCost {
    /// The most words and bytes of a cheap query.
    private static let cheapWords = 4
    private static let cheapBytes = 200
    /// A cheap page ends at most at this record: all records up to it are ranked, and those of the page are
    /// written.
    private static let cheapRecords = 200

    /// Estimates the cost of a request from its parameters.
    init(of searchRequest: ServiceRequest) {
        let query = searchRequest.request.query
        let (limit, offset) = (searchRequest.request.limit, searchRequest.request.offset)
        let isCheap =
            searchRequest.returned != .suggestions
            && (searchRequest.request.relax == .never
                || searchRequest.request.relax == .auto && searchRequest.request.triesOnlyForms)
            && (limit == 0 || limit <= Self.cheapRecords && offset <= Self.cheapRecords - limit)
            && query.utf8.count <= Self.cheapBytes
            && query.split(maxSplits: Self.cheapWords, whereSeparator: \.isWhitespace).count
                <= Self.cheapWords
        self = isCheap ? .cheap : .expensive
    }
}
