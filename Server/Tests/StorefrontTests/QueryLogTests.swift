// Queries are counted by day: keystrokes once, within bounds, and without addresses.

import CatalogSearch
import Foundation
import HTTPTypes
import Hummingbird
import ProductStore
import SearchService
import StorefrontTestSupport
import Synchronization
import Testing

@testable import Storefront

@Suite struct QueryLogTests {
    /// A clock that tests set.
    private final class Clock: Sendable {
        private let time = Mutex(LogTime(seconds: 1_795_000_000, steady: .now))

        var now: LogTime { time.withLock { $0 } }

        func pass(_ more: Double) {
            time.withLock { $0.steady += .seconds(more) }
            jump(more)
        }

        /// Sets the wall clock forward by a number of seconds.
        func jump(_ more: Double) { time.withLock { $0.seconds += more } }
    }

    private struct Bench {
        let folder: TemporaryFolder
        let clock = Clock()
        let log: QueryLog

        init(_ folder: TemporaryFolder? = nil, _ clock: Clock? = nil) throws {
            self.folder = try folder ?? TemporaryFolder()
            let clock = clock ?? self.clock
            log = try QueryLog(
                path: self.folder.path + "/log.sqlite", logger: LogKeeper().logger, suggestedClients: 3
            ) {
                clock.now
            }
        }

        func ask(
            _ query: String, by client: String = "192.0.2.1", locale: LocaleIdentifier = .english,
            total: Int = 1, isRelaxed: Bool = false, offset: Int = 0
        ) {
            var request = SearchRequest(query, locale: locale)
            request.offset = offset
            var response = SearchService.Response(
                json: "{}", locale: locale, isEmpty: total == 0, total: total)
            response.isRelaxed = isRelaxed
            log.note(ServiceRequest(request), response, of: Client(address: IPAddress(client)))
        }

        func click(_ query: String, _ id: String, _ place: Int, by client: String = "192.0.2.1") throws {
            try log.note(
                QueryLog.Click(query: query, locale: .english, catalog: "teas", id: id, place: place),
                of: Client(address: IPAddress(client)))
        }

        func list(
            none: Bool = false, locale: String? = nil, since: Int? = nil, limit: Int = 1_000
        ) async throws -> (list: [String: QueryCounts], order: [String], others: QueryCounts) {
            await log.flush(all: true)
            var selection = QueryLogFile.Selection(since: since ?? log.today - 29, limit: limit)
            selection.findingNothing = none
            selection.locale = locale
            let (list, others) = try await log.queries(selection)
            return (
                Dictionary(list.map { ($0.query.query, $0.counts) }) { one, _ in one },
                list.map(\.query.query), others
            )
        }
    }

    @Test func keystrokesOfOneSearchCountOnce() async throws {
        let bench = try Bench()
        for (query, total) in [("s", 9), ("sc", 5), ("sch", 4), ("schu", 2), ("sch", 4), ("schuhe", 0)] {
            bench.ask(query, total: total)
            bench.clock.pass(1)
        }
        // Another search, and the same again after a pause.
        bench.ask("tee", total: 3)
        bench.clock.pass(4)
        bench.ask("TEE ", total: 2, isRelaxed: true)
        let (list, order, others) = try await bench.list()
        #expect(order == ["tee", "schuhe"])
        #expect(list["schuhe"]?.searches == 1 && list["schuhe"]?.none == 1 && list["schuhe"]?.total == 0)
        #expect(list["tee"]?.searches == 2 && list["tee"]?.relaxed == 1 && list["tee"]?.total == 2)
        #expect(others == QueryCounts())
        #expect(try await bench.list(none: true).order == ["schuhe"])
    }

    @Test func clientsThatTypeAtTheSameTimeAreDistinguished() async throws {
        let bench = try Bench()
        for end in 1...5 {
            bench.ask(String("kaffee".prefix(end)), by: "192.0.2.1")
            bench.ask(String("kakao".prefix(end)), by: "192.0.2.2")
            // Two people behind one address.
            bench.ask(String("milch".prefix(end)), by: "192.0.2.3")
            bench.ask(String("honig".prefix(end)), by: "192.0.2.3")
        }
        #expect(try await bench.list().order == ["honig", "kaffe", "kakao", "milch"])
    }

