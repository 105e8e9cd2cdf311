// Paths lead to the right catalogs.

import Storage
import TestSupport
import Testing

@Suite struct CatalogLocatorTests {
    @Test func aFolderStandsForTheCatalogsInIt() {
        let files = InMemoryFileSystem([
            "shop/b.jsonl": "", "shop/a.json": "", "shop/c.CSV": "", "shop/d.tsv": "", "shop/e.ndjson": "",
            "shop/a.catalog.json": "{}", "shop/README.md": "", "shop/.hidden.jsonl": "",
            "shop/deep/f.jsonl": "",
        ])
        let location = CatalogLocator(fileSystem: files).locate(["shop/"])
        #expect(location.files.map(\.id) == ["a", "b", "c", "d", "e"])
        #expect(location.files.map(\.format) == [.json, .jsonLines, .csv, .tsv, .jsonLines])
        #expect(location.files[1].path == "shop/b.jsonl")
        #expect(location.files[1].sidecarPath == "shop/b.catalog.json")
        #expect(location.diagnostics == [])
    }

    @Test func whatCannotBeUsedIsToldAndTheRestGoesOn() {
        let files = InMemoryFileSystem([
            "a.jsonl": "", "deep/a.csv": "", "notes.txt": "", "a.catalog.json": "", "none/.x.jsonl": "",
            "locked.jsonl": "",
        ])
        files.fail("locked.jsonl", code: 13)
        let paths = ["a.jsonl", "missing", "notes.txt", "a.catalog.json", "none", "deep", "locked.jsonl"]
        let location = CatalogLocator(fileSystem: files).locate(paths)
        #expect(location.files.map(\.path) == ["a.jsonl"])
        #expect(
            location.diagnostics.map(\.file) == [
                "missing", "notes.txt", "a.catalog.json", "none", "deep/a.csv", "locked.jsonl",
            ])
        #expect(
            location.diagnostics.map(\.messageKey) == [
                "CatalogMissing", "CatalogFormatUnknown", "CatalogFormatUnknown", "CatalogFolderEmpty",
                "CatalogNameTwice: %@", "CatalogUnreadable: %@",
            ])
        #expect(location.diagnostics[4].arguments == [.text("a")])
    }

    @Test func aFileGivenBesideItsFolderIsOneCatalog() {
        let files = InMemoryFileSystem(["shop/a.jsonl": ""])
        let location = CatalogLocator(fileSystem: files).locate(["./shop/a.jsonl", "shop", "shop//a.jsonl"])
        #expect(location.files.map(\.path) == ["./shop/a.jsonl"])
        #expect(location.diagnostics == [])
    }

    @Test func aLinkThatLeadsNowhereIsMissing() throws {
        try withTemporaryFolder { (folder) throws in
            try link(folder + "/a.jsonl", to: "nowhere")
            let location = CatalogLocator().locate([folder])
            #expect(location.files == [])
            #expect(location.diagnostics.map(\.kind) == [.missing])
        }
    }
}
