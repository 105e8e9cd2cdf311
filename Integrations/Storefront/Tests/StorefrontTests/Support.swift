// What do all tests of the storefront need? A shop in this process, and somebody who asks it.

import CatalogSearch
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOEmbedded
import ProductStore
import SearchService
import Storage
import StorefrontTestSupport
import Synchronization
import Testing

@testable import Storefront

/// The folder of the kit, and of this package.
private let folders = #filePath.split(separator: "/").dropLast(3)
let packageFolder = "/" + folders.joined(separator: "/")
let localizations = "/" + folders.dropLast(2).joined(separator: "/") + "/Localizations"

let english = LocaleIdentifier("en")!
let german = LocaleIdentifier("de")!

/// Takes down what is logged.
struct LogKeeper: LogHandler {
    private final class Lines: Sendable {
        let list = Mutex<[String]>([])
    }

    private let lines = Lines()
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace

    var logger: Logger { Logger(label: "test") { [self] _ in self } }

    /// How often a line that contains this was logged.
    func count(_ words: String) -> Int { lines.list.withLock { $0.count { $0.contains(words) } } }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        lines.list.withLock { $0.append("\(event.level) \(event.message) \(event.metadata ?? [:])") }
    }
}

/// An answer as it would be sent.
struct Received: Sendable {
    let status: Int
    let headers: HTTPFields
    let body: [UInt8]

    init(_ response: consuming Response) async throws {
        status = response.status.code
        headers = response.headers
        let writer = Writer()
        let body = response.body
        try await body.write(writer)
        self.body = writer.bytes.withLock { $0 }
    }

    init(status: Int, headers: HTTPFields, body: [UInt8]) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    var text: String { StorefrontTestSupport.text(body) }

    /// The body; whatever it is, where it is no JSON, is nothing that a test expects.
    var json: JSON { (try? JSON(body)) ?? .null }

    /// The members of a problem that programs read.
    var code: JSON? { json["code"] }

    private final class Writer: ResponseBodyWriter, Sendable {
        let bytes = Mutex<[UInt8]>([])

        func write(_ buffer: ByteBuffer) async throws { bytes.withLock { $0 += buffer.readableBytesView } }
        func finish(_ trailingHeaders: HTTPFields?) async throws {}
    }
}

/// All that a storefront is made of, in this process and without a socket.
final class Shop: Sendable {
    let folder: TemporaryFolder
    let catalogs: ServedCatalogs
    let runner: SearchRunner
    let readiness = Readiness()
    let registry = PrometheusRegistry(help: ObservationEndpoints.help)
    let log: LogKeeper
    /// All paths of both listeners.
    let search: [Endpoint]
    let administration: [Endpoint]
    private let searching: any HTTPResponder<BasicRequestContext>
    private let writing: any HTTPResponder<BasicRequestContext>

    static let token = "a-token-for-tests"

    /// A few teas, in three languages.
    static let teas = """
        {"id": "t-1", "type": "black", "title": {"en": "Assam", "de": "Assam", "ja": "アッサム"}, "summary": {"en": "A strong tea for the morning.", "de": "Ein kräftiger Tee für den Morgen."}, "keywords": {"en": ["malty", "breakfast"]}, "year": 2001, "price": {"amount": "4.50", "currency": "EUR"}, "origin": "India"}
        {"id": "t-2", "type": "green", "title": {"en": "Gunpowder", "de": "Schießpulvertee"}, "summary": {"en": "A green tea, rolled."}, "year": 2010}
        {"id": "t/3 ü", "type": "green", "title": {"en": "Jasmine tea", "de": "Jasmintee"}}
        """
    static let teasSidecar = """
        {"label": {"en": "Teas", "de": "Tees"}, "scopes": [{"id": "black", "label": {"en": "Black", "de": "Schwarz"}}, {"id": "green", "label": {"en": "Green", "de": "Grün"}}]}
        """

