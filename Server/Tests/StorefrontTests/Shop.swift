// A storefront in this process, without sockets.

import HTTPTypes
import Hummingbird
import NIOCore
import NIOEmbedded
import ProductStore
import StorefrontTestSupport
import Testing

@testable import Storefront

/// A storefront with a few teas and an empty store. Requests reach its routers without a socket.
final class Shop: Sendable {
    let folder: TemporaryFolder
    let storefront: Storefront
    let log: LogKeeper
    private let searching: any HTTPResponder<ClientContext>
    private let writing: (any HTTPResponder<ClientContext>)?
    private let existing: (any HTTPResponder<ClientContext>)?

    var catalogs: ServedCatalogs { storefront.catalogs }
    var readiness: Readiness { storefront.readiness }

    static let token = "a-token-for-tests"

    /// A few teas in three languages.
    static let teas = """
        {"id": "t-1", "type": "black", "title": {"en": "Assam", "de": "Assam", "ja": "アッサム"}, "summary": {"en": "A strong tea for the morning.", "de": "Ein kräftiger Tee für den Morgen."}, "keywords": {"en": ["malty", "breakfast"]}, "year": 2001, "price": {"amount": "4.50", "currency": "EUR"}, "origin": "India"}
        {"id": "t-2", "type": "green", "title": {"en": "Gunpowder", "de": "Schießpulvertee"}, "summary": {"en": "A green tea, rolled."}, "year": 2010}
        {"id": "t/3 ü", "type": "green", "title": {"en": "Jasmine tea", "de": "Jasmintee"}}
        """
    static let teasSidecar = """
        {"label": {"en": "Teas", "de": "Tees"}, "scopes": [{"id": "black", "label": {"en": "Black", "de": "Schwarz"}}, {"id": "green", "label": {"en": "Green", "de": "Grün"}}]}
        """

    /// A picture beside the catalogs.
    static let picture = #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>"#

    /// - Parameters:
    ///   - files: the catalogs' files by name.
    ///   - store: the address of a store in PostgreSQL; `nil` for a new one in SQLite.
    ///   - meilisearch: whether there is a listener for existing clients.
    ///   - queryLog: whether queries are counted.
    ///   - suggestedClients: how many clients must have sent a query before it is suggested.
    ///   - embedder: the command that makes vectors.
    ///   - site: the address of the site.
    ///   - set: changes the limits, for example its times.
    init(
        _ files: [String: String] = ["teas.jsonl": teas, "teas.catalog.json": teasSidecar],
        allowing origin: String? = nil, store: String? = nil, meilisearch: Bool = false,
        queryLog: Bool = false, suggestedClients: Int? = nil, embedder: String? = nil,
        site: String? = "http://shop",
        set: (inout StorefrontConfiguration.Limits) -> Void = { _ in }
    ) async throws {
        folder = try TemporaryFolder()
        for (name, text) in files { try folder.write(text, to: "catalogs/" + name) }
        try folder.write(Self.picture, to: "catalogs/images/tea.svg")
        log = LogKeeper()
        var configuration = StorefrontConfiguration()
        let access = StorefrontConfiguration.Access(
            token: try #require(AccessToken(Self.token)), administrationAddress: .host("127.0.0.1", port: 0),
            meilisearchAddress: meilisearch ? .host("127.0.0.1", port: 0) : nil)
        configuration.records = .store(
            try .init(at: store ?? folder.store, access: access), files: [folder.path + "/catalogs"])
        if let embedder {
            configuration.embedder = embedder
            configuration.limits.embeddingTime = .seconds(60)
            configuration.cacheFolder = folder.path + "/cache"
        }
        if queryLog { configuration.queryLog = .init(path: folder.path + "/queries.sqlite") }
        configuration.queryLog?.suggestedClients = suggestedClients
        configuration.localizations = [localizations]
        configuration.pageFolders = [packageFolder + "/Page"]
        configuration.interfaceFolder = packageFolder + "/Interface"
        configuration.site = site
        configuration.allowedOrigin = origin
        configuration.limits.searchTime = .seconds(600)
        configuration.limits.cachedResponses = 0
        set(&configuration.limits)
        storefront = try await Storefront(configuration, logger: log.logger)
        searching = storefront.searchEndpoints.router().buildResponder()
        writing = storefront.administrationEndpoints?.router().buildResponder()
        existing = storefront.meilisearchEndpoints?.router().buildResponder()
    }

