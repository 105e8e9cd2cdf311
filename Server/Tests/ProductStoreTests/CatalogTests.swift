// Catalogs: created, described, deleted.

import CatalogSearch
import CatalogStorage
import ProductStore
import StorefrontTestSupport
import Testing

@Suite struct CatalogTests {
    @Test(arguments: StoreKind.available)
    func catalogIsDescribedInTheFormOfSidecars(kind: StoreKind) async throws {
        let tested = try TestedStore(kind)
        let store = try tested.open()
        let json = bytes(
            #"{"label": {"en": "Teas"}, "defaultLocale": "de", "fields": ["title", "origin"], "scopes": ["black"], "#
                + #""synonyms": [["Assam", "Bengal"]]}"#)
        let result = try await store.putCatalog("teas", description: json)
        #expect(result.isNew)
        let catalog = try await store.catalog("teas")
        #expect(catalog.json == json)
        #expect(catalog.description.label == .texts([english: "Teas"]))
        #expect(catalog.description.defaultLocale == LocaleIdentifier("de")!)
        #expect(catalog.description.fields == ["title", "origin"])
        #expect(catalog.description.scopes.map(\.id) == ["black"])
        #expect(catalog.description.synonyms == [.init(words: ["Assam", "Bengal"])])
        #expect(catalog.revision == result.revision)
        #expect(catalog.descriptionRevision == result.revision)
        #expect(store.catalogs.map(\.snapshot.description) == [catalog.description])
    }

    @Test(arguments: StoreKind.available)
    func catalogsAreListedByTheirIDs(kind: StoreKind) async throws {
        let tested = try TestedStore(kind)
        let store = try tested.open()
        for id in ["b", "B", "a-1"] { try await store.putCatalog(id) }
        #expect(try await store.allCatalogs().map(\.id) == ["B", "a-1", "b"])
        #expect(store.snapshot().engine.catalogs.map(\.description.id) == ["B", "a-1", "b"])
        try await store.deleteCatalog("a-1")
        #expect(try await store.allCatalogs().map(\.id) == ["B", "b"])
        #expect(store.snapshot().engine.catalogs.map(\.description.id) == ["B", "b"])
    }

    @Test(arguments: StoreKind.available)
    func aCatalogThatHasChangedIsNotDeletedUnchanged(kind: StoreKind) async throws {
        let tested = try TestedStore(kind)
        let store = try tested.open()
        let first = try await store.putCatalog("a").revision
        let put = try await store.put(bytes(#"{"id": "1", "title": "Assam"}"#), in: "a").revision
        await #expect(throws: StoreError.conflict(current: put)) {
            try await store.deleteCatalog("a", unchangedSince: first)
        }
        #expect(try store.count("assam") == 1)
        try await store.deleteCatalog("a", unchangedSince: put)
        #expect(try await store.allCatalogs().isEmpty)
        await #expect(throws: StoreError.notFound(.catalog("a"))) {
            try await store.deleteCatalog("a", unchangedSince: put)
        }
    }

    @Test(arguments: StoreKind.available)
    func renamedAndExchangedCatalogsKeepTheirRecords(kind: StoreKind) async throws {
        let tested = try TestedStore(kind)
        let store = try await tested.open(with: "a")
        let follower = kind == .postgreSQL ? try tested.open() : store
        try await store.put(bytes(#"{"id": "1", "title": "Assam"}"#), in: "a")
        try await store.putCatalog("b")
        try await store.put(bytes(#"{"id": "2", "title": "Ceylon"}"#), in: "b")
        func found(_ query: String, by store: ProductStore) throws -> [String] {
            let request = SearchRequest(query, locale: english, relax: .never)
            return try store.snapshot().engine.search(request).hits.map { $0.catalog + "/" + $0.id }
        }
        try await store.renameCatalog("a", to: "b", swaps: true)
        #expect(try found("assam", by: store) == ["b/1"])
        #expect(try found("ceylon", by: store) == ["a/2"])
        #expect(try await store.ids(in: "a") == ["2"])
        // The id of a deleted catalog is free.
        try await store.putCatalog("c")
        try await store.deleteCatalog("c")
        let last = try await store.renameCatalog("a", to: "c")
        try await store.put(bytes(#"{"id": "3", "title": "Darjeeling"}"#), in: "c")
        #expect(try found("ceylon", by: store) == ["c/2"])
        #expect(try found("darjeeling", by: store) == ["c/3"])
        #expect(try await store.allCatalogs().map(\.id) == ["b", "c"])
        await #expect(throws: StoreError.notFound(.catalog("a"))) {
            try await store.renameCatalog("a", to: "d")
        }
        await #expect(throws: StoreError.notFound(.catalog("d"))) {
            try await store.renameCatalog("b", to: "d", swaps: true)
        }
        await #expect(throws: StoreError.self) { try await store.renameCatalog("b", to: "c") }
        #expect(await follower.isSearched(last.revision, within: .seconds(10)))
        #expect(try found("assam", by: follower) == ["b/1"])
        #expect(try found("ceylon", by: follower) == ["c/2"])
    }

    @Test(arguments: StoreKind.available)
    func keysAreKeptUntilTheyAreDeleted(kind: StoreKind) async throws {
        let tested = try TestedStore(kind)
        let store = try tested.open()
        try await store.insertFirstAccessKeys([StoredAccessKey(uid: "k", json: bytes("{}"))])
        await #expect(throws: StoreError.self) { try await store.insertAccessKey("k", json: []) }
        let others = [StoredAccessKey(uid: "l", json: [])]
        await #expect(throws: StoreError.self) { try await store.insertFirstAccessKeys(others) }
        try await store.patchAccessKey("k", with: bytes(#"{"a":1}"#))
        #expect(try await store.accessKeys() == [StoredAccessKey(uid: "k", json: bytes(#"{"a":1}"#))])
        try await store.deleteAccessKey("k")
        #expect(try await store.accessKeys().isEmpty)
    }

    @Test(arguments: StoreKind.available)
    func changesBringNothingBackThatWasDeleted(kind: StoreKind) async throws {
        let tested = try TestedStore(kind)
        let store = try await tested.open(with: "a")
        let noKey = StoreError.notFound(.accessKey(uid: "k"))
        await #expect(throws: noKey) { try await store.patchAccessKey("k", with: bytes("{}")) }
        await #expect(throws: noKey) { try await store.deleteAccessKey("k") }
        let rule = bytes(#"{"hide": ["1"]}"#)
        await #expect(throws: StoreError.conflict(current: nil)) {
            try await store.putRule("r", json: rule, of: "a", if: .present)
        }
        #expect(try await store.rules(of: "a").isEmpty)
        let seen = try #require(store.snapshot().catalogRevisions["a"])
        let lines = (0..<1_200).map { #"{"id": "\#($0)"}"# + "\n" }.joined()
        _ = try await store.load(bytes(lines), into: "a")
        let load = try await store.load(
            bytes(#"{"id": "0", "title": "old"}"#), into: "a", mode: .whole, if: .revision(seen))
        #expect(load.recordCount == 0 && load.failure != nil)
        // Records are rewritten from their newest versions, not from those read earlier.
        async let deletion = store.delete("999", in: "a")
        try await store.rewriteRecords(of: "a") { bytes(#"{"id": "\#($0.id)", "title": "new"}"#) }
        _ = try await deletion
        #expect(try await store.catalog("a").recordCount == 1_199)
        #expect(try await text(store.record("1", in: "a").json).contains("new"))
        await #expect(throws: StoreError.notFound(.catalog("b"))) {
            try await store.rewriteRecords(of: "b") { $0.json }
        }
    }

    @Test(arguments: StoreKind.available)
    func deletedCatalogTakesItsRecordsAlong(kind: StoreKind) async throws {
        let tested = try TestedStore(kind)
        let store = try tested.open()
        try await store.putCatalog("a")
        let old = try await store.put(bytes(#"{"id": "1", "title": "Assam"}"#), in: "a")
        try await store.deleteCatalog("a")
        #expect(try store.count("assam") == 0)
        await #expect(throws: StoreError.notFound(.catalog("a"))) { try await store.catalog("a") }
        await #expect(throws: StoreError.notFound(.catalog("a"))) { try await store.record("1", in: "a") }
        await #expect(throws: StoreError.notFound(.catalog("a"))) {
            try await store.put(bytes("{}"), in: "a")
        }
        await #expect(throws: StoreError.notFound(.catalog("a"))) { try await store.deleteCatalog("a") }
        let new = try await store.putCatalog("a")
        #expect(new.revision > old.revision)
        #expect(new.isNew)
        #expect(try await store.catalog("a").recordCount == 0)
    }

    @Test(arguments: ["", ".a", "a/b", "ä", "a b", String(repeating: "a", count: 129)])
    func idsThatNotEveryProgramTakesAreRefused(id: String) async throws {
        let tested = try TestedStore(.sqlite)
        let store = try tested.open()
        await #expect(throws: StoreError.invalidCatalogIdentifier(id)) { try await store.putCatalog(id) }
        #expect(try await store.allCatalogs().isEmpty)
    }

    @Test(arguments: ["", "[]", #"{"fields": 5}"#, #"{"scopes": [{}]}"#, "{"])
    func descriptionsThatCannotBeUsedAreRefused(json: String) async throws {
        let tested = try TestedStore(.sqlite)
        let store = try tested.open()
        try await store.putCatalog("a", description: bytes(#"{"label": "A"}"#))
        let error = await #expect(throws: StoreError.self) {
            try await store.putCatalog("a", description: bytes(json))
        }
        guard case .invalidDescription(let diagnostics) = error else {
            return #expect(Bool(false), "\(String(describing: error))")
        }
        #expect(!diagnostics.isEmpty)
        #expect(try await store.catalog("a").json == bytes(#"{"label": "A"}"#))
    }

    @Test(arguments: StoreKind.available)
    func newDescriptionReadsAllRecordsAgain(kind: StoreKind) async throws {
        let tested = try TestedStore(kind)
        let store = try tested.open()
        try await store.putCatalog("a")
        try await store.put(bytes(#"{"id": "1", "title": "Assam", "origin": "India"}"#), in: "a")
        try await store.put(bytes(#"{"id": "2", "title": "Mint", "origin": 5}"#), in: "a")
        #expect(try store.count("india") == 0)
        let result = try await store.putCatalog("a", description: bytes(#"{"fields": ["title", "origin"]}"#))
        #expect(try store.count("india") == 1)
        // A value that is not a text cannot be searched as one. The record stays, and each start reports it.
        #expect(result.unusable.map(\.id) == ["2"])
        #expect(result.unusable.first?.diagnostics.map(\.messageKey) == ["RecordWrongType: %1$@ %2$@"])
        #expect(try store.count("mint") == 0)
        #expect(try await store.ids(in: "a") == ["1", "2"])
        try await store.close()
        let reopened = try tested.open()
        #expect(reopened.unusableRecords == result.unusable)
        #expect(try reopened.count("india") == 1)
        try await reopened.putCatalog("a")
        #expect(try reopened.count("mint") == 1)
    }

    @Test(arguments: StoreKind.available)
    func descriptionIsChangedOnlyAsItIsExpected(kind: StoreKind) async throws {
        let tested = try TestedStore(kind)
        let store = try tested.open()
        await #expect(throws: StoreError.conflict(current: nil)) {
            try await store.putCatalog("a", if: .revision(Revision(1)))
        }
        let first = try await store.putCatalog("a", if: .absent).revision
        await #expect(throws: StoreError.conflict(current: first)) {
            try await store.putCatalog("a", if: .absent)
        }
        // New records do not change the description.
        let record = try await store.put(bytes(#"{"id": "1"}"#), in: "a")
        #expect(try await store.catalog("a").descriptionRevision == first)
        #expect(try await store.catalog("a").revision == record.revision)
        let second = try await store.putCatalog("a", if: .revision(first)).revision
        await #expect(throws: StoreError.conflict(current: second)) {
            try await store.deleteCatalog("a", if: .revision(first))
        }
        try await store.deleteCatalog("a", if: .revision(second))
    }
}
