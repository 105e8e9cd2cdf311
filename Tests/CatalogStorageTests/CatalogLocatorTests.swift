// Paths lead to the right catalogs.

import CatalogSearch
import CatalogStorage
import Files
import Localization
import Testing
import TestSupport

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

    @Test func whatCannotBeUsedIsReportedAndTheRestGoesOn() {
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

    @Test func onlyRegularFilesOfAFolderAreCatalogs() throws {
        try withTemporaryFolder { (folder) throws in
            try makePipe(folder + "/a.jsonl")
            try link(folder + "/b.csv", to: "/dev/zero")
            try makeFile(folder + "/c.jsonl", "{}")
            try link(folder + "/d.jsonl", to: "c.jsonl")
            let location = CatalogLocator().locate([folder])
            #expect(location.files.map(\.id) == ["c", "d"])
            #expect(location.diagnostics.map(\.kind) == [.notRegular, .notRegular])
            #expect(location.diagnostics.map(\.file) == [folder + "/a.jsonl", folder + "/b.csv"])
        }
    }

    /// A link names no file of another folder, unless the user names the link.
    @Test func aLinkInAFolderDoesNotLeadOutOfIt() throws {
        try withTemporaryFolder { (outside) throws in
            let folder = outside + "/shop"
            try makeFile(outside + "/secret.csv", "id\n1\n")
            try makeFolder(outside + "/de.lproj")
            try makeFile(outside + "/de.lproj/Texts.strings", #""secret" = "text";"#)
            try makeFolder(folder)
            try makeFolder(folder + "/..data")
            try makeFile(folder + "/..data/b.jsonl", "{}")
            try link(folder + "/a.csv", to: "../secret.csv")
            try link(folder + "/b.jsonl", to: "..data/b.jsonl")
            let location = CatalogLocator().locate([folder])
            #expect(location.files.map(\.id) == ["b"])
            #expect(location.diagnostics.map(\.kind) == [.leadsOut])
            #expect(CatalogLocator().locate([folder + "/a.csv"]).files.map(\.id) == ["a"])
            try makeFile(outside + "/secret.json", "{}")
            try makeFile(folder + "/c.jsonl", "{}")
            try link(folder + "/c.catalog.json", to: "../secret.json")
            let described = CatalogLocator().locate([folder])
            #expect(described.files.map(\.id) == ["b"])
            #expect(described.diagnostics.map(\.file) == ["/a.csv", "/c.catalog.json"].map { folder + $0 })

            try link(folder + "/de.lproj", to: "../de.lproj")
            let texts = try #require(CatalogLocator().locate([folder]).files.first)
            let reading = CatalogReader(texts).read { (record: CatalogRecord) throws(Never) in }
            #expect(reading.recordCount == 0)
            #expect(reading.diagnostics.kept.map(\.kind).contains(.leadsOut))
        }
    }

    @Test func aPipeIsACatalogIfItIsNamedAndThatIsWanted() throws {
        try withTemporaryFolder { (folder) throws in
            let path = folder + "/a.jsonl"
            try makePipe(path)
            #expect(CatalogLocator().locate([path]).files.map(\.path) == [path])
            let location = CatalogLocator(acceptsPipes: false).locate([path])
            #expect(location.files == [])
            #expect(location.diagnostics.map(\.kind) == [.notRegular])
        }
    }

    @Test func pipesBesideCatalogsAndInThemAreNotRead() throws {
        try withTemporaryFolder { (folder) throws in
            try makeFile(folder + "/a.jsonl", #"{"id":"1"}"#)
            try makePipe(folder + "/a.catalog.json")
            try makeFolder(folder + "/de.lproj")
            try makePipe(folder + "/de.lproj/Texts.strings")
            let files = CatalogLocator().locate([folder]).files
            let readings = files.map { CatalogReader($0).read { (record: CatalogRecord) throws(Never) in } }
            #expect(readings.map(\.recordCount) == [0, 1])
            for reading in readings { #expect(reading.diagnostics.kept.map(\.kind) == [.notRegular]) }
            let texts = try LocalizationReader().read(
                folder: folder, locales: [LocaleIdentifier("de")!], tables: ["Texts"])
            #expect(texts.failures.map(\.isNotRegular) == [true])
        }
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
