// The panel of filters offers attributes that narrow the results, and addresses contain the reader's choices.

import CatalogSearch
import Foundation
import Localization
import Testing

@testable import StorefrontPage

@Suite struct FilterValuesTests {
    private static let german = LocaleIdentifier("de")!
    private static let types: [AttributeName: AttributeType] = [
        .price: .number, .year: .number, "added": .date, "stock": .number,
    ]

    private let page: PageRenderer

    init() throws { page = try pageRenderer() }

    private func chosen(_ parameters: [(String, String)]) -> PageFilters {
        filters(parameters, in: Self.german, ranges: Self.types)
    }

    private func values(
        _ parameters: [(String, String)] = [], total: Int = 10, lookedUp: [AttributeName: String] = [:],
        offset: Int = 0, facets: [[String: Any]]
    ) throws -> PageValues {
        var pageContent = try content(
            filters: chosen(parameters), offset: offset, response(total: total, ["facets": facets]))
        pageContent.lookedUp = lookedUp
        return try page.values(pageContent)
    }

    // MARK: Addresses

    @Test(arguments: [
        ("f.color=red&f.brand=b&f.color=blue&f.color=red", "f.brand=b&f.color=blue&f.color=red"),
        ("f.price=10..50", "f.price=10..50"), ("f.price=10..", "f.price=10.."), ("f.price=5", "f.price=5"),
        ("f.price=..", ""), ("f.color=&g.x=1", ""), ("f.color=a..b", "f.color=a..b"),
        // The contents of the form's fields, in the reader's notation.
        ("from.price=1.234,50&to.price=", "f.price=1234.5.."),
        ("from.price=2&to.price= 3,5 ", "f.price=2..3.5"),
        ("from.price=50&to.price=10", "f.price=10..50"), ("f.price=1..9&from.price=&to.price=", ""),
        ("f.price=1..9&to.price=8", "f.price=1..8"),
        ("from.added=2026-02-01&to.added=2026-01-01", "f.added=2026-01-01..2026-02-01"),
        ("from.price=many&to.price=", "f.price=many.."),
    ])
    func oneChoiceHasOneAddress(_ typed: String, _ address: String) {
        let parameters = typed.split(separator: "&").map { one in
            let parts = one.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (String(parts[0]), String(parts[1]))
        }
        let filters = chosen(parameters)
        #expect(PageAddress.text("", filters.parameters).dropFirst() == address)
        // Invariant: reading the parameters of an address gives the same filters.
        #expect(chosen(filters.parameters.map { ($0.name, $0.value) }) == filters)
    }

