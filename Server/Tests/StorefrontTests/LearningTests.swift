// Readers' choices determine how popular records are, and forged choices have no effect.

import CatalogSearch
import CatalogStorage
import Foundation
import HTTPTypes
import Hummingbird
import ProductStore
import SearchService
import StorefrontTestSupport
import Synchronization
import Testing

@testable import Storefront

@Suite struct LearningTests {
    private let english = LocaleIdentifier("en")!

    /// The days of all servers.
    private final class Clock: Sendable {
        private let time = Mutex(LogTime(seconds: 1_795_000_000, steady: .now))

        var now: LogTime { time.withLock { $0 } }

        func pass(days: Double) {
            time.withLock { time in
                time.seconds += days * 86_400
                time.steady += .seconds(days * 86_400)
            }
        }
    }

    /// A server that learns.
    private struct Server {
        let log: QueryLog
        let learning: Learning

        init(_ store: ProductStore, _ path: String, _ clock: Clock) throws {
            let logger = LogKeeper().logger
            log = try QueryLog(path: path, logger: logger) { clock.now }
            learning = Learning(log: log, store: store, logger: logger)
        }
    }

    private struct Bench {
        let folder: TemporaryFolder
        let store: ProductStore
        let clock = Clock()

        /// Equal teas, so that only the learned popularity decides.
        init(count: Int = 10) async throws {
            folder = try TemporaryFolder()
            store = try ProductStore(path: folder.store)
            try await store.putCatalog("teas")
            for number in 0..<count {
                try await store.put(
                    Array(#"{"id": "t-\#(number)", "title": {"en": "Green tea"}}"#.utf8), in: "teas")
            }
        }

        func server(_ name: String = "one") throws -> Server {
            try Server(store, folder.path + "/\(name).sqlite", clock)
        }

        /// Popularities as searches use them.
        var learned: [String: Double] {
            store.snapshot().engine.catalogs[0].description.learned.records
        }
    }

    /// The same numbers in each run (PCG's generator; takes the upper half of its state).
    private struct Generator: RandomNumberGenerator {
        var state: UInt64 = 7

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let high = state >> 32
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return high << 32 | state >> 32
        }
    }

    private func client(_ number: Int) -> Client {
        Client(address: IPAddress("10.\(number >> 16 & 255).\(number >> 8 & 255).\(number & 255)"))
    }

    /// Shows a client the results of a query.
    private func search(
        _ bench: Bench, _ server: Server, by number: Int, _ query: String = "tea"
    ) throws -> [String] {
        let request = SearchRequest(query, locale: english, limit: 10)
        let hits = try bench.store.snapshot().engine.search(request).hits
        var response = SearchService.Response(json: "{}", locale: english, total: hits.count)
        response.records = hits.map { ShownRecord(catalog: $0.catalog, id: $0.id) }
        server.log.note(ServiceRequest(request), response, of: client(number))
        return hits.map(\.id)
    }

    private func choose(
        _ id: String, _ server: Server, by number: Int, _ kind: ChoiceKind = .click, query: String = "tea"
    ) async throws {
        // The position that a client claims does not count.
        let click = QueryLog.Click(query: query, locale: english, catalog: "teas", id: id, place: 9_999)
        try await server.log.choose(click, kind, by: client(number))
    }

    @Test func theRecordThatReadersWantRisesFromItsPlaceAndABotsDoesNot() async throws {
        let bench = try await Bench()
        let server = try bench.server()
        var random = Generator()
        let (wanted, bots) = ("t-7", "t-9")
        for number in 0..<300 {
            let shown = try search(bench, server, by: number)
            for (index, id) in shown.enumerated() where id != bots {
                // Readers look at the second place half as often as at the first, and so on.
                let looks = Int.random(in: 0...index, using: &random) == 0
                let likes = Int.random(in: 0..<10, using: &random) < (id == wanted ? 7 : 1)
                if looks, likes { try await choose(id, server, by: number) }
            }
            // Two addresses, which search and choose as often as they may.
            _ = try search(bench, server, by: 70_000 + number % 2)
            try? await choose(bots, server, by: 70_000 + number % 2)
            try? await choose(bots, server, by: 70_000 + number % 2, .conversion)
            if number % 100 == 99 { try await server.learning.publish() }
        }
        let order = try search(bench, server, by: 1)
        #expect(order.first == wanted)
        #expect(bench.learned[bots] == nil && order.firstIndex(of: bots) ?? 0 >= 8)
    }

