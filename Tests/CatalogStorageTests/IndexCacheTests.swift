// An index is used exactly as long as it matches its catalog.

import CatalogSearch
import Testing
import TestSupport

@testable import CatalogStorage
@testable import Files

@Suite struct IndexCacheTests {
    /// A folder with a catalog and a cache.
    private struct Shop {
        let folder: String
        var cache: IndexCache { cache(memoryBudget: 600 << 20) }
        var catalogPath: String { folder + "/shop.jsonl" }
        var file: CatalogFile { CatalogFile(path: catalogPath)! }

        func cache(memoryBudget: Int) -> IndexCache {
            IndexCache(folder: folder + "/cache", memoryBudget: memoryBudget, patience: 200)
        }

        func write(_ titles: [String]) throws {
            try makeFile(catalogPath, titles.map { #"{"id":"\#($0)","title":"\#($0)"}"# + "\n" }.joined())
        }

        /// Builds the index; fails if that is not possible.
        @discardableResult
        func build(
            _ cache: IndexCache? = nil, because fault: IndexFault = .missing, isForced: Bool = false
        ) async throws -> LoadedCatalog {
            guard
                case .done(let catalog) = try await (cache ?? self.cache).build(
                    file, because: fault, isForced: isForced)
            else { throw Unexpected() }
            return catalog
        }

        /// The index's folder.
        var indexFolder: String {
            get throws { folder + "/cache/" + (try names(inFolder: folder + "/cache")[0]) }
        }

        /// The names of the index's files with this suffix.
        func files(_ suffix: String) throws -> [String] {
            try names(inFolder: indexFolder).filter { $0.hasSuffix(suffix) }
        }

        /// Sets the catalog's time to an hour ago, so that the time can be trusted.
        func age() throws { try setModificationTime(of: catalogPath, secondsAgo: 3_600) }
    }

    private struct Unexpected: Error {}

    private func withShop(_ body: (Shop) async throws -> Void) async throws {
        try await withTemporaryFolder { (folder) async throws in
            let shop = Shop(folder: folder)
            try shop.write(["Apfel", "Birne"])
            try await body(shop)
        }
    }

    /// The fault of the index; `nil` if it can be used.
    private func fault(_ shop: Shop) -> IndexFault? {
        do throws(IndexFault) {
            _ = try shop.cache.open(shop.file)
            return nil
        } catch {
            return error
        }
    }

    private func ids(_ catalog: LoadedCatalog) throws -> [String] {
        try catalog.segments.flatMap { segment in
            try (0..<segment.recordCount).map { try segment.record($0).id }
        }
    }

    @Test func anIndexIsFoundWhereItWasBuilt() async throws {
        try await withShop { shop in
            #expect(fault(shop) == .missing)
            let built = try await shop.build()
            #expect(try ids(built) == ["Apfel", "Birne"])
            #expect(fault(shop) == nil)
            let opened = try shop.cache.open(shop.file)
            #expect(try ids(opened) == ["Apfel", "Birne"])
        }
    }

    @Test func anIndexSaysWhatReadingTheCatalogSaid() async throws {
        try await withShop { shop in
            try makeFile(
                shop.catalogPath,
                #"{"id":"a","type":"x","title":{"de":"Apfel","de-u-co-phonebk":"A"}}"#
                    + "\n{\n[]\n{\"id\":\"a\"}\n")
            try makeFile(
                shop.folder + "/shop.catalog.json",
                #"""
                {"label":{"de":"Laden","sr-Latn":"Radnja"},"defaultLocale":"de_AT","title":"title","fields":["title",5],
                "scopes":[{"id":"y","label":"ScopeY"},"z"],"synonyms":[["a","\u00fc\"b"]]}
                """#)
            let read = CatalogReader(shop.file).read { (_: CatalogRecord) in }
            #expect(read.diagnostics.kept.count == 4)
            let built = try await shop.build()
            #expect(built.reading == read)
            #expect(try shop.cache.open(shop.file).reading == read)
        }
    }

    @Test func whereverItIsRequestedItsFindingsNameTheFileAsItIsCalledThere() async throws {
        try await withShop { shop in
            try makeFile(shop.catalogPath, "{\n")
            try await shop.build()
            let spelled = shop.folder + "//./shop.jsonl"
            let reading = try shop.cache.open(CatalogFile(path: spelled)!).reading
            #expect(reading.diagnostics.kept.map(\.file) == [spelled])
        }
    }

    @Test func aChangedCatalogIsNoticed() async throws {
        try await withShop { shop in
            try await shop.build()
            try shop.write(["Apfel", "Pflaume"])
            #expect(fault(shop) == .stale)
            let built = try await shop.build(because: .stale)
            #expect(try ids(built) == ["Apfel", "Pflaume"])
            #expect(try shop.files(".segment").count == 1)
        }
    }

    @Test func aChangeWithinTheClocksStepThatKeepsTheSizeIsNoticed() async throws {
        try await withShop { shop in
            for titles in [["Apfel", "Birna"], ["Apfel", "Birnb"], ["Apfel", "Birnc"]] {
                try shop.write(titles)
                let built = try await shop.build(isForced: true)
                #expect(try ids(built) == titles)
                try shop.write([titles[1], titles[0]])
                #expect(fault(shop) == .stale)
            }
        }
    }

    @Test func aChangeThatKeepsSizeAndTimeIsNoticed() async throws {
        try await withShop { shop in
            try shop.age()
            try await shop.build()
            #expect(fault(shop) == nil)
            try shop.write(["Apfel", "Birnf"])
            try shop.age()
            #expect(fault(shop) == .stale)
        }
    }

    @Test func aCatalogThatWasOnlyTouchedIsTheSame() async throws {
        try await withShop { shop in
            try await shop.build()
            let manifest = try bytes(of: shop.indexFolder + "/manifest")
            try shop.age()
            #expect(fault(shop) == nil)
            #expect(try bytes(of: shop.indexFolder + "/manifest") != manifest)
            // Copied and renamed, so the inode differs.
            try makeFile(shop.folder + "/copy", try bytes(of: shop.catalogPath))
            try rename(shop.folder + "/copy", to: shop.catalogPath)
            #expect(fault(shop) == nil)
        }
    }

    @Test func aSidecarThatComesChangesOrGoesIsNoticed() async throws {
        try await withShop { shop in
            let sidecar = shop.folder + "/shop.catalog.json"
            try await shop.build()
            for text in [#"{"label":"A"}"#, #"{"label":"B"}"#] {
                try makeFile(sidecar, text)
                #expect(fault(shop) == .stale)
                try await shop.build(because: .stale)
                #expect(fault(shop) == nil)
            }
            try rename(sidecar, to: shop.folder + "/away")
            #expect(fault(shop) == .stale)
        }
    }

    @Test func twoCatalogsOfOneNameHaveIndexesOfTheirOwn() async throws {
        try await withShop { shop in
            try await shop.build()
            try makeFolder(shop.folder + "/other")
            let path = shop.folder + "/other/shop.jsonl"
            try makeFile(path, #"{"id":"x"}"#)
            #expect(throws: IndexFault.missing) { try shop.cache.open(CatalogFile(path: path)!) }
        }
    }

    @Test func anIndexOfAnotherCatalogIsNotUsed() async throws {
        try await withShop { shop in
            try await shop.build()
            let folder = try shop.indexFolder
            let other = CatalogFile(path: shop.folder + "/other.jsonl")!
            try makeFile(other.path, try bytes(of: shop.catalogPath))
            guard case .done = try await shop.cache.build(other, because: .missing) else {
                throw Unexpected()
            }
            let otherFolder = shop.folder + "/cache/" + (try names(inFolder: shop.folder + "/cache")[0])
            #expect(otherFolder != folder)
            // The manifest, and a segment under the name of the right one.
            let manifest = try bytes(of: folder + "/manifest")
            try makeFile(folder + "/manifest", try bytes(of: otherFolder + "/manifest"))
            #expect(fault(shop) == .foreign)
            try makeFile(folder + "/manifest", manifest)
            #expect(fault(shop) == nil)
            let segments = try [folder, otherFolder].map { folder in
                folder + "/" + (try names(inFolder: folder).first { $0.hasSuffix(".segment") } ?? "")
            }
            try makeFile(segments[0], try bytes(of: segments[1]))
            #expect(fault(shop) == .foreign)
        }
    }

    @Test func aLargeCatalogIsSeveralSegments() async throws {
        try await withShop { shop in
            let titles = (0..<5_000).map { "Nummer \(10_000 + $0)" }
            try shop.write(titles)
            let built = try await shop.build(shop.cache(memoryBudget: 1))
            #expect(built.segments.count == 3)
            #expect(try ids(built) == titles)
            let opened = try shop.cache.open(shop.file)
            #expect(try ids(opened) == titles)
            let again = try await shop.build(isForced: true)
            #expect(try ids(again) == titles)
            #expect(try shop.files(".segment").count == 1)
        }
    }

    @Test func aCatalogWithoutRecordsHasAnIndexToo() async throws {
        try await withShop { shop in
            try shop.write([])
            let built = try await shop.build()
            #expect(built.segments.isEmpty)
            let reading = try shop.cache.open(shop.file).reading
            #expect(reading.diagnostics.kept.map(\.kind) == [.empty])
        }
    }

    @Test func whatCannotBeReadTwiceHasNoIndex() async throws {
        try await withShop { shop in
            let pipe = CatalogFile(path: shop.folder + "/pipe.jsonl")!
            try makePipe(pipe.path, holding: #"{"id":"a"}"#)
            #expect(throws: IndexFault.missing) { try shop.cache.open(pipe) }
            guard case .unsuitable = try await shop.cache.build(pipe, because: .missing) else {
                throw Unexpected()
            }
            // It was not read.
            let reading = CatalogReader(pipe).read { (_: CatalogRecord) in }
            #expect(reading.recordCount == 1)
        }
    }

    @Test func aCatalogThatCannotBeReadHasNoIndex() async throws {
        try await withShop { shop in
            try makeFile(shop.catalogPath, [0xFF, 0xFE, 0x7B, 0])
            guard case .unreadable(let reading) = try await shop.cache.build(shop.file, because: .missing)
            else { throw Unexpected() }
            #expect(reading.diagnostics.kept.map(\.kind) == [.invalidUTF8(byte: 1)])
            #expect(fault(shop) == .missing)
        }
    }

    @Test func aCacheThatCannotBeWrittenIsAnError() async throws {
        try await withShop { shop in
            try makeFile(shop.folder + "/cache", "")
            let error = await #expect(throws: FileError.self) { try await shop.build() }
            #expect(error?.message.isEmpty == false)
        }
    }

    @Test func anIndexIsForItsUserAlone() async throws {
        try await withShop { shop in
            try await shop.build()
            let folder = try shop.indexFolder
            #expect(try permissions(of: shop.folder + "/cache") == 0o700)
            for name in try names(inFolder: folder) {
                #expect(try permissions(of: folder + "/" + name) == 0o600)
            }
        }
    }
}
