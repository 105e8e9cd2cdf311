// Records: put, patched, deleted, and returned unchanged.

import CatalogSearch
import CatalogStorage
import Files
import ProductStore
import StorefrontTestSupport
import Testing

@Suite struct RecordTests {
    @Test(
        arguments: StoreKind.available,
        [
            #"{"id": "x", "title": {"en": "Assam"}, "weight": 1.50, "big": 1234567890123.4567890E+7}"#,
            " {\n\t\"id\" : \"x\",\r\n \"a\": 1, \"a\": 2e0 }\n", #"{"id": "x", "t": "\u00e9\u0000 \/"}"#,
        ])
    func recordComesBackAsItWasSent(kind: StoreKind, json: String) async throws {
        let tested = try TestedStore(kind)
        let store = try await tested.open(with: "a")
        let result = try await store.put(bytes(json), in: "a")
        #expect(result.isNew)
        let record = try await store.record("x", in: "a")
        #expect(text(record.json) == json)
        #expect(record.revision == result.revision)
        #expect(!record.line.contains(0x0A))
        let again = try await store.put(record.line, in: "a")
        #expect(!again.isNew)
        #expect(again.revision > result.revision)
        try await store.close()
        let reopened = try tested.open()
        #expect(try await reopened.record("x", in: "a").json == record.line)
    }