    @Test func onlyWhatAClientWasShownCountsAndOnceForEachResponseAndDay() async throws {
        let bench = try await Bench(count: 12)
        let server = try bench.server()
        for number in 1...4 {
            _ = try search(bench, server, by: number)
            try await choose("t-2", server, by: number)
        }
        // Never searched; another query; a record on the next page; the same again.
        try await choose("t-2", server, by: 50)
        for number in 1...4 {
            try await choose("t-2", server, by: number, query: "green")
            try await choose("t-9", server, by: number)
            for _ in 0..<10 { try await choose("t-2", server, by: number) }
        }
        // The same client after another response: one more click, but not one more reader.
        _ = try search(bench, server, by: 1)
        try await choose("t-2", server, by: 1)
        // A response of the day before yesterday.
        _ = try search(bench, server, by: 60)
        bench.clock.pass(days: 1.01)
        try await choose("t-2", server, by: 60)
        let list = try await server.log.queries(.init(since: 0, limit: 10)).list
        #expect(list.map(\.counts.clicks) == [5] && list.map(\.query.query) == ["tea"])
        #expect(list[0].clicked.map(\.click.id) == ["t-2"] && list[0].clicked[0].counts.places == 25)
        try await server.learning.publish()
        #expect(bench.learned.isEmpty)
        // The fifth reader makes the difference: five are enough.
        _ = try search(bench, server, by: 5)
        try await choose("t-2", server, by: 5)
        try await server.learning.publish()
        #expect(bench.learned.keys.sorted() == ["t-2"])
        #expect(try search(bench, server, by: 5).first == "t-2")
    }

    /// A client's click and conversion count as one reader, however often the server starts.
    @Test func aClientIsOneReaderWhateverItDoesAndHoweverOftenTheServerStarts() async throws {
        let bench = try await Bench()
        for _ in 1...4 {
            let server = try bench.server()
            for number in 1...3 {
                _ = try search(bench, server, by: number)
                for kind in ChoiceKind.allCases { try await choose("t-9", server, by: number, kind) }
            }
            try await server.learning.publish()
            #expect(bench.learned.isEmpty)
        }
        let last = try bench.server()
        for number in 1...5 {
            _ = try search(bench, last, by: number)
            try await choose("t-9", last, by: number, .conversion)
        }
        try await last.learning.publish()
        // Each counted once: three who clicked and bought, two who bought.
        #expect(bench.learned == ["t-9": 100])
        // The next day one says something again, of the record at the first place now.
        bench.clock.pass(days: 1)
        let next = try bench.server()
        _ = try search(bench, next, by: 1)
        try await choose("t-9", next, by: 1)
        try await next.learning.publish()
        #expect(bench.learned["t-9"] ?? 0 > 98)
    }

    /// A conversion needs no key, so it counts at most twice as much as a click can, however it is forged.
    @Test func whatOneClientSaysAboutARecordHasABound() {
        var clients = LearningClients()
        let record = LoggedRecord(catalog: "teas", id: "t-1")
        func weights(_ number: Int, _ choices: (ChoiceKind, Int)...) -> [Int?] {
            choices.map { clients.note(record, $0.0, at: $0.1, by: client(number))?.weight }
        }
        #expect(weights(1, (.click, 1), (.conversion, 1), (.click, 9)) == [1_000, 10_000, nil])
        #expect(weights(2, (.conversion, 10_000), (.click, 10)) == [20_000, nil])
        #expect(weights(3, (.click, 10_000), (.conversion, 10), (.conversion, 10)) == [10_000, 10_000, nil])
    }

    @Test func purchasesCountMoreThanClicksAndWhatIsAcknowledgedOutlivesTheServer() async throws {
        let bench = try await Bench()
        let server = try bench.server()
        for number in 1...6 {
            _ = try search(bench, server, by: number)
            try await choose("t-0", server, by: number)
            try await choose("t-3", server, by: number, .conversion)
        }
        // The first server is not closed: as after a crash.
        let again = try bench.server()
        try await again.learning.publish()
        #expect(bench.learned == ["t-0": 6, "t-3": 120])
        let clicked = try await again.log.queries(.init(since: 0, limit: 1)).list[0].clicked
        #expect(clicked.map(\.counts.conversions) == [0, 6])
        try await bench.store.close()
        let store = try ProductStore(path: bench.folder.store)
        #expect(store.snapshot().engine.catalogs[0].description.learned.records == ["t-0": 6, "t-3": 120])
    }