    /// - Parameters:
    ///   - files: the catalogs' files, by name.
    ///   - limits: with which times, for instance.
    init(
        _ files: [String: String] = ["teas.jsonl": teas, "teas.catalog.json": teasSidecar],
        allowing origin: String? = nil,
        set: (inout StorefrontConfiguration.Limits) -> Void = { _ in }
    ) async throws {
        folder = try TemporaryFolder()
        for (name, text) in files { try folder.write(text, to: "catalogs/" + name) }
        var limits = StorefrontConfiguration.Limits()
        limits.searchTime = .seconds(600)
        set(&limits)
        log = LogKeeper()
        var defaults = ServiceRequest(SearchRequest("", locale: english))
        defaults.tellsLocales = true
        let service = SearchService(
            SearchEngine([]), localizations: [localizations], defaults: defaults,
            limits: ServiceLimits(
                hits: limits.hits, ids: limits.ids, depth: limits.depth, requests: limits.requests))
        let files = CatalogFiles([folder.path + "/catalogs"], cache: nil, logger: log.logger) {
            service.localizedTexts.words(for: $0, in: english)
        }
        let store = try ProductStore(path: folder.store)
        catalogs = ServedCatalogs(service, files, store, texts: 0, logger: log.logger)
        await catalogs.refresh(atOnce: true)
        runner = SearchRunner(threadCount: 2, limits: .init(count: limits.searches, time: limits.searchTime))
        let languages = LanguageChoice(service: service)
        let bodies = BodyReader(limit: limits.bodyBytes, time: limits.readTime)
        let searching = SearchEndpoints(
            catalogs: catalogs, languages: languages, runner: runner, cache: AnswerCache(capacity: 0),
            bodies: bodies,
            interface: try Shop.interface("openapi.json"))
        let page = try PageEndpoints(folder: packageFolder + "/Page", localizations: [localizations])
        let observing = ObservationEndpoints(
            readiness: readiness, registry: registry, catalogs: catalogs, runner: runner)
        search = searching.list + page.list(searching) + observing.list
        administration =
            AdministrationEndpoints(
                store: store, catalogs: catalogs, languages: languages, texts: service.localizedTexts,
                bodies: bodies, interface: try Shop.interface("admin.openapi.json"), logger: log.logger
            ).list + [observing.metrics]
        let observation = RequestObservation(factory: registry)
        func endpoints(_ list: [Endpoint], allowing origin: String? = nil) -> Endpoints {
            Endpoints(
                list: list, texts: service.localizedTexts, languages: languages,
                observation: observation, allowedOrigin: origin)
        }
        self.searching = endpoints(search, allowing: origin).router().buildResponder()
        var guarded = endpoints(administration)
        let token = try #require(AccessToken(Self.token))
        guarded.guardian = { request throws(Problem) in try token.check(request) }
        writing = guarded.router().buildResponder()
    }

    /// A description of an interface.
    static func interface(_ name: String) throws -> String {
        try StorefrontTestSupport.text(contents(of: packageFolder + "/Interface/" + name))
    }

    /// Asks whoever searches.
    func ask(_ path: String, _ headers: HTTPFields = [:]) async throws -> Received {
        try await ask(.get, path, headers)
    }

    /// Asks whoever searches.
    func ask(
        _ method: HTTPRequest.Method, _ path: String, _ headers: HTTPFields = [:],
        body: RequestBody = RequestBody(buffer: ByteBuffer())
    ) async throws -> Received {
        try await respond(searching, method, path, headers, body)
    }

    /// Asks whoever writes, with the token.
    func write(
        _ method: HTTPRequest.Method, _ path: String, _ headers: HTTPFields = [:],
        body: RequestBody = RequestBody(buffer: ByteBuffer())
    ) async throws -> Received {
        var headers = headers
        if headers[.authorization] == nil { headers[.authorization] = "Bearer " + Self.token }
        // One path of this listener is where those who look after services look for it.
        return try await respond(
            writing, method, path == "/metrics" ? path : "/admin/v1" + path, headers, body)
    }

    private func respond(
        _ responder: any HTTPResponder<BasicRequestContext>, _ method: HTTPRequest.Method, _ path: String,
        _ headers: HTTPFields, _ body: RequestBody
    ) async throws -> Received {
        let request = Request(
            head: HTTPRequest(
                method: method, scheme: "http", authority: "shop", path: path, headerFields: headers),
            body: body)
        let source = ApplicationRequestContextSource(channel: NIOAsyncTestingChannel(), logger: log.logger)
        return try await Received(
            try await responder.respond(to: request, context: BasicRequestContext(source: source)))
    }
}

extension RequestBody {
    /// A body that is there at once.
    init(_ text: String) { self.init(buffer: ByteBuffer(string: text)) }
}

extension HTTPFields {
    static let json: HTTPFields = [.contentType: "application/json"]
    static let lines: HTTPFields = [.contentType: "application/x-ndjson"]

    static func language(_ value: String) -> HTTPFields { [.acceptLanguage: value] }
}

/// What is in a file that belongs to the sources.
func contents(of path: String) throws -> [UInt8] { try LocalFileSystem().contents(of: path) }
