// Words find records by their ids, whatever the locales.

import ICU
import TestSupport
import Testing

@testable import CatalogSearch

@Suite struct IDSearchTests {
    private static let de = LocaleIdentifier("de")!
    private static let tr = LocaleIdentifier("tr")!
    private static let en = LocaleIdentifier("en")!
    private static let root = LocaleIdentifier("und")!

    private static let description = CatalogDescription(
        id: "packages", fields: ["id", "title", "description"])

    private static let records = [
        CatalogRecord(
            id: "vlc", texts: [.init(.title, en, "Media player"), .init(.description, en, "plays vlc files")]),
        CatalogRecord(id: "VLC-plugin.Ångström", texts: [.init(.title, de, "Zusatz")]),
        CatalogRecord(id: "libVLC-bin", texts: [.init(.title, en, "vlc"), .init(.title, de, "VLC")]),
        // Without any text, and with texts that could be taken for ids.
        CatalogRecord(id: "IRSSI 2"),
        CatalogRecord(
            id: "a", texts: [.init("id", de, "eigen"), .init("id", root, "own"), .init("und", en, "b")]),
        CatalogRecord(id: "b", texts: [.init(.title, root, "Wurzel vlc"), .init(.title, en, "ID")]),
    ]

    private static func comparison() async throws -> SearchComparison {
        try await SearchComparison(records, description, segmentSizes: [2])
    }

    @Test(
        arguments: [
            ("vlc", [de], ["vlc", "VLC-plugin.Ångström", "libVLC-bin"]),
            ("angstrom", [de], ["VLC-plugin.Ångström"]),
            ("angstrom", [LocaleIdentifier("sv")!], ["VLC-plugin.Ångström"]),
            // Ids are in no language: the dotless i of Turkish is that of the root.
            ("irssi", [tr], ["IRSSI 2"]), ("irssi", [tr, en], ["IRSSI 2"]), ("2", [de, en], ["IRSSI 2"]),
            ("plugin zusatz", [de], ["VLC-plugin.Ångström"]), ("plugin zusatz", [en], []),
            ("eigen", [de], []), ("own", [root, de], []), ("own", [de], []),
            ("wurzel", [root], ["b"]), ("wurzel", [de], []),
            ("vlc", [root], ["vlc", "VLC-plugin.Ångström", "libVLC-bin", "b"]),
            ("a", [LocaleIdentifier("th")!], ["VLC-plugin.Ångström", "a"]),
        ] as [(String, [LocaleIdentifier], [String])])
    func wordsFindIDsInEveryChain(
        query: String, chain: [LocaleIdentifier], ids: [String]
    ) async throws {
        let comparison = try await Self.comparison()
        var request = SearchRequest(query, locale: chain[0], chain: chain)
        request.relax = .never
        #expect(Set(try comparison.index.search(request).hits.map(\.id)) == Set(ids))
        for relax in Relaxation.Policy.allCases {
            request.relax = relax
            try comparison.expectSame(request)
        }
    }

    @Test(
        arguments: [
            ("AB-123 X", ["AB-123 X"]), (" ab-123 x ", ["AB-123 X"]), ("ab-124", ["ab-124"]),
            ("AB-124", ["ab-124"]), ("AB-123", []), ("ab-124 tulips", ["ab-124"]),
            ("-ab-124", ["AB-123 X", "ab-124", "7"]), ("7", ["7", "AB-123 X"]),
        ])
    func aWholeIDFindsItsRecordInAnyFields(query: String, ids: [String]) async throws {
        let records = [
            CatalogRecord(id: "AB-123 X", texts: [.init(.title, Self.en, "Rose 7")]),
            CatalogRecord(id: "ab-124", texts: [.init(.title, Self.en, "Tulip")]),
            CatalogRecord(id: "7", texts: [.init(.title, Self.en, "Lily")]),
        ]
        let comparison = try await SearchComparison(
            records, CatalogDescription(id: "flowers"), segmentSizes: [2])
        var request = SearchRequest(query, locale: Self.en, chain: [Self.en])
        try comparison.expectSame(request)
        let found = try comparison.index.search(request)
        #expect(Set(found.hits.map(\.id)) == Set(ids))
        if query == "7" {
            request.relax = .never
            #expect(try comparison.index.search(request).hits.map(\.id) == ["AB-123 X"])
        }
    }

    @Test func anIDIsNoStepDownTheChain() async throws {
        let comparison = try await Self.comparison()
        let request = SearchRequest("vlc", locale: Self.de, chain: [Self.de, Self.tr, Self.en])
        try comparison.expectSame(request)
        let hits = try comparison.index.search(request).hits
        // No record is behind because its id is in no language: a whole id, a
        // whole title and a word of an id.
        #expect(Set(hits.map(\.id)) == ["vlc", "libVLC-bin", "VLC-plugin.Ångström"])
        let points = Dictionary(uniqueKeysWithValues: hits.map { ($0.id, $0.rank.score) })
        #expect(points["vlc"] == 13_000 && points["VLC-plugin.Ångström"] == 9_000)
    }

