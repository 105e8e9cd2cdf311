// `--embedder`: queries and records get vectors, and no search waits for them.

import HTTPTypes
import ProductStore
import StorefrontTestSupport
import Testing

@testable import Storefront

@Suite struct EmbedderTests {
    private static let things = """
        {"id": "t-1", "title": {"en": "Cooler box"}}
        {"id": "t-2", "title": {"en": "Heater"}}
        {"id": "t-3", "title": {"en": "Chair"}}

        """

    static func command(_ fault: String = "-", log: String = "") -> String {
        "python3 '\(packageFolder)/../Tests/Embedder/embedder.py' '\(fault)' '\(log)'"
    }

    /// A shop with things in a file, or in a new store.
    private static func shop(
        _ command: String, inStore: Bool = false, folder: TemporaryFolder
    ) async throws -> Shop {
        try folder.write(things, to: "catalogs/things.jsonl")
        return try await Shop(configured: { configuration in
            configuration.embedder = command
            configuration.limits.embeddingTime = .seconds(60)
            configuration.cacheFolder = folder.path + "/cache"
            configuration.records =
                inStore
                ? .store(.init(.sqlite(path: folder.path + "/store.sqlite")), files: [])
                : .files([folder.path + "/catalogs"])
        })
    }

    /// Runs the embedding of records until a condition holds.
    static func embedding(_ shop: Shop, until isDone: @Sendable () async throws -> Bool) async throws {
        let embedding = try #require(shop.storefront.recordEmbedding)
        try await withThrowingTaskGroup { group in
            group.addTask { await embedding.run() }
            let end = ContinuousClock.now + .seconds(60)
            while try await !isDone(), ContinuousClock.now < end {
                try await Task.sleep(for: .milliseconds(20))
                await shop.catalogs.refresh()
            }
            group.cancelAll()
        }
    }

    /// Whether a query finds these records, in their order.
    private static func finds(_ shop: Shop, _ query: String, _ ids: [String]) async throws -> Bool {
        let response = try await shop.ask("/v1/search?returns=ids&locale=en&q=" + query)
        let list = ids.map { "\"\($0)\"" }.joined(separator: ",")
        return response.status == 200 && response.text.contains("\"ids\":[\(list)]")
    }

    /// The texts of records that were embedded.
    private static func embedded(_ log: String) throws -> [String] {
        text(try contents(of: log)).split(separator: "\n").map(String.init)
            .filter { $0.hasPrefix("record: ") && $0 != "record: lsearch" }
    }

    @Test func recordsOfFilesGetVectors() async throws {
        let folder = try TemporaryFolder()
        let log = folder.path + "/log"
        let shop = try await Self.shop(Self.command(log: log), folder: folder)
        // Before that, the query has a vector and the records have none.
        #expect(try await Self.finds(shop, "fridge", []))
        let before = try await shop.ask("/v1/search?q=fridge").headers[.eTag]
        try await Self.embedding(shop) { try await Self.finds(shop, "fridge", ["t-1"]) }
        let after = try await shop.ask("/v1/search?q=fridge")
        #expect(after.headers[.eTag] != before)
        #expect(after.text.contains("Found by meaning") && after.text.contains(#""foundBy":["meaning"]"#))
        // A new start embeds nothing again.
        let again = try await Self.shop(Self.command(log: log), folder: folder)
        #expect(try await Self.finds(again, "fridge", ["t-1"]))
        #expect(try Self.embedded(log).count == 3)
    }

    @Test func recordsOfTheStoreGetVectorsWhichTheyKeep() async throws {
        let folder = try TemporaryFolder()
        let log = folder.path + "/log"
        do {
            let shop = try await Self.shop(Self.command(log: log), inStore: true, folder: folder)
            let store = try #require(shop.catalogs.store)
            try await store.putCatalog("things", description: Array(#"{"defaultLocale": "en"}"#.utf8))
            for line in Self.things.split(separator: "\n") {
                try await store.put(Array(line.utf8), in: "things")
            }
            try await store.put(
                Array(#"{"id": "own", "title": "Own", "_vectors": {"default": [1, 2]}}"#.utf8), in: "things")
            try await Self.embedding(shop) { shop.storefront.embedderLog?[.records].madeCount == 3 }
            #expect(try await Self.finds(shop, "fridge", ["t-1"]))
            // The newest ones were first.
            #expect(try Self.embedded(log) == ["record: Chair", "record: Heater", "record: Cooler box"])
            let own = try await store.record("own", in: "things")
            #expect(text(own.json).contains("[1, 2]"))
            try await store.close()
        }
        let shop = try await Self.shop(Self.command(log: log), inStore: true, folder: folder)
        let store = try #require(shop.catalogs.store)
        #expect(try await Self.finds(shop, "fridge", ["t-1"]))
        // A changed text gets another vector, and other changes leave it.
        try await store.patch("t-2", with: Array(#"{"year": 2001}"#.utf8), in: "things")
        try await store.patch("t-3", with: Array(#"{"title": {"en": "Fridge magnet"}}"#.utf8), in: "things")
        try await Self.embedding(shop) { shop.storefront.embedderLog?[.records].madeCount == 1 }
        #expect(try Self.embedded(log).count == 4)
        #expect(try Self.embedded(log).last == "record: Fridge magnet")
        try await store.close()
    }

    @Test(arguments: ["exit", "garbage", "id", "few", "nan", "zero", "error"])
    func whereTheEmbedderFailsWordsAnswerAndSaySo(fault: String) async throws {
        let folder = try TemporaryFolder()
        let shop = try await Self.shop(Self.command(fault), folder: folder)
        let response = try await shop.ask("/v1/search?locale=en&q=cooler")
        #expect(response.status == 200 && response.text.contains(#""total":1"#))
        #expect(response.text.contains("Only the words were searched"))
        #expect(response.headers[.eTag] == nil && response.headers[.cacheControl] == "no-store")
        let page = try await shop.ask("/?q=cooler")
        #expect(page.text.contains("Only the words were searched"))
        // The request asks for words only.
        let words = try await shop.ask("/v1/search?locale=en&q=cooler&semanticRatio=0")
        #expect(!words.text.contains("Only the words") && words.headers[.eTag] != nil)
        #expect(shop.storefront.embedderLog?[.queries].fault != nil)
        #expect(shop.log.count("makes no vectors") == 1)
    }
}
