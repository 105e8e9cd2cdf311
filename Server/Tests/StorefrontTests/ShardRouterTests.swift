// A router responds like one server with all records, and never with a part of them.

import CatalogSearch
import HTTPTypes
import Hummingbird
import NIOCore
import ProductStore
import SearchService
import ServiceLifecycle
import StorefrontTestSupport
import Synchronization
import Testing

@testable import Storefront

/// A shard that listens, in this process.
private final class RunningShard: Sendable {
    let address: ShardAddress
    let storefront: Storefront
    private let services: ServiceGroup
    private let task: Task<Void, any Error>

    /// - Parameter port: 0 for any free one.
    init(_ shard: String, of store: String, port: Int = 0) async throws {
        var configuration = StorefrontConfiguration()
        configuration.address = .host("127.0.0.1", port: port)
        configuration.records = .shard(
            .init(try #require(StoreShard(shard)), of: try PostgreSQLAddress(store)))
        configuration.localizations = [localizations]
        configuration.limits.searchTime = .seconds(60)
        let (listeners, listening) = AsyncStream.makeStream(of: Storefront.Listener.self)
        let storefront = try await Storefront(configuration, logger: LogKeeper().logger) {
            listening.yield($0)
        }
        let services = ServiceGroup(services: [storefront], logger: LogKeeper().logger)
        self.storefront = storefront
        self.services = services
        task = Task {
            defer { listening.finish() }
            try await services.run()
        }
        var found: Int?
        for await listener in listeners {
            if case .host(_, let port) = listener.address { found = port }
            break
        }
        let listened = try #require(found)
        address = try #require(ShardAddress("http://127.0.0.1:\(listened)"))
    }

    func stop() async {
        await services.triggerGracefulShutdown()
        try? await task.value
    }
}

@Suite(
    .serialized,
    .enabled(if: TemporaryPostgreSQL.shared != nil, "PostgreSQL is not installed, or does not start"))
struct ShardRouterTests {
    private let store: String

    init() throws { store = try #require(TemporaryPostgreSQL.shared).makeDatabase() }

    private static let after = HTTPField.Name("Search-After")!
    private static let revision = HTTPField.Name("Search-Revision")!

    /// Runs shards and a router for a test.
    private func withShards(
        _ names: [String], _ body: (Shop, _ shards: [RunningShard]) async throws -> Void
    ) async throws {
        var shards: [RunningShard] = []
        for name in names { shards.append(try await RunningShard(name, of: store)) }
        do {
            let addresses = shards.map(\.address)
            let shop = try await Shop { $0.records = .shards(addresses) }
            let router = try #require(shop.catalogs.router)
            shop.readiness.isReady = true
            let following = Task { await router.follow() }
            defer { following.cancel() }
            try await body(shop, shards)
        } catch {
            for shard in shards { await shard.stop() }
            throw error
        }
        for shard in shards { await shard.stop() }
    }

    // MARK: Equal responses

    private static let teas = #"""
        {"label": {"en": "Teas", "de": "Tees"}, "scopes": [{"id": "black", "label": {"en": "Black"}}],
         "attributes": {"brand": {"type": "text"}, "stock": {"type": "number"},
          "color": {"type": "text", "many": true, "values": {"red": {"de": "rot"}}}},
         "synonyms": [["tea", "infusion"]]}
        """#
    private static let words = [
        "Assam", "Darjeeling", "Gunpowder", "Jasmine", "Breakfast", "Morning", "Evening", "Green", "Strong",
        "Flowers", "Garden", "Mountain", "River", "Smoked",
    ]

    /// Fills the store.
    ///
    /// - Returns: its newest revision.
    private func fill(_ store: ProductStore, _ count: Int = 150) async throws -> Revision {
        try await store.putCatalog("teas", description: bytes(Self.teas))
        try await store.putCatalog("books")
        var newest = Revision(0)
        for number in 0..<count {
            let (one, other) = (Self.words[number * 7 % 14], Self.words[(number * 5 + 3) % 13])
            let record = """
                {"id": "r\(number)", "type": "\(number % 3 == 0 ? "black" : "green")",
                 "title": {"en": "\(one) tea \(number % 20)", "de": "\(other)tee"},
                 "summary": {"en": "A tea of the \(other.lowercased())s for the \(one.lowercased())."},
                 "year": \(1990 + number % 30), "price": {"amount": "\(number % 17).50", "currency": "EUR"},
                 "brand": "brand \(number % 12)", "stock": \(number % 9), "color": ["red", "c\(number % 5)"],
                 "popularity": \(number % 4 == 0 ? number : 0)}
                """
            newest = try await store.put(
                bytes(record.replacing("\n", with: " ")), in: number % 4 == 1 ? "books" : "teas"
            ).revision
        }
        return newest
    }

    private static let paths: [String] = {
        let queries = [
            "", "tea", "assam", "ass", "tee", "gunpowder+tea", "tee+1990", "jasmin", "flower", "asam",
            "gunpowdr+smokd", "smoked+gunpowder+nothing", "infusion", "garden+OR+river", "-tea",
            "%22green+tea%22",
            "brand:%22brand+3%22", "color:rot", "1995", "black", "teas", "xyzzy",
        ]
        let options = [
            "", "&locale=de", "&limit=3&offset=4", "&facets=brand,stock,color,scope,catalog,price,year",
            "&filter=stock+%3E+3&facets=stock", "&filter=color+%3D+rot+AND+NOT+brand+%3D+%22brand+1%22",
            "&sort=stock:desc,title:asc&locale=de", "&sort=price", "&catalogs=books",
            "&scope=black&facets=brand",
            "&relax=always", "&relax=never&explain=true", "&returns=ids&limit=50", "&match=any",
            "&currency=EUR&facets=price&sort=price:desc",
        ]
        // Each option with every second query.
        var paths = queries.indices.flatMap { number in
            options.indices.filter { ($0 + number) % 2 == 0 }
                .map { "/v1/search?q=\(queries[number])\(options[$0])" }
        }
        for query in ["a", "gar", "asam", "gunpowdr+te", "color:r", "brand:", "tea+stro"] {
            paths += ["/v1/suggest?q=\(query)", "/v1/suggest?q=\(query)&locale=de&limit=3"]
        }
        paths += [
            "/v1/scopes", "/v1/catalogs", "/v1/facets/brand?q=tea", "/v1/facets/color?prefix=r",
            "/v1/records/teas/r0", "/v1/records/teas/r2/similar", "/v1/records/teas/missing",
            "/v1/records/nowhere/r1", "/v1/search?q=tea&catalogs=nowhere", "/v1/search?q=tea&scope=nowhere",
            "/v1/search?q=tea&filter=nothing+%3D+1", "/?q=tea", "/?q=gunpowdr&locale=de", "/?q=xyzzy",
            "/c/teas/r0", "/sitemap.xml",
        ]
        return paths
    }()

    /// A response without the search time.
    private func shown(_ response: Received) -> String {
        "\(response.status) " + response.text.replacing(#/"ns":\d+/#, with: "")
    }

    @Test(arguments: [["1/1"], ["1/3", "2/3", "3/3"]])
    func responsesAreThoseOfOneServer(names: [String]) async throws {
        let address = store
        let one = try await Shop { $0.records = .store(try .init(at: address)) }
        let newest = try await fill(try #require(one.catalogs.store))
        try await withShards(names) { router, _ in
            let after: HTTPFields = [Self.after: "\(newest)"]
            #expect(try await router.ask("/v1/search?q=tea", after).headers[Self.revision] == "\(newest)")
            var found = 0
            // One shard is a router without a merge: a part of the requests is enough.
            let step = names.count > 1 ? 1 : 4
            for path in Self.paths.enumerated().filter({ $0.offset % step == 0 }).map(\.element) {
                let expected = try await one.ask(path, after)
                let response = try await router.ask(path, after)
                if path == "/sitemap.xml" {
                    // The same addresses; the order is that of the shards.
                    #expect(
                        Set(response.text.split(separator: "\n")) == Set(expected.text.split(separator: "\n"))
                    )
                    continue
                }
                #expect(shown(response) == shown(expected), "\(path)")
                if expected.status == 200 { found += 1 }
            }
            #expect(found > (names.count > 1 ? 125 : 30))
            let batch =
                #"{"requests": [{"q": "tea", "limit": 2}, {"q": "asam"}, {"q": "tea", "scope": "x"}]}"#
            let sent: HTTPFields = [.contentType: "application/json"]
            #expect(
                shown(try await router.ask(.post, "/v1/search:batch", sent, body: .init(batch)))
                    == shown(try await one.ask(.post, "/v1/search:batch", sent, body: .init(batch))))
            #expect(try await router.ask("/readyz").status == 200)
        }
    }

    @Test func groupsAreThoseOfOneServer() async throws {
        let address = store
        let one = try await Shop { $0.records = .store(try .init(at: address)) }
        let writer = try #require(one.catalogs.store)
        try await writer.putCatalog(
            "shirts",
            description: bytes(
                #"""
                {"attributes": {"model": {"type": "text"}, "size": {"type": "text"}, "stock": {"type": "number"}},
                 "group": "model"}
                """#))
        var newest = Revision(0)
        for number in 0..<80 {
            // Some shirts are of no model, and variants of a model are of several types.
            let model = number % 9 == 0 ? "" : #""model": "m\#(number * 7 % 23)","#
            let size = ["S", "M", "L"][number % 3]
            let record =
                #"{"id": "s\#(number)", "type": "t\#(number % 3)", \#(model) "size": "\#(size)","#
                + #" "title": {"en": "\#(Self.words[number % 14]) shirt"}, "stock": \#(number % 6),"#
                + #" "price": {"amount": "\#(number % 13)", "currency": "EUR"}}"#
            newest = try await writer.put(bytes(record), in: "shirts").revision
        }
        let options = [
            "", "&limit=3&offset=4", "&facets=model,size,stock,scope,price",
            "&filter=size+%3D+M&facets=size,model", "&sort=stock:desc,title:asc", "&sort=price&limit=40",
            "&scope=t1&facets=size", "&returns=ids&limit=50", "&group=none", "&facets=stock&explain=true",
            "&relax=always",
        ]
        var paths = ["/?q=shirt", "/v1/facets/size?q=shirt"]
        for query in ["", "shirt", "assam", "asam", "gren+shirt"] {
            paths += options.map { "/v1/search?q=\(query)\($0)" }
        }
        let after: HTTPFields = [Self.after: "\(newest)"]
        try await withShards(["1/3", "2/3", "3/3"]) { router, _ in
            for path in paths {
                let expected = try await one.ask(path, after)
                #expect(expected.status == 200, "\(path)")
                #expect(shown(try await router.ask(path, after)) == shown(expected), "\(path)")
            }
        }
    }

    @Test func changesAreFoundTogetherAndNeverInParts() async throws {
        let writer = try ProductStore(PostgreSQLAddress(store))
        try await writer.putCatalog("teas")
        try await withShards(["1/2", "2/2"]) { router, _ in
            var seen: [Int64: Int] = [:]
            for number in 0..<40 {
                let revision = try await writer.put(
                    bytes(#"{"id": "t\#(number)", "title": "tea \#(number)"}"#), in: "teas"
                ).revision
                seen[revision.number] = number + 1
                let response = try await router.ask(
                    "/v1/search?q=tea&relax=never", number % 4 == 0 ? [Self.after: "\(revision)"] : [:])
                #expect(response.status == 200)
                let known = try #require(response.headers[Self.revision].flatMap { Int64($0) })
                // Each revision has one more record, in one shard or the other.
                #expect(response.json["total"] == ReceivedJSON.number(Double(seen[known] ?? 0)), "\(known)")
            }
        }
    }

    @Test func rulesApplyBehindARouter() async throws {
        let writer = try ProductStore(PostgreSQLAddress(store))
        try await writer.putCatalog("teas")
        for number in 0..<8 {
            try await writer.put(bytes(#"{"id": "t\#(number)", "title": "tea \#(number)"}"#), in: "teas")
        }
        try await withShards(["1/2", "2/2"]) { router, _ in
            // The shards that merge know the same rules, whatever each has read last.
            for number in 0..<8 {
                let ruled = try await writer.putRule(
                    "first", json: bytes(#"{"hide": ["t\#(number)"]}"#), of: "teas")
                let after: HTTPFields = [Self.after: "\(ruled.revision)"]
                #expect(try await router.ask("/v1/search?q=tea", after).json["total"] == 7)
                let changed = try await writer.put(
                    bytes(#"{"id": "t\#(number)", "title": "tea cake \#(number)"}"#), in: "teas")
                let response = try await router.ask("/v1/search?q=cake", [Self.after: "\(changed.revision)"])
                #expect(response.json["total"] == .number(Double(number)), "\(response.text)")
            }
            let moving = try await writer.putRule(
                "first",
                json: bytes(
                    #"{"query": "cake", "pin": [{"id": "t5", "place": 1}], "bury": [{"filter": "id = t0"}]}"#),
                of: "teas")
            let response = try await router.ask(
                "/v1/search?q=cake&returns=ids", [Self.after: "\(moving.revision)"])
            #expect(
                response.json["ids"] == ["t5", "t1", "t2", "t3", "t4", "t6", "t7", "t0"], "\(response.text)")
        }
    }

    // MARK: Missing and wrong shards

    @Test func withoutAShardThereIsNoResponse() async throws {
        let writer = try ProductStore(PostgreSQLAddress(store))
        _ = try await fill(writer, 20)
        try await withShards(["1/2", "2/2"]) { router, shards in
            #expect(try await router.ask("/v1/search?q=tea").status == 200)
            await shards[1].stop()
            for path in [
                "/v1/search?q=tea", "/v1/search?q=asam", "/v1/suggest?q=te", "/v1/records/teas/r0", "/?q=tea",
                "/v1/scopes",
            ] {
                let response = try await router.ask(path)
                #expect(response.status == 503, "\(path) \(response.text)")
                #expect(response.headers[.retryAfter] != nil)
            }
            // A restarted shard, at the same address or another one, is searched without a restart of the
            // router.
            let again = try await RunningShard("2/2", of: store, port: shards[1].address.port)
            var status = 503
            for _ in 0..<200 where status != 200 {
                try await Task.sleep(for: .milliseconds(50))
                status = try await router.ask("/v1/search?q=tea").status
            }
            #expect(status == 200)
            await again.stop()
        }
    }

    private func problem(_ names: [String], stores: [String]) async throws -> ShardProblem? {
        var shards: [RunningShard] = []
        for (name, store) in zip(names, stores) { shards.append(try await RunningShard(name, of: store)) }
        var problem: ShardProblem?
        let addresses = shards.map(\.address)
        do {
            _ = try await Shop { $0.records = .shards(addresses) }
        } catch StorefrontError.shards(let found) {
            problem = found
        }
        for shard in shards { await shard.stop() }
        return problem
    }

    @Test func shardsThatDoNotBelongTogetherAreRefusedAtTheStart() async throws {
        _ = try ProductStore(PostgreSQLAddress(store))
        let same = [store, store]
        guard case .overlap = try await problem(["1/2", "1/2"], stores: same) else {
            Issue.record("overlap")
            return
        }
        #expect(try await problem(["1/3", "2/3"], stores: same) == .gap(shard: 3, of: 3))
        #expect(try await problem(["2/2"], stores: [store]) == .gap(shard: 1, of: 2))
        guard case .otherCount = try await problem(["1/2", "2/3"], stores: same) else {
            Issue.record("other count")
            return
        }
        let other = try #require(TemporaryPostgreSQL.shared).makeDatabase()
        guard case .otherStore = try await problem(["1/2", "2/2"], stores: [store, other]) else {
            Issue.record("other store")
            return
        }
    }

    @Test func aShardAnswersOnlyItsRouter() async throws {
        _ = try await fill(try ProductStore(PostgreSQLAddress(store)), 10)
        let address = store
        let shard = try await Shop {
            $0.records = .shard(.init(try #require(StoreShard("1/2")), of: try PostgreSQLAddress(address)))
        }
        for path in ["/v1/search?q=tea", "/", "/v1/catalogs"] {
            #expect(try await shard.ask(path).status == 404)
        }
        #expect(try await shard.ask("/shard/v1/state").status == 200)
        #expect(try await shard.ask("/shard/v1/contents?at=x").status == 400)
        #expect(try await shard.ask("/shard/v1/contents?at=0").status == 503)
        let newest = try #require(shard.catalogs.store?.snapshot().revision)
        let path = "/shard/v1/questions?at=\(newest)"
        let sent: HTTPFields = [.contentType: "application/octet-stream"]
        #expect(try await shard.ask(.post, path, sent, body: .init("nonsense")).status == 400)
        #expect(try await shard.ask(.post, path, .json, body: .init("{}")).status == 415)
        #expect(
            try await shard.ask(.post, "/shard/v1/questions?at=0", sent, body: .init("")).status == 503)
    }
}
