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
