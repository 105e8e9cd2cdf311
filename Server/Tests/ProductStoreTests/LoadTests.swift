// Bulk loads: all valid lines are loaded, and invalid ones reported.

import CatalogSearch
import CatalogStorage
import Files
import ProductStore
import StorefrontTestSupport
import Testing

@Suite struct LoadTests {
    private static let lines = """
        \u{FEFF}{"id": "1", "title": "Assam"}\r
          {"id": "2", "title": {"?": "x", "en": "Gyokuro"}, "n": 1.0}

        {"id": "1", "title": "twice"}
        {"id": "3", "year": "x"}
        {broken
        []
        {"id": "4", "title": "Mint"}
        """

    @Test(arguments: StoreKind.available, [LoadMode.chunks, .whole])
    func linesThatCannotBeUsedAreReportedAndAllOthersTaken(kind: StoreKind, mode: LoadMode) async throws {
        let tested = try TestedStore(kind)
        let store = try await tested.open(with: "a")
        try await store.put(bytes(#"{"id": "4", "title": "old"}"#), in: "a")
        let report = try await store.load(bytes(Self.lines), into: "a", mode: mode)
        #expect(report.failure == nil)
        #expect(report.recordCount == 3)
        #expect(report.newCount == 2)
        #expect(report.skippedCount == 4)
        #expect(report.revision == store.snapshot().revision)
        #expect(
            text(try await store.record("2", in: "a").json)
                == #"{"id": "2", "title": {"?": "x", "en": "Gyokuro"}, "n": 1.0}"#)
        #expect(try await store.ids(in: "a") == ["1", "2", "4"])
        #expect(try store.count("mint") == 1)

        let files = InMemoryFileSystem(["a.jsonl": Self.lines])
        let expected = CatalogReader(CatalogFile(path: "a.jsonl")!, fileSystem: files).read { _ in }
        #expect(report.diagnostics.kept.map(\.line) == expected.diagnostics.kept.map(\.line))
        #expect(report.diagnostics.kept.map(\.column) == expected.diagnostics.kept.map(\.column))
        #expect(report.diagnostics.kept.map(\.kind) == expected.diagnostics.kept.map(\.kind))
    }

    @Test(arguments: StoreKind.available)
    func blocksMayEndAnywhere(kind: StoreKind) async throws {
        let tested = try TestedStore(kind)
        let store = try await tested.open(with: "a")
        for size in [1, 7, 64] {
            let all = bytes(Self.lines)
            let blocks = stride(from: 0, to: all.count, by: size).map { all[$0..<min($0 + size, all.count)] }
            let (stream, feed) = AsyncStream<ArraySlice<UInt8>>.makeStream()
            for block in blocks { feed.yield(block) }
            feed.finish()
            let report = try await store.load(stream, into: "a")
            #expect(report.recordCount == 3)
            #expect(report.diagnostics.kept.map(\.line) == [2, 4, 5, 6, 7])
        }
    }

    @Test(arguments: StoreKind.available)
    func lineThatIsTooLongIsLeftOut(kind: StoreKind) async throws {
        let tested = try TestedStore(kind)
        let store = try await tested.open(with: "a")
        let long = #"{"id": "2", "t": ""# + String(repeating: "a", count: 3 << 20) + #""}"#
        let id = String(repeating: "i", count: 513)
        let report = try await store.load(
            bytes(#"{"id": "1"}"# + "\n\(long)\n" + #"{"id": "\#(id)"}"# + "\n" + #"{"id": "3"}"#), into: "a")
        #expect(report.recordCount == 2)
        #expect(
            report.diagnostics.kept.map(\.kind) == [
                .tooLong(bytes: long.utf8.count, limit: 1 << 20), .tooLong(bytes: 513, limit: 512),
            ])
        #expect(report.diagnostics.kept.map(\.line) == [2, 3])
        #expect(try await store.ids(in: "a") == ["1", "3"])
    }

    @Test(arguments: StoreKind.available)
    func manyRecordsComeInChunks(kind: StoreKind) async throws {
        let tested = try TestedStore(kind)
        let store = try await tested.open(with: "a")
        let lines = (0..<2_345).map { #"{"id": "\#($0)", "title": "Tea \#($0)"}"# }.joined(separator: "\n")
        let report = try await store.load(bytes(lines), into: "a")
        #expect(report.recordCount == 2_345)
        #expect(try await store.catalog("a").recordCount == 2_345)
        #expect(try store.count("tea") == 2_345)
        let again = try await store.load(bytes(lines), into: "a")
        #expect(again.recordCount == 2_345)
        #expect(again.newCount == 0)
        #expect(try store.count("tea") == 2_345)
    }

    @Test(arguments: StoreKind.available)
    func whatWasCommittedBeforeAFailureIsReported(kind: StoreKind) async throws {
        let tested = try TestedStore(kind)
        let store = try await tested.open(with: "a")
        struct Broken: Error {}
        let first = (0..<1_000).map { #"{"id": "\#($0)"}"# + "\n" }.joined()
        for (mode, count) in [(LoadMode.chunks, 1_000), (.whole, 0)] {
            try await store.putCatalog("b")
            let stream = AsyncThrowingStream<[UInt8], any Error> { blocks in
                blocks.yield(bytes(first))
                blocks.yield(bytes(#"{"id": "later"}"#))
                blocks.finish(throwing: Broken())
            }
            let report = try await store.load(stream, into: "b", mode: mode)
            #expect(report.failure == .interrupted("Broken()"))
            #expect(report.recordCount == count)
            #expect(try await store.catalog("b").recordCount == count)
            try await store.deleteCatalog("b")
        }
    }

    /// Lines of records with these numbers.
    private func lines(_ numbers: some Sequence<Int>, _ title: String = "Tea") -> [UInt8] {
        bytes(
            numbers.map {
                #"{"id": "\#($0)", "title": "\#(title)", "origin": \#($0 % 2 == 0 ? "5" : "\"India\"")}"#
                    + "\n"
            }.joined())
    }

    @Test(arguments: StoreKind.available)
    func allOfALargeLoadComesAtOnce(kind: StoreKind) async throws {
        let tested = try TestedStore(kind)
        let (folder, store) = (tested.folder, try await tested.open(with: "a"))
        try await store.put(bytes(#"{"id": "7", "title": "Rum"}"#), in: "a")
        let before = store.snapshot().revision
        let (stream, feed) = AsyncStream<[UInt8]>.makeStream()
        let loading = Task { [store] in try await store.load(stream, into: "a", mode: .whole) }
        for part in 0..<6 {
            feed.yield(lines(part * 500..<(part + 1) * 500))
            // Visible neither to searches nor in the database.
            #expect(store.snapshot().revision == before)
        }
        feed.yield(lines([3, 2_999]) + bytes(#"{"id": 5}"# + "\n{\n"))
        feed.finish()
        let report = try await loading.value
        #expect(report.failure == nil)
        #expect((report.recordCount, report.newCount, report.skippedCount) == (3_000, 2_999, 4))
        #expect(
            report.diagnostics.kept.prefix(3).map(\.kind) == [
                .duplicateIdentifier(id: "3", firstLine: 4),
                .duplicateIdentifier(id: "2999", firstLine: 3_000),
                .duplicateIdentifier(id: "5", firstLine: 6),
            ])
        #expect(report.diagnostics.kept.map(\.line) == [3_001, 3_002, 3_003, 3_004])
        #expect(report.revision == store.snapshot().revision)
        #expect(try store.count("tea") == 3_000)
        #expect(try store.count("rum") == 0)
        #expect(try await store.catalog("a").recordCount == 3_000)
        // Later writes have later revisions, and all records have different ones.
        #expect(
            try await store.put(bytes(#"{"id": "7", "title": "Rum"}"#), in: "a").revision > report.revision!)
        #expect(try store.count("rum") == 1)
        try await store.close()
        if kind == .sqlite { #expect(try StoreVerifier.verify(folder.store).isSound) }
        #expect(try tested.open().count("tea") == 2_999)
        #expect(try folder.names().filter { $0.contains("-load-") }.isEmpty)
    }

    @Test func aLargeLoadFollowsADescriptionThatChangesMeanwhile() async throws {
        let tested = try TestedStore(.sqlite)
        let (folder, store) = (tested.folder, try await tested.open(with: "a"))
        let (stream, feed) = AsyncStream<[UInt8]>.makeStream()
        let loading = Task { [store] in try await store.load(stream, into: "a", mode: .whole) }
        feed.yield(lines(0..<800))
        while try folder.names().allSatisfy({ !$0.contains("-load-") }) { await Task.yield() }
        try await store.putCatalog("a", description: bytes(#"{"fields": ["title", "origin"]}"#))
        feed.yield(lines(800..<1_000))
        feed.finish()
        let report = try await loading.value
        // Under the new description, a number is not a text to search.
        #expect((report.recordCount, report.skippedCount) == (500, 500))
        #expect(report.failure == nil)
        #expect(try store.count("india") == 500)
        #expect(try await store.catalog("a").recordCount == 500)
    }

    @Test func idsOfAnyNumberOfLinesAreCompared() async throws {
        let tested = try TestedStore(.sqlite)
        let (folder, store) = (tested.folder, try await tested.open(with: "a"))
        let report = try await store.load(lines(0..<12_000) + lines([0, 11_000, 11_999]), into: "a")
        #expect((report.recordCount, report.skippedCount) == (12_000, 3))
        #expect(
            report.diagnostics.kept.map(\.kind) == [
                .duplicateIdentifier(id: "0", firstLine: 1),
                .duplicateIdentifier(id: "11000", firstLine: 11_001),
                .duplicateIdentifier(id: "11999", firstLine: 12_000),
            ])
        #expect(try folder.names().filter { $0.contains("-load-") }.isEmpty)
    }

    @Test func whatAKilledLoadLeftIsRemoved() async throws {
        let tested = try TestedStore(.sqlite)
        let (folder, store) = (tested.folder, try await tested.open(with: "a"))
        try await store.close()
        try folder.write("begun", to: "shop.sqlite-load-1f")
        try folder.write("other", to: "shop.sqlite-loader")
        let names = Set(try folder.names())
        try await tested.open().close()
        #expect(names.subtracting(try folder.names()) == ["shop.sqlite-load-1f"])
    }

    @Test(arguments: StoreKind.available)
    func catalogMustBeThere(kind: StoreKind) async throws {
        let tested = try TestedStore(kind)
        let store = try await tested.open(with: "a")
        await #expect(throws: StoreError.notFound(.catalog("b"))) { try await store.load([], into: "b") }
    }
}
