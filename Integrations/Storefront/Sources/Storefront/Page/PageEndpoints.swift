// The page, made of the same answers as those of `/v1/search`.

internal import CatalogSearch
internal import HTTPTypes
internal import Hummingbird
internal import KitSupport
internal import Localization
internal import SearchService
internal import Storage
internal import StorefrontPage

/// The paths of the page and of the files that it loads.
struct PageEndpoints: Sendable {
    private let page: SearchPage
    private let assets: PageAssets
    /// A hash of the page's files.
    private let version: String

    /// The number of hits on a page.
    private static let limit = 20
    private static let table = "Page"

    /// The page loads, runs and fetches only what this server serves, and no other page may embed it.
    private static let policy =
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        + "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

    /// Reads the page's template and files.
    ///
    /// - Parameter localizations: folders of texts; their languages are offered to readers.
    init(folder: String, localizations: [String]) throws(StorefrontError) {
        let reader = LocalizationReader()
        let languages = Set(localizations.flatMap { ((try? reader.locales(inFolder: $0)) ?? [:]).keys })
        do throws(PageError) {
            page = try SearchPage(folder: folder, languages: Array(languages))
        } catch {
            throw StorefrontError(error)
        }
        assets = try PageAssets(folder: folder + "/assets")
        version = FileTree.fingerprint(of: [folder]).text
    }

    func list(_ search: SearchEndpoints) -> [Endpoint] {
        [
            .get("/") { request, context in try await show(request, context, search) },
            .get("/assets/{name}") { request, context in
                try await assets.answer(try context.decoded("name"), to: request)
            },
        ]
    }

    private func show(
        _ request: Request, _ context: ClientContext, _ search: SearchEndpoints
    ) async throws -> Answer {
        let turn = SearchEndpoints.Turn(client: context.client, deadline: search.runner.deadline)
        let input = try RequestInput(request)
        let version = search.catalogs.update() + self.version
        let locale = search.languages.locale(parameters: input.parameters, preferred: input.preferredLocales)
        var content = PageContent(
            query: input.parameters["q"] ?? "", limit: Self.limit, locale: locale,
            texts: search.catalogs.service.localizedTexts.localizer(table: Self.table, in: locale),
            outcome: .problem(""))
        do {
            let question = try question(input, search)
            let key = AnswerCache.Question(question, request, version: version)
            content.scope = question.request.scope ?? SearchResults.allScopes
            content.sort = question.request.sort
            content.offset = question.request.offset
            let shown = content
            return try await .unless(known: key.tag, to: request, in: shown.locale) {
                let reply = try await search.reply(to: key) { try await search.search(question, turn) }
                return try await search.run(turn) { _ in
                    var content = shown
                    content.outcome = .answer(Array(reply.json.utf8))
                    var answer = try answer(content, .ok)
                    answer.deadline = turn.deadline
                    return answer
                }
            }
        } catch let problem as Problem {
            content.outcome = .problem(
                problem.words(in: content.locale, search.catalogs.service.localizedTexts))
            var answer = try answer(content, problem.code.status)
            answer.headers.append(contentsOf: problem.headers)
            answer.headers[.cacheControl] = "no-store"
            return answer
        }
    }

    /// The search that an address of the page stands for: the same as that of the script, without other parameters.
    private func question(_ input: RequestInput, _ search: SearchEndpoints) throws -> ServiceRequest {
        let own = input.parameters.list.filter {
            ["q", "scope", "locale", "sort", "offset"].contains($0.name)
        }
        return try search.question(
            own + [("limit", "\(Self.limit)"), ("relax", "auto")], input.preferredLocales)
    }

    private func answer(_ content: PageContent, _ status: HTTPResponse.Status) throws -> Answer {
        var answer = Answer(try page.html(content), type: "text/html; charset=utf-8", status: status)
        answer.locale = content.locale
        answer.headers[.contentSecurityPolicy] = Self.policy
        answer.headers[.referrerPolicy] = "same-origin"
        return answer
    }
}

extension StorefrontError {
    fileprivate init(_ error: PageError) {
        switch error {
        case .unreadableTemplate(let path, _): self = .unreadable(path: path)
        case .malformedTemplate(let path, let line, let column, let reason):
            self = .template(path: path, reason: "\(line):\(column): \(reason)")
        case .unreadableAnswer(let reason): self = .template(path: "", reason: reason)
        }
    }
}
