// An updated index gives the same results as its catalog.

import CatalogSearch
import Testing
import TestSupport

@testable import CatalogStorage

@Suite struct IndexUpdateTests {
    /// A catalog with lines that change, and a cache.
    private final class Shop {
        let folder: String
        var lines: [String]

        init(_ folder: String, count: Int = 40) throws {
            self.folder = folder
            lines = (0..<count).map { Self.line($0, version: 0) }
            try save()
        }

        static func line(_ number: Int, version: Int) -> String {
            #"{"id":"r\#(number)","type":"s\#(number % 3)","title":{"en":"Rose no \#(number)","de":"Rose \#(number)x\#(version)"},"#
                + #""summary":"version \#(version)","year":\#(1990 + number % 7),"popularity":\#(number % 5)}"#
        }

        var cache: IndexCache {
            IndexCache(folder: folder + "/cache", memoryBudget: 600 << 20, patience: 200)
        }
        var file: CatalogFile { CatalogFile(path: folder + "/shop.jsonl")! }
        var sidecar: String { folder + "/shop.catalog.json" }

        func save() throws { try makeFile(file.path, lines.map { $0 + "\n" }.joined()) }

        /// Builds or updates the index.
        @discardableResult
        func build(because fault: IndexFault = .stale, isForced: Bool = false) async throws -> LoadedCatalog {
            let outcome = try await cache.build(file, because: fault, isForced: isForced)
            guard case .done(let catalog) = outcome else { throw Unexpected() }
            return catalog
        }

        var indexFolder: String {
            get throws { folder + "/cache/" + (try names(inFolder: folder + "/cache")[0]) }
        }

        func files(_ suffix: String) throws -> [String] {
            try names(inFolder: indexFolder).filter { $0.hasSuffix(suffix) }
        }

        var manifest: IndexManifest {
            get throws { try IndexLocation(file, in: cache.folder).manifest(of: file) }
        }

        /// How many segments contain changes.
        var deltaCount: Int { get throws { try manifest.segments.count { $0.isDelta } } }
    }

    private struct Unexpected: Error {}

    private func withShop(_ body: (Shop) async throws -> Void) async throws {
        try await withTemporaryFolder { (folder) async throws in
            let shop = try Shop(folder)
            try await shop.build(because: .missing)
            try await body(shop)
        }
    }

    /// Compares a catalog's index to a scan of the catalog.
    private func check(_ loaded: LoadedCatalog, _ shop: Shop) throws {
        var records: [CatalogRecord] = []
        let reading = CatalogReader(shop.file).read { (record: CatalogRecord) in records.append(record) }
        #expect(loaded.reading == reading)
        let index = CatalogIndex(loaded.reading.description, segments: loaded.segments)
        let fresh = try CatalogIndex(reading.description, records: records)
        #expect(index.recordCount == fresh.recordCount)
        #expect(index.locales == fresh.locales)
        #expect(index.scopes == fresh.scopes)
        #expect(try index.recordCountsByLocale() == fresh.recordCountsByLocale())
        let chain = ["de", "en"].map { LocaleIdentifier($0)! }
        for query in ["", "rose", "x1", "1", "version 2", "no 3", "1994", "neu"] {
            for sort in [SearchRequest.SortOrder.relevance, .title, .year] {
                var request = SearchRequest(query, locale: chain[0], chain: chain)
                request.sort = sort
                let found = try SearchEngine([index]).search(request)
                let expected = try SearchEngine([fresh]).search(request)
                #expect(found.total == expected.total, "\(query)")
                #expect(found.scopes == expected.scopes, "\(query)")
                #expect(found.hits.map(\.id) == expected.hits.map(\.id), "\(query) \(sort)")
                #expect(found.hits.map(\.titleText) == expected.hits.map(\.titleText), "\(query)")
                #expect(found.hits.map(\.matches) == expected.hits.map(\.matches), "\(query)")
            }
        }
    }

    /// Saves the catalog, updates the index, and compares both, as updated and as opened again.
    private func update(_ shop: Shop) async throws {
        try shop.save()
        try check(try await shop.build(), shop)
        try check(try shop.cache.open(shop.file), shop)
    }

    @Test func onlyWhatChangedIsIndexedAnew() async throws {
        try await withShop { shop in
            let first = try shop.manifest.segments[0].file
            shop.lines[7] = Shop.line(7, version: 1)
            try await update(shop)
            let segments = try shop.manifest.segments
            #expect(segments.map(\.isDelta) == [false, true])
            #expect(segments[0].file == first)
            #expect(try shop.files(".deleted") == [segments[0].deleted])
            let opened = try shop.cache.open(shop.file).segments
            #expect(opened.map(\.recordCount) == [39, 1])
        }
    }

    @Test func recordsComeAndGo() async throws {
        try await withShop { shop in
            shop.lines.insert(Shop.line(100, version: 2), at: 3)
            try await update(shop)
            #expect(try shop.deltaCount == 1)
            #expect(try shop.files(".deleted").isEmpty)
            shop.lines.remove(at: 20)
            try await update(shop)
            #expect(try shop.deltaCount == 1)
            // From the delta, which becomes empty.
            shop.lines.remove(at: 3)
            try await update(shop)
            #expect(try shop.deltaCount == 0)
            #expect(try shop.files(".segment").count == 1)
            #expect(try shop.files(".deleted").count == 1)
        }
    }

