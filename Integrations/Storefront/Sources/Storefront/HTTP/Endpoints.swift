// Which paths are there, and what happens around every answer?

internal import HTTPTypes
internal import Hummingbird
internal import Localization
internal import Logging
internal import NIOCore
internal import NIOHTTP1
internal import SearchService

/// A path with what answers there.
struct Endpoint: Sendable {
    typealias Handler = @Sendable (Request, BasicRequestContext) async throws -> Answer

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
    /// Looks at each request before it is answered.
    var guardian: (@Sendable (Request) throws(Problem) -> Void)?
    /// Whoever's pages may ask: the value of `Access-Control-Allow-Origin`; `nil` for none but ours.
    var allowedOrigin: String?

    /// Answers requests to these paths.
    func router() -> Router<BasicRequestContext> {
        let router = Router(context: BasicRequestContext.self)
        for (path, endpoints) in Dictionary(grouping: list, by: \.path) {
            var handlers = Dictionary(uniqueKeysWithValues: endpoints.map { ($0.method, $0.handler) })
            // The server sends a body's length and not the body.
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
            answer.headers[.accessControlAllowHeaders] = "Accept-Language, Content-Type, If-None-Match"
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

    /// Answers, whatever happens, and notes how it went.
    fileprivate func respond(
        to request: Request, _ context: BasicRequestContext, path: String, _ handler: Endpoint.Handler
    ) async -> Response {
        let start = ContinuousClock.now
        var answer: Answer
        do {
            try guardian?(request)
            answer = try await handler(request, context)
        } catch {
            answer = answerInWords(error, to: request, context)
        }
        if let allowedOrigin {
            answer.headers[.accessControlAllowOrigin] = allowedOrigin
            answer.headers[.accessControlExposeHeaders] = "Content-Language, ETag, Retry-After"
        }
        var response = answer.response(to: request)
        if request.method == .head { response = response.createHeadResponse() }
        observation.note(request.method, path, response.status, ContinuousClock.now - start, context.logger)
        return response
    }

    private func answerInWords(_ error: any Error, to request: Request, _ context: BasicRequestContext)
        -> Answer
    {
        let problem: Problem
        switch error {
        case let error as Problem: problem = error
        case is HTTPParserError, is IOError, is ChannelError:
            // Whoever has gone away does not hear it.
            problem = Problem(.badRequest, "BadBody", headers: [.connection: "close"])
        case is CancellationError: problem = Problem(.notReady, "Stopping", headers: [.retryAfter: "1"])
        default:
            context.logger.error("No answer", metadata: ["path": "\(request.uri.path)", "error": "\(error)"])
            problem = Problem(.failure, "Failure")
        }
        return problem.answer(in: languages.locale(of: request), texts)
    }
}

/// Answers where no path is, or none for the method.
private struct Elsewhere: RouterMiddleware {
    let endpoints: Endpoints

    func handle(
        _ request: Request, context: BasicRequestContext,
        next: (Request, BasicRequestContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch is HTTPError {
            let parts = request.uri.path.split(separator: "/")
            let here = endpoints.list.filter { $0.stands(at: parts) }
            guard let path = here.first?.path else {
                // Paths of strangers are all one for whoever counts requests.
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
    /// Whether a path, in its parts, is this one, whatever stands for what is in braces.
    fileprivate func stands(at parts: [Substring]) -> Bool {
        let own = path.split(separator: "/")
        return own.count == parts.count && zip(own, parts).allSatisfy { $0.hasPrefix("{") || $0 == $1 }
    }
}
