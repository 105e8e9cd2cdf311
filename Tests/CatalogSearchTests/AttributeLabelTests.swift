// Words of a query that are labels of a record's attributes.

import ICU
import Testing

@testable import CatalogSearch

@Suite struct AttributeLabelTests {
    private static let description = CatalogDescription(
        id: "c",
        attributes: [
            .init("brand", .text),
            .init(
                "color", .text, isMany: true,
                values: [
                    .init(id: "red", label: .texts([.init("en")!: "red", .init("de")!: "rot"])),
                    .init(id: "blue", label: .texts([.init("en")!: "blue", .init("de")!: "blau"])),
                ]),
            .init("code", .text, isSearched: false),
        ])

    private static func record(_ id: String, _ de: String, _ attributes: [(AttributeName, String)])
        -> CatalogRecord
    {
        var record = CatalogRecord(
            id: id, texts: [.init(.title, .init("de")!, de), .init(.title, .init("en")!, "product \(id)")])
        record.attributes = attributes.map { .init($0.0, .text($0.1)) }
        return record
    }

    private static let records = [
        record("1", "Gladiole", [("color", "red"), ("code", "zz9")]),
        record("2", "Gladiole", [("color", "blue"), ("brand", "Morgentau")]),
        record("3", "Kanne", [("brand", "Bialetti"), ("color", "blue"), ("color", "red")]),
    ]

    private static func engine(segments: Int = 1) throws -> SearchEngine {
        SearchEngine([try CatalogIndex(description, records: records, segments: segments)])
    }

    private static func request(_ query: String, _ chain: [String] = ["de", "en"]) -> SearchRequest {
        SearchRequest(query, locale: .init(chain[0])!, chain: chain.map { .init($0)! }, limit: 50)
    }

    @Test(arguments: [
        ("morgentau", ["2"]), ("rote gladiole", ["1"]), ("bialetti kanne", ["3"]), ("kanne rot blau", ["3"]),
        ("gladiole -blau", ["1"]), ("\"rot\" gladiole", ["1"]), ("bialeti", ["3"]), ("morgen", ["2"]),
    ]) func labelsAreFoundInTheReadersLanguage(query: String, ids: [String]) throws {
        for segments in [1, 3] {
            let found = try Self.engine(segments: segments).search(Self.request(query))
            #expect(found.hits.map(\.id) == ids, "\(query)")
        }
    }

    /// Labels name colors without the word for color that people type.
    @Test(arguments: [("ja", "赤色の靴", "赤", "白", "靴"), ("ko", "빨간색 신발", "빨강", "흰색", "신발")])
    func colorsAreTypedWithTheWordForColor(
        locale: String, query: String, red: String, white: String, shoe: String
    ) throws {
        let language = LocaleIdentifier(locale)!
        let labels = [("r", red), ("w", white)].map { id, label in
            CatalogDescription.Attribute.Value(id: id, label: .texts([language: label]))
        }
        let description = CatalogDescription(
            id: "c", defaultLocale: language, attributes: [.init("color", .text, values: labels)])
        let records = ["w", "r"].map { id in
            var record = CatalogRecord(id: id, texts: [.init(.title, language, shoe)])
            record.attributes = [.init("color", .text(id))]
            return record
        }
        let engine = SearchEngine([try CatalogIndex(description, records: records)])
        #expect(try engine.search(Self.request(query, [locale])).hits.map(\.id) == ["r"])
    }

    @Test func anotherLanguagesLabelIsFoundOnlyIfAllAreSearched() throws {
        var request = Self.request("blue")
        request.relax = .never
        #expect(try Self.engine().search(request).total == 0)
        request.match = .any
        #expect(try Self.engine().search(request).hits.map(\.id) == ["3", "2"])
        #expect(try Self.engine().search(Self.request("blue", ["en"])).total == 2)
    }

    @Test func anAttributeMayStayUnsearched() throws {
        #expect(try Self.engine().search(Self.request("zz9")).total == 0)
    }

    @Test func aLabelCountsLessThanATitle() throws {
        let records = Self.records + [Self.record("4", "Bialetti", [])]
        let engine = try SearchEngine([CatalogIndex(Self.description, records: records)])
        #expect(try engine.search(Self.request("bialetti")).hits.map(\.id) == ["4", "3"])
    }

    @Test(arguments: [1, 2]) func wordsThatAreLabelsTooAreNeighboursInATitle(segments: Int) throws {
        let records = [
            Self.record("1", "Teil blau", [("color", "blue")]),
            Self.record("2", "Teil, in Tönen von Gras und Himmel, blau", [("color", "blue")]),
            Self.record("3", "Teil", [("color", "blue")]),
            Self.record("4", "Teil blau", []),
        ]
        let engine = try SearchEngine([
            CatalogIndex(Self.description, records: records, segments: segments)
        ])
        let hits = try engine.search(Self.request("teil blau")).hits
        #expect(hits.prefix(2).map(\.id).sorted() == ["1", "4"])
        #expect(hits.map(\.rank.nearnessFactor) == [2, 2, 1.3, 1])
    }

    @Test func theMatchNamesTheAttribute() throws {
        let hit = try #require(try Self.engine().search(Self.request("kanne rot")).hits.first)
        #expect(hit.matches.map(\.field) == [.title, "color"])
        #expect(hit.matches.last?.text == 1 && hit.matches.last?.range == 0..<3)
        let place = try #require(hit.explanation.last?.locations.first)
        #expect(place.field == "color" && place.matchedText == "rot" && place.match == .wholeField)
        #expect(hit.rank.wordScores.last == place.score)
    }

    @Test func aRequestMaySearchLabelsOnly() throws {
        var request = Self.request("gladiole")
        request.fields = ["color"]
        #expect(try Self.engine().search(request).total == 0)
        request.query = "blau"
        #expect(try Self.engine().search(request).hits.map(\.id) == ["3", "2"])
    }

    @Test func aScanFindsWhatTheIndexFinds() throws {
        for query in ["rot", "morgentau", "kanne blau", "gladiole -rot"] {
            var request = Self.request(query)
            request.relax = .never
            let engine = try Self.engine()
            let catalog = engine.catalogs[0]
            let prepared = catalog.adapted(try engine.query(CheckedRequest(request), engine.catalogs))
            let scanned = try SegmentScan(catalog.segments[0], prepared).matches(keeping: 50)
            let indexed = try catalog.segments[0].search(prepared, keeping: 50)
            #expect(scanned.best.map(\.record) == indexed.best.map(\.record), "\(query)")
            #expect(scanned.best.map(\.rank) == indexed.best.map(\.rank), "\(query)")
        }
    }

    @Test func changedRecordsAreFoundByTheirLabels() throws {
        let live = try LiveCatalog(CatalogIndex(Self.description, records: Self.records))
        try live.apply([.put(Self.record("1", "Gladiole", [("color", "blue")])), .delete(id: "2")])
        let engine = SearchEngine([live.snapshot])
        #expect(try engine.search(Self.request("blaue gladiole")).hits.map(\.id) == ["1"])
        #expect(try engine.search(Self.request("morgentau")).total == 0)
    }
}
