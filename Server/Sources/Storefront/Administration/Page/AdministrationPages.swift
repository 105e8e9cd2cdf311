// The page for operators at `/admin/`: its paths, its sessions, and the parts that all views share.

internal import CatalogSearch
internal import HTTPTypes
internal import Hummingbird
internal import Localization
internal import MeilisearchProtocol
internal import NIOCore
internal import ProductStore
internal import SearchService
internal import StorefrontPage

/// The page for operators. The server renders it; it has no script.
struct AdministrationPages: Sendable {
    let page: PageEndpoints
    let store: ProductStore
    let catalogs: ServedCatalogs
    let languages: LanguageChoice
    let search: SearchEndpoints
    let bodies: BodyReader
    let token: AccessToken
    let sessions: AdministrationSessions
    let imports: CatalogImports
    let throttle: AuthenticationThrottle
    let meilisearch: MeilisearchServer?
    let log: QueryLog?
    let embedderLog: EmbedderLog?

    var texts: LocalizedTexts { catalogs.service.localizedTexts }

    /// The page loads only styles and pictures of this server, sends forms only here,
    /// and no other page may embed it.
    private static let policy =
        "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    /// The most bytes of a form.
    private static let formLimit = 256 << 10

    /// The paths that need no token, because they need a session.
    static let paths: Set<String> = ["/admin", "/admin/{view}", "/admin/assets/{file}"]

    var list: [Endpoint] {
        [
            .get("/admin") { request, context in
                try await respond(request, context) { reader in
                    reader.session == nil ? login(reader) : try await catalogList(reader)
                }
            },
            .get("/admin/{view}") { request, context in
                let view = try context.decoded("view")
                return try await respond(request, context) { reader in
                    guard reader.session != nil else { return redirect(reader, to: "/admin/") }
                    return switch view {
                    case "search": try await searchView(reader, context)
                    case "queries": try await queryList(reader)
                    case "rules": try await ruleList(reader)
                    case "rule": try await ruleForm(reader)
                    case "keys": try await keyList(reader)
                    case "learned": try await learnedList(reader)
                    case "import": importView(reader)
                    default: throw Problem(.notFound, "PathNotFound")
                    }
                }
            },
            Endpoint(.post, "/admin/{view}") { request, context in
                let view = try context.decoded("view")
                if view == "import" { return try await receiveFile(request, context) }
                try MediaType.check(request, is: "application/x-www-form-urlencoded")
                let reader = BodyReader(
                    limit: min(Self.formLimit, bodies.limit), time: bodies.time, memory: bodies.memory,
                    wait: bodies.wait)
                return try await reader.withBody(of: request) { body in
                    try await respond(request, context, form: body) { reader in
                        try await change(view, reader)
                    }
                }
            },
            .get("/admin/assets/{file}", .status) { request, context in
                try await page.administrationAsset(try context.decoded("file"), to: request)
            },
        ]
    }

    // MARK: Requests

    /// A request to the page, with its sender and its parameters.
    struct Reader: Sendable {
        let request: Request
        let client: Client
        let locale: LocaleIdentifier
        let session: AdministrationSessions.Session?
        /// The parameters of the address, or the fields of the form.
        let input: RequestParameters
        /// The locale that the reader chose; `nil` for that of the browser.
        let chosenLocale: String?
        /// The path of the page, for the form of languages.
        let path: String

        /// A field without spaces and tabs at its ends.
        subscript(name: String) -> String { String(raw(name).trimmingBlanks) }

        /// A field as it was typed.
        func raw(_ name: String) -> String { input.list.last { $0.name == name }?.value ?? "" }

        /// An address that keeps the chosen language.
        func address(_ path: String, _ parameters: [(name: String, value: String)] = []) -> String {
            PageRenderer.path(path, parameters + (chosenLocale.map { [("locale", $0)] } ?? []))
        }
    }

    /// Responds to a request, even if it fails, in the form of the page.
    private func respond(
        _ request: Request, _ context: ClientContext, form: [UInt8]? = nil,
        _ body: (Reader) async throws -> EndpointResponse
    ) async throws -> EndpointResponse {
        let query = try RequestParameters(request.uri.query)
        var input = query
        if let form {
            guard let text = String(validating: form, as: UTF8.self) else {
                throw Problem(.badRequest, "BadEncoding")
            }
            input = try RequestParameters(text)
        }
        let reader = reader(request, context, input)
        do {
            return try await body(reader)
        } catch let problem as Problem {
            return self.problem(problem, reader)
        }
    }

    /// - Parameter input: the parameters of the address, or the fields of the form.
    func reader(_ request: Request, _ context: ClientContext, _ input: RequestParameters) -> Reader {
        Reader(
            request: request, client: context.client,
            locale: languages.locale(
                parameters: input, preferred: LanguagePreferences(request).locales),
            session: sessions.session(of: request), input: input,
            chosenLocale: input["locale"].flatMap { LocaleIdentifier($0) == nil ? nil : $0 },
            path: request.uri.path)
    }

