// The paths of a listener, and the handling that all requests share: errors, CORS headers, metrics.

internal import HTTPTypes
internal import Hummingbird
internal import Localization
internal import Logging
internal import NIOCore
internal import NIOHTTP1
internal import SearchService
internal import Tracing

/// The paths of one listener.
struct Endpoints: Sendable {
    let list: [Endpoint]
    let texts: LocalizedTexts
    let languages: LanguageChoice
    let observation: RequestObservation
    /// Checks whether a request is allowed, before its handler runs. The path is that of its endpoint; empty
    /// for an unknown path.
    var authorization: (@Sendable (Request, ClientContext, _ path: String) async throws -> Void)?
    /// Logs each request that changes something, and refused tokens; `nil` for no such log.
    var journal: WriteJournal?
    /// The peers that forward requests from other clients.
    var proxies = TrustedProxies(list: [])
    /// Compresses long responses.
    let runner: SearchRunner
    /// The memory of all responses.
    var memory: ResponseMemory
    /// The value of `Access-Control-Allow-Origin`; `nil` if only pages of this server may send requests.
    var allowedOrigin: String?
    /// Makes the response to an error in another form than RFC 9457, given the messages of problems; `nil`
    /// for errors of other kinds.
    var errorForm: (@Sendable (any Error, (Problem) -> String) -> EndpointResponse?)?

    /// Responds to a request for an unknown path; `nil` for the usual response.
    var notFoundHandler: (@Sendable (Request, ClientContext) async throws -> EndpointResponse?)?

    /// The router of these paths.
    func router() -> Router<ClientContext> {
        let router = Router(context: ClientContext.self)
        for (path, endpoints) in Dictionary(grouping: list, by: \.path) {
            var byMethod = Dictionary(uniqueKeysWithValues: endpoints.map { ($0.method, $0) })
            // The server sends the length of the body without the body.
            byMethod[.head] = byMethod[.get]
            let methods = Array(byMethod.keys)
            byMethod[.options] = Endpoint(.options, path, .status) { _, _ in preflight(methods) }
            for (method, endpoint) in byMethod {
                router.on(RouterPath(path), method: method) { request, context in
                    await respond(to: request, context, endpoint)
                }
            }
        }
        router.add(middleware: NotFoundMiddleware(endpoints: self))
        return router
    }

    private func preflight(_ methods: some Collection<HTTPRequest.Method>) -> EndpointResponse {
        var response = EndpointResponse(.noContent)
        response.headers[.allow] = Self.names(methods)
        if allowedOrigin != nil {
            response.headers[.accessControlAllowMethods] = Self.names(methods)
            response.headers[.accessControlAllowHeaders] =
                "Accept-Language, Authorization, Cache-Control, Content-Type, If-None-Match, Search-After, traceparent, tracestate, X-Meilisearch-Client, X-Requested-With"
            response.headers[.accessControlMaxAge] = "86400"
        }
        return response
    }

    fileprivate static func notAllowed(_ methods: some Collection<HTTPRequest.Method>) -> Problem {
        Problem(
            .methodNotAllowed, "MethodNotAllowed: %@", .text(names(methods)),
            headers: [.allow: names(methods)])
    }

    private static func names(_ methods: some Collection<HTTPRequest.Method>) -> String {
        (methods.map(\.rawValue) + ["OPTIONS"]).sorted().joined(separator: ", ")
    }

    /// Responds to a request, even if its handler fails, and records metrics.
    fileprivate func respond(
        to request: Request, _ context: ClientContext, _ endpoint: Endpoint
    ) async -> Response {
        // Continues the client's trace, if there is one.
        var trace = ServiceContext.topLevel
        InstrumentationSystem.instrument.extract(request.headers, into: &trace, using: HeaderExtractor())
        let route = endpoint.path
        return await withSpan("\(request.method.rawValue) \(route)", context: trace, ofKind: .server) {
            span in
            let response = await onItsTurn(request, context, endpoint)
            // The names are those of OpenTelemetry's semantic conventions for HTTP.
            span.attributes["http.request.method"] = request.method.rawValue
            span.attributes["http.route"] = route
            span.attributes["http.response.status_code"] = response.status.code
            if response.status.kind == .serverError { span.setStatus(.init(code: .error)) }
            return response
        }
    }

    private func onItsTurn(
        _ request: Request, _ context: ClientContext, _ endpoint: Endpoint
    ) async -> Response {
        let client = proxies.client(context.client, forwardedFor: request.headers[values: .xForwardedFor])
        guard client != context.client else { return await observed(request, context, endpoint) }
        var context = context
        context.client = client
        // Slots are shared out among the clients behind one proxy, too.
        return await withTaskExecutorPreference(runner.executor(for: client)) { [context] in
            await observed(request, context, endpoint)
        }
    }

