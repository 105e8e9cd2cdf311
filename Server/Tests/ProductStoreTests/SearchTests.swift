// Searches find what the database contains.

import CatalogSearch
import CatalogStorage
import Files
import ProductStore
import SearchTesting
import StorefrontTestSupport
import Synchronization
import Testing

@Suite struct SearchTests {
    private static let words = ["assam", "bengal", "mint", "rose", "geburtstag", "märchen", "angel", "x"]

    /// Compares searches with catalogs made of the database's records by the reader of catalog files.
    private func check(_ store: ProductStore, using random: inout SeededGenerator) async throws {
        var catalogs: [CatalogIndex] = []
        for catalog in try await store.allCatalogs() {
            let stored = try await store.records(in: catalog.id, limit: .max)
            #expect(catalog.recordCount == stored.count)
            #expect(catalog.revision >= stored.map(\.revision).max() ?? catalog.descriptionRevision)
            #expect(store.snapshot().catalogRevisions[catalog.id] == catalog.revision)
            let files = InMemoryFileSystem([
                "\(catalog.id).jsonl": stored.map { text($0.line) + "\n" }.joined(),
                "\(catalog.id).catalog.json": text(catalog.json),
            ])
            var records: [CatalogRecord] = []
            let reading = CatalogReader(CatalogFile(path: "\(catalog.id).jsonl")!, fileSystem: files)
                .read { records.append($0) }
            #expect(reading.recordCount == records.count)
            catalogs.append(try CatalogIndex(catalog.description, records: records))
        }
        let expected = SearchEngine(catalogs)
        let found = store.snapshot().engine
        #expect(found.catalogs.map(\.description) == expected.catalogs.map(\.description))
        #expect(found.catalogs.map(\.recordCount) == expected.catalogs.map(\.recordCount))
        #expect(found.scopes == expected.scopes)
        for query in [""] + (0..<4).map({ _ in Self.words.randomElement(using: &random)! }) {
            var request = SearchRequest(query, locale: english)
            request.sort = SearchRequest.SortOrder.allCases.randomElement(using: &random)!
            request.limit = 20
            let (left, right) = (try found.search(request), try expected.search(request))
            #expect(left.total == right.total, "\(query)")
            #expect(left.scopes == right.scopes, "\(query)")
            #expect(left.hits == right.hits, "\(query)")
        }
    }