    /// A page that reports a problem.
    func problem(_ problem: Problem, _ reader: Reader, _ values: [String: AdministrationValue] = [:])
        -> EndpointResponse
    {
        var values = values
        values["problem"] = .object([
            "text": .text(problem.message(in: reader.locale, texts)),
            "hasParts": .flag(!problem.faults.isEmpty),
            "parts": .list(problem.faults.map { .text($0.message) }),
        ])
        var response = html(reader, title: word("Admin.Problem", reader), view: nil, values)
        response.status = problem.code.status
        response.headers.append(contentsOf: problem.headers)
        return response
    }

    /// Redirects the reader after a form was processed.
    func redirect(_ reader: Reader, to path: String, _ parameters: [(name: String, value: String)] = [])
        -> EndpointResponse
    {
        var response = EndpointResponse(.seeOther)
        response.headers[.location] = reader.address(path, parameters)
        response.headers[.cacheControl] = "no-store"
        return response
    }

    // MARK: Sessions

    private func change(_ view: String, _ reader: Reader) async throws -> EndpointResponse {
        try checkOrigin(reader.request)
        if view == "login" { return try await signIn(reader) }
        guard let session = reader.session else { return sessionOver(reader) }
        guard reader.raw("csrf") == session.formToken else { throw Problem(.forbidden, "ForeignForm") }
        switch view {
        case "logout":
            sessions.end(of: reader.request)
            var response = redirect(reader, to: "/admin/")
            response.headers[.setCookie] = AdministrationSessions.header(
                nil, isSecure: isSecure(reader.request))
            return response
        case "rule": return try await saveRule(reader)
        case "delete-rule": return try await deleteRule(reader)
        case "forget-learned": return try await forgetLearned(reader)
        case "key": return try await makeKey(reader)
        case "show-key": return try await showKey(reader)
        case "replace-key": return try await replaceKey(reader)
        case "delete-key": return try await deleteKey(reader)
        default: throw Problem(.notFound, "PathNotFound")
        }
    }

    private static let challenge: HTTPFields = [.wwwAuthenticate: "Bearer"]

    /// The page to sign in again.
    func sessionOver(_ reader: Reader) -> EndpointResponse {
        problem(Problem(.unauthorized, "SessionOver", headers: Self.challenge), reader, loginValues(reader))
    }

    /// Refuses forms of other sites. Cookies with `SameSite=Strict` and the secret of the session do so, too.
    func checkOrigin(_ request: Request) throws(Problem) {
        let site = request.headers[.secFetchSite]
        guard site == nil || site == "same-origin" || site == "none" else {
            throw Problem(.forbidden, "ForeignForm")
        }
        guard let origin = request.headers[.origin] else { return }
        let host = origin.split(separator: "/").last.map { String($0) }
        guard host == request.head.authority else { throw Problem(.forbidden, "ForeignForm") }
    }

    private func signIn(_ reader: Reader) async throws -> EndpointResponse {
        let secret = reader.raw("token")
        do {
            try await throttle.checking("Bearer " + secret, of: reader.client) {
                guard token.isEqual(secret) else {
                    throw Problem(.unauthorized, "WrongToken", headers: Self.challenge)
                }
            }
        } catch let wrong as Problem {
            return problem(wrong, reader, loginValues(reader))
        }
        var response = redirect(reader, to: "/admin/")
        response.headers[.setCookie] = AdministrationSessions.header(
            sessions.begin(), isSecure: isSecure(reader.request))
        return response
    }

    /// Whether the browser uses TLS, according to the proxy in front of the server.
    private func isSecure(_ request: Request) -> Bool {
        request.headers[.xForwardedProto]?.lowercased() == "https"
    }

    private func login(_ reader: Reader) -> EndpointResponse {
        html(reader, title: word("Admin.SignIn", reader), view: nil, loginValues(reader))
    }

    private func loginValues(_ reader: Reader) -> [String: AdministrationValue] {
        ["login": .object([:])]
    }

    // MARK: Pages

    func word(_ key: String, _ reader: Reader, _ arguments: FormatValue...) -> String {
        texts.text(key, arguments, table: Problem.table, in: reader.locale)
    }

    /// A number in the reader's format.
    func number(_ number: Int, _ reader: Reader) -> String { self.number(Double(number), reader) }

    func number(_ number: Double, _ reader: Reader) -> String { texts.number(number, in: reader.locale) }

    /// The views in the order of their links.
    private func views(_ reader: Reader, current: String?) -> AdministrationValue {
        let views = [
            ("", word("Admin.Catalogs", reader)), ("search", word("Admin.Search", reader)),
            ("queries", word("Admin.Queries", reader)), ("rules", word("Admin.Rules", reader)),
            ("keys", word("Admin.Keys", reader)), ("import", word("Admin.Import", reader)),
        ]
        return .list(
            views.map { name, label in
                .object([
                    "href": .text(reader.address("/admin/" + name)), "label": .text(label),
                    "current": .flag(name == current),
                ])
            })
    }

