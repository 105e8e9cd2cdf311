// The paths of a listener, and what is done for every request: errors, CORS headers, metrics.

internal import HTTPTypes
internal import Hummingbird
internal import Localization
internal import Logging
internal import NIOCore
internal import NIOHTTP1
internal import SearchService
internal import Tracing

/// A path and method with their handler.
struct Endpoint: Sendable {
    typealias Handler = @Sendable (Request, ClientContext) async throws -> Answer

    let path: String
    let method: HTTPRequest.Method
    let handler: Handler

    init(_ method: HTTPRequest.Method, _ path: String, _ handler: @escaping Handler) {
        self.method = method
        self.path = path
        self.handler = handler
    }

    static func get(_ path: String, _ handler: @escaping Handler) -> Endpoint {
        Endpoint(.get, path, handler)
    }
}

/// The paths of one listener.
struct Endpoints: Sendable {
    let list: [Endpoint]
    let texts: LocalizedTexts
    let languages: LanguageChoice
    let observation: RequestObservation
    /// Checks each request before its handler runs, given the path of its endpoint; empty if there is none.
    var guardian: (@Sendable (Request, _ path: String) async throws -> Void)?
    /// Logs each request that changes something, and refused tokens; `nil` for no such log.
    var journal: WriteJournal?
    /// The peers that forward requests of others.
    var proxies = TrustedProxies(list: [])
    /// Compresses long answers.
    let runner: SearchRunner
    /// The value of `Access-Control-Allow-Origin`; `nil` if only pages of this server may send requests.
    var allowedOrigin: String?
    /// Answers errors in another form than RFC 9457, given the words for a problem; `nil` if it does not know the error.
    var errorForm: (@Sendable (any Error, (Problem) -> String) -> Answer?)?

    /// The router of these paths.
    func router() -> Router<ClientContext> {
        let router = Router(context: ClientContext.self)
        for (path, endpoints) in Dictionary(grouping: list, by: \.path) {
            var handlers = Dictionary(uniqueKeysWithValues: endpoints.map { ($0.method, $0.handler) })
            // The server sends the length of the body without the body.
            handlers[.head] = handlers[.get]
            let methods = Array(handlers.keys)
            handlers[.options] = { _, _ in preflight(methods) }
            for (method, handler) in handlers {
                router.on(RouterPath(path), method: method) { request, context in
                    await respond(to: request, context, path: path, handler)
                }
            }
        }
        router.add(middleware: Elsewhere(endpoints: self))
        return router
    }

    private func preflight(_ methods: some Collection<HTTPRequest.Method>) -> Answer {
        var answer = Answer(.noContent)
        answer.headers[.allow] = Self.names(methods)
        if allowedOrigin != nil {
            answer.headers[.accessControlAllowMethods] = Self.names(methods)
            answer.headers[.accessControlAllowHeaders] =
                "Accept-Language, Content-Type, If-None-Match, Search-After"
            answer.headers[.accessControlMaxAge] = "86400"
        }
        return answer
    }

    fileprivate static func notAllowed(_ methods: some Collection<HTTPRequest.Method>) -> Problem {
        Problem(
            .methodNotAllowed, "MethodNotAllowed: %@", .text(names(methods)),
            headers: [.allow: names(methods)])
    }

    private static func names(_ methods: some Collection<HTTPRequest.Method>) -> String {
        (methods.map(\.rawValue) + ["OPTIONS"]).sorted().joined(separator: ", ")
    }

    /// Answers a request, also if its handler fails, and records metrics.
    fileprivate func respond(
        to request: Request, _ context: ClientContext, path: String, _ handler: Endpoint.Handler
    ) async -> Response {
        // A client's trace goes on here, if there is one.
        var trace = ServiceContext.topLevel
        InstrumentationSystem.instrument.extract(request.headers, into: &trace, using: HeaderExtractor())
        let route = path.isEmpty ? RequestObservation.elsewhere : path
        return await withSpan("\(request.method.rawValue) \(route)", context: trace, ofKind: .server) {
            span in
            let response = await observed(request, context, path: route, handler)
            // The names are those of OpenTelemetry's semantic conventions for HTTP.
            span.attributes["http.request.method"] = request.method.rawValue
            span.attributes["http.route"] = route
            span.attributes["http.response.status_code"] = response.status.code
            if response.status.kind == .serverError { span.setStatus(.init(code: .error)) }
            return response
        }
    }

    private func observed(
        _ request: Request, _ context: ClientContext, path: String, _ handler: Endpoint.Handler
    ) async -> Response {
        let start = ContinuousClock.now
        var context = context
        context.client = proxies.client(
            context.client, forwardedFor: request.headers[values: .xForwardedFor])
        var answer: Answer
        do {
            try await guardian?(request, path)
            answer = try await handler(request, context)
            await compress(&answer, for: request, context)
        } catch {
            answer = answerInWords(error, to: request, context)
        }
        journal?.note(request, answer, context)
        if let allowedOrigin {
            answer.headers[.accessControlAllowOrigin] = allowedOrigin
            answer.headers[.accessControlExposeHeaders] =
                "Content-Language, ETag, Retry-After, Search-Revision"
        }
        var response = answer.response()
        if request.method == .head {
            response = response.createHeadResponse()
            // The length of a stream is not known.
            if answer.stream != nil { response.headers[.contentLength] = nil }
        }
        observation.note(request.method, path, response.status, ContinuousClock.now - start, context.logger)
        return response
    }

    /// Compresses an answer, if its client reads that. If there is no time for it, the answer is sent as it is.
    private func compress(_ answer: inout Answer, for request: Request, _ context: ClientContext) async {
        guard answer.isCompressible, ContentCoding.isGzipAccepted(request.headers[values: .acceptEncoding])
        else { return }
        let plain = answer.body
        // Short ones take less time than a turn among the searches.
        if plain.readableBytes < Self.longAnswer {
            answer.compressed = try? Gzip.compress(plain)
        } else {
            let turn = SearchRunner.Turn(client: context.client, work: "compress")
            answer.compressed = try? await runner.run(turn, until: answer.deadline) {
                try Gzip.compress(plain)
            }
        }
    }

    /// The number of bytes from which an answer is compressed by the searches' threads: about a millisecond.
    private static let longAnswer = 64 << 10

    private func answerInWords(_ error: any Error, to request: Request, _ context: ClientContext)
        -> Answer
    {
        let locale = languages.locale(of: request)
        if let answer = errorForm?(error, { $0.words(in: locale, texts) }) { return answer }
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
        return errorForm?(problem, { $0.words(in: locale, texts) }) ?? problem.answer(in: locale, texts)
    }
}

/// Answers requests to unknown paths and with unknown methods.
private struct Elsewhere: RouterMiddleware {
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
                // Metrics count all unknown paths as one, else clients could create any number of series.
                return await endpoints.respond(to: request, context, path: "") { _, _ in
                    throw Problem(.notFound, "PathNotFound")
                }
            }
            var methods = here.map(\.method)
            if methods.contains(.get) { methods.append(.head) }
            return await endpoints.respond(to: request, context, path: path) { [methods] _, _ in
                throw Endpoints.notAllowed(methods)
            }
        }
    }
}

extension Endpoint {
    /// Whether the parts of a path match this path; parts in braces match anything.
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