    private func record(_ id: Int, using random: inout SeededGenerator) -> [UInt8] {
        let words = (0..<3).map { _ in Self.words.randomElement(using: &random)! }.joined(separator: " ")
        let scope = ["black", "green", "rare"].randomElement(using: &random)!
        let year = Int.random(in: 1990...2030, using: &random)
        let more = Bool.random(using: &random) ? #", "origin": "\#(words)""# : #", "note": {"a": [1.0]}"#
        return bytes(
            #"{"id": "\#(id)", "type": "\#(scope)", "title": {"en": "\#(words)"}, "year": \#(year)\#(more)}"#)
    }

    @Test(arguments: StoreKind.available, 0..<2)
    func searchAnswersAsTheDatabasesRecordsDo(kind: StoreKind, seed: UInt64) async throws {
        let tested = try TestedStore(kind)
        var random = SeededGenerator(seed: seed)
        // Merges early, so that few records reach all stages.
        var policy = MergePolicy()
        policy.recordLimitInMemory = 8
        policy.tierFactor = 3
        var store = try tested.open(policy: policy)
        var merging = Task { [store] in try await store.keepMerged() }
        for step in 0..<100 {
            let catalog = Bool.random(using: &random) ? "a" : "b"
            let id = Int.random(in: 0..<40, using: &random)
            do throws(any Error) {
                switch Int.random(in: 0..<12, using: &random) {
                case 0...4: try await store.put(record(id, using: &random), in: catalog)
                case 5:
                    let patch = #"{"title": {"de": "Märchen", "en": null}, "year": \#(step)}"#
                    try await store.patch("\(id)", with: bytes(patch), in: catalog)
                case 6, 7: try await store.delete("\(id)", in: catalog)
                case 8:
                    let lines = Set((0..<20).map { _ in Int.random(in: 0..<60, using: &random) }).sorted()
                    let load = Array(lines.map { record($0, using: &random) }.joined(separator: [0x0A]))
                    let report = try await store.load(load, into: catalog, mode: .whole)
                    #expect(report.recordCount == lines.count)
                case 9:
                    let fields = Bool.random(using: &random) ? #""title", "origin""# : #""title""#
                    try await store.putCatalog(catalog, description: bytes(#"{"fields": [\#(fields)]}"#))
                case 10: if step % 5 == 0 { try await store.deleteCatalog(catalog) }
                default:
                    if step % 4 == 0 {
                        merging.cancel()
                        try await merging.value
                        try await check(store, using: &random)
                        try await store.close()
                        store = try tested.open(policy: policy)
                        merging = Task { [store] in try await store.keepMerged() }
                    }
                }
            } catch StoreError.notFound {
                // At random intervals.
            }
            if step % 5 == 0 { try await check(store, using: &random) }
        }
        try await check(store, using: &random)
        merging.cancel()
        try await merging.value
    }

    @Test(arguments: StoreKind.available)
    func anAcknowledgedRecordIsFound(kind: StoreKind) async throws {
        let tested = try TestedStore(kind)
        let store = try tested.open()
        try await store.putCatalog("a")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask {
                    for number in 0..<20 {
                        let word = "word\(task)x\(number)y"
                        let result = try await store.put(
                            bytes(#"{"id": "\#(word)", "title": "\#(word)"}"#), in: "a")
                        let snapshot = store.snapshot()
                        #expect(snapshot.revision >= result.revision)
                        #expect(snapshot.catalogRevisions["a"]! >= result.revision)
                        let found = try snapshot.engine.matches(SearchRequest(word, locale: english))
                        #expect(found.records.map(\.id) == [word])
                        if number % 3 == 0 {
                            try await store.delete(word, in: "a")
                            #expect(try store.count(word) == 0)
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test(arguments: StoreKind.available)
    func snapshotNeverChanges(kind: StoreKind) async throws {
        let tested = try TestedStore(kind)
        let store = try tested.open()
        try await store.putCatalog("a")
        try await store.put(bytes(#"{"id": "1", "title": "Assam"}"#), in: "a")
        let old = store.snapshot()
        try await store.delete("1", in: "a")
        try await store.deleteCatalog("a")
        #expect(try old.engine.search(SearchRequest("assam", locale: english)).total == 1)
        #expect(store.snapshot().engine.catalogs.isEmpty)
    }

    /// Each load puts one word into all records of a catalog: a snapshot with two words would mix two
    /// moments.
    @Test(arguments: StoreKind.available)
    func snapshotShowsAllOfALoadOrNothing(kind: StoreKind) async throws {
        let tested = try TestedStore(kind)
        let store = try tested.open()
        try await store.putCatalog("a")
        let writing = Task {
            for word in ["assam", "mint", "rose", "assam", "mint", "rose"] {
                let lines = (0..<200).map { #"{"id": "\#($0)", "title": "\#(word)"}"# }.joined(
                    separator: "\n")
                let report = try await store.load(bytes(lines), into: "a")
                #expect(report.recordCount == 200)
            }
        }
        // Cancelling the task would cancel a search of it, too.
        let isWritten = Atomic(false)
        let reading = Task {
            while !isWritten.load(ordering: .relaxed) {
                let engine = store.snapshot().engine
                let counts = try ["assam", "mint", "rose"].map {
                    try engine.search(SearchRequest($0, locale: english)).total
                }
                #expect(counts.reduce(0, +) % 200 == 0 && counts.filter { $0 > 0 }.count <= 1, "\(counts)")
                await Task.yield()
            }
        }
        let written = await writing.result
        isWritten.store(true, ordering: .relaxed)
        try written.get()
        try await reading.value
        #expect(try store.count("rose") == 200)
    }

    @Test(arguments: StoreKind.available)
    func openingTellsHowFarItIs(kind: StoreKind) async throws {
        let tested = try TestedStore(kind)
        let store = try tested.open()
        try await store.putCatalog("a")
        try await store.putCatalog("b")
        let lines = (0..<1_500).map { #"{"id": "\#($0)"}"# }.joined(separator: "\n")
        _ = try await store.load(bytes(lines), into: "a")
        try await store.put(bytes(#"{"id": "1"}"#), in: "b")
        try await store.close()
        var reported: [OpeningProgress] = []
        let reopened = try tested.open(progress: { reported.append($0) })
        #expect(reported.map(\.catalog) == ["a", "a", "b"])
        #expect(reported.map(\.recordCount) == [1_000, 1_500, 1_501])
        #expect(reported.allSatisfy { $0.total == 1_501 })
        #expect(reopened.unusableRecords.isEmpty)
    }
}