    @Test func furtherPagesAndSearchesForEverythingAreNotCounted() async throws {
        let bench = try Bench()
        bench.ask("tea", offset: 10)
        bench.ask("  ")
        #expect(try await bench.list().order == [])
    }

    @Test func localesAreCountedApartAndFoundByTheirAncestors() async throws {
        let bench = try Bench()
        for name in ["de", "de_AT", "den", "en"] {
            bench.ask("tee", locale: try #require(LocaleIdentifier(name)))
        }
        await bench.log.flush(all: true)
        var selection = QueryLogFile.Selection(since: 0, limit: 10)
        selection.locale = "de"
        #expect(try await bench.log.queries(selection).list.map(\.query.locale) == ["de", "de_AT"])
    }

    @Test func countsOutliveTheServerAndEndAfterThirtyDays() async throws {
        let folder = try TemporaryFolder()
        let clock = Clock()
        var bench = try Bench(folder, clock)
        bench.ask("old")
        await bench.log.flush(all: true)
        clock.pass(86_400)
        bench.ask("new")
        await bench.log.flush(all: true)
        bench = try Bench(folder, clock)
        bench.ask("new")
        #expect(try await bench.list().list["new"]?.searches == 2)
        #expect(try await bench.list(since: bench.log.today).order == ["new"])
        #expect(try await bench.list(since: 0).order == ["new", "old"])
        clock.pass(29 * 86_400)
        bench.ask("newest")
        await bench.log.flush(all: true)
        #expect(try await bench.list(since: 0).order == ["new", "newest"])
    }

    private static let year = 365.0 * 86_400

    @Test(arguments: [-year, -86_400, 86_400, 10 * year], [true, false])
    func aClockThatIsPutRightSoonLosesNothing(jump: Double, isRestarted: Bool) async throws {
        let folder = try TemporaryFolder()
        let clock = Clock()
        var bench = try Bench(folder, clock)
        bench.ask("before")
        clock.pass(700)
        await bench.log.flush(all: true)
        clock.jump(jump)
        if isRestarted { bench = try Bench(folder, clock) }
        // Keystrokes of one search are one, whatever the clock says meanwhile.
        for query in ["dur", "during"] {
            bench.ask(query)
            clock.pass(1)
        }
        clock.pass(3)
        await bench.log.flush()
        #expect(try await bench.log.queries(.init(since: 0, limit: 10)).list.count == 2)
        clock.jump(-jump)
        if isRestarted { bench = try Bench(folder, clock) }
        for _ in 0..<2 {
            bench.ask("after")
            clock.pass(4)
            await bench.log.flush()
        }
        #expect(
            try await bench.list(since: 0).list.mapValues(\.searches) == [
                "before": 1, "during": 1, "after": 2,
            ])
        #expect(try await bench.list(since: bench.log.today).list["after"]?.searches == 2)
    }

    @Test func yesterdaysLastSearchIsCountedYesterday() async throws {
        let bench = try Bench()
        let rest = 86_400 - bench.clock.now.seconds.truncatingRemainder(dividingBy: 86_400)
        bench.clock.pass(rest - 1)
        bench.ask("late", by: "192.0.2.1")
        bench.clock.pass(1)
        bench.ask("early", by: "192.0.2.2")
        try bench.click("early", "t-1", 1, by: "192.0.2.2")
        bench.clock.pass(4)
        bench.ask("next", by: "192.0.2.1")
        let list = try await bench.list()
        #expect(Set(list.list.keys) == ["early", "next"] && list.others.searches == 1)
        #expect(try await bench.list(since: bench.log.today).others.searches == 0)
    }