    private func observed(
        _ request: Request, _ context: ClientContext, _ endpoint: Endpoint
    ) async -> Response {
        let start = ContinuousClock.now
        var endpointResponse: EndpointResponse
        do {
            // Browsers send no key with the request that asks whether they may send one.
            if request.method != .options || allowedOrigin == nil {
                try await authorization?(request, context, endpoint.path)
            }
            if endpoint.kind == .read {
                try await context.share.begin(context.client, in: memory, until: runner.deadline)
            }
            endpointResponse = try await endpoint.handler(request, context)
            try context.share.grow(to: endpointResponse.size)
            await compress(&endpointResponse, for: request, context)
            // The chunks of a stream are made one after the other.
            if endpointResponse.stream == nil { try context.share.settle(at: endpointResponse.size) }
        } catch {
            endpointResponse = errorResponse(error, to: request, context)
        }
        // Load balancers and browsers request the others without a key.
        endpointResponse.isPrivate = authorization != nil && endpoint.kind != .status
        journal?.note(request, endpointResponse, context, isWrite: endpoint.kind == .write)
        if let allowedOrigin {
            endpointResponse.headers[.accessControlAllowOrigin] = allowedOrigin
            endpointResponse.headers[.accessControlExposeHeaders] =
                "Content-Language, ETag, Retry-After, Search-Revision"
        }
        var response = endpointResponse.response()
        if request.method == .head {
            response = response.createHeadResponse()
            // The length of a stream is unknown.
            if endpointResponse.stream != nil { response.headers[.contentLength] = nil }
        }
        observation.note(
            request.method, endpoint.path, response.status, ContinuousClock.now - start, context.logger)
        return response
    }

    /// Compresses a response, if its client accepts that. If there is no time for it, the response is sent as
    /// it is.
    private func compress(_ response: inout EndpointResponse, for request: Request, _ context: ClientContext)
        async
    {
        guard response.isCompressible, ContentCoding.isGzipAccepted(request.headers[values: .acceptEncoding])
        else { return }
        if let known = response.compressedBefore {
            response.compressed = known
            return
        }
        let plain = response.body
        // Compressing a short response takes less time than waiting for a search slot.
        if plain.readableBytes < Self.longResponse {
            response.compressed = try? Gzip.compress(plain)
        } else {
            let slot = SearchRunner.Slot(client: context.client, work: "compress")
            response.compressed = try? await runner.run(slot, until: response.deadline) {
                try Gzip.compress(plain)
            }
        }
    }

    /// From this size on, in bytes, search threads compress a response; it takes about a millisecond.
    private static let longResponse = 64 << 10

    private func errorResponse(_ error: any Error, to request: Request, _ context: ClientContext)
        -> EndpointResponse
    {
        let locale = languages.locale(of: request)
        if let response = errorForm?(error, { $0.message(in: locale, texts) }) { return response }
        let problem: Problem
        switch error {
        case let error as Problem: problem = error
        case is HTTPParserError, is IOError, is ChannelError:
            // The client may have disconnected.
            problem = Problem(.badRequest, "BadBody", headers: [.connection: "close"])
        case is CancellationError: problem = Problem(.notReady, "Stopping", headers: [.retryAfter: "1"])
        default:
            context.logger.error("No answer", metadata: ["path": "\(request.uri.path)", "error": "\(error)"])
            problem = Problem(.failure, "Failure")
        }
        return errorForm?(problem, { $0.message(in: locale, texts) }) ?? problem.response(in: locale, texts)
    }
}

/// Responds to requests to unknown paths and with unknown methods.
private struct NotFoundMiddleware: RouterMiddleware {
    let endpoints: Endpoints

    func handle(
        _ request: Request, context: ClientContext,
        next: (Request, ClientContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch is HTTPError {
            let parts = request.uri.path.split(separator: "/")
            let here = endpoints.list.filter { $0.stands(at: parts) }
            guard let path = here.first?.path else {
                // Metrics count all unknown paths as one; otherwise clients could create any number of
                // series.
                let endpoint = Endpoint(request.method, RequestObservation.unknown, .status) {
                    request, context in
                    if let response = try await endpoints.notFoundHandler?(request, context) {
                        return response
                    }
                    throw Problem(.notFound, "PathNotFound")
                }
                return await endpoints.respond(to: request, context, endpoint)
            }
            var methods = here.map(\.method)
            if methods.contains(.get) { methods.append(.head) }
            let endpoint = Endpoint(request.method, path, .status) { [methods] _, _ in
                throw Endpoints.notAllowed(methods)
            }
            return await endpoints.respond(to: request, context, endpoint)
        }
    }
}

extension Endpoint {
    /// Whether the components of a path match this path; components in braces match anything.
    fileprivate func stands(at parts: [Substring]) -> Bool {
        let own = path.split(separator: "/")
        return own.count == parts.count
            && zip(own, parts).allSatisfy { own, part in
                own == part
                    || own.contains("{") && part.hasPrefix(own.prefix { $0 != "{" })
                        && part.hasSuffix(
                            own.split(separator: "}", omittingEmptySubsequences: false).last ?? "")
            }
    }
}
