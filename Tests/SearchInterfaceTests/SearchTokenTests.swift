// The positions of tokens, and words that become tokens.

import CatalogSearch
import SearchInterface
import TestSupport
import Testing

@Suite struct SearchTokenTests {
    let search = SearchInterfaceTests.search()
    var bar: SearchBar { search.searchBar }
    let tokens = [yearToken("2001"), yearToken("2002"), yearToken("2003")]

    @Test func aTokenHasTextPictureAndValue() {
        let token = SearchToken("Feste", icon: "cake", representing: .custom("7"))
        #expect(token.text == "Feste" && token.icon == "cake" && token.representedValue == .custom("7"))
    }

    @Test func tokensAreInsertedAndRemoved() {
        bar.text = "rosen"
        bar.insertToken(tokens[0], at: 0)
        bar.insertToken(tokens[2], at: 1)
        bar.insertToken(tokens[1], at: 1)
        #expect(bar.tokens == tokens && bar.text == "rosen")
        bar.removeToken(at: 0)
        #expect(bar.tokens == Array(tokens[1...]))
    }

    @Test func tokensHavePositionsBeforeTheText() {
        bar.tokens = tokens
        bar.text = "rosen"
        #expect(bar.positionOfToken(at: 2) == 2)
        #expect(bar.textualRange == 3..<8)
        #expect(bar.tokens(in: 1..<6) == Array(tokens[1...]))
        #expect(bar.tokens(in: 4..<99) == [])
    }

    @Test(arguments: [
        (1..<6, "", 1), (3..<5, "ron", 1), (0..<1, "rosen", 0), (0..<3, "sen", 1), (9..<12, "rosen", 1),
    ])
    func aTokenTakesThePlaceOfText(range: Range<Int>, text: String, place: Int) {
        bar.tokens = [tokens[0]]
        bar.text = "rosen"
        bar.replaceTextualPortion(of: range, with: tokens[1], at: place)
        #expect(bar.text == text)
        #expect(bar.tokens == (place == 0 ? [tokens[1], tokens[0]] : [tokens[0], tokens[1]]))
        #expect(bar.selectedTextRange == bar.textualRange.upperBound..<bar.textualRange.upperBound)
    }

    @Test(arguments: [
        SearchToken("a", representing: .scope("birthdays")),
        SearchToken("b", icon: "x", representing: .custom("\"\u{0}")), yearToken("2001..2005"),
        SearchToken("c", representing: .price(NumericRange(upper: DecimalNumber("19.90")))),
        SearchToken("d", representing: .price(NumericRange())),
        SearchToken("e", representing: .attribute("color", .equals(.text("red")))),
        SearchToken("f", representing: .attribute("size", .isOneOf([.text("S"), .text("M")]))),
        SearchToken(
            "g",
            representing: .attribute(
                "stock", .isBetween(.number(DecimalNumber("1")!), .number(DecimalNumber("2.5")!)))),
        SearchToken("h", representing: .attribute("added", .isAtLeast(AttributeValue("2026-01-01", .date)!))),
        SearchToken("i", representing: .attribute("onSale", .isLess(than: .boolean(true)))),
        SearchToken("j", representing: .attribute("onSale", .exists)),
        SearchToken(
            "k",
            representing: .attribute(
                "my store",
                .place(.near(Coordinates("52.5,-13.4")!, .isBetween(Distance("0.1 mi")!, Distance("2 km")!))))
        ),
        SearchToken(
            "l",
            representing: .attribute(
                "store",
                .place(
                    .inside(
                        CoordinateBox(
                            topLeft: Coordinates("53,179")!, bottomRight: Coordinates("52,-179")!)!)))),
    ])
    func tokensAreStoredAndReadBack(token: SearchToken) throws {
        let json = try JSONTree(encoding: token).text
        #expect(try JSONTree(parsing: json).decode(SearchToken.self) == token)
    }