    @Test func whatIsWrongIsSaidAsEver() async throws {
        try await withShop { shop in
            // Duplicates: the first one is used, here the old and below the new one.
            shop.lines.append(Shop.line(5, version: 3))
            try await update(shop)
            #expect(try shop.deltaCount == 0)
            shop.lines.insert(Shop.line(9, version: 4), at: 0)
            try await update(shop)
            #expect(try shop.deltaCount == 1)
            for line in [
                "{", "[]", #"{"title":"neu"}"#, #"{"id":"r50","title":{"xx-yyyyyyyyyyy":"neu"},"year":"?"}"#,
            ] {
                shop.lines[12] = line
                try await update(shop)
            }
            shop.lines.swapAt(0, 30)
            try await update(shop)
            #expect(try shop.manifest.segments.count > 1)
        }
    }

    @Test func theOrderOfLinesChangesNothing() async throws {
        try await withShop { shop in
            let segments = try shop.manifest.segments
            shop.lines.reverse()
            try await update(shop)
            #expect(try shop.manifest.segments == segments)
        }
    }

    @Test func scopesAndLocalesGoWithTheirLastRecord() async throws {
        try await withShop { shop in
            shop.lines[4] = #"{"id":"r4","type":"rare","title":{"el":"Ρόδο","de":"Rose neu"}}"#
            try await update(shop)
            // From the first segment, too.
            try await shop.build(because: .missing, isForced: true)
            #expect(try shop.manifest.segments.count == 1)
            shop.lines[4] = Shop.line(4, version: 0)
            try await update(shop)
            #expect(try shop.deltaCount == 1)
        }
    }

    @Test func manySmallChangesAreWrittenAsOne() async throws {
        try await withShop { shop in
            var counts: [Int] = []
            for number in 0..<7 {
                shop.lines[number] = Shop.line(number, version: 1)
                try await update(shop)
                counts.append(try shop.deltaCount)
            }
            #expect(counts == [1, 2, 3, 4, 1, 2, 3])
            #expect(try shop.files(".segment").count == 4)
            #expect(try shop.files(".deleted").count == 1)
        }
    }

    @Test func afterManyChangesTheIndexIsBuiltAnew() async throws {
        try await withShop { shop in
            for number in 0..<8 { shop.lines[number] = Shop.line(number, version: 1) }
            try await update(shop)
            #expect(try shop.deltaCount == 1)
            shop.lines[20] = Shop.line(20, version: 1)
            try await update(shop)
            #expect(try shop.manifest.segments.count == 1)
            #expect(try shop.files(".deleted").isEmpty)
            for number in 0..<9 { shop.lines[number] = Shop.line(number, version: 2) }
            try await update(shop)
            #expect(try shop.manifest.segments.count == 1)
            shop.lines.removeFirst(9)
            try await update(shop)
            #expect(try shop.manifest.segments.count == 1)
            #expect(try shop.files(".deleted").isEmpty)
        }
    }

    @Test func aSidecarThatChangesHowRecordsAreIndexedLeadsToANewIndex() async throws {
        try await withShop { shop in
            shop.lines[3] = Shop.line(3, version: 1)
            try await update(shop)
            try makeFile(shop.sidecar, #"{"label":"Laden","scopes":[{"id":"s1","label":"Eins"}]}"#)
            try await update(shop)
            #expect(try shop.manifest.segments.count == 2)
            try makeFile(shop.sidecar, #"{"fields":["summary","title"]}"#)
            try await update(shop)
            #expect(try shop.manifest.segments.count == 1)
            // Texts without a locale now have another one, so nearly all records change.
            try makeFile(shop.sidecar, #"{"fields":["summary","title"],"defaultLocale":"de"}"#)
            try await update(shop)
            #expect(try shop.manifest.segments.count == 1)
        }
    }

    @Test func aDamagedListOfDeletedRecordsIsNoticed() async throws {
        try await withShop { shop in
            shop.lines[3] = Shop.line(3, version: 1)
            try await update(shop)
            let path = try shop.indexFolder + "/" + (try shop.files(".deleted")[0])
            let whole = try bytes(of: path)
            for index in stride(from: 0, to: whole.count, by: 3) {
                var broken = whole
                broken[index] ^= 0x20
                try makeFile(path, broken)
                #expect(throws: IndexFault.self) { try shop.cache.open(shop.file) }
                try makeFile(path, Array(whole[..<index]))
                #expect(throws: IndexFault.self) { try shop.cache.open(shop.file) }
            }
            // A damaged index cannot be updated.
            shop.lines[4] = Shop.line(4, version: 1)
            try await update(shop)
            #expect(try shop.manifest.segments.count == 1)
            #expect(try shop.files(".deleted").isEmpty)
        }
    }

    @Test func theDeletedRecordsOfAnotherSegmentAreForeign() async throws {
        try await withShop { shop in
            shop.lines[3] = Shop.line(3, version: 1)
            shop.lines[4] = Shop.line(4, version: 1)
            try await update(shop)
            shop.lines[3] = Shop.line(3, version: 2)
            try await update(shop)
            let segments = try shop.manifest.segments
            #expect(segments.compactMap(\.deleted).count == 2)
            let folder = try shop.indexFolder
            try makeFile(
                folder + "/" + segments[0].deleted!, try bytes(of: folder + "/" + segments[1].deleted!))
            #expect(throws: IndexFault.foreign) { try shop.cache.open(shop.file) }
        }
    }

    @Test(arguments: 0..<3)
    func followsRandomChanges(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        try await withShop { shop in
            for version in 1...25 {
                for _ in 0..<Int.random(in: 1...3, using: &random) {
                    let place = Int.random(in: 0..<shop.lines.count, using: &random)
                    let line = Shop.line(Int.random(in: 0..<60, using: &random), version: version % 4)
                    switch Int.random(in: 0..<5, using: &random) {
                    case 0: shop.lines.insert(line, at: place)
                    case 1: shop.lines.remove(at: place)
                    case 2: shop.lines.append(shop.lines[place])
                    case 3: shop.lines[place] = "{"
                    default: shop.lines[place] = line
                    }
                }
                try await update(shop)
            }
        }
    }
}
