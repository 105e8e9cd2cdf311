// The service over real sockets: pipelining, slow and broken clients, start and stop.

import Foundation
import HTTPTypes
import Logging
import ProductStore
import ServiceLifecycle
import StorefrontTestSupport
import Testing

@testable import Storefront

@Suite struct RunningServiceTests {
    /// A running service.
    private struct Running {
        let port: Int
        let administrationPort: Int
        let services: ServiceGroup

        func connect() throws -> Connection { try Connection(port: port) }
        func connectToWrite() throws -> Connection { try Connection(port: administrationPort) }
    }

    /// Runs a service with a store for a test, then stops it.
    private func withService(
        in folder: TemporaryFolder? = nil, set: (inout StorefrontConfiguration) -> Void = { _ in },
        _ body: (Running) async throws -> Void
    ) async throws {
        let folder = try folder ?? TemporaryFolder()
        let (listeners, listening) = AsyncStream.makeStream(of: Storefront.Listener.self)
        let storefront = try await Storefront(
            configuration(folder, set: set), logger: LogKeeper().logger
        ) { listening.yield($0) }
        let services = ServiceGroup(services: [storefront], logger: LogKeeper().logger)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                defer { listening.finish() }
                try await services.run()
            }
            var ports: [Storefront.Listener.Kind: Int] = [:]
            for await listener in listeners {
                if case .host(_, let port) = listener.address { ports[listener.kind] = port }
                if ports.count == 2 { break }
            }
            do {
                try await body(
                    Running(
                        port: try #require(ports[.search]),
                        administrationPort: try #require(ports[.administration]), services: services))
            } catch {
                await services.triggerGracefulShutdown()
                throw error
            }
            await services.triggerGracefulShutdown()
            try await group.waitForAll()
        }
    }