    private static let attributes = [
        SearchAttribute(
            "color", .text, title: "Farbe",
            values: [.init(id: "red", title: "rot"), .init(id: "rosy", title: "rosa")]),
        SearchAttribute("brand", .text), SearchAttribute("stock", .number), SearchAttribute("added", .date),
    ]

    @Test(arguments: [
        ("color:red ", "color", Filter.Test.equals(.text("red"))),
        ("Farbe:ROT ", "color", .equals(.text("red"))),
        ("color:black ", "color", .equals(.text("black"))),
        ("brand:bialetti ", "brand", .equals(.text("bialetti"))),
        ("stock:1,5..2 ", "stock", .isBetween(.number(DecimalNumber("1.5")!), .number(DecimalNumber("2")!))),
        ("stock:>=3 ", "stock", .isAtLeast(.number(DecimalNumber("3")!))),
        ("added:..2026-01-01 ", "added", .isAtMost(AttributeValue("2026-01-01", .date)!)),
    ])
    func attributesAreTokens(typed: String, name: String, test: Filter.Test) {
        search.tokenParser = SearchTokenParser()
        bar.attributes = Self.attributes
        bar.insertText("rosen " + typed)
        #expect(bar.text == "rosen ")
        #expect(bar.tokens.map(\.representedValue) == [.attribute(AttributeName(name), test)])
        #expect(search.request.filter == .attribute(AttributeName(name), test))
        bar.selectedTextRange = 1..<1
        bar.deleteBackward()
        #expect(bar.tokens.isEmpty && search.request.filter == nil)
    }

    @Test(arguments: [
        "color:\"dark red\" ", "size:M ", "stock:many ", "stock:3..1 ", "-color:red ", "color:",
    ])
    func othersStayText(typed: String) {
        search.tokenParser = SearchTokenParser()
        bar.attributes = Self.attributes
        bar.insertText(typed)
        #expect(bar.text == typed && bar.tokens.isEmpty && search.request.filter == nil)
    }

    /// A user who types the beginning of a value sees the results for the rest of the query.
    @Test func theBeginningOfAValueFiltersNothing() {
        search.tokenParser = SearchTokenParser()
        bar.attributes = Self.attributes
        for typed in ["color:", "color:r", "farbe:ro"] {
            bar.clear()
            bar.insertText("rosen " + typed)
            #expect(search.request.query == "rosen " && search.request.filter == nil, "\(typed)")
        }
        bar.insertText("t")
        #expect(search.request.filter == .attribute("color", .equals(.text("red"))))
    }

    @Test func conditionsAreAddedToTheTemplates() {
        search.tokenParser = SearchTokenParser()
        bar.attributes = Self.attributes
        let own = Filter.attribute("stock", .exists)
        search.requestTemplate.filter = own
        bar.insertText("color:red brand:b ")
        #expect(
            search.request.filter
                == .all([
                    own, .attribute("color", .equals(.text("red"))), .attribute("brand", .equals(.text("b"))),
                ]))
    }

    @Test func damagedTokensAreRefused() throws {
        for json in [
            #"{"text":"a","kind":"colour","value":"red"}"#, #"{"text":"a","kind":"scope"}"#,
            #"{"text":"a","kind":"year","lower":"MM"}"#, #"{"kind":"scope","value":"a"}"#,
            #"{"text":"a","kind":"attribute","attribute":"a","test":"place","value":"a = 3"}"#,
            #"{"text":"a","kind":"attribute","attribute":"a","test":"place","value":"near(a, 1, 2)"}"#,
        ] {
            let tree = try JSONTree(parsing: json)
            #expect(throws: DecodingError.self, "\(json)") { try tree.decode(SearchToken.self) }
        }
    }
}

@Suite struct SearchTokenParserTests {
    private let parser = SearchTokenParser()

    private func parse(_ text: String, includingLastWord: Bool = true) -> SearchTokenParser.Parsing {
        parser.parse(text, locale: german, scopes: Shop.scopes, includingLastWord: includingLastWord)
    }