    @Test func aHitSaysWhichPartOfTheIDMatched() async throws {
        let comparison = try await Self.comparison()
        for engine in [comparison.whole, comparison.index] {
            let results = try engine.search(
                SearchRequest("vlc bin", locale: Self.de, chain: [Self.de, Self.en]))
            let hit = try #require(results.hits.first)
            #expect(
                hit.matches == [
                    .init(field: .id, range: 3..<6), .init(field: .id, range: 7..<10),
                    .init(field: .title, range: 0..<3),
                ])
            #expect(hit.texts.map(\.field) == [.title])
            #expect(
                hit.explanation[1].locations == [
                    .init(
                        field: .id, locale: Self.root, match: .wholeWord, rule: .exact, matchedText: "bin",
                        score: 9_500)
                ])
        }
    }

    @Test func idsMakeNoLocale() async throws {
        let comparison = try await Self.comparison()
        let index = comparison.index.catalogs[0]
        #expect(index.locales == [Self.de, Self.en, Self.root])
        #expect(try index.recordCountsByLocale() == [Self.de: 3, Self.en: 4, Self.root: 2])
        for record in Self.records {
            let found = try #require(try comparison.index.record(record.id, in: "packages"))
            #expect(Set(found.texts) == Set(record.texts))
        }
        let engine = SearchEngine([
            CatalogIndex(
                Self.description,
                segments: [try await SearchComparison.segment([Self.records[3]], Self.description)])
        ])
        #expect(engine.catalogs[0].locales == [])
        #expect(try engine.search(SearchRequest("irssi", locale: Self.tr, chain: [Self.tr])).total == 1)
        #expect(try engine.search(SearchRequest("", locale: Self.tr, chain: [Self.tr])).total == 1)
    }

    @Test func idsAreSearchedOnlyWhereTheCatalogDeclaresThem() async throws {
        let catalogs = try [
            CatalogIndex(Self.description, records: Self.records),
            CatalogIndex(CatalogDescription(id: "others"), records: Self.records),
        ]
        var request = SearchRequest("plugin", locale: Self.de)
        #expect(try SearchEngine(catalogs).search(request).hits.map(\.catalog) == ["packages"])
        request.fields = [.title]
        #expect(try SearchEngine(catalogs).search(request).total == 0)
        request.fields = ["id"]
        #expect(try SearchEngine(catalogs).search(request).hits.map(\.catalog) == ["packages"])
        #expect(throws: SearchError.self) { try SearchEngine([catalogs[1]]).search(request) }
    }

    @Test func manyIDsAnswerAsAScan() async throws {
        var random = SeededGenerator(seed: 51)
        let parts = ["vlc", "lib", "rosen", "T-Shirt", "Ä", "b.1", "2001", "한글"]
        let records = IndexEqualityTests.records(100, ["de", "ja"], seed: 52).map { record in
            var record = record
            let id = (0..<3).map { _ in parts.randomElement(using: &random)! }.joined(separator: "-")
            record.id = "\(id) \(record.id)"
            return record
        }
        let description = CatalogDescription(id: "c", fields: [.title, .id, .summary, .scope])
        let comparison = try await SearchComparison(records, description, segmentSizes: [30])
        try comparison.expectSameForPieces(40, using: &random)
        for query in ["vlc", "lib rosen", "ä", "shirt vlc", "1", "글", "vlcc", "b.1 - r1", "r"] {
            for sort in SearchRequest.SortOrder.allCases {
                var request = SearchRequest(query, locale: Self.de, relax: .auto, sort: sort, limit: 7)
                request.isReversed = sort == .year
                try comparison.expectSame(request)
            }
        }
    }

    @Test func theFileHasTheIDsAsTextsOfALocaleWithoutName() async throws {
        let writer = SegmentWriter(Self.description)
        for record in Self.records { try writer.append(record) }
        var output = SegmentBytes()
        try await writer.finish(metadata: [], to: &output)
        let file = SegmentDecoder(output.bytes)
        #expect(file.faults == [])
        let number = file.texts(2).count - 1
        #expect(file.texts(2) == ["en", "de", "und", ""])
        let ids = Self.records.map(\.id).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        #expect(file.texts(locale: number, file.terms(locale: number)) == ids)
        #expect(file.sections[SegmentDecoder.Name(kind: 44, locale: number)] == nil)
        let verification = try SegmentVerification(try output.segment())
        #expect(verification.damagedParts == [] && verification.recordCount == Self.records.count)
    }

    @Test func idsThatAreNotThoseOfTheRecordsAreFoundDamaged() async throws {
        let writer = SegmentWriter(CatalogDescription(id: "c", fields: ["id"]))
        for id in ["aa", "ab"] { try writer.append(CatalogRecord(id: id)) }
        var output = SegmentBytes()
        try await writer.finish(metadata: [], to: &output)
        let file = BreakableSegment(output.bytes)
        let table = SegmentDecoder(output.bytes)
        let ids = try #require(table.sections[SegmentDecoder.Name(kind: 5)])
        let start = try #require(
            output.bytes.indices.first { output.bytes[$0...].starts(with: ids) })
        let parts = try file.withChanges { bytes in
            bytes[start + ids.count - 1] = UInt8(ascii: "c")
            SegmentForgery.seal(bytes)
        } _: { bytes in
            Result { try SegmentVerification(try IndexedSegment(bytes, owner: 0)).damagedParts }
        }.get()
        #expect(parts == [.records])
    }
}