    /// The page of a view.
    func html(
        _ reader: Reader, title: String, view: String?, _ values: [String: AdministrationValue]
    ) -> EndpointResponse {
        var values = values
        values["title"] = .text(title)
        values["w"] = .object(words(reader))
        values["homeHref"] = .text(reader.address("/admin/"))
        if let session = reader.session {
            values["signedIn"] = .flag(true)
            values["csrf"] = .text(session.formToken)
            values["views"] = views(reader, current: view)
        }
        if let chosen = reader.chosenLocale { values["localeField"] = .text(chosen) }
        // A form has no address to return to.
        let isForm = reader.request.method == .post
        values["here"] = .text(isForm ? "/admin/" : reader.path)
        values["hereFields"] = .list(
            isForm
                ? []
                : reader.input.list.filter { $0.name != "locale" }.map {
                    .object(["name": .text($0.name), "value": .text($0.value)])
                })
        let written =
            texts.localizer(table: Problem.table, in: reader.locale)
            .message(for: "Admin.Title", table: Problem.table)?.locale ?? reader.locale
        var response = EndpointResponse(
            page.renderer.administration(values, locale: reader.locale, written: written),
            type: "text/html; charset=utf-8")
        response.locale = reader.locale
        response.headers[.contentSecurityPolicy] = Self.policy
        response.headers[.referrerPolicy] = "same-origin"
        response.headers[.cacheControl] = "no-store"
        return response
    }

    /// Runs an operation of the store, and words its errors for the reader.
    func stored<Value>(
        _ reader: Reader, _ body: () async throws(StoreError) -> Value
    ) async throws(Problem) -> Value {
        do throws(StoreError) {
            return try await body()
        } catch {
            throw Problem(error) { texts.message(for: $0, in: reader.locale) }
        }
    }
}

extension AdministrationPages {
    /// The messages of the template by their names there.
    fileprivate func words(_ reader: Reader) -> [String: AdministrationValue] {
        let keys = [
            "Admin.Title", "Admin.Skip", "Admin.Language", "Admin.Choose", "Admin.SignOut", "Admin.Views",
            "Admin.Token", "Admin.SignIn", "Admin.Catalogs", "Admin.Catalog", "Admin.Source", "Admin.Records",
            "Admin.Languages", "Admin.Rules", "Admin.Problems", "Admin.NoProblems", "Admin.Query",
            "Admin.LocaleOfSearch", "Admin.Search", "Admin.AppliedRules", "Admin.RuleForQuery",
            "Admin.Matches", "Admin.Result", "Admin.ResultAny", "Admin.ResultNone", "Admin.Since",
            "Admin.Show", "Admin.Queries", "Admin.Locale", "Admin.Searches", "Admin.FoundNothing",
            "Admin.Similar", "Admin.LastTotal", "Admin.Clicks", "Admin.Clicked", "Admin.Others",
            "Admin.NewRule", "Admin.NoRules", "Admin.Delete", "Admin.Replace", "Admin.RuleName",
            "Admin.RuleNameHint",
            "Admin.RuleMatch", "Admin.RuleLocales", "Admin.RuleFrom", "Admin.RuleUntil", "Admin.RulePin",
            "Admin.RulePinHint", "Admin.RuleHide", "Admin.RuleRaise", "Admin.RuleBury",
            "Admin.RuleReplace", "Admin.RuleReplaceHint", "Admin.RuleRemove", "Admin.RuleAddFilter",
            "Admin.RulePrefer", "Admin.RuleData", "Admin.RuleDataHint",
            "Admin.RuleContexts", "Admin.RuleFilter", "Admin.RuleFilterHint", "Admin.IdsHint", "Admin.Save",
            "Admin.Prefer", "Admin.PreferHint", "Admin.Preview", "Admin.Before", "Admin.After", "Admin.Place",
            "Admin.Learned", "Admin.LearnedHint", "Admin.Popularity", "Admin.Factor", "Admin.Forget",
            "Admin.Conversions", "Admin.Cancel", "Admin.NewKey", "Admin.KeyName",
            "Admin.KeyActions",
            "Admin.KeyCatalogs", "Admin.KeyExpires", "Admin.MakeKey", "Admin.File", "Admin.FileHint",
            "Admin.CatalogHint", "Admin.Mapping", "Admin.MappingHint", "Admin.ReplaceRecords",
            "Admin.StartImport", "Admin.Trending",
        ]
        return Dictionary(
            uniqueKeysWithValues: keys.map { key in
                (String(key.dropFirst("Admin.".count)), .text(word(key, reader)))
            })
    }
}

extension HTTPField.Name {
    /// Whether a request comes from a page of this site (Fetch Metadata).
    fileprivate static let secFetchSite = HTTPField.Name("Sec-Fetch-Site")!
    /// The scheme of the request before a proxy forwarded it.
    fileprivate static let xForwardedProto = HTTPField.Name("X-Forwarded-Proto")!
}