    @Test(arguments: StoreKind.available)
    func idsAreTheSameWhereTheirBytesAre(kind: StoreKind) async throws {
        let tested = try TestedStore(kind)
        let store = try await tested.open(with: "a")
        // Composed and decomposed, with a NUL, and a number.
        let ids = ["\u{e9}", "e\u{301}", "a", "a\u{0}", "a\u{0}b", "5"]
        for json in [
            "{\"id\": \"\u{e9}\"}", "{\"id\": \"e\u{301}\"}", #"{"id": "a"}"#, #"{"id": "a\u0000"}"#,
            #"{"id": "a\u0000b"}"#, #"{"id": 5}"#,
        ] {
            #expect(try await store.put(bytes(json), in: "a").isNew)
        }
        #expect(try await store.catalog("a").recordCount == ids.count)
        #expect(store.snapshot().engine.catalogs[0].recordCount == ids.count)
        for id in ids { #expect(Array(try await store.record(id, in: "a").id.utf8) == Array(id.utf8)) }
        for (number, id) in ids.enumerated() {
            try await store.delete(id, in: "a")
            #expect(store.snapshot().engine.catalogs[0].recordCount == ids.count - number - 1)
        }
    }

    @Test(arguments: StoreKind.available)
    func recordThatCannotBeUsedIsRefusedAsCatalogsRefuseIt(kind: StoreKind) async throws {
        let tested = try TestedStore(kind)
        let store = try await tested.open(with: "a")
        for json in ["", "[]", "{", #"{"title": "a"}"#, #"{"id": "1", "year": "x"}"#, "{\"id\": \"\u{0}\"}"] {
            let files = InMemoryFileSystem(["a.jsonl": json.isEmpty ? " x" : json])
            let expected = CatalogReader(CatalogFile(path: "a.jsonl")!, fileSystem: files).read { _ in }
            let error = await #expect(throws: StoreError.self) { try await store.put(bytes(json), in: "a") }
            guard case .invalidRecord(let diagnostics) = error else {
                return #expect(Bool(false), "\(String(describing: error))")
            }
            #expect(diagnostics.map(\.messageKey) == expected.diagnostics.kept.map(\.messageKey))
            if !json.isEmpty {
                #expect(diagnostics.map(\.arguments) == expected.diagnostics.kept.map(\.arguments))
            }
        }
        #expect(try await store.catalog("a").recordCount == 0)
    }

    @Test(arguments: StoreKind.available)
    func whatIsNotUsedOfARecordIsReported(kind: StoreKind) async throws {
        let tested = try TestedStore(kind)
        let store = try await tested.open(with: "a")
        let result = try await store.put(bytes(#"{"id": "1", "title": {"?": "a", "en": "b"}}"#), in: "a")
        #expect(result.diagnostics.map(\.messageKey) == ["RecordInvalidLocale: %1$@ %2$@"])
    }

    @Test(arguments: StoreKind.available)
    func sizesAreLimited(kind: StoreKind) async throws {
        let tested = try TestedStore(kind)
        let store = try await tested.open(with: "a")
        let limit = StoreLimits.recordSize
        let (head, tail) = (#"{"id": "1", "t": ""#, #""}"#)
        let full = head + String(repeating: "a", count: limit - head.count - tail.count) + tail
        try await store.put(bytes(full), in: "a")
        #expect(try await store.record("1", in: "a").json.count == limit)
        await #expect(throws: StoreError.tooLarge(.record, bytes: limit + 1, limit: limit)) {
            try await store.put(bytes(full + " "), in: "a")
        }
        await #expect(throws: StoreError.tooLarge(.patch, bytes: limit + 1, limit: limit)) {
            try await store.patch("1", with: bytes(full + " "), in: "a")
        }
        // A patch cannot make a record too large either.
        await #expect(throws: StoreError.self) {
            try await store.patch("1", with: bytes(#"{"more": "12345678901234567890"}"#), in: "a")
        }
        #expect(try await store.record("1", in: "a").json.count == limit)

        let id = String(repeating: "é", count: 256)
        try await store.put(bytes(#"{"id": "\#(id)"}"#), in: "a")
        await #expect(throws: StoreError.tooLarge(.identifier, bytes: 513, limit: 512)) {
            try await store.put(bytes(#"{"id": "\#(id)a"}"#), in: "a")
        }
    }

    @Test(arguments: StoreKind.available)
    func patchChangesWhatItNames(kind: StoreKind) async throws {
        let tested = try TestedStore(kind)
        let store = try await tested.open(with: "a")
        try await store.put(
            bytes(#"{"id": "1", "title": {"en": "Tea", "de": "Tee"}, "weight": 1.50}"#), in: "a")
        let result = try await store.patch(
            "1", with: bytes(#"{"title": {"en": "Coffee", "de": null}, "year": 2020}"#), in: "a")
        #expect(!result.isNew)
        let record = try await store.record("1", in: "a")
        #expect(text(record.json) == #"{"id":"1","title":{"en":"Coffee"},"weight":1.50,"year":2020}"#)
        #expect(record.revision == result.revision)
        #expect(try store.count("coffee 2020") == 1)
        #expect(try store.count("tea") == 0)
    }

    @Test(arguments: StoreKind.available)
    func whatWouldNotBeTheRecordIsNoPatchOfIt(kind: StoreKind) async throws {
        let tested = try TestedStore(kind)
        let store = try await tested.open(with: "a")
        let json = bytes(#"{"id": "1", "title": "Tea"}"#)
        try await store.put(json, in: "a")
        for patch in [
            "", "{", "[]", "null", #""a""#, #"{"id": null}"#, #"{"year": "x"}"#, #"{"a": "\ud800"}"#,
        ] {
            let error = await #expect(throws: StoreError.self) {
                try await store.patch("1", with: bytes(patch), in: "a")
            }
            guard case .invalidRecord = error else {
                return #expect(Bool(false), "\(patch): \(String(describing: error))")
            }
        }
        await #expect(throws: StoreError.differentIdentifier(expected: "1", found: "2")) {
            try await store.patch("1", with: bytes(#"{"id": "2"}"#), in: "a")
        }
        await #expect(throws: StoreError.differentIdentifier(expected: "2", found: "1")) {
            try await store.put(json, id: "2", in: "a")
        }
        await #expect(throws: StoreError.notFound(.record(catalog: "a", id: "2"))) {
            try await store.patch("2", with: bytes("{}"), in: "a")
        }
        await #expect(throws: StoreError.notFound(.catalog("b"))) {
            try await store.patch("1", with: bytes("{}"), in: "b")
        }
        #expect(try await store.record("1", in: "a").json == json)
    }

    @Test(arguments: StoreKind.available)
    func patchMayBeAsDeepAsJSONMay(kind: StoreKind) async throws {
        let tested = try TestedStore(kind)
        let store = try await tested.open(with: "a")
        try await store.put(bytes(#"{"id": "1"}"#), in: "a")
        let deep = { (depth: Int, inner: String) in
            String(repeating: #"{"a":"#, count: depth) + inner + String(repeating: "}", count: depth)
        }
        for inner in ["1", "2"] { try await store.patch("1", with: bytes(deep(1_000, inner)), in: "a") }
        #expect(
            text(try await store.record("1", in: "a").json) == #"{"id":"1","a":"# + deep(999, "2") + "}")
        // Deeper JSON is not accepted.
        await #expect(throws: StoreError.self) {
            try await store.patch("1", with: bytes(deep(100_000, "1")), in: "a")
        }
    }

    @Test(arguments: StoreKind.available)
    func writesAreDoneOnlyAsTheyAreExpected(kind: StoreKind) async throws {
        let tested = try TestedStore(kind)
        let store = try await tested.open(with: "a")
        let (json, other) = (bytes(#"{"id": "1", "title": "Tea"}"#), bytes(#"{"id": "1", "title": "Rum"}"#))
        await #expect(throws: StoreError.conflict(current: nil)) {
            try await store.put(json, in: "a", if: .revision(Revision(1)))
        }
        await #expect(throws: StoreError.conflict(current: nil)) {
            try await store.put(json, in: "a", if: .present)
        }
        let first = try await store.put(json, in: "a", if: .absent).revision
        await #expect(throws: StoreError.conflict(current: first)) {
            try await store.put(other, in: "a", if: .absent)
        }
        let unchanged = try await store.put(json, in: "a", if: .present).revision
        await #expect(throws: StoreError.conflict(current: unchanged)) {
            try await store.put(other, in: "a", if: .revision(first))
        }
        let second = try await store.put(json, in: "a", if: .revision(unchanged)).revision
        await #expect(throws: StoreError.conflict(current: second)) {
            try await store.put(other, in: "a", if: .revision(first))
        }
        await #expect(throws: StoreError.conflict(current: second)) {
            try await store.patch("1", with: other, in: "a", if: .revision(first))
        }
        await #expect(throws: StoreError.conflict(current: second)) {
            try await store.delete("1", in: "a", if: .revision(first))
        }
        #expect(try await store.record("1", in: "a").json == json)
        #expect(try store.count("rum") == 0)
        let third = try await store.patch("1", with: other, in: "a", if: .revision(second)).revision
        #expect(try await store.catalog("a").revision == third)
        let fourth = try await store.delete("1", in: "a", if: .revision(third)).revision
        // A deletion is a change of the catalog, too.
        #expect(try await store.catalog("a").revision == fourth)
        #expect(store.snapshot().catalogRevisions == ["a": fourth])
        #expect(store.snapshot().revision == fourth)
        await #expect(throws: StoreError.notFound(.record(catalog: "a", id: "1"))) {
            try await store.delete("1", in: "a", if: .revision(third))
        }
        // Revisions are never reused, not after a restart either.
        try await store.close()
        let reopened = try tested.open()
        #expect(reopened.snapshot().revision == fourth)
        #expect(try await reopened.put(json, in: "a").revision > fourth)
    }

    @Test(arguments: StoreKind.available)
    func recordsAreReadInTheOrderOfTheirIDs(kind: StoreKind) async throws {
        let tested = try TestedStore(kind)
        let store = try await tested.open(with: "a")
        let ids = ["b", "a", "é", "B", "a\u{1}", "10", "9"]
        for id in ids {
            try await store.put(bytes(#"{"id": "\#(id == "a\u{1}" ? #"a\u0001"# : id)"}"#), in: "a")
        }
        let sorted = ids.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        #expect(try await store.ids(in: "a") == sorted)
        var paged: [String] = []
        while true {
            let page = try await store.records(in: "a", after: paged.last, limit: 3)
            paged += page.map(\.id)
            if page.count < 3 { break }
        }
        #expect(paged == sorted)
        let (stream, records) = AsyncStream<StoredRecord>.makeStream()
        let revision = try await store.forEachRecord(in: "a") { records.yield($0) }
        records.finish()
        var found: [String] = []
        for await record in stream { found.append(record.id) }
        #expect(found == sorted)
        #expect(revision == store.snapshot().revision)
        await #expect(throws: StoreError.notFound(.catalog("b"))) {
            try await store.records(in: "b", limit: 1)
        }
        await #expect(throws: StoreError.notFound(.record(catalog: "a", id: "c"))) {
            try await store.record("c", in: "a")
        }
    }

    // MARK: Locales

    /// A record whose title is in some of the 520 languages of local use, from `qaa` to `qtz` (ISO 639-2).
    private func record(_ id: String, _ locales: Range<Int>) -> String {
        let letters = Array("abcdefghijklmnopqrstuvwxyz")
        let names = locales.map { "q\(letters[$0 / 26])\(letters[$0 % 26])" }
        let title = names.map { #""\#($0)": "x""# }.joined(separator: ", ")
        return #"{"id": "\#(id)", "title": {\#(title)}}"#
    }

    /// An index has tables for each locale: their number must not grow with the number of writes.
    @Test(arguments: StoreKind.available)
    func aCatalogHasNoMoreLocalesThanItMay(kind: StoreKind) async throws {
        let tested = try TestedStore(kind)
        let store = try await tested.open(with: "a")
        for start in stride(from: 0, to: CatalogLocales.limit, by: 50) {
            try await store.put(bytes(record("\(start)", start..<start + 50)), in: "a")
        }
        let kinds = [CatalogDiagnostic.Kind.tooManyLocales(limit: CatalogLocales.limit)]
        func refuses(_ write: () async throws -> Void) async {
            let error = await #expect(throws: StoreError.self) { try await write() }
            guard case .invalidRecord(let diagnostics) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(diagnostics.map(\.kind) == kinds)
        }
        let (known, other) = (record("known", 0..<1), record("other", 500..<501))
        await refuses { try await store.put(bytes(other), in: "a") }
        await refuses { try await store.patch("0", with: bytes(record("0", 500..<501)), in: "a") }
        #expect(try await store.put(bytes(known), in: "a").isNew)
        for mode in [LoadMode.chunks, .whole] {
            let report = try await store.load(bytes(other + "\n" + known), into: "a", mode: mode)
            #expect(report.recordCount == 1 && report.skippedCount == 1)
            #expect(report.diagnostics.kept.map(\.kind) == kinds)
            #expect(report.diagnostics.kept.map(\.line) == [1])
        }
        // The locales of deleted records are free again.
        try await store.delete("50", in: "a")
        #expect(try await store.put(bytes(other), in: "a").isNew)
        let lines = (0..<10).map { record("\($0)", $0 * 52..<$0 * 52 + 52) }.joined(separator: "\n")
        let report = try await store.load(bytes(lines), into: "a", mode: .replacement)
        #expect(report.recordCount == 9 && report.skippedCount == 1)
    }
}
