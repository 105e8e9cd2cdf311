// The paths of the search interface, and how their answers are cached.

internal import CatalogSearch
internal import HTTPTypes
internal import Hummingbird
internal import KitSupport
internal import Localization
internal import SearchService

/// The paths below `/v1`.
struct SearchEndpoints: Sendable {
    let catalogs: ServedCatalogs
    let languages: LanguageChoice
    let runner: SearchRunner
    let cache: AnswerCache
    let bodies: BodyReader
    /// The description of this interface, in JSON.
    let interface: String

    private var service: SearchService { catalogs.service }

    var list: [Endpoint] {
        var fingerprint = Fingerprint()
        fingerprint.add(interface)
        let interfaceTag = EntityTag(value: fingerprint.text, isWeak: true)
        return [
            .get("/v1/search") { request, _ in
                try await answer(request) { service, question in try service.answer(question) }
            },
            .get("/v1/suggest") { request, _ in
                try await answer(request, adding: [("returns", ServiceRequest.Returned.suggestions.rawValue)])
                {
                    service, question in try service.answer(question)
                }
            },
            .get("/v1/scopes") { request, _ in
                try await answer(request) { service, question in try service.scopes(question) }
            },
            .get("/v1/catalogs") { request, _ in
                try await answer(request) { service, question in
                    try service.catalogs(in: question.request.locale)
                }
            },
            .get("/v1/records/{catalog}/{id}") { request, context in
                let catalog = try context.decoded("catalog")
                let id = try context.decoded("id")
                return try await answer(request) { service, question in
                    try service.record(id, in: catalog, question)
                }
            },
            .get("/v1/strings/{table}") { request, context in
                let table = try context.decoded("table")
                return try await answer(request, ofTexts: true) { service, question in
                    try service.strings(table: table, in: question.request.locale)
                }
            },
            Endpoint(.post, "/v1/search:batch") { request, _ in try await batch(request) },
            .get("/v1/openapi.json") { request, _ in
                try await .unless(known: interfaceTag, to: request, in: nil) {
                    Answer(interface, type: "application/json")
                }
            },
        ]
    }

    /// Makes the service's request from parameters.
    ///
    /// - Throws: `Problem` if a parameter is malformed.
    func question(
        _ parameters: [(name: String, value: String)], _ preferred: [LocaleIdentifier]
    ) throws -> ServiceRequest {
        do throws(SearchService.Failure) {
            return try service.request(parameters: parameters, preferredLocales: preferred)
        } catch {
            throw Problem(error)
        }
    }

    /// Answers a request from the catalogs, or with 304 if the client has the answer already.
    ///
    /// - Parameters:
    ///   - parameters: added to those of the address, and preferred to them.
    ///   - ofTexts: whether the answer is made of texts, which may exist in more languages than records.
    private func answer(
        _ request: Request, adding parameters: [(name: String, value: String)] = [], ofTexts: Bool = false,
        _ body: @escaping @Sendable (SearchService, ServiceRequest) throws -> SearchService.Reply
    ) async throws -> Answer {
        let version = catalogs.update()
        let input = try RequestInput(request)
        var question = try question(input.parameters.list + parameters, input.preferredLocales)
        if ofTexts, input.parameters["locale"] == nil, let first = input.preferredLocales.first {
            question.request.locale = first
        }
        let asked = question
        let key = AnswerCache.Question(asked, request, version: version)
        return try await .unless(known: key.tag, to: request, in: asked.request.locale) {
            let reply = try await reply(to: key) { try body($0, asked) }
            var answer = Answer(reply.json, type: "application/json")
            answer.locale = reply.locale
            return answer
        }
    }

    /// The reply to a question: a cached one, or one that the service makes within the time limit.
    func reply(
        to question: AnswerCache.Question,
        _ body: @escaping @Sendable (SearchService) throws -> SearchService.Reply
    ) async throws -> SearchService.Reply {
        if let known = cache[question] { return known }
        let service = service
        do {
            let reply = try await runner.run { try body(service) }
            cache.keep(reply, for: question)
            return reply
        } catch let error as SearchService.Failure {
            throw problem(error)
        }
    }

    private func problem(_ failure: SearchService.Failure) -> Problem {
        if case .damagedIndex(let catalog) = failure.kind { catalogs.files.noteDamage(of: catalog) }
        return Problem(failure)
    }

    // MARK: Batches

    private func requests(
        _ body: [UInt8], _ preferred: [LocaleIdentifier]
    ) throws -> [Result<ServiceRequest, SearchService.Failure>] {
        do throws(SearchService.Failure) {
            return try service.requests(body, preferredLocales: preferred)
        } catch {
            throw Problem(error)
        }
    }

    private func batch(_ request: Request) async throws -> Answer {
        try MediaType.check(request, is: "application/json")
        let body = try await bodies.read(request)
        _ = catalogs.update()
        let preferred = LanguagePreferences(request).locales
        let deadline = runner.deadline
        var answers: [Result<SearchService.Reply, SearchService.Failure>] = []
        for question in try requests(body, preferred) {
            // One after the other, each queued behind the searches of others, so that a batch does not delay them.
            do {
                let question = try question.get()
                let service = service
                answers.append(
                    .success(try await runner.run(until: deadline) { try service.answer(question) }))
            } catch let failure as SearchService.Failure {
                guard failure.kind.isOfOneRequest else { throw problem(failure) }
                answers.append(.failure(failure))
            }
        }
        let reply = service.reply(answers, preferredLocales: preferred)
        var answer = Answer(reply.json, type: "application/json")
        answer.headers[.cacheControl] = "no-cache"
        answer.locale = reply.locale
        return answer
    }
}
