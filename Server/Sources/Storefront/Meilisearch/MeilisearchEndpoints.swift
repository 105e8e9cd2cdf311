// The listener for existing clients of search servers: the protocol's requests over HTTP, with
// the limits of the native service.

internal import FoundationEssentials
internal import HTTPTypes
internal import Hummingbird
internal import Logging
internal import MeilisearchProtocol
internal import ProductStore
internal import SearchService

/// The paths of the protocol.
struct MeilisearchEndpoints: Sendable {
    let server: MeilisearchServer
    let runner: SearchRunner
    let bodies: BodyReader
    /// The most bytes of a response.
    let responseLimit: Int
    let throttle: AuthenticationThrottle
    /// The query log; `nil` if queries are not counted.
    let log: QueryLog?

    /// The most bytes of a body with documents.
    static let documentBytes = 32 << 20

    var list: [Endpoint] {
        MeilisearchServer.routes.compactMap { route in
            let path = route.path
            let names = path.indices.map { path[$0] == "*" ? "{\(Self.parameter($0, of: path))}" : path[$0] }
            let takesDocuments =
                path.count == 3 && path[2] == "documents" && ["POST", "PUT"].contains(route.method)
            return HTTPRequest.Method(route.method).map { method in
                Endpoint(method, "/" + names.joined(separator: "/"), Self.kind(route.kind)) {
                    request, context in
                    try await respond(
                        request, context, route, names, takesDocuments ? documents : bodies)
                }
            }
        }
    }

    private static func kind(_ kind: MeilisearchServer.Route.Kind) -> Endpoint.Kind {
        switch kind {
        case .status: .status
        case .read: .read
        case .write: .write
        }
    }

    /// The name of a component of a path, for metrics and the journal.
    private static func parameter(_ place: Int, of path: [String]) -> String {
        switch (path[place - 1], place) {
        case ("indexes", 1): "index"
        case ("documents", 3): "id"
        case ("settings", 3): "setting"
        case ("keys", 1): "key"
        default: "uid"
        }
    }

    /// Reads bodies with documents.
    private var documents: BodyReader {
        BodyReader(limit: max(bodies.limit, Self.documentBytes), time: bodies.time, memory: bodies.memory)
    }

    private func respond(
        _ request: Request, _ context: ClientContext, _ route: MeilisearchServer.Route, _ names: [String],
        _ bodies: BodyReader
    ) async throws -> EndpointResponse {
        // Without a key, the body is not read.
        let isOpen = names == ["health"]
        let secret = request.headers[.authorization]
        let grant =
            isOpen
            ? Grant.none
            : try await throttle.checking(secret, of: context.client) { try await server.keys.grant(secret) }
        let path = try names.map { name in
            name.hasPrefix("{") ? try context.decoded(String(name.dropFirst().dropLast())) : name
        }
        let parameters = try RequestParameters(request.uri.query).list
        let type = request.headers[.contentType]?.split(separator: ";").first.map {
            $0.trimmingBlanks.lowercased()
        }
        let slots = Slots(
            runner: runner, client: context.client, deadline: runner.deadline, share: context.share,
            responseLimit: responseLimit)
        return try await bodies.withBody(of: request) { body in
            let call = Call(
                method: request.method == .head ? "GET" : request.method.rawValue, path: path,
                parameters: parameters, mediaType: type, body: body)
            let callResponse: CallResponse
            do {
                callResponse = try await route.respond(server, .init(call, grant, slots))
            } catch let error as ProtocolError {
                callResponse = CallResponse(error)
            }
            if let log, request.method != .head {
                for page in callResponse.pages { log.note(page, of: context.client) }
                for search in callResponse.searches { log.note(search, of: context.client) }
            }
            var response = Self.response(callResponse)
            response.deadline = slots.deadline
            return response
        }
    }

    /// Converts a response of the protocol to one of HTTP.
    static func response(_ callResponse: CallResponse) -> EndpointResponse {
        let status = HTTPResponse.Status(code: callResponse.status)
        var response =
            callResponse.body.map { EndpointResponse($0, type: "application/json", status: status) }
            ?? EndpointResponse(status)
        response.revision = callResponse.revision
        response.changed = callResponse.changed
        response.headers[.cacheControl] = "no-store"
        return response
    }

    /// Converts a problem of the shared code to the protocol's form.
    static func response(_ problem: Problem, message: String) -> EndpointResponse {
        let code: ProtocolError.Code =
            switch problem.code {
            case .badRequest, .queryTooLong, .pageTooLarge, .preconditionFailed, .conflict, .invalidRecord:
                .badRequest
            case .unauthorized, .forbidden: .invalidAPIKey
            case .notFound: .notFound
            case .methodNotAllowed: .methodNotAllowed
            case .requestTimeout: .requestTimeout
            case .bodyTooLarge: .payloadTooLarge
            case .unsupportedMediaType: .invalidContentType
            case .failure: .internalError
            case .tooBusy, .tooManySearches, .tooManyClicks: .tooManySearchRequests
            case .tooManyAttempts: .tooManyRequests
            case .notReady, .storeBusy, .storeUnusable, .timeLimit: .unavailable
            case .diskFull: .noSpaceLeft
            }
        let message =
            code == .notFound
            ? "There is no such path; `/experimental/differences` says what is not answered." : message
        var response = Self.response(CallResponse(ProtocolError(code, message)))
        response.headers.append(contentsOf: problem.headers)
        return response
    }

    /// The slots of one request.
    private struct Slots: SearchSlots {
        let runner: SearchRunner
        let client: Client
        let deadline: ContinuousClock.Instant
        let share: ResponseShare
        let responseLimit: Int

        func hold(_ count: Int) throws { try share.grow(to: count) }

        func run<Value: Sendable>(
            isCheap: Bool, _ body: @escaping @Sendable () throws -> Value
        ) async throws -> Value {
            try await runner.run(
                .init(client: client, cost: isCheap ? .cheap : .expensive), until: deadline, body)
        }
    }
}

extension QueryLog {
    /// Records what a page of the protocol shows.
    fileprivate func note(_ page: LoggedPage, of client: Client) {
        let records = page.records.map { ShownRecord(catalog: $0.catalog, id: $0.id) }
        show(records, from: page.offset, for: page.query, in: page.locale, to: client)
    }

    /// Counts a search of the protocol.
    fileprivate func note(_ search: LoggedSearch, of client: Client) {
        let outcome = Outcome(
            total: search.total, isEmpty: search.total == 0, isRelaxed: search.isRelaxed)
        note(search.query, in: search.locale, outcome, of: client)
    }
}
