// Each policy opens catalogs as documented, and the store reports what happened.

import CatalogSearch
import CatalogStorage
import Files
import Testing
import TestSupport

@Suite struct CatalogStoreTests {
    /// A folder with a catalog and a place for a cache.
    private func withStore(
        _ lines: String = #"{"id":"a","title":"Apfel"}"# + "\n",
        _ body: (CatalogStore, String) async throws -> Void
    ) async throws {
        try await withTemporaryFolder { (folder) async throws in
            try makeFolder(folder + "/files")
            try makeFile(folder + "/files/shop.jsonl", lines)
            try await body(CatalogStore(cache: IndexCache(folder: folder + "/cache")), folder + "/files")
        }
    }

    private func file(_ folder: String) -> CatalogFile { CatalogFile(path: folder + "/shop.jsonl")! }

    private func ids(_ engine: SearchEngine) throws -> [String] {
        let english = LocaleIdentifier("en")!
        return try engine.search(SearchRequest("", locale: english, chain: [english])).hits.map(\.id).sorted()
    }

    @Test func anIndexIsBuiltAndThenOpened() async throws {
        try await withStore { (store, folder) async throws in
            let built = await store.open([folder])
            #expect(built.catalogs.map(\.source) == [.builtIndex(.missing)])
            #expect(try ids(built.engine) == ["a"])
            let opened = await store.open([folder])
            #expect(opened.catalogs.map(\.source) == [.index])
            #expect(try ids(opened.engine) == ["a"])
            #expect(opened.diagnostics.isEmpty)
        }
    }

    @Test func aChangedCatalogIsIndexedAgain() async throws {
        try await withStore { (store, folder) async throws in
            _ = await store.open([folder])
            try makeFile(file(folder).path, #"{"id":"bb","title":"Birne"}"# + "\n")
            let opened = await store.open(file(folder))
            #expect(opened.source == .builtIndex(.stale))
            #expect(try ids(SearchEngine([try #require(opened.index)])) == ["bb"])
        }
    }

    @Test(arguments: [(CatalogStore.Policy.rebuild, IndexFault.missing), (.repair, .damaged)])
    func anIndexThatIsCurrentIsBuiltAgainOnRequest(
        policy: CatalogStore.Policy, fault: IndexFault
    ) async throws {
        try await withStore { (store, folder) async throws in
            let read = await store.open(file(folder), policy: .readOnly)
            #expect(read.source == .memory(.notWanted))
            #expect(read.index?.recordCount == 1)
            #expect(!exists(folder + "/../cache"))
            _ = await store.open(file(folder))
            #expect(await store.open(file(folder), policy: .readOnly).source == .index)
            #expect(await store.open(file(folder), policy: .memory).source == .memory(.notWanted))
            #expect(await CatalogStore().open(file(folder)).source == .memory(.notWanted))
        }
    }

    @Test func afterTheFirstFailureToWriteNoMoreIndexesAreBuilt() async throws {
        try await withStore { (store, folder) async throws in
            try makeFile(folder + "/tea.jsonl", #"{"id":"t"}"# + "\n")
            try makeFile(folder + "/../cache", "a file in the place of the folder")
            let opened = await store.open([folder])
            guard case .memory(.notWritten(let error))? = opened.catalogs.first?.source else {
                Issue.record("\(opened.catalogs.map(\.source))")
                return
            }
            #expect(!error.message.isEmpty)
            #expect(opened.catalogs.last?.source == .memory(.notWanted))
            #expect(try ids(opened.engine) == ["a", "t"])
        }
    }

    @Test func aFileThatIsNoCatalogHasNoIndex() async throws {
        try await withStore { (store, folder) async throws in
            try makeFile(folder + "/table.csv", "a,b\n1,2\n")
            let opened = await store.open([folder, folder + "/none"])
            #expect(opened.catalogs.map(\.index?.recordCount) == [1, nil])
            #expect(opened.catalogs.map(\.source) == [.builtIndex(.missing), .memory(.unusable)])
            #expect(opened.engine.catalogs.map(\.description.id) == ["shop"])
            #expect(
                opened.diagnostics.map(\.kind) == [
                    .missing,
                    .noIdentifierColumn(columns: "a, b", separator: ",", encoding: "UTF-8", mapping: "#=id"),
                ])
        }
    }

    @Test func eventsSayWhyAndHowFar() async throws {
        try await withStore { (store, folder) async throws in
            var events: [String] = []
            let report = { (event: CatalogStore.Event) in
                let word =
                    switch event {
                    case .building(let fault): "building \(fault)"
                    case .progress: "progress"
                    case .noIndex(let reason): "no index: \(reason)"
                    case .reading: "reading"
                    }
                if events.last != word { events.append(word) }
            }
            _ = await store.open(file(folder), report: report)
            _ = await store.open(file(folder), report: report)
            _ = await store.open(file(folder), policy: .memory, report: report)
            #expect(
                events == [
                    "building \(IndexFault.missing)", "progress", "no index: notWanted", "reading",
                ])
        }
    }
}
