// The service responds as the descriptions of its interfaces say, and they are complete.

import HTTPTypes
import Hummingbird
import NIOCore
import ProductStore
import StorefrontTestSupport
import Testing

@testable import Storefront

@Suite struct InterfaceTests {
    /// Statuses that no test can cause: failures of the machine, and searches that take very long.
    private static let unreachable: Set<Int> = [500, 504, 507]

    // MARK: Responses

    private func shop(_ state: Ask.State) async throws -> Shop {
        let shop = try await Shop(queryLog: state != .unlogged, site: state == .unnamed ? nil : "http://shop")
        {
            switch state {
            case .busy: $0.searches = 0
            case .crowded: $0.clientSearches = 0
            case .impatient: $0.readTime = .milliseconds(1)
            case .narrow: $0.bodyBytes = 50
            case .usual, .closed, .ready, .unlogged, .unnamed, .signedIn, .signedInWithoutForm,
                .signedInClosed, .guessed:
                break
            }
        }
        let store = try #require(shop.catalogs.store)
        try await store.putCatalog("cakes")
        try await store.put(bytes(#"{"id": "1", "title": "Tart"}"#), in: "cakes")
        try await store.putRule("spring", json: bytes(#"{"hide": ["1"]}"#), of: "cakes")
        _ = try await shop.write(
            .post, "/keys", .json,
            body: RequestBody(
                #"{"uid": "82acc342-d2df-4291-84bd-8400d3f05f06", "actions": ["search"], "indexes": ["*"], "expiresAt": null}"#
            ))
        if state == .closed || state == .signedInClosed {
            try await store.close()
            await shop.storefront.log?.close()
        }
        if state == .guessed {
            for number in 0..<AuthenticationThrottle.burst {
                _ = try await shop.write(.get, "/catalogs", [.authorization: "Bearer guess \(number)"])
            }
        }
        shop.readiness.isReady = state == .ready
        return shop
    }

    private func send(_ ask: Ask, _ method: HTTPRequest.Method, isOfWriters: Bool) async throws -> Received {
        let shop = try await shop(ask.state)
        var headers = ask.headers
        if ask.isKnown {
            let known =
                isOfWriters ? try await shop.write(method, ask.path) : try await shop.ask(method, ask.path)
            headers[.ifNoneMatch] = known.headers[.eTag]
        }
        var form = ask.body
        if [.signedIn, .signedInWithoutForm, .signedInClosed].contains(ask.state) {
            let session = try await shop.signedIn()
            headers[.cookie] = session.cookie
            if method == .post {
                let hasFile = headers[.contentType] == Ask.formWithFile
                if !hasFile { headers[.contentType] = "application/x-www-form-urlencoded" }
                if ask.state != .signedInWithoutForm {
                    form =
                        hasFile
                        ? Ask.field("csrf", session.formToken) + form : form + "&csrf=" + session.formToken
                }
            }
        }
        let (silence, _) = AsyncStream.makeStream(of: ByteBuffer.self)
        let body = ask.state == .impatient ? RequestBody(asyncSequence: silence) : RequestBody(form)
        return isOfWriters
            ? try await shop.write(method, ask.path, headers, body: body)
            : try await shop.ask(method, ask.path, headers, body: body)
    }

    @Test(arguments: ["openapi.json", "admin.openapi.json"])
    func everyResponseIsAsItIsDescribed(name: String) async throws {
        let description = try InterfaceDescription(try Shop.interface(name))
        let operations = description.operations
        #expect(operations.count > 10)
        for (method, path, statuses) in operations {
            let asks = Ask.all["\(method) \(path)"] ?? [:]
            for status in statuses where !Self.unreachable.contains(status) {
                guard let ask = asks[status] ?? (status == 429 ? asks[401]?.afterGuesses : nil) else {
                    Issue.record("no request leads to \(status) at \(method) \(path)")
                    continue
                }
                let response = try await send(
                    ask, try #require(HTTPRequest.Method(method)), isOfWriters: name.hasPrefix("admin"))
                #expect(response.status == status, "\(method) \(path)")
                let faults = try description.faults(response, to: method, path)
                #expect(faults == [], "\(method) \(path) \(status)")
            }
        }
    }

    @Test func everyPathIsDescribed() async throws {
        let shop = try await Shop()
        let administration = try #require(shop.storefront.administrationEndpoints).list
        for (name, endpoints) in [
            ("openapi.json", shop.storefront.searchEndpoints.list), ("admin.openapi.json", administration),
        ] {
            // Names of path parts may differ.
            func normal(_ path: String) -> String { path.replacing(/\{[a-z]+\}/, with: "{}") }
            let described = try InterfaceDescription(try Shop.interface(name)).operations.map {
                "\($0.method) \(normal($0.path))"
            }
            let served = endpoints.map { "\($0.method.rawValue) \(normal($0.path))" }
            #expect(Set(served) == Set(described))
            #expect(served.count == described.count)
        }
    }

    // MARK: Checks of the checks

    private static let small = """
        {"paths": {"/a": {"get": {"responses": {"200": {
            "headers": {"ETag": {"required": true, "schema": {"type": "string", "pattern": "^[0-9]+$"}}},
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/A"}}}}}}}},
         "components": {"schemas": {"A": {"type": "object", "required": ["id"], "additionalProperties": false, "properties": {
            "id": {"type": "integer", "minimum": 1}, "kind": {"oneOf": [{"const": "a"}, {"type": "string", "maxLength": 2}]},
            "list": {"type": ["array", "null"], "items": {"enum": ["x", "y"]}, "uniqueItems": true, "maxItems": 2},
            "map": {"type": "object", "additionalProperties": {"type": "boolean"}, "propertyNames": {"minLength": 2},
                "maxProperties": 1},
            "odd": {"multipleOf": 2}}}}}}
        """

    @Test(arguments: [
        (#"{"id": 1}"#, 0), (#"{"id": 1, "kind": "bb", "list": ["x", "y"], "map": {"ab": true}}"#, 0),
        (#"{"id": 1, "list": null}"#, 0),
        ("{}", 1), ("[]", 1), (#"{"id": 0}"#, 1), (#"{"id": 1.5}"#, 1), (#"{"id": "1"}"#, 1),
        (#"{"id": 1, "more": 1}"#, 1),
        (#"{"id": 1, "kind": "a"}"#, 1), (#"{"id": 1, "kind": "abc"}"#, 1),
        (#"{"id": 1, "list": ["z", "x"]}"#, 1),
        (#"{"id": 1, "list": ["x", "x"]}"#, 1), (#"{"id": 1, "list": ["x", "y", "x"]}"#, 2),
        (#"{"id": 1, "map": {"ab": 1}}"#, 1),
        (#"{"id": 1, "map": {"a": true}}"#, 1), (#"{"id": 1, "map": {"ab": true, "cd": true}}"#, 1),
    ])
    func responsesThatAreNotAsDescribedAreFound(body: String, count: Int) throws {
        let description = try InterfaceDescription(Self.small)
        func faults(_ status: Int, _ tag: String?, _ type: String) throws -> Int {
            var headers: HTTPFields = [.contentType: type]
            headers[.eTag] = tag
            return try description.faults(
                Received(status: status, headers: headers, body: bytes(body)), to: "GET", "/a"
            ).count
        }
        #expect(try faults(200, "1", "application/json; charset=utf-8") == count)
        #expect(try faults(200, "x", "application/json") == count + 1)
        #expect(try faults(200, nil, "application/json") == count + 1)
        #expect(try faults(200, "1", "text/plain") == 1)
        #expect(try faults(404, "1", "application/json") == 1)
    }

    @Test func wordsThatAreNotKnownAreNotPassedOver() throws {
        let description = try InterfaceDescription(Self.small)
        let headers: HTTPFields = [.contentType: "application/json", .eTag: "1"]
        #expect(throws: InterfaceDescription.Unreadable.self) {
            try description.faults(
                Received(status: 200, headers: headers, body: bytes(#"{"id": 1, "odd": 1}"#)), to: "GET", "/a"
            )
        }
    }
}
