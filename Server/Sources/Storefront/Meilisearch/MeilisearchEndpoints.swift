// The listener for existing clients of search servers: the protocol's requests over HTTP, with the limits of the native service.

internal import FoundationEssentials
internal import HTTPTypes
internal import Hummingbird
internal import Logging
internal import MeilisearchProtocol
internal import SearchService

/// The paths of the protocol.
struct MeilisearchEndpoints: Sendable {
    let server: MeilisearchServer
    let runner: SearchRunner
    let bodies: BodyReader
    /// What is asked; `nil` if it is not counted.
    let log: QueryLog?

    /// The most bytes of a body with documents.
    static let documentBytes = 32 << 20

    var list: [Endpoint] {
        MeilisearchServer.paths.flatMap { path, methods in
            let names = path.enumerated().map { $1 == "*" ? "{part\($0)}" : $1 }
            let takesDocuments = path.count == 3 && path[2] == "documents"
            return methods.compactMap { method in
                HTTPRequest.Method(method).map { name in
                    Endpoint(name, "/" + names.joined(separator: "/")) { request, context in
                        try await answer(
                            request, context, names,
                            takesDocuments && (method == "POST" || method == "PUT") ? documents : bodies)
                    }
                }
            }
        }
    }

    /// Reads bodies with documents.
    private var documents: BodyReader {
        BodyReader(limit: max(bodies.limit, Self.documentBytes), time: bodies.time, memory: bodies.memory)
    }

    private func answer(
        _ request: Request, _ context: ClientContext, _ names: [String], _ bodies: BodyReader
    ) async throws -> Answer {
        // Nobody gets to the body without a key.
        let isOpen = names == ["health"]
        let grant =
            isOpen ? Grant(actions: []) : try await server.keys.grant(request.headers[.authorization])
        let path = try names.enumerated().map { number, name in
            name.hasPrefix("{") ? try context.decoded("part\(number)") : name
        }
        let parameters = try RequestParameters(request.uri.query).list
        let type = request.headers[.contentType]?.split(separator: ";").first.map {
            $0.trimmingBlanks.lowercased()
        }
        let turns = Turns(runner: runner, client: context.client, deadline: runner.deadline)
        return try await bodies.withBody(of: request) { body in
            let call = Call(
                method: request.method == .head ? "GET" : request.method.rawValue, path: path,
                parameters: parameters, mediaType: type, body: body)
            let reply: Reply
            do {
                reply = try await server.answer(call, grant, turns)
            } catch let error as ProtocolError {
                reply = Reply(error)
            }
            if request.method != .head {
                for search in reply.searches { log?.note(search, of: context.client) }
            }
            var answer = Self.answer(reply)
            answer.deadline = turns.deadline
            return answer
        }
    }

    /// A reply as an answer over HTTP.
    static func answer(_ reply: Reply) -> Answer {
        let status = HTTPResponse.Status(code: reply.status)
        var answer =
            reply.json.map { Answer($0.text, type: "application/json", status: status) } ?? Answer(status)
        answer.headers[.cacheControl] = "no-store"
        return answer
    }

    /// A problem of the shared parts in the protocol's form.
    static func answer(_ problem: Problem, words: String) -> Answer {
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
            case .notReady, .storeBusy, .storeUnusable, .timeLimit: .unavailable
            case .diskFull: .noSpaceLeft
            }
        let words =
            code == .notFound
            ? "There is no such path; `/experimental/differences` says what is not answered." : words
        var answer = answer(Reply(ProtocolError(code, words)))
        answer.headers.append(contentsOf: problem.headers)
        return answer
    }

    /// The turns of one request.
    private struct Turns: SearchTurns {
        let runner: SearchRunner
        let client: Client
        let deadline: ContinuousClock.Instant

        func run<Value: Sendable>(
            isCheap: Bool, _ body: @escaping @Sendable () throws -> Value
        ) async throws -> Value {
            try await runner.run(
                .init(client: client, cost: isCheap ? .cheap : .expensive), until: deadline, body)
        }
    }
}

extension QueryLog {
    /// Notes a search of the protocol.
    fileprivate func note(_ search: AnsweredSearch, of client: Client) {
        let outcome = Outcome(
            total: search.total, isEmpty: search.total == 0, isRelaxed: search.isRelaxed)
        note(search.query, in: search.locale, outcome, of: client)
    }
}
