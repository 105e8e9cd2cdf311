// Of a group, the best match that can be bought is shown, with facts about all of its records.

import ICU
import Testing

@testable import CatalogSearch

@Suite struct AvailableVariantTests {
    private static let german = LocaleIdentifier("de")!

    private static var description: CatalogDescription {
        var description = CatalogDescription(
            id: "c",
            attributes: [
                .init("model", .text, isSearched: false), .init("stock", .number), .init("margin", .text),
                .init(
                    "color", .text,
                    values: [
                        .init(id: "red", label: .texts([german: "rot"])),
                        .init(id: "blue", label: .texts([german: "blau"])),
                    ]),
            ], group: "model")
        description.attributes[2].isShown = false
        description.available = .attribute("stock", .isGreater(than: .number(DecimalNumber(0))))
        return description
    }

    /// A lamp that is sold out in red and cheap in blue, a lamp of which there is none, and one of no group.
    private static let records: [CatalogRecord] = [
        record("a-red", "Lampe Lampe rot", "a", "red", stock: 0, price: "20", popularity: 3),
        record("a-blue", "Lampe blau", "a", "blue", stock: 2, price: "30", popularity: 1),
        record("a-green", "Lampe grün", "a", "green", stock: 5, price: "15.50", popularity: 2),
        record("b-red", "Lampe rot", "b", "red", stock: 0, price: "7", popularity: 5),
        record("b-blue", "Lampe blau", "b", "blue", stock: 0, price: "7.00", popularity: 4),
        record("single", "Lampe", nil, "red", stock: 0, price: "1", popularity: 0),
    ]

    private static func record(
        _ id: String, _ title: String, _ model: String?, _ color: String, stock: Int, price: String,
        popularity: Double
    ) -> CatalogRecord {
        var record = CatalogRecord(
            id: id,
            attributes: [
                .init("stock", .number(DecimalNumber(stock))), .init("color", .text(color)),
                .init("margin", .text(id)),
            ])
        if let model { record.attributes.insert(.init("model", .text(model)), at: 0) }
        record.texts = [.init(.title, german, title)]
        record.price = Price(price, currency: "EUR")
        record.popularity = popularity
        return record
    }

    private static func engines() throws -> [SearchEngine] {
        let catalog = (description, records)
        return [
            SearchEngine([try CatalogIndex(description, records: records)]),
            try LocalShards([catalog], count: 2, seed: 1).merge,
            try LocalShards([catalog], count: 5, seed: 2).merge,
        ]
    }

    private static func shown(
        _ query: String, _ engine: SearchEngine, _ change: (inout SearchRequest) -> Void = { _ in }
    ) throws -> [String] {
        var request = SearchRequest(query, locale: german)
        change(&request)
        return try engine.search(request).hits.map(\.id)
    }

    @Test func theBestThatCanBeBoughtIsShownWhereTheGroupIs() throws {
        for engine in try Self.engines() {
            // Of a, green is the more popular one in stock; of b, nothing can be bought.
            #expect(try Self.shown("", engine) == ["b-red", "a-green", "single"])
            #expect(
                try Self.shown("", engine) {
                    $0.offset = 1; $0.limit = 1
                } == ["a-green"])
            #expect(try Self.shown("lampe", engine).contains("a-green"))
            #expect(try Self.shown("lampen", engine) { $0.relax = .always }.contains("a-green"))
            // Only what matches is shown.
            let red = try Self.shown("rot", engine) { $0.relax = .never }
            #expect(Set(red) == ["a-red", "b-red", "single"])
            let filter = Filter.attribute("color", .equals(.text("red")))
            #expect(try Self.shown("", engine) { $0.filter = filter }.contains("a-red"))
            #expect(try Self.shown("", engine) { $0.isGrouped = false }.count == 6)
        }
    }

    @Test func pricesAndTextsOfAllRecordsOfTheGroupAreReported() throws {
        for engine in try Self.engines() {
            var request = SearchRequest("blau", locale: Self.german)
            let hit = try #require(try engine.search(request).hits.first { $0.id == "a-blue" })
            #expect(hit.variants?.ids == ["a-blue"])
            let group = try #require(hit.group)
            #expect(group.count == 3)
            #expect(group.prices?.lowest == Price("15.50", currency: "EUR"))
            #expect(group.prices?.highest == Price("30", currency: "EUR"))
            // Neither what groups nor what is hidden from readers.
            #expect(group.attributes.map(\.name) == ["color"])
            #expect(group.attributes.first?.values.map(\.label) == ["blau", "green", "rot"])
            request.query = "lampe"
            let single = try engine.search(request).hits.first { $0.id == "single" }
            #expect(single?.group == nil)
        }
    }

    @Test func whatAReaderMayNotFindIsNotReported() throws {
        for engine in try Self.engines() {
            var request = SearchRequest("", locale: Self.german)
            request.filter = Filter.attribute("color", .isOneOf([.text("blue"), .text("red")])).forced
            let hit = try #require(try engine.search(request).hits.first { $0.id.hasPrefix("a-") })
            #expect(hit.id == "a-blue")
            #expect(hit.group?.count == 2)
            #expect(hit.group?.prices?.lowest == Price("20", currency: "EUR"))
            #expect(hit.group?.attributes.first?.values.map(\.label) == ["blau", "rot"])
        }
    }

    @Test func rulesKeepTheRecordsThatTheyMove() throws {
        var description = Self.description
        var rule = SearchRule(id: "pin")
        rule.match = .contains
        rule.query = "lampe"
        rule.pinned = [.init(id: "a-red", position: 1)]
        description.rules = [rule]
        let engine = SearchEngine([try CatalogIndex(description, records: Self.records)])
        #expect(try Self.shown("lampe", engine).first == "a-red")
    }

    @Test func pricesInSeveralCurrenciesAreNotCompared() throws {
        var records = Self.records
        records[1].price = Price("1", currency: "CHF")
        let engine = SearchEngine([try CatalogIndex(Self.description, records: records)])
        let hit = try engine.search(SearchRequest("", locale: Self.german)).hits.first { $0.id == "a-green" }
        #expect(hit?.group?.count == 3)
        #expect(hit?.group?.prices == nil)
    }
}