    /// A storefront without catalogs of files, and without writes.
    ///
    /// - Parameter set: changes the configuration.
    init(configured set: (inout StorefrontConfiguration) throws -> Void) async throws {
        folder = try TemporaryFolder()
        log = LogKeeper()
        var configuration = StorefrontConfiguration()
        configuration.localizations = [localizations]
        configuration.pageFolders = [packageFolder + "/Page"]
        configuration.interfaceFolder = packageFolder + "/Interface"
        configuration.site = "http://shop"
        configuration.limits.searchTime = .seconds(60)
        configuration.limits.cachedResponses = 0
        try set(&configuration)
        storefront = try await Storefront(configuration, logger: log.logger)
        searching = storefront.searchEndpoints.router().buildResponder()
        writing = nil
        existing = nil
    }

    /// The description of an interface.
    static func interface(_ name: String) throws -> String {
        text(try contents(of: packageFolder + "/Interface/" + name))
    }

    /// Sends a `GET` request to the search listener.
    func ask(_ path: String, _ headers: HTTPFields = [:]) async throws -> Received {
        try await ask(.get, path, headers)
    }

    /// Sends a request to the search listener.
    func ask(
        _ method: HTTPRequest.Method, _ path: String, _ headers: HTTPFields = [:],
        body: RequestBody = RequestBody(buffer: ByteBuffer())
    ) async throws -> Received {
        try await respond(searching, method, path, headers, body)
    }

    /// Sends a request to the administration listener, with the token.
    func write(
        _ method: HTTPRequest.Method, _ path: String, _ headers: HTTPFields = [:],
        body: RequestBody = RequestBody(buffer: ByteBuffer())
    ) async throws -> Received {
        var headers = headers
        if headers[.authorization] == nil { headers[.authorization] = "Bearer " + Self.token }
        // `/metrics` is the only path of this listener outside of `/admin/v1`.
        return try await respond(
            try #require(writing), method,
            path == "/metrics" || path.hasPrefix("/admin") ? path : "/admin/v1" + path, headers, body)
    }

    /// The response of the listener for metrics, which needs no token.
    func metrics() async throws -> Received {
        try await respond(
            storefront.metricsEndpoints.router().buildResponder(), .get, "/metrics", [:], RequestBody(""))
    }

    /// Signs in at the page for operators.
    func signedIn() async throws -> (cookie: String, formToken: String) {
        let response = try await write(
            .post, "/admin/login", .form, body: RequestBody("token=" + Self.token))
        let name = AdministrationSessions.cookie + "="
        let cookie = try #require(
            response.headers[.setCookie]?.split(separator: ";").first { $0.hasPrefix(name) })
        let request = Request(
            head: HTTPRequest(
                method: .get, scheme: "http", authority: "shop", path: "/admin/",
                headerFields: [.cookie: String(cookie)]), body: RequestBody(""))
        return (String(cookie), try #require(storefront.sessions.session(of: request)).formToken)
    }

    /// Sends a request to the listener for existing clients, with a body of JSON.
    ///
    /// - Parameter key: the header `Authorization`; that of the token by default.
    @discardableResult
    func `protocol`(
        _ method: HTTPRequest.Method, _ path: String, _ body: String = "",
        key: String? = "Bearer " + Shop.token,
        type: String = "application/json"
    ) async throws -> Received {
        var headers: HTTPFields = body.isEmpty ? [:] : [.contentType: type]
        headers[.authorization] = key
        return try await respond(try #require(existing), method, path, headers, RequestBody(body))
    }

    private func respond(
        _ responder: any HTTPResponder<ClientContext>, _ method: HTTPRequest.Method, _ path: String,
        _ headers: HTTPFields, _ body: RequestBody
    ) async throws -> Received {
        let request = Request(
            head: HTTPRequest(
                method: method, scheme: "http", authority: "shop", path: path, headerFields: headers),
            body: body)
        let source = ApplicationRequestContextSource(channel: NIOAsyncTestingChannel(), logger: log.logger)
        return try await Received(
            try await responder.respond(to: request, context: ClientContext(source: source)))
    }
}

extension StorefrontConfiguration.Store {
    /// A store that a test writes to, at a path or an address of PostgreSQL.
    init(at place: String, access: StorefrontConfiguration.Access? = nil) throws {
        self.init(try .init(place))
        self.access = access
    }
}

extension RequestBody {
    /// A body that is available at once.
    init(_ text: String) { self.init(buffer: ByteBuffer(string: text)) }
}

extension HTTPFields {
    static let json: HTTPFields = [.contentType: "application/json"]
    static let form: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]
    static let lines: HTTPFields = [.contentType: "application/x-ndjson"]

    static func language(_ value: String) -> HTTPFields { [.acceptLanguage: value] }
}
