// Rules are stored with their catalogs: live, durable, backed up, and apart from descriptions.

import CatalogSearch
import CatalogStorage
import StorefrontTestSupport
import Testing

@testable import ProductStore

@Suite struct RuleTests {
    private let pin = bytes(#"{"query": "tea", "pin": [{"id": "2", "place": 1}]}"#)
    private let hide = bytes(#"{"hide": ["1"]}"#)

    private func ids(_ store: ProductStore) throws -> [String] {
        try store.snapshot().engine.search(SearchRequest("tea", locale: english, relax: .never)).hits.map(
            \.id)
    }

    private func fill(_ store: ProductStore) async throws {
        for id in 1...3 {
            try await store.put(
                bytes(#"{"id": "\#(id)", "title": "tea \#(id)", "popularity": \#(1 - Double(id) / 10)}"#),
                in: "a")
        }
        #expect(try ids(store) == ["1", "2", "3"])
    }

    @Test(arguments: StoreKind.available)
    func rulesComeChangeAndGo(kind: StoreKind) async throws {
        let tested = try TestedStore(kind)
        let store = try await tested.open(with: "a")
        try await fill(store)
        let described = try await store.catalog("a").descriptionRevision
        let before = store.snapshot().revision
        #expect(try await store.putRule("z", json: pin, of: "a").isNew)
        #expect(try ids(store) == ["2", "1", "3"] && store.snapshot().revision > before)
        try await store.putRule("b", json: hide, of: "a")
        #expect(try ids(store) == ["2", "3"])
        #expect(try await store.rules(of: "a").map(\.id) == ["b", "z"])
        #expect(try await store.rule("z", of: "a").json == pin)
        // Members of the old rule are gone.
        #expect(try await !store.putRule("b", json: bytes(#"{"raise": ["3"]}"#), of: "a").isNew)
        #expect(try ids(store) == ["2", "3", "1"])
        // Rules stay when records and descriptions change.
        try await store.put(bytes(#"{"id": "4", "title": "tea 4"}"#), in: "a")
        #expect(try ids(store) == ["2", "3", "1", "4"])
        #expect(try await store.catalog("a").descriptionRevision == described)
        #expect(try await text(store.catalog("a").json) == "{}")
        try await store.putCatalog("a", description: bytes(#"{"label": "x"}"#))
        #expect(try ids(store) == ["2", "3", "1", "4"])
        #expect(try await text(store.catalog("a").json) == #"{"label": "x"}"#)
        try await store.close()
        let again = try tested.open()
        #expect(try ids(again) == ["2", "3", "1", "4"])
        try await again.deleteRule("z", of: "a")
        try await again.deleteRule("b", of: "a")
        #expect(try ids(again) == ["1", "2", "3", "4"])
        #expect(try await again.rules(of: "a").isEmpty)
        #expect(
            await self.store(again) { store throws(StoreError) in try await store.deleteRule("b", of: "a") }
                == .notFound(.rule(catalog: "a", id: "b")))
        #expect(
            await self.store(again) { store throws(StoreError) in
                try await store.putRule("b", json: pin, of: "x")
            } == .notFound(.catalog("x")))
    }

    @Test(arguments: StoreKind.available)
    func whatIsLearntComesChangesAndGoesAsRulesDo(kind: StoreKind) async throws {
        let tested = try TestedStore(kind)
        let store = try await tested.open(with: "a")
        try await fill(store)
        try await store.putRule("z", json: hide, of: "a")
        let described = try await store.catalog("a").descriptionRevision
        let before = store.snapshot().revision
        let day = Instant("2026-06-01")!
        try await store.changeLearned(of: "a") {
            $0.sources["x"] = .init(through: day, records: ["3": 1_000])
        }
        #expect(try ids(store) == ["3", "2"] && store.snapshot().revision > before)
        // An unchanged rule is not written.
        let revision = store.snapshot().revision
        #expect(try await store.changeLearned(of: "a") { _ in }.revision <= revision)
        #expect(store.snapshot().revision == revision)
        try await store.put(bytes(#"{"id": "4", "title": "tea 4"}"#), in: "a")
        try await store.deleteRule("z", of: "a")
        #expect(try ids(store) == ["3", "1", "2", "4"])
        #expect(try await store.catalog("a").descriptionRevision == described)
        #expect(try await text(store.catalog("a").json) == "{}")
        try await store.putCatalog("a", description: bytes(#"{"label": "x"}"#))
        #expect(try ids(store) == ["3", "1", "2", "4"])
        try await store.close()
        let again = try tested.open()
        #expect(try ids(again) == ["3", "1", "2", "4"])
        #expect(try await again.learned(of: "a").sources["x"]?.records == ["3": 1_000])
        try await again.changeLearned(of: "a") { $0.sources = [:] }
        #expect(try ids(again) == ["1", "2", "3", "4"])
        #expect(try await text(again.catalog("a").json) == #"{"label": "x"}"#)
    }

    private func store(_ store: ProductStore, _ body: (ProductStore) async throws(StoreError) -> WriteResult)
        async -> StoreError?
    {
        do throws(StoreError) {
            _ = try await body(store)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [
        "", "{", "[]", "null", "1", #"{"query": "tea"}"#, #"{"hid": ["1"]}"#, #"{"hide": "1"}"#,
        #"{"hide": [1]}"#, #"{"hide": [""]}"#, #"{"hide": ["1", "1"]}"#, #"{"hide": ["1"], "raise": ["1"]}"#,
        #"{"pin": [{"id": "1"}]}"#, #"{"pin": [{"id": "1", "place": 0}]}"#,
        #"{"pin": [{"id": "1", "place": 1001}]}"#, #"{"pin": [{"id": "1", "place": 1.5}]}"#,
        #"{"pin": [{"id": "", "place": 1}]}"#, #"{"pin": [{"id": "1", "place": 1, "at": 2}]}"#,
        #"{"hide": ["1"], "match": "some"}"#, #"{"hide": ["1"], "locales": ["!"]}"#,
        #"{"hide": ["1"], "from": "soon"}"#, #"{"hide": ["1"], "from": "2026-02-01", "until": "2026-02-01"}"#,
        #"{"hide": ["1"], "query": 1}"#, #"{"hide": ["1"]}, "fields": []"#,
        #"{"hide": ["1"]}}, "x": {"y": {}"#,
    ])
    func wrongRulesAreRefused(json: String) async throws {
        let tested = try TestedStore(.sqlite)
        defer { withExtendedLifetime(tested) {} }
        let store = try await tested.open(with: "a")
        let revision = store.snapshot().revision
        let error = await self.store(store) { store throws(StoreError) in
            try await store.putRule("x", json: bytes(json), of: "a")
        }
        guard case .invalidRule(let diagnostics) = error else {
            Issue.record("\(json): \(String(describing: error))")
            return
        }
        #expect(!diagnostics.isEmpty && store.snapshot().revision == revision)
    }

    @Test(arguments: ["", ".x", "a b", "ü", #"a"b"#, String(repeating: "x", count: 129), "a/b"])
    func wrongNamesAreRefused(id: String) async throws {
        let tested = try TestedStore(.sqlite)
        defer { withExtendedLifetime(tested) {} }
        let store = try await tested.open(with: "a")
        let error = await self.store(store) { store throws(StoreError) in
            try await store.putRule(id, json: hide, of: "a")
        }
        let isRefused = if case .invalidRule? = error { true } else { false }
        #expect(isRefused, "\(String(describing: error))")
    }

    @Test func aBackupHasTheRules() async throws {
        let tested = try TestedStore(.sqlite)
        defer { withExtendedLifetime(tested) {} }
        let store = try await tested.open(with: "a")
        try await fill(store)
        try await store.putRule("z", json: pin, of: "a")
        var content: [UInt8] = []
        for try await block in store.backup() { content += block }
        let other = try TestedStore(.sqlite)
        defer { withExtendedLifetime(other) {} }
        let restored = try other.open()
        let blocks = AsyncStream { source in
            source.yield(content[...])
            source.finish()
        }
        _ = try await restored.restore(blocks)
        #expect(try ids(restored) == ["2", "1", "3"])
        #expect(try await restored.rule("z", of: "a").json == pin)
    }

    @Test(.enabled(if: TemporaryPostgreSQL.shared != nil))
    func serversThatShareAStoreFollowRules() async throws {
        let address = try PostgreSQLAddress(try #require(TemporaryPostgreSQL.shared).makeDatabase())
        let (one, other) = (try ProductStore(address), try ProductStore(address))
        try await one.putCatalog("a")
        try await fill(one)
        let written = try await one.putRule("z", json: pin, of: "a").revision
        #expect(await other.isSearched(written, within: .seconds(10)))
        #expect(try ids(other) == ["2", "1", "3"])
        let changed = try await other.put(bytes(#"{"id": "0", "title": "tea 0", "popularity": 1}"#), in: "a")
        let deleted = try await other.deleteRule("z", of: "a").revision
        #expect(await one.isSearched(max(changed.revision, deleted), within: .seconds(10)))
        #expect(try ids(one) == ["0", "1", "2", "3"])
    }
}