    private func configuration(
        _ folder: TemporaryFolder, set: (inout StorefrontConfiguration) -> Void = { _ in }
    ) throws -> StorefrontConfiguration {
        try folder.write(Shop.teas, to: "catalogs/teas.jsonl")
        var configuration = StorefrontConfiguration()
        configuration.address = .host("127.0.0.1", port: 0)
        let access = StorefrontConfiguration.Access(
            token: try #require(AccessToken(Shop.token)), administrationAddress: .host("127.0.0.1", port: 0))
        configuration.records = .store(
            try .init(at: folder.store, access: access), files: [folder.path + "/catalogs"])
        configuration.localizations = [localizations]
        // The test fails if the service does not stop by itself.
        configuration.limits.stopTime = .seconds(600)
        // Other tests may keep this one from its connections and searches for longer than the defaults.
        configuration.limits.readTime = .seconds(600)
        configuration.limits.searchTime = .seconds(600)
        set(&configuration)
        return configuration
    }

    private static let authorization = "Authorization: Bearer " + Shop.token
    private static let json = "Content-Type: application/json"
    private static let lines = [authorization, "Content-Type: application/x-ndjson"]

    private func makeCatalog(_ service: Running) async throws {
        let response = try await service.connectToWrite().ask(
            "PUT", "/admin/v1/catalogs/cakes", [Self.authorization, Self.json, "Content-Length: 2"],
            body: "{}")
        try #require(response.status == 201)
    }

    /// The number of records of the catalog.
    private func count(_ service: Running) async throws -> Int {
        let response = try await service.connectToWrite().ask(
            "GET", "/admin/v1/catalogs", [Self.authorization])
        return try #require(response.json["catalogs"]?[0]?["count"]?.number.map { Int($0) })
    }

    // MARK: Responses

    @Test func connectionsServeOneRequestAfterTheOther() async throws {
        try await withService { service in
            let connection = try service.connect()
            #expect(try await connection.ask("GET", "/readyz").text == "ready\n")
            #expect(try await connection.ask("GET", "/v1/search?q=assam").json["total"] == 1)
            #expect(try await connection.ask("HEAD", "/v1/search?q=assam").body.isEmpty)
            let body = #"{"requests": [{"q": "jasmin"}]}"#
            let batch = try await connection.ask(
                "POST", "/v1/search:batch", [Self.json, "Content-Length: \(body.utf8.count)"], body: body)
            #expect(batch.json["answers"]?[0]?["total"] == 1)
            let chunked = try await connection.ask(
                "POST", "/v1/search:batch", [Self.json, "Transfer-Encoding: chunked"],
                body: "10\r\n{\"requests\": [{\"\r\nE\r\nq\": \"assam\"}]}\r\n0\r\n\r\n")
            #expect(chunked.json["answers"]?[0]?["total"] == 1)
            // Two at once, pipelined.
            await connection.send("GET", "/healthz")
            await connection.send("GET", "/readyz", ["Connection: close"])
            #expect(try await connection.response()?.text == "ok\n")
            #expect(try await connection.response()?.text == "ready\n")
            #expect(try await connection.isClosed)
        }
    }

    @Test func writersAndSearchersDoNotMeet() async throws {
        try await withService { service in
            let searcher = try service.connect()
            let writer = try service.connectToWrite()
            #expect(try await searcher.ask("GET", "/admin/v1/catalogs", [Self.authorization]).status == 404)
            #expect(try await writer.ask("GET", "/v1/search", [Self.authorization]).status == 404)
            #expect(try await writer.ask("GET", "/admin/v1/catalogs").status == 401)
        }
    }

    // MARK: Slow clients, broken connections

    @Test func silentConnectionsAreClosed() async throws {
        try await withService {
            $0.limits.readTime = .milliseconds(300)
        } _: { service in
            let silent = try service.connect()
            let halting = try service.connect()
            await halting.send("GET /healthz HT")
            #expect(try await silent.isClosed)
            #expect(try await halting.isClosed)
        }
    }

    /// Only one connection is allowed at a time.
    @Test func aClientThatDoesNotReadLosesItsConnection() async throws {
        try await withService {
            $0.limits.readTime = .milliseconds(500)
            $0.limits.connections = 1
        } _: { service in
            let silent = try service.connect()
            let requests = Array(
                repeating: "GET /v1/strings/Storefront?locale=ru HTTP/1.1\r\nHost: shop\r\n\r\n", count: 1_000
            )
            let sending = Task { await silent.send(requests.joined()) }
            let other = try service.connect()
            #expect(try await other.ask("GET", "/healthz").status == 200)
            await sending.value
        }
    }

    @Test func bodiesAreRequested() async throws {
        try await withService { service in
            let body = #"{"requests": [{"q": "jasmin"}]}"#
            let connection = try service.connect()
            await connection.send(
                "POST", "/v1/search:batch",
                [Self.json, "Content-Length: \(body.utf8.count)", "Expect: 100-continue"])
            #expect(try await connection.response()?.status == 100)
            await connection.send(body)
            #expect(try await connection.response()?.json["answers"]?[0]?["total"] == 1)
            #expect(try await connection.ask("GET", "/healthz").status == 200)
            // The server does not read the body of a request without a key.
            let refused = try service.connectToWrite()
            await refused.send(
                "PUT", "/admin/v1/catalogs/cakes",
                [Self.json, "Content-Length: 2", "Expect: 100-continue"])
            let response = try #require(try await refused.response())
            #expect(response.status == 401 && response.headers[.connection] == "close")
            #expect(try await refused.isClosed)
        }
    }

    @Test func longResponsesArriveWhole() async throws {
        try await withService { service in
            let one =
                #"{"q": "tea", "explain": true, "highlight": "html", "facets": ["scope", "year", "price"]}"#
            let requests = Array(repeating: one, count: 100).joined(separator: ",")
            let body = #"{"requests": [\#(requests)]}"#
            let connection = try service.connect()
            for _ in 0..<3 {
                let response = try await connection.ask(
                    "POST", "/v1/search:batch", [Self.json, "Content-Length: \(body.utf8.count)"], body: body)
                // More than is written at once.
                #expect(response.body.count > 64 << 10 && response.json["answers"]?.elements?.count == 100)
                #expect(response.headers[.date]?.hasSuffix(" GMT") == true)
            }
        }
    }

    @Test func bodyThatIsTooLargeIsNotRead() async throws {
        try await withService {
            $0.limits.bodyBytes = 100
        } _: { service in
            let connection = try service.connect()
            await connection.send("POST", "/v1/search:batch", [Self.json, "Content-Length: 101"])
            let response = try #require(try await connection.response())
            #expect(response.status == 413)
            #expect(try await connection.isClosed)
        }
    }

    private static let records =
        #"{"id": "1", "title": "Tart"}"# + "\n" + #"{"id": "2", "title": "Pie"}"# + "\n"

    @Test func wholeThatEndsEarlyIsNotStored() async throws {
        try await withService { service in
            try await makeCatalog(service)
            let broken: [(String, String)] = [
                ("Content-Length: \(Self.records.utf8.count + 1)", Self.records),
                (
                    "Transfer-Encoding: chunked",
                    "\(String(Self.records.utf8.count, radix: 16))\r\n\(Self.records)\r\n"
                ),
                ("Transfer-Encoding: chunked", "fff\r\n" + Self.records),
            ]
            for (header, body) in broken {
                let connection = try service.connectToWrite()
                await connection.send(
                    "POST", "/admin/v1/catalogs/cakes/records?mode=whole", Self.lines + [header], body: body)
                connection.finishSending()
                // A client that has disconnected may get a response or none, but not a success.
                if let response = try await connection.response() {
                    #expect(response.status == 400, "\(header)")
                }
                #expect(try await connection.isClosed)
                #expect(try await count(service) == 0, "\(header)")
            }
            let whole = try await service.connectToWrite().ask(
                "POST", "/admin/v1/catalogs/cakes/records?mode=whole",
                Self.lines + ["Content-Length: \(Self.records.utf8.count)"], body: Self.records)
            #expect(whole.json["loaded"] == 2)
            #expect(try await count(service) == 2)
        }
    }

    @Test(arguments: [
        "GET /healthz HTTP/1.1\r\nHost: shop\r\nX: " + String(repeating: "x", count: 33 << 10) + "\r\n\r\n",
        "GET /healthz HTTP/1.1\r\nHost: shop\r\n"
            + (0..<101).map { "X-\($0): x\r\n" }.joined() + "\r\n",
        "GET /healthz HTTP/1.1\r\nHost: shop\r\n"
            + (0..<20).map { "X-\($0): \(String(repeating: "x", count: 2 << 10))\r\n" }.joined() + "\r\n",
        "GET /healthz SMTP\r\n\r\n", "\u{1}\u{2}\r\n\r\n",
        "GET /healthz HTTP/1.1\r\nHost: shop\r\n: x\r\n\r\n",
        "GET /healthz HTTP/1.1\r\nHost: shop\r\nHost: other\r\n\r\n",
        "GET /healthz HTTP/1.0\r\nHost: shop\r\nHost: shop\r\n\r\n",
        "GET /healthz HTTP/1.1\r\n\r\n", "POST /v1/search:batch HTTP/1.1\r\nContent-Length: 2\r\n\r\n{}",
        "POST /v1/search:batch HTTP/1.1\r\nHost: shop\r\nContent-Length: x\r\n\r\n",
    ])
    func whatIsNoHTTPOrTooLongIsRefused(request: String) async throws {
        try await withService { service in
            let connection = try service.connect()
            await connection.send(request)
            let response = try await connection.response()
            #expect(response?.status == 400)
            #expect(response?.headers[.connection] == "close")
            #expect(try await connection.isClosed)
            // Other clients are not affected.
            let other = try service.connect()
            #expect(try await other.ask("GET", "/healthz").status == 200)
        }
    }

    @Test(arguments: ["", "Connection: keep-alive\r\n", "Host: shop\r\n", "Connection: close\r\n"])
    func olderClientsHearTheEndOfTheResponse(headers: String) async throws {
        // The service does not wait for the end of the connection, which would take ten minutes.
        try await withService { service in
            let connection = try service.connect()
            await connection.send("GET /healthz HTTP/1.0\r\n\(headers)\r\n")
            #expect(try await connection.response()?.text == "ok\n")
            #expect(try await connection.isClosed)
        }
    }

    // MARK: Stopping

    @Test func whatWasBegunIsAnsweredBeforeTheEnd() async throws {
        let lines = (0..<1_500).map { #"{"id": "\#($0)", "title": "Tart"}"# + "\n" }.joined()
        let half = lines.prefix(lines.utf8.count / 2)
        let folder = try TemporaryFolder()
        try await withService(in: folder) { service in
            #expect(throws: StoreError.refused(.inUse)) { try ProductStore(path: folder.store) }
            try await makeCatalog(service)
            let connection = try service.connectToWrite()
            await connection.send(
                "POST", "/admin/v1/catalogs/cakes/records",
                Self.lines + ["Content-Length: \(lines.utf8.count)"],
                body: String(half))
            // The first chunks are stored: the load is running.
            while try await count(service) == 0 { await Task.yield() }
            await service.services.triggerGracefulShutdown()
            while let late = try? service.connect() {
                // A late client is not left waiting.
                await late.send("GET", "/readyz")
                _ = try await late.response()
            }
            await connection.send(String(lines.dropFirst(half.count)))
            let response = try #require(try await connection.response())
            #expect(response.status == 200 && response.json["loaded"] == 1_500)
            #expect(try await connection.isClosed)
        }
        // The service has closed the store, which has all records.
        let store = try ProductStore(path: folder.store)
        #expect(try await store.catalog("cakes").recordCount == 1_500)
        try await store.close()
    }

    @Test func balancersHaveTimeToNoticeTheEnd() async throws {
        try await withService {
            $0.limits.stopDelay = .seconds(2)
        } _: { service in
            #expect(try await service.connect().ask("GET", "/readyz").status == 200)
            await service.services.triggerGracefulShutdown()
            // Clients that have not noticed the stop yet get responses, on new connections, too.
            while try await service.connect().ask("GET", "/readyz").status != 503 { await Task.yield() }
            #expect(try await service.connect().ask("GET", "/v1/search?q=assam").json["total"] == 1)
        }
    }

    // MARK: Starting

    @Test func listenerThatIsTakenIsReported() async throws {
        try await withService { service in
            let folder = try TemporaryFolder()
            let address = ListeningAddress.host("127.0.0.1", port: service.port)
            let second = try configuration(folder) { $0.address = address }
            let error = await #expect(throws: StorefrontError.self) {
                _ = try await Storefront(second, logger: LogKeeper().logger)
            }
            // The store was not opened.
            #expect(!FileManager.default.fileExists(atPath: folder.store))
            guard case .notListening(let taken, let reason) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(taken == address)
            #expect(!reason.isEmpty)
        }
    }

    @Test func storeThatIsNoneIsReported() async throws {
        let folder = try TemporaryFolder()
        try folder.write(String(repeating: "no database", count: 100), to: "shop.sqlite")
        let error = await #expect(throws: StorefrontError.self) {
            _ = try await Storefront(try configuration(folder), logger: LogKeeper().logger)
        }
        guard case .store(let path, .refused(.notDatabase)) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(path == folder.store)
    }

    @Test func filesOfTheServiceThatAreMissingAreReported() async throws {
        let folder = try TemporaryFolder()
        let error = await #expect(throws: StorefrontError.self) {
            _ = try await Storefront(
                try configuration(folder) { $0.interfaceFolder = folder.path + "/none" },
                logger: LogKeeper().logger)
        }
        guard case .unreadable = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func socketsInTheFileSystemAreListenedTo() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/shop.sock"
        let (listeners, listening) = AsyncStream.makeStream(of: Storefront.Listener.self)
        let storefront = try await Storefront(
            try configuration(folder) {
                $0.address = .socket(path: path)
                $0.records = .store(.init(.sqlite(path: folder.store)))
            }, logger: LogKeeper().logger
        ) { listening.yield($0) }
        let services = ServiceGroup(services: [storefront], logger: LogKeeper().logger)
        let running = Task { try await services.run() }
        let listener = await listeners.first { _ in true }
        #expect(listener == Storefront.Listener(kind: .search, address: .socket(path: path)))
        #expect(try folder.names().contains("shop.sock"))
        await services.triggerGracefulShutdown()
        try await running.value
    }
}