    @Test func millionsOfQueriesAreCountedTogether() async throws {
        let bench = try Bench()
        bench.ask("tea", by: "198.51.100.1")
        // One client has a share, and all clients together have a limit.
        for number in 0..<1_000 { bench.ask("x\(number)y", by: "192.0.2.9") }
        for client in 0..<40 {
            for number in 0..<400 { bench.ask("c\(client)n\(number)z", by: "10.0.0.\(client)") }
        }
        bench.ask("tea", by: "198.51.100.2")
        bench.ask(String(repeating: "w", count: 201))
        let (list, _, others) = try await bench.list(limit: 100_000)
        #expect(list.count == QueryLog.dailyLimit)
        #expect(list["tea"]?.searches == 2)
        #expect(list.keys.count { $0.hasPrefix("x") } == QueryLog.clientLimit)
        #expect(list.values.reduce(others.searches) { $0 + $1.searches } == 1 + 1_000 + 16_000 + 2)
    }

    @Test func clicksBelongToQueriesThatWereAsked() async throws {
        let bench = try Bench()
        bench.ask("tea")
        try bench.click("Tea", "t-1", 1)
        try bench.click("tea", "t-1", 4)
        try bench.click("tea", "t-2", 2)
        try bench.click("never asked", "t-2", 2)
        await bench.log.flush(all: true)
        let (list, others) = try await bench.log.queries(.init(since: 0, limit: 10))
        #expect(list.map(\.counts.clicks) == [3] && others.clicks == 1)
        #expect(list[0].clicked.map(\.click.id) == ["t-1", "t-2"])
        #expect(list[0].clicked.map(\.counts.clicks) == [2, 1] && list[0].clicked[0].counts.places == 5)
    }

    @Test func noClientClicksWithoutEnd() throws {
        let bench = try Bench()
        for _ in 0..<QueryLog.clicksPerMinute { try bench.click("tea", "t-1", 1) }
        #expect(throws: Problem.self) { try bench.click("tea", "t-1", 1) }
        try bench.click("tea", "t-1", 1, by: "192.0.2.2")
        bench.clock.pass(60)
        try bench.click("tea", "t-1", 1)
    }

    @Test func filesOfOthersAreNotTouched() async throws {
        let folder = try TemporaryFolder()
        try await ProductStore(path: folder.store).close()
        #expect(throws: StoreError.self) { try QueryLogFile(path: folder.store) }
        try folder.write("no database", to: "text")
        #expect(throws: StoreError.self) { try QueryLogFile(path: folder.path + "/text") }
        _ = try QueryLogFile(path: folder.path + "/log")
        let mode = try FileManager.default.attributesOfItem(atPath: folder.path + "/log")[.posixPermissions]
        #expect(mode as? Int == 0o600)
    }

    // MARK: Suggestions