    @Test func serversOfOneStoreAddUpForgetByHalvesAndAreResetTogether() async throws {
        let bench = try await Bench()
        let servers = [try bench.server("one"), try bench.server("two")]
        func chooseEverywhere() async throws {
            for (index, server) in servers.enumerated() {
                for number in 1...5 {
                    _ = try search(bench, server, by: number + 10 * index)
                    try await choose("t-1", server, by: number + 10 * index)
                }
            }
        }
        try await chooseEverywhere()
        for server in servers { try await server.learning.publish() }
        #expect(bench.learned == ["t-1": 20])
        // Without news nothing is written.
        let revision = bench.store.snapshot().revision
        for server in servers { try await server.learning.publish() }
        #expect(bench.store.snapshot().revision == revision)
        // One of two servers publishes nothing for a while: its part counts as if it had.
        bench.clock.pass(days: 30)
        try await servers[1].learning.publish()
        #expect(bench.learned == ["t-1": 10])
        _ = try await Learning.reset("teas", in: bench.store)
        #expect(bench.learned.isEmpty)
        for server in servers + servers { try await server.learning.publish() }
        #expect(bench.learned.isEmpty)
        // They learn again.
        try await chooseEverywhere()
        for server in servers { try await server.learning.publish() }
        #expect(bench.learned.keys.sorted() == ["t-1"])
        bench.clock.pass(days: 100)
        for server in servers { try await server.learning.publish() }
        #expect(bench.learned.isEmpty)
        #expect(try await bench.store.learned(of: "teas").sources.isEmpty)
    }

    // MARK: Over HTTP

    @Test func conversionsAreCountedAndWhatIsLearntIsReadAndForgotten() async throws {
        let shop = try await Shop(queryLog: true)
        #expect(try await shop.ask("/v1/search?q=tea&locale=en").status == 200)
        let body = #"{"query": "tea", "locale": "en", "catalog": "teas", "id": "t-1", "place": 1}"#
        for path in ["/v1/clicks", "/v1/conversions", "/v1/conversions"] {
            #expect(try await shop.ask(.post, path, .json, body: RequestBody(body)).status == 204)
        }
        let wrong = try await shop.ask(.post, "/v1/conversions", .json, body: RequestBody("{}"))
        #expect(wrong.status == 400 && wrong.text.contains("onversion"))
        let queries = try await shop.write(.get, "/queries").json["queries"]?.elements ?? []
        #expect(queries.first?["conversions"] == 1 && queries.first?["clicks"] == 1)
        #expect(queries.first?["clicked"]?.elements?.first?["conversions"] == 1)
        #expect(try await shop.write(.put, "/catalogs/cakes", .json, body: RequestBody("{}")).status == 201)
        let store = try #require(shop.catalogs.store)
        try await store.changeLearned(of: "cakes") { learned in
            learned.sources["a"] = .init(through: Instant("2026-06-01")!, records: ["c-1": 1_000, "c-2": 3])
        }
        let learned = try await shop.write(.get, "/catalogs/cakes/learned").json
        #expect(learned["records"]?.elements?.map { $0["id"]?.text } == ["c-1", "c-2"])
        #expect(learned["records"]?.elements?.first?["factor"]?.number == 1.248)
        #expect(learned["learned"]?["a"]?["through"] == "2026-06-01")
        let cake = RequestBody(#"{"id": "c-1", "title": {"en": "Lemon cake"}}"#)
        #expect(try await shop.write(.put, "/catalogs/cakes/records/c-1", .json, body: cake).status == 201)
        let explained = try await shop.ask("/v1/search?q=lemon&locale=en&explain=true").text
        #expect(explained.contains("times 1.25 for what readers chose and bought"))
        // A description in whose place another one comes keeps it, and does not show it.
        #expect(try await shop.write(.put, "/catalogs/cakes", .json, body: RequestBody("{}")).status == 200)
        #expect(try await shop.write(.get, "/catalogs/cakes").json["learned"] == nil)
        #expect(try await shop.write(.delete, "/catalogs/cakes/learned").status == 204)
        #expect(
            try await shop.write(.get, "/catalogs/cakes/learned").json["records"]?.elements?.isEmpty == true)
        #expect(try await shop.write(.delete, "/catalogs/none/learned").status == 404)
    }
}