    private static func range(_ lower: String?, _ upper: String?) -> NumericRange {
        NumericRange(lower: lower.flatMap { DecimalNumber($0) }, upper: upper.flatMap { DecimalNumber($0) })
    }

    @Test(arguments: [
        ("scope:birthdays", SearchToken.Value.scope("birthdays")), ("SCOPE:Birthdays", .scope("birthdays")),
        ("scope:hochzeiten", .scope("weddings")), ("scope：all", .scope("all")),
        ("year:2001", .year(range("2001", "2001"))), ("year:2001..2005", .year(range("2001", "2005"))),
        ("year:2001..", .year(range("2001", nil))), ("price:..20", .price(range(nil, "20"))),
        // Numbers in German notation, and in that of programs.
        ("price:19,90..1.500", .price(range("19.9", "1500"))), ("price:19.90", .price(range("19.9", "19.9"))),
        ("year:٢٠٠١", .year(range("2001", "2001"))), ("price:-5..5", .price(range("-5", "5"))),
    ])
    func wordsBecomeTokens(word: String, value: SearchToken.Value) {
        let parsing = parse("rosen  \(word)\u{3000}zum fest")
        #expect(parsing.tokens == [SearchToken(word, representing: value)])
        #expect(parsing.text == "rosen  zum fest")
    }

    @Test(arguments: [
        "", " ", "scope:", "year:", "scope:nirgends", "year:bald", "year:2005..2001", "year:..", "year:1...2",
        "year:1..2..3", "farbe:rot", ":", "year:2001:", "xyear:2001", "https://year:2001", "year :2001",
        "\u{301}year:1",
        "price:1e5", "price:99999999999999999999",
    ])
    func whatIsNoTokenStaysText(text: String) {
        #expect(parse(text) == .init(tokens: [], text: text))
    }

    @Test func theLastWordMayStillGrow() {
        #expect(parse("year:20", includingLastWord: false) == .init(tokens: [], text: "year:20"))
        let parsing = parse("year:2001 year:20", includingLastWord: false)
        #expect(parsing.tokens == [yearToken("2001")])
        #expect(parsing.text == "year:20")
    }

    @Test func namesAreThoseOfTheUsersLanguage() {
        let parser = SearchTokenParser(names: ["Jahr": .year, "year": .year])
        let parsing = parser.parse("JAHR:2001 year:2002 scope:birthdays", locale: german, scopes: Shop.scopes)
        #expect(parsing.tokens.map(\.text) == ["JAHR:2001", "year:2002"])
        #expect(parsing.text == "scope:birthdays")
    }

    /// Invariants: the remaining text contains no token, and only tokens are removed.
    @Test(arguments: 0..<50 as Range<UInt64>) func parsingLosesNothing(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let pieces = [
            "scope:", "year:", "price:", "birthdays", "weddings", "2001", "..", "20", ",", " ", "\u{3000}",
            "\n",
            "rosen", "é", "\u{301}", "：", ":", "日本", "-", "\u{200D}",
        ]
        for _ in 0..<50 {
            let text = (0..<Int.random(in: 0..<12, using: &random)).map { _ in
                pieces.randomElement(using: &random)!
            }.joined()
            let parsing = parse(text)
            #expect(parse(parsing.text) == .init(tokens: [], text: parsing.text), "\(text)")
            var words = words(text)
            for token in parsing.tokens {
                guard let place = words.firstIndex(where: { $0.utf8.elementsEqual(token.text.utf8) }) else {
                    Issue.record("\(text)")
                    continue
                }
                words.remove(at: place)
            }
            #expect(words == self.words(parsing.text), "\(text)")
        }
    }

    private func words(_ text: String) -> [String] {
        text.unicodeScalars.split { $0.properties.isWhitespace }.map { String($0) }
    }
}