    @Test func onlyWhatSeveralClientsAskedAndFoundIsSuggestedByLocaleAndAge() async throws {
        let bench = try Bench()
        func ask(
            _ query: String, clients: ClosedRange<Int>, locale: LocaleIdentifier = .english, total: Int = 1
        ) {
            for client in clients { bench.ask(query, by: "10.0.0.\(client)", locale: locale, total: total) }
        }
        func suggested(_ text: String, _ locale: String = "en") async throws -> [String]? {
            await bench.log.flush(all: true)
            try bench.log.readPopular()
            return bench.log.popular(continuing: text, in: try #require(LocaleIdentifier(locale)), limit: 5)?
                .map(\.query)
        }
        ask("green tea", clients: 1...3)
        ask("green mug", clients: 1...4)
        ask("green ghost", clients: 1...5, total: 0)
        ask("grüner tee", clients: 1...3, locale: try #require(LocaleIdentifier("de_AT")))
        // One client, and two, as often as they like.
        for _ in 0..<50 {
            ask("green spam", clients: 7...8)
            bench.clock.pass(4)
        }
        #expect(try await suggested(" Green  ") == ["green mug", "green tea"])
        #expect(try await suggested("green tea") == [])
        #expect(try await suggested("x") == [])
        #expect(try await suggested("gr", "de") == ["grüner tee"])
        #expect(try await suggested("gr", "de_AT") == ["grüner tee"])
        #expect(try await suggested("gr", "de_CH") == [])
        let version = bench.log.popularVersion
        #expect(try await suggested("") == ["green mug", "green tea"])
        #expect(bench.log.popularVersion == version)
        // Two weeks later recent queries come first, and those that find nothing now are gone.
        bench.clock.pass(14 * 86_400)
        ask("green tea", clients: 1...2)
        ask("green mug", clients: 1...1)
        #expect(try await suggested("green") == ["green tea", "green mug"])
        ask("green mug", clients: 1...1, total: 0)
        #expect(try await suggested("green") == ["green tea"] && bench.log.popularVersion != version)
    }

    @Test func whatManyMoreClientsThanBeforeAskTrends() async throws {
        let bench = try Bench()
        func ask(_ query: String, clients: Int) {
            for client in 1...clients { bench.ask(query, by: "10.0.0.\(client)") }
        }
        func suggested(_ text: String) async throws -> [OfferedQuery]? {
            await bench.log.flush(all: true)
            try bench.log.readPopular()
            return bench.log.popular(continuing: text, in: .english, limit: 5)
        }
        ask("tea", clients: 9)
        ask("ice", clients: 3)
        #expect(try await suggested("") == [OfferedQuery("tea"), OfferedQuery("ice")])
        for _ in 1...8 {
            bench.clock.pass(86_400)
            ask("tea", clients: 9)
        }
        // What is usual is known now: tea is, ice is not.
        ask("ice", clients: 4)
        bench.clock.pass(4)
        ask("iced tea", clients: 2)
        #expect(try await suggested("") == [OfferedQuery("ice", isTrending: true), OfferedQuery("tea")])
        #expect(try await suggested("i") == [OfferedQuery("ice", isTrending: true)])
        #expect(bench.log.isTrending(LoggedQuery(query: "ice", locale: "en")))
        #expect(!bench.log.isTrending(LoggedQuery(query: "tea", locale: "en")))
        // Three days later it is no news any more.
        bench.clock.pass(3 * 86_400)
        ask("tea", clients: 9)
        #expect(try await suggested("") == [OfferedQuery("tea"), OfferedQuery("ice")])
    }

    @Test func aClientIsOneHoweverOftenTheServerStarts() async throws {
        let folder = try TemporaryFolder()
        let clock = Clock()
        func ask(_ clients: ClosedRange<Int>) async throws -> [String]? {
            let bench = try Bench(folder, clock)
            for client in clients { bench.ask("green tea", by: "10.0.0.\(client)") }
            await bench.log.flush(all: true)
            try bench.log.readPopular()
            return bench.log.popular(continuing: "", in: .english, limit: 5)?.map(\.query)
        }
        for _ in 1...4 { #expect(try await ask(1...1) == []) }
        #expect(try await ask(1...2) == [])
        #expect(try await ask(1...2) == [])
        #expect(try await ask(1...3) == ["green tea"])
    }

    @Test func suggestionsNameWhatOthersAskedAsLongAsItFindsSomething() async throws {
        let shop = try await Shop([:], queryLog: true, suggestedClients: 2)
        #expect(try await shop.write(.put, "/catalogs/cakes", .json, body: RequestBody("{}")).status == 201)
        let cake = RequestBody(#"{"id": "c-1", "title": {"en": "Lemon cake"}}"#)
        #expect(try await shop.write(.put, "/catalogs/cakes/records/c-1", .json, body: cake).status == 201)
        let log = try #require(shop.storefront.log)
        for client in 1...2 {
            log.note(
                "lemon cake", in: .english, .init(total: 1, isEmpty: false, isRelaxed: false),
                of: Client(address: IPAddress("10.0.0.\(client)")))
        }
        await log.flush(all: true)
        try log.readPopular()
        func suggestedQueries() async throws -> ReceivedJSON? {
            try await shop.ask("/v1/suggest?q=lem&locale=en").json["asked"]
        }
        #expect(try await suggestedQueries() == [["query": "lemon cake", "count": 1]])
        #expect(try await shop.write(.delete, "/catalogs/cakes/records/c-1").status == 204)
        #expect(try await suggestedQueries() == [])
    }
}
