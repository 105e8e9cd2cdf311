// The grammar of filters.

import Testing

@testable import CatalogSearch

@Suite struct FilterParserTests {
    @Test(arguments: [
        ("color = red", Filter.attribute("color", .equals(.text("red")))),
        ("color=red", .attribute("color", .equals(.text("red")))),
        ("color != 'dark red'", .not(.attribute("color", .equals(.text("dark red"))))),
        (#"'my attribute' = "a \"b\" \\ 'c'""#, .attribute("my attribute", .equals(.text(#"a "b" \ 'c'"#)))),
        ("stock<3", .attribute("stock", .isLess(than: .text("3")))),
        ("stock <= -3.5", .attribute("stock", .isAtMost(.text("-3.5")))),
        ("stock > 3", .attribute("stock", .isGreater(than: .text("3")))),
        ("added >= 2026-01-01T10:00:00Z", .attribute("added", .isAtLeast(.text("2026-01-01T10:00:00Z")))),
        ("stock 3 TO 5", .attribute("stock", .isBetween(.text("3"), .text("5")))),
        (
            "color IN [red, 'TO', blue]",
            .attribute("color", .isOneOf([.text("red"), .text("TO"), .text("blue")]))
        ),
        ("color NOT IN [red]", .not(.attribute("color", .isOneOf([.text("red")])))),
        ("color EXISTS", .attribute("color", .exists)),
        ("color NOT EXISTS", .not(.attribute("color", .exists))),
        ("NOT NOT a EXISTS", .not(.not(.attribute("a", .exists)))),
        (
            "a EXISTS OR b EXISTS AND NOT c EXISTS",
            .any([
                .attribute("a", .exists), .all([.attribute("b", .exists), .not(.attribute("c", .exists))]),
            ])
        ),
        (
            "(a EXISTS OR b EXISTS) AND c EXISTS",
            .all([.any([.attribute("a", .exists), .attribute("b", .exists)]), .attribute("c", .exists)])
        ),
        ("or = and", .attribute("or", .equals(.text("and")))),
        ("'NOT' = 赤", .attribute("NOT", .equals(.text("赤")))),
        ("a = ''", .attribute("a", .equals(.text("")))),
        ("near = inside", .attribute("near", .equals(.text("inside")))),
        ("near IN [near]", .attribute("near", .isOneOf([.text("near")]))),
    ])
    func readsConditions(text: String, filter: Filter) throws { #expect(try Filter(text) == filter) }

    @Test(
        arguments: [
            ("", .condition, 0), ("  ", .condition, 2), ("color", .comparison, 5), ("color =", .value, 7),
            ("color = AND", .value, 8), ("= red", .condition, 0), ("color ! red", .comparison, 6),
            ("color red", .to, 9), ("color red blue", .to, 10), ("color NOT red", .inOrExists, 10),
            ("color IN red", .openingBracket, 9), ("color IN []", .value, 10),
            ("color IN [red", .commaOrBracket, 13),
            ("color IN [red,]", .value, 14), ("(color EXISTS", .closingParenthesis, 13),
            ("color EXISTS)", .end, 12),
            ("color = red blue", .end, 12), ("color = 'red", .quotationMark, 12),
            (#"é = "a\"#, .quotationMark, 7),
            ("a EXISTS AND", .condition, 12), ("a EXISTS OR OR", .condition, 12), ("赤 == 5", .value, 3),
        ] as [(String, FilterError.Expectation, Int)])
    func saysWhatWasExpectedWhere(text: String, expected: FilterError.Expectation, position: Int) {
        #expect(throws: FilterError(.expected(expected), position: position)) { try Filter(text) }
    }

    private static let berlin = Coordinates("52.5,13.4")!

    @Test(arguments: [
        ("near(store, 52.5, 13.4) < 10 km", DistanceTest.isLess(than: Distance("10 km")!)),
        ("near (store,52.5,13.4)<=10km", .isAtMost(Distance(10, .kilometres)!)),
        ("near('store', 52.50, +13.4) > 2.5 mi", .isGreater(than: Distance("2.5mi")!)),
        ("near(store, 52.5, 13.4) >= '300 ft'", .isAtLeast(Distance(300, .feet)!)),
        ("near(store, 52.5, 13.4) 1000 m TO 1e3 km", .isBetween(Distance("1000 m")!, Distance("1000 km")!)),
    ])
    func readsDistances(text: String, test: DistanceTest) throws {
        let filter = Filter.attribute("store", .place(.near(Self.berlin, test)))
        #expect(try Filter(text) == filter)
        #expect(try Filter(filter.description) == filter)
        #expect(
            try Filter("NOT \(text) AND a = 1") == .all([.not(filter), .attribute("a", .equals(.text("1")))]))
    }

    @Test(arguments: [
        ("inside(store, 53, 13, 52, 14)", "53,13", "52,14"),
        ("inside ( 'my store' , -17.5,179.25 , -18 , -178 )", "-17.5,179.25", "-18,-178"),
        ("inside(store, 90, -180, -90, 180)", "90,-180", "-90,180"),
    ])
    func readsAreas(text: String, topLeft: String, bottomRight: String) throws {
        let (first, second) = (try #require(Coordinates(topLeft)), try #require(Coordinates(bottomRight)))
        let box = CoordinateBox(topLeft: first, bottomRight: second)
        let name: AttributeName = text.contains("my") ? "my store" : "store"
        let filter = Filter.attribute(name, .place(.inside(try #require(box))))
        #expect(try Filter(text) == filter)
        #expect(try Filter(filter.description) == filter)
    }

    @Test(
        arguments: [
            ("near(", .near, 5), ("near(store", .near, 10), ("near(store 52, 13) < 1 km", .near, 11),
            ("near(store, 52) < 1 km", .near, 14), ("near(store, 52, 13", .near, 18),
            ("near(store, 90.1, 13) < 1 km", .near, 12), ("near(store, 52, -180.1) < 1 km", .near, 16),
            ("near(store, 52, nan) < 1 km", .near, 16), ("near(store, 52, east) < 1 km", .near, 16),
            ("near(store, 52, 13)", .distanceComparison, 19),
            ("near(store, 52, 13) = 1 km", .distanceComparison, 20),
            ("near(store, 52, 13) 1 km", .distanceComparison, 24),
            ("near(store, 52, 13) EXISTS", .distanceComparison, 20),
            ("near(store, 52, 13) < 10", .distance, 22), ("near(store, 52, 13) < 10 furlongs", .distance, 22),
            ("near(store, 52, 13) < -1 km", .distance, 22), ("near(store, 52, 13) < 1e999 km", .distance, 22),
            ("near(store, 52, 13) < km", .distance, 22), ("near(store, 52, 13) < 10 AND", .distance, 22),
            ("near(store, 52, 13) < 10 km km", .end, 28),
            ("inside(store, 53, 13, 52)", .inside, 24), ("inside(store, 52, 13, 53, 14)", .inside, 22),
            ("inside(store, 53, 13, 52, 181)", .inside, 26),
            ("inside(store, 53, 13, 52, 14, 1)", .inside, 28),
            (#""near"(store, 52, 13) < 1 km"#, .comparison, 6),
        ] as [(String, FilterError.Expectation, Int)])
    func saysWhatIsWrongWithPlaces(text: String, expected: FilterError.Expectation, position: Int) {
        #expect(throws: FilterError(.expected(expected), position: position)) { try Filter(text) }
    }

    @Test func conditionsKnowTheirPlaces() throws {
        guard case .all(let parts) = try Filter("a EXISTS AND 赤 = 5"), case .condition(let second) = parts[1]
        else {
            Issue.record("no condition")
            return
        }
        #expect(second.position == 13)
    }

    @Test func depthAndSizeAreLimited() throws {
        let levels = Filter.maximumDepth
        _ = try Filter(
            String(repeating: "(", count: levels) + "a EXISTS" + String(repeating: ")", count: levels))
        #expect(throws: FilterError(.tooDeep(limit: levels), position: levels)) {
            try Filter(String(repeating: "(", count: 100_000) + "a EXISTS")
        }
        #expect(throws: FilterError(.tooDeep(limit: levels), position: 4 * levels)) {
            try Filter(String(repeating: "NOT ", count: 100_000) + "a EXISTS")
        }
        let many = Array(repeating: "a = 1", count: 101).joined(separator: " AND ")
        #expect(throws: FilterError(.tooManyConditions(limit: 100))) { try Filter(many) }
    }
}
