// Vectors that a server makes: the records without one, and the records after they got one.

import CatalogSearch
import CatalogStorage
import ProductStore
import StorefrontTestSupport
import Testing

@Suite struct VectorTests {
    private static let space = VectorSpace(model: "m", count: 2)

    /// The texts to embed of a catalog `a`, newest first.
    private static func texts(
        _ store: ProductStore, _ space: VectorSpace = space, after first: Int64 = 0, limit: Int = 100
    ) async throws -> [String] {
        try await store.recordsToEmbed(
            in: "a", by: space, after: Revision(first), before: Revision(.max), limit: limit
        ).records.map(\.text.text)
    }

    private static func put(_ json: String, _ store: ProductStore) async throws -> WriteResult {
        try await store.put(bytes(json), in: "a")
    }

    @Test(arguments: StoreKind.available)
    func recordsGetTheirVectorsOnce(kind: StoreKind) async throws {
        let tested = try TestedStore(kind)
        let store = try await tested.open(with: "a")
        let first = try await Self.put(#"{"id": "1", "title": "Assam", "big": 1.50}"#, store)
        _ = try await Self.put(#"{"id": "2", "title": "Mint", "_vectors": {"default": [1, 2]}}"#, store)
        _ = try await Self.put(#"{"id": "3", "title": "Rose", "_vectors": {"other": [1, 2]}}"#, store)
        #expect(try await Self.texts(store) == ["Rose", "Assam"])
        #expect(try await Self.texts(store, limit: 1) == ["Rose"])
        #expect(try await Self.texts(store, after: first.revision.number) == ["Rose"])
        let vector = try QuantizedVector([1, -0.5])
        let count = try await store.putVectors(
            ["1": vector, "2": vector, "3": vector, "gone": vector], of: Self.space, in: "a")
        #expect(count == 2)
        #expect(try await Self.texts(store) == [])
        #expect(text(try await store.record("2", in: "a").json).contains("[1, 2]"))
        let json = text(try await store.record("1", in: "a").json)
        #expect(json.contains(#""big":1.50"#) && json.contains(#""embeddings":[127,-64],"regenerate":true"#))
        #expect(text(try await store.record("3", in: "a").json).contains(#""other":[1, 2]"#))
        // It is searched.
        var request = SearchRequest("", locale: english)
        request.vector = VectorQuery(vector, model: "m", floor: 0.99)
        request.semanticRatio = 1
        _ = await store.isSearched(store.snapshot().revision, within: .seconds(20))
        #expect(try store.snapshot().engine.search(request).hits.map(\.id).sorted() == ["1", "3"])
        try await store.close()
        let reopened = try tested.open()
        #expect(try await Self.texts(reopened) == [])
        // Another text, another model, and another dimension.
        try await reopened.patch("1", with: bytes(#"{"title": "Ceylon"}"#), in: "a")
        try await reopened.patch("3", with: bytes(#"{"year": 2001}"#), in: "a")
        #expect(try await Self.texts(reopened) == ["Ceylon"])
        #expect(try await Self.texts(reopened, VectorSpace(model: "n", count: 2)) == ["Rose", "Ceylon"])
        #expect(try await Self.texts(reopened, VectorSpace(model: "m", count: 3)) == ["Rose", "Ceylon"])
        try await reopened.close()
    }

    @Test(arguments: StoreKind.available)
    func aRecordThatChangesMeanwhileIsNotTouched(kind: StoreKind) async throws {
        let tested = try TestedStore(kind)
        let store = try await tested.open(with: "a")
        _ = try await Self.put(#"{"id": "1", "title": "Assam"}"#, store)
        let vector = try QuantizedVector([1, 0])
        #expect(try await store.putVectors(["1": vector], of: Self.space, in: "a") == 1)
        let before = try await store.record("1", in: "a")
        #expect(try await store.putVectors(["1": vector], of: Self.space, in: "a") == 0)
        #expect(try await store.record("1", in: "a") == before)
        try await store.delete("1", in: "a")
        #expect(try await store.putVectors(["1": vector], of: Self.space, in: "a") == 0)
        try await store.close()
    }

    @Test func shardsEmbedTheirOwnRecords() async throws {
        guard let postgreSQL = TemporaryPostgreSQL.shared else { return }
        let address = try PostgreSQLAddress(postgreSQL.makeDatabase())
        let whole = try ProductStore(address)
        try await whole.putCatalog("a")
        for number in 0..<40 {
            _ = try await Self.put(#"{"id": "\#(number)", "title": "t\#(number)"}"#, whole)
        }
        var found: [String] = []
        for number in 1...2 {
            let shard = try ProductStore(address, shard: StoreShard(number, of: 2))
            let texts = try await Self.texts(shard)
            #expect(!texts.isEmpty)
            found += texts
            try await shard.close()
        }
        #expect(found.sorted() == (0..<40).map { "t\($0)" }.sorted())
        try await whole.close()
    }

    @Test(.enabled(if: StoreKind.available.contains(.postgreSQL)))
    func oneOfTheServersOfADatabaseMakesVectors() async throws {
        let tested = try TestedStore(.postgreSQL)
        let (first, second) = (try tested.open(), try tested.open())
        #expect(await first.leadsEmbedding())
        #expect(await !second.leadsEmbedding())
        #expect(await first.leadsEmbedding())
        try await first.close()
        // The server of the database notices the end of the connection soon.
        var leads = false
        for _ in 0..<1_000 where !leads {
            leads = await second.leadsEmbedding()
            if !leads { try await Task.sleep(for: .milliseconds(20)) }
        }
        #expect(leads)
        try await second.close()
    }

    @Test func theCacheSurvivesDamage() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/vectors.sqlite"
        let vector = try QuantizedVector([0.5, -1, 0])
        do {
            let cache = try VectorCache(path: path)
            cache.add(["a": vector, "b": vector])
            #expect(cache.vectors(of: ["a", "c"]).mapValues(\.numbers) == ["a": vector.numbers])
        }
        #expect(try VectorCache(path: path).vectors(of: ["b"]).count == 1)
        try folder.write("no database, but a text of some length", to: "vectors.sqlite")
        let cache = try VectorCache(path: path)
        #expect(cache.vectors(of: ["a"]).isEmpty)
        cache.add(["a": vector])
        #expect(cache.vectors(of: ["a"]).count == 1)
    }
}
