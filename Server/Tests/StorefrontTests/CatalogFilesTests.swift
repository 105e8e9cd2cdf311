// Catalog files are served in their current state, and broken ones in their last good state.

import CatalogSearch
import CatalogStorage
import StorefrontTestSupport
import Testing

@testable import Storefront

@Suite struct CatalogFilesTests {
    private let folder: TemporaryFolder
    private let log = LogKeeper()

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(Self.lines("Assam", "Gyokuro"), to: "files/teas.jsonl")
    }

    private static func lines(_ titles: String...) -> String {
        titles.map { #"{"id": "\#($0)", "title": {"en": "\#($0)"}}"# + "\n" }.joined()
    }

    private func files(_ paths: String..., cached: Bool = false) -> CatalogFiles {
        CatalogFiles(
            paths.map { folder.path + "/" + $0 },
            cache: cached ? IndexCache(folder: folder.path + "/cache") : nil, logger: log.logger
        ) { $0.messageKey }
    }

    /// The titles in each catalog, found by a search.
    private func titles(_ files: CatalogFiles) throws -> [String: [String]] {
        let engine = SearchEngine(files.current.catalogs)
        var titles: [String: [String]] = [:]
        for catalog in engine.catalogs {
            let id = catalog.description.id
            var request = SearchRequest("", locale: english, limit: 100)
            request.catalogs = [id]
            titles[id] = try engine.search(request).hits.map(\.id).sorted()
        }
        return titles
    }

    @Test(arguments: [false, true])
    func filesAreServedFromTheStart(cached: Bool) async throws {
        let files = files("files", cached: cached)
        #expect(await files.refresh(atOnce: true))
        #expect(try titles(files) == ["teas": ["Assam", "Gyokuro"]])
        #expect(files.identifiers == ["teas"])
        #expect(try folder.names().contains("cache") == cached)
        #expect(await !files.refresh())
    }

    @Test(arguments: [false, true])
    func changedFileIsServedWhenNobodyWritesItAnyMore(cached: Bool) async throws {
        let files = files("files", cached: cached)
        _ = await files.refresh(atOnce: true)
        let before = files.current.fingerprint
        try folder.write(Self.lines("Assam", "Mint"), to: "files/teas.jsonl")
        #expect(await !files.refresh())
        try folder.write(Self.lines("Assam", "Mint", "Rose"), to: "files/teas.jsonl")
        #expect(await !files.refresh())
        #expect(try titles(files) == ["teas": ["Assam", "Gyokuro"]])
        #expect(files.current.fingerprint == before)
        #expect(await files.refresh())
        #expect(try titles(files) == ["teas": ["Assam", "Mint", "Rose"]])
        #expect(files.current.fingerprint != before)
        #expect(await !files.refresh())
    }

    @Test func filesComeAndGo() async throws {
        let files = files("files")
        _ = await files.refresh(atOnce: true)
        try folder.write(Self.lines("Mocha"), to: "files/coffees.jsonl")
        #expect(await !files.refresh())
        #expect(await files.refresh())
        #expect(try titles(files) == ["coffees": ["Mocha"], "teas": ["Assam", "Gyokuro"]])
        try folder.remove("files/teas.jsonl")
        #expect(await files.refresh())
        #expect(try titles(files) == ["coffees": ["Mocha"]])
    }

    @Test(arguments: [false, true])
    func catalogThatBreaksIsServedAsItWas(cached: Bool) async throws {
        try folder.write("id,title[en]\n1,Mocha\n", to: "files/coffees.csv")
        let files = files("files", cached: cached)
        _ = await files.refresh(atOnce: true)
        // A table without a column of ids.
        try folder.write("Mocha\nJava\n", to: "files/coffees.csv")
        for _ in 0..<4 { #expect(await !files.refresh()) }
        #expect(try titles(files)["coffees"] == ["1"])
        #expect(log.count("coffees.csv") == 1, "it is reported once")
        try folder.write("id,title[en]\n2,Java\n", to: "files/coffees.csv")
        _ = await files.refresh()
        #expect(await files.refresh())
        #expect(try titles(files)["coffees"] == ["2"])
    }

    @Test func sidecarChangesItsCatalog() async throws {
        let files = files("files")
        _ = await files.refresh(atOnce: true)
        for scope in ["black", "green tea"] {
            try folder.write(#"{"scopes": ["\#(scope)"]}"#, to: "files/teas.catalog.json")
            #expect(await !files.refresh())
            #expect(await files.refresh())
            #expect(files.current.catalogs.map { $0.description.scopes.map(\.id) } == [[scope]])
        }
        try folder.remove("files/teas.catalog.json")
        _ = await files.refresh()
        #expect(await files.refresh())
        #expect(files.current.catalogs.map(\.description.scopes.isEmpty) == [true])
    }

    @Test func foldersOfTranslationsAreLookedIntoAsAWhole() async throws {
        try folder.write(#""Tea" = "Tee";"#, to: "files/app/de.lproj/Localizable.strings")
        let files = files("files/app")
        _ = await files.refresh(atOnce: true)
        #expect(files.current.catalogs.map(\.recordCount) == [1])
        try folder.write(
            #""Tea" = "Tee"; "Coffee" = "Kaffee";"#, to: "files/app/de.lproj/Localizable.strings")
        _ = await files.refresh()
        #expect(await files.refresh())
        #expect(files.current.catalogs.map(\.recordCount) == [2])
    }

    @Test func whatIsWrongWithPathsIsReportedOnceAndAgainWhenItChanges() async throws {
        let files = files("files", "none")
        for _ in 0..<3 { _ = await files.refresh() }
        #expect(log.count("/none: CatalogMissing") == 1)
        try folder.write(Self.lines("Mocha"), to: "none/coffees.jsonl")
        _ = await files.refresh()
        _ = await files.refresh()
        #expect(files.identifiers == ["coffees", "teas"])
        try folder.remove("none")
        #expect(await files.refresh())
        #expect(log.count("/none: CatalogMissing") == 2)
    }

    @Test func recordsThatCannotBeUsedAreReportedWithTheirPlaces() async throws {
        try folder.write(Self.lines("Assam") + "{broken\n" + Self.lines("Mint"), to: "files/teas.jsonl")
        let files = files("files")
        _ = await files.refresh(atOnce: true)
        #expect(try titles(files) == ["teas": ["Assam", "Mint"]])
        #expect(log.count("/files/teas.jsonl:2: ") == 1)
        #expect(log.count("Records left out") == 1)
    }

    // MARK: Indexes

    private var segment: String {
        get throws {
            let name = try folder.names(below: "cache").first { $0.hasSuffix(".segment") }
            return "cache/" + (try #require(name))
        }
    }

    @Test func indexThatWasCutIsBuiltAnew() async throws {
        _ = await files("files", cached: true).refresh(atOnce: true)
        let segment = try segment
        let whole = try folder.bytes(of: segment)
        try folder.remove(segment)
        try folder.write(Array(whole[..<(whole.count / 2)]), to: segment)
        let again = files("files", cached: true)
        #expect(await again.refresh(atOnce: true))
        #expect(try titles(again) == ["teas": ["Assam", "Gyokuro"]])
    }

    @Test func indexThatASearchFindsDamagedIsBuiltAnew() async throws {
        let files = files("files", cached: true)
        _ = await files.refresh(atOnce: true)
        let before = try segment
        files.noteDamage(of: "teas")
        files.noteDamage(of: "what is not there")
        #expect(await files.refresh())
        #expect(try titles(files) == ["teas": ["Assam", "Gyokuro"]])
        #expect(try segment != before, "nobody trusts the old one")
        #expect(await !files.refresh())
    }

    @Test func whereNoIndexCanBeKeptFilesAreReadIntoMemory() async throws {
        try folder.write("a file in the place of the folder", to: "cache")
        let files = files("files", cached: true)
        #expect(await files.refresh(atOnce: true))
        #expect(try titles(files) == ["teas": ["Assam", "Gyokuro"]])
        #expect(log.count("Index not kept") == 1)
    }
}
