// A replacement replaces all records of a catalog, in one step.

import CatalogSearch
import CatalogStorage
import StorefrontTestSupport
import Testing

@testable import ProductStore

@Suite struct ReplacementTests {
    private func lines(_ ids: some Sequence<Int>, _ title: String = "tea") -> [UInt8] {
        bytes(ids.map { #"{"id": "\#($0)", "title": "\#(title)"}"# + "\n" }.joined())
    }

    @Test(arguments: StoreKind.available, [3, 700])
    func othersAreDeletedAndTheSameKeepTheirRevision(kind: StoreKind, count: Int) async throws {
        let tested = try TestedStore(kind)
        let store = try await tested.open(with: "a")
        try await store.putCatalog("b")
        try await store.put(bytes(#"{"id": "x", "title": "tea"}"#), in: "b")
        _ = try await store.load(lines(0..<10), into: "a")
        let before = try await store.record("1", in: "a").revision
        let old = store.snapshot()
        let report = try await store.load(
            lines(1..<2) + lines(5..<5 + count, "mint"), into: "a", mode: .replacement)
        #expect(report.failure == nil)
        #expect(report.recordCount == count + 1)
        #expect(report.newCount == max(0, count - 5))
        #expect(report.deletedCount == 10 - 1 - min(5, count))
        #expect(report.revision == store.snapshot().revision)
        #expect(try store.count("mint") == count)
        #expect(try store.count("tea") == 2)
        #expect(try await store.record("1", in: "a").revision == before)
        #expect(try await store.catalog("a").recordCount == count + 1)
        // Searches that began earlier find the old records.
        #expect(try old.engine.search(SearchRequest("tea", locale: english, relax: .never)).total == 11)
        let revision = store.snapshot().revision
        try await store.close()
        let reopened = try tested.open()
        #expect(reopened.snapshot().revision == revision)
        #expect(try reopened.count("mint") == count && reopened.count("tea") == 2)
    }

    @Test(arguments: StoreKind.available)
    func nothingIsReplacedByWhatIsNoCatalog(kind: StoreKind) async throws {
        let tested = try TestedStore(kind)
        let store = try await tested.open(with: "a")
        _ = try await store.load(lines(0..<10), into: "a")
        let revision = store.snapshot().revision
        let report = try await store.load(bytes("<html>\n</html>\n"), into: "a", mode: .replacement)
        guard case .invalidRecord(let diagnostics) = report.failure else {
            Issue.record("replaced")
            return
        }
        #expect(diagnostics.map(\.line) == [1, 2])
        #expect(store.snapshot().revision == revision)
        #expect(try store.count("tea") == 10)
        // Nothing at all is said on purpose.
        #expect(try await store.load([], into: "a", mode: .replacement).deletedCount == 10)
        #expect(try store.count("tea") == 0)
        await #expect(throws: StoreError.notFound(.catalog("b"))) {
            try await store.load([], into: "b", mode: .replacement)
        }
    }

    @Test(arguments: StoreKind.available)
    func aReplacementThatEndsEarlyChangesNothing(kind: StoreKind) async throws {
        struct Broken: Error {}
        let tested = try TestedStore(kind)
        let store = try await tested.open(with: "a")
        _ = try await store.load(lines(0..<10), into: "a")
        let (stream, blocks) = AsyncThrowingStream<[UInt8], any Error>.makeStream()
        blocks.yield(lines(0..<600, "mint"))
        blocks.finish(throwing: Broken())
        let report = try await store.load(stream, into: "a", mode: .replacement)
        #expect(report.failure != nil)
        #expect(try store.count("tea") == 10)
    }
}