    @Test func choicesAreConditions() {
        #expect(chosen([]).filter == nil)
        #expect(
            chosen([
                ("f.color", "red"), ("f.color", "blue"), ("f.price", "10..50"), ("f.added", "..2026-01-31"),
            ])
            .filter
                == .all([
                    .attribute("added", .isAtMost(.text("2026-01-31T23:59:59.999999Z"))),
                    .attribute("color", .isOneOf([.text("blue"), .text("red")])),
                    .attribute("price", .isAtLeast(.text("10"))), .attribute("price", .isAtMost(.text("50"))),
                ]))
    }

    @Test func aTreeHasLinksToTheNodesAboveAndBelow() throws {
        var tree = facet("category", "Kategorie", [("Home > Kitchen", "Küche", 2, false)])
        tree["path"] = [["value": "Home", "label": "Haus", "count": 3, "selected": true] as [String: Any]]
        let values = try values([("f.category", "Home")], facets: [tree])
        let shown = values.members["facets"]?[0]?["tree"]
        #expect(shown?["topHref"] == "/?q=rose&locale=de")
        #expect(shown?["path"]?[0]?["label"] == "Haus" && shown?["path"]?[0]?["current"] == true)
        #expect(shown?["nodes"]?[0]?["href"] == "/?q=rose&f.category=Home+%3E+Kitchen&locale=de")
        #expect(values.members["chips"]?[0]?["label"] == "Kategorie: Haus")
        // The form keeps the choice, for which it has no field.
        guard case .list(let fields)? = values.members["filterFields"] else { throw CancellationError() }
        #expect(fields.map { $0["name"] } == ["q", "f.category", "locale"])
    }

    @Test func aCategoryIsTheTitleOfItsPageWhichIsListed() throws {
        var tree = facet("category", "Kategorie", [("Home > Kitchen", "Küche", 2, false)])
        tree["path"] = [["value": "Home", "label": "Haus", "count": 3, "selected": true] as [String: Any]]
        let color = facet("color", "Farbe", [("red", "rot", 2, true), ("blue", "blau", 1, false)])
        func head(
            _ parameters: [(String, String)], order: String = "relevance"
        ) throws -> [TemplateValue?] {
            let shown = try content(
                query: "", filters: chosen(parameters), order: order,
                response(total: 3, ["facets": [tree, color]]))
            let members = try page.values(shown).members
            return [members["title"], members["unlisted"]]
        }
        let category = ("f.category", "Home")
        #expect(try head([category]) == ["Haus · Produktsuche", false])
        #expect(try head([category], order: "price") == ["Haus · Produktsuche", true])
        #expect(try head([category, ("f.color", "red")]) == ["Haus · rot · Produktsuche", true])
        #expect(try head([("f.color", "red")]) == ["rot · Produktsuche", true])
    }

    @Test func listedPagesDescribeTheirRecordsAndTheirWay() throws {
        var tree = facet("category", "Kategorie", [("Home > Kitchen", "Küche", 2, false)])
        tree["path"] = [["value": "Home", "label": "Haus", "count": 3, "selected": true] as [String: Any]]
        let scopes: [[String: Any]] = [
            ["id": "all", "label": "Alle", "count": 3], ["id": "a&b", "label": "A & B", "count": 3],
        ]
        func data(
            query: String = "", scope: String = "all", _ parameters: [(String, String)] = [], offset: Int = 0,
            hits: [[String: Any]] = [hit(["id": "g-1"]), hit(["id": "g 2"])]
        ) throws -> [[String: Any]]? {
            let shown = try content(
                query: query, scope: scope, filters: chosen(parameters), offset: offset,
                response(hits: hits, total: 3, scopes: scopes, ["facets": [tree]]))
            guard case .text(let json)? = try page.values(shown).members["listData"] else { return nil }
            #expect(!json.contains("&") && !json.contains("<"))
            let value = try JSONSerialization.jsonObject(with: Data(json.utf8))
            return value as? [[String: Any]] ?? (value as? [String: Any]).map { [$0] }
        }
        func items(_ node: [String: Any]?, _ member: String) -> [String]? {
            (node?["itemListElement"] as? [[String: Any]])?.compactMap { $0[member] as? String }
        }
        let all = try #require(try data(offset: 20))
        #expect(all.map { $0["@type"] as? String } == ["ItemList"])
        #expect(items(all[0], "url")?.last?.hasSuffix("/c/gifts/g%202") == true)
        #expect(
            (all[0]["itemListElement"] as? [[String: Any]])?.compactMap { $0["position"] as? Int } == [
                21, 22,
            ])
        let scope = try #require(try data(scope: "a&b"))
        #expect(scope.map { $0["@type"] as? String } == ["ItemList", "BreadcrumbList"])
        #expect(items(scope[1], "name") == ["Alle", "A & B"])
        #expect(items(scope[1], "item")?.last?.contains("scope=a%26b") == true)
        let node = try #require(try data([("f.category", "Home")]))
        #expect(items(node[1], "name") == ["Alle", "Haus"])
        // Pages that are not to be listed, and those without records, describe nothing.
        #expect(try data(query: "rose") == nil)
        #expect(try data(hits: []) == nil)
    }

    @Test func linksAndFormsKeepTheFilters() throws {
        let values = try values(
            [("f.color", "red"), ("f.price", "..20")], total: 100, offset: 20,
            facets: [facet("color", "Farbe", [("red", "rot", 2, true)])])
        #expect(values.members["previousHref"] == "/?q=rose&f.color=red&f.price=..20&locale=de")
        #expect(
            values.members["pages"]?[2]?["href"] == "/?q=rose&f.color=red&f.price=..20&locale=de&offset=40")
        let fields: (String) -> [TemplateValue?] = { name in
            guard case .list(let list)? = values.members[name] else { return [] }
            return list.map { $0["name"] }
        }
        #expect(fields("searchFields") == ["f.color", "f.price", "locale"])
        #expect(fields("languageFields") == ["q", "f.color", "f.price"])
        #expect(fields("orderFields") == ["q", "f.color", "f.price", "locale"])
        // The panel has no fields for the price, which no record has.
        #expect(fields("filterFields") == ["q", "f.price", "locale"])
        #expect(values.members["clearHref"] == "/?q=rose&locale=de")
        #expect(values.members["popular"] == false && values.members["unlisted"] == true)
    }

    // MARK: The panel

    @Test func onlyChoicesThatMatterAreOffered() throws {
        let values = try values(facets: [
            facet("brand", "Marke", [("a", "A", 4, false), ("b", "B", 3, false)]), facet("size", "Größe", []),
            // All records have the same value, or only some of them have it.
            facet("kind", "Art", [("x", "X", 10, false)]), facet("gift", "Geschenk", [("x", "X", 3, false)]),
            range("price", "Preis", "1", "1 €", "2", "2 €"), range("stock", "Bestand", 5, "5", 5, "5"),
            ["attribute": "year", "label": "Jahr", "type": "number", "count": 0],
        ])
        guard case .list(let facets)? = values.members["facets"] else { return }
        #expect(facets.map { $0["attribute"] } == ["brand", "gift", "price"])
        #expect(values.members["filterable"] == true && values.members["chosen"] == false)
        let none = try self.values(facets: [facet("size", "Größe", [])])
        #expect(none.members["filterable"] == false)
    }

    @Test func whatWasChosenStaysWhereNothingIsFound() throws {
        let values = try values(
            [("f.color", "red"), ("f.id", "7"), ("f.stock", "1..2")], total: 0,
            facets: [
                facet("color", "Farbe", [("red", "rot", 0, true)]),
                range("stock", "Bestand", 5, "5", 5, "5", ["count": 0]),
            ])
        #expect(values.members["facets"]?[0]?["values"]?[0]?["checked"] == true)
        #expect(values.members["facets"]?[1]?["upper"]?["value"] == "2")
        guard case .list(let chips)? = values.members["chips"] else { return }
        #expect(chips.map { $0["label"] }.count == 3 && values.members["chosenCount"] == "3")
    }

    @Test func manyValuesAreFoldedAndLookedUp() throws {
        let many = (1...20).map { ("v\($0)", "V\($0)", 1, false) as (Any, String, Int, Bool) }
        let brand = try values(facets: [facet("brand", "Marke", others: 1234, many)]).members["facets"]?[0]
        #expect(brand?["values"]?[7]?["value"] == "v8" && brand?["values"]?[8] == nil)
        #expect(brand?["moreValues"]?[11]?["value"] == "v20" && brand?["hasMoreValues"] == true)
        #expect(brand?["lookUp"]?["field"] == "find.brand" && brand?["lookUp"]?["value"] == "")
        guard case .text(let others)? = brand?["others"] else { return }
        #expect(others.contains("234"))
        // Chosen values are never collapsed.
        let chosen = try values(
            [("f.brand", "v12")],
            facets: [facet("brand", "Marke", (1...20).map { ("v\($0)", "V\($0)", 1, $0 == 12) })])
        #expect(chosen.members["facets"]?[0]?["values"]?[8]?["value"] == "v12")
        #expect(chosen.members["facets"]?[0]?["moreValues"]?[3]?["value"] == "v13")
        // A beginning that one value has keeps its field.
        let found = try values(
            lookedUp: ["brand": "v7"], facets: [facet("brand", "Marke", [("v7", "V7", 10, false)])])
        #expect(found.members["facets"]?[0]?["lookUp"]?["value"] == "v7")
    }

    @Test func yesComesBeforeNo() throws {
        let sale = facet(
            "onSale", "Angebot", type: "boolean", [(false, "Nein", 7, false), (true, "Ja", 3, true)])
        let shown = try values([("f.onSale", "true")], facets: [sale])
        #expect(shown.members["facets"]?[0]?["values"]?[0]?["value"] == "true")
        #expect(shown.members["chips"]?[0]?["href"] == "/?q=rose&locale=de")
    }

    @Test func endsOfRangesAreInTheReadersNotation() throws {
        let values = try values(
            [("f.price", "1234.5..9999999"), ("f.year", "1990.."), ("f.added", "2026-01-31..")],
            facets: [
                range("price", "Preis", "1", "1,00 €", "99999", "99.999,00 €"),
                range("year", "Jahr", 1980, "1980", 2020, "2020"),
                range("added", "Neu", type: "date", "2026-01-01", "1.1.2026", "2026-03-01", "1.3.2026"),
            ])
        let facets = values.members["facets"]
        #expect(facets?[0]?["lower"]?["value"] == "1.234,5" && facets?[0]?["upper"]?["value"] == "9.999.999")
        #expect(facets?[0]?["lower"]?["hint"] == "1,00 €" && facets?[0]?["ranged"] == true)
        #expect(facets?[1]?["lower"]?["value"] == "1990" && facets?[1]?["upper"]?["value"] == "")
        #expect(facets?[2]?["lower"]?["value"] == "2026-01-31" && facets?[2]?["dated"] == true)
        // Invariant: the contents of the fields are read as the same range.
        #expect(
            chosen([("from.price", "1.234,5"), ("to.price", "9.999.999")])
                == chosen([("f.price", "1234.5..9999999")]))
    }

    // MARK: Sliders

    @Test(arguments: [
        ("0", "100", "0", "100", "1"), ("3.20", "72.00", "3.0", "72.0", "0.5"),
        ("1234", "99999", "1000", "100000", "500"), ("1995", "2024", "1995", "2024", "1"),
        ("0.001", "0.004", "0.00100", "0.00400", "0.00002"), ("-5", "5", "-5", "5", "1"),
        ("-0.5", "0.5", "-0.50", "0.50", "0.01"), ("0", "1000000", "0", "1000000", "10000"),
    ])
    func aSliderHasRoundPositions(
        _ least: String, _ greatest: String, _ minimum: String, _ maximum: String, _ step: String
    ) throws {
        let slider = try #require(RangeSlider(least, greatest))
        #expect(slider.minimum == minimum && slider.maximum == maximum && slider.step == step)
    }

    @Test(arguments: [("5", "5"), ("7", "5"), ("", "5"), ("many", "5"), ("1", "1000000000000000000")])
    func thereIsNoSliderWithoutPositions(_ least: String, _ greatest: String) {
        #expect(RangeSlider(least, greatest) == nil)
    }

    @Test func barsShowWhereTheValuesAreAndWhatIsChosen() throws {
        let buckets = [(0, 10, 40), (10, 20, 1), (20, 30, 0), (30, 40, 20)].map { from, to, count in
            ["from": from, "to": to, "count": count]
        }
        let stock = range("stock", "Vorrat", 0, "0", 40, "40", ["buckets": buckets])
        let slider = try values([("f.stock", "15..")], facets: [stock]).members["facets"]?[0]?["slider"]
        #expect(slider?["minimum"] == "0" && slider?["maximum"] == "40" && slider?["step"] == "1")
        #expect(slider?["ends"]?[0]?["value"] == "15" && slider?["ends"]?[1]?["value"] == "40")
        #expect(slider?["ends"]?[0]?["label"] == "Vorrat: von")
        let bars = (0..<3).map { slider?["bars"]?[$0] }
        #expect(bars.map { $0?["x"] } == [.number(0), .number(1), .number(3)])
        // Few records are seen, too.
        #expect(bars.map { $0?["height"] } == [.number(20), .number(1), .number(10)])
        #expect(bars.map { $0?["y"] } == [.number(0), .number(19), .number(10)])
        #expect(bars.map { $0?["chosen"] } == [false, true, true])
    }

    @Test func daysHaveNoSlider() throws {
        let added = range("added", "Neu", type: "date", "2026-01-01", "1.1.2026", "2026-03-01", "1.3.2026")
        #expect(try values(facets: [added]).members["facets"]?[0]?["slider"] == nil)
    }
}
