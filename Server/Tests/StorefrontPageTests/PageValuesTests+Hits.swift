// The values of the hits on the page of a search.

import CatalogSearch
import Foundation
import Localization
import Testing

@testable import StorefrontPage

extension PageValuesTests {
    @Test func aHitWithoutLocalesIsOfUnknownLanguages() throws {
        let hit = try values(of: [
            "summary": "Blume", "keywords": ["Rose"], "matches": [match("keywords", 0..<4)],
        ])
        #expect(hit["textTag"] == "")
        #expect(hit["languageName"] == nil)
        #expect(hit["paragraphs"]?[0]?["textTag"] == "")
        #expect(hit["others"]?[0]?["textTag"] == "")
        #expect(hit["facts"] == false)
    }

    @Test func matchesCountUnicodeScalars() throws {
        // A rose, and a farmer of five scalars.
        let title = "\u{1F339}\u{1F469}\u{1F3FD}\u{200D}\u{1F33E} Rose"
        #expect(
            try values(of: ["title": title, "matches": [match("title", 6..<10)]])["titleParts"]?.marked
                == "\u{1F339}\u{1F469}\u{1F3FD}\u{200D}\u{1F33E} [Rose]")
    }

    @Test(arguments: [
        ([(0, 2), (1, 3)], "[Ro][s]e"), ([(2, 4), (0, 1)], "[R]o[se]"), ([(-5, 1), (3, 99)], "[R]os[e]"),
        ([(3, 1)], "Rose"),
        ([(9, 12)], "Rose"), ([(Int.min, Int.max)], "[Rose]"), ([], "Rose"),
    ])
    func partsAreTheWholeTextWhereverMatchesLie(ranges: [(Int, Int)], expected: String) throws {
        let matches = ranges.map { ["field": "title", "start": $0.0, "end": $0.1] as [String: Any] }
        #expect(try values(of: ["matches": matches])["titleParts"]?.marked == expected)
    }

    @Test func picturesHaveAPlaceIfOneRecordHasOne() throws {
        let values = try values(
            content(
                response(hits: [
                    hit(["image": ["https://x.example/a.jpg", "b"]]), hit(["image": "javascript:x"]),
                ])))
        #expect(values["hits"]?[0]?["imageSource"] == "https://x.example/a.jpg")
        #expect(values["hits"]?[1]?["imageSource"] == nil)
        #expect(values["hits"]?[1]?["initial"] == "R" && values["hits"]?[1]?["pictured"] == true)
        let without = try self.values(of: ["image": 7])
        #expect(without["pictured"] == false && without["initial"] == nil)
        let sized = try self.values(of: ["image": ["url": "/images/a.svg", "width": 3, "height": 4]])
        #expect(sized["imageSource"] == "/images/a.svg")
    }

    @Test(arguments: [
        ("InStock", "In stock"), ("in_stock", "In stock"),
        ("https://schema.org/PreOrder", "Available for pre-order"),
        ("out of stock", "Out of stock"),
    ])
    func availabilityIsWorded(value: String, label: String) throws {
        let hit = try values(of: ["availability": value], in: "en")
        #expect(hit["availability"]?["label"] == .text(label))
        #expect(hit["availability"]?["orderable"] == .flag(value != "out of stock"))
        #expect(hit["facts"] == true)
    }

    @Test func otherAvailabilitiesAreNotShown() throws {
        for value in ["soon", 7, ["x"], NSNull()] as [Any] {
            #expect(try values(of: ["availability": value])["availability"] == nil)
        }
        #expect(try values(of: ["availability": true], in: "en")["availability"]?["label"] == "In stock")
    }

    @Test func aTitleLeadsToTheRecord() throws {
        let path = "/c/a%2Fb/t%2F3%20%C3%BC%3F%23?locale=de"
        #expect(try values(of: ["catalog": "a/b", "id": "t/3 ü?#"])["href"] == .text(path))
        #expect(try values(of: ["id": ".."])["href"] == "/c/gifts/%2E%2E?locale=de")
    }

    @Test func aFewOtherTextsAreShown() throws {
        let keywords = (0..<50).map { "Rose \($0)" }
        let hit = try values(of: [
            "keywords": keywords, "origin": "Rosenheim",
            "matches": (0..<50).map { match("keywords", 0..<4, index: $0) } + [match("origin", 0..<4)],
        ])
        guard case .list(let others)? = hit["others"] else {
            throw PageError.unreadableResponse(reason: "no others")
        }
        #expect(others.count == 10)
        #expect(others.last?["parts"]?.marked == "[Rose] 9")
    }

    @Test func addressesOfPicturesAndLinksAreNotShownAsTexts() throws {
        let hit = try values(of: [
            "image": "https://x.example/rose.jpg", "url": ["/rose", "eine Rose"],
            "matches": [
                match("image", 18..<22), match("url", 1..<5, index: 0), match("url", 5..<9, index: 1),
            ],
        ])
        #expect(hit["others"]?[0]?["parts"]?.marked == "eine [Rose]" && hit["others"]?[1] == nil)
    }

    @Test func theDescriptionIsShownWhereSomethingMatchesInIt() throws {
        let texts: [String: Any] = ["summary": "Kurz", "description": "Eine Rose"]
        let without = try values(of: texts)["paragraphs"]
        #expect(without?[0]?["parts"]?.marked == "Kurz")
        #expect(without?[1] == nil)
        let with = try values(of: texts.merging(["matches": [match("description", 5..<9)]]) { $1 })[
            "paragraphs"]
        #expect(with?[0]?["parts"]?.marked == "Kurz")
        #expect(with?[1]?["parts"]?.marked == "Eine [Rose]")
    }

    @Test func textsThatAreNotShownOtherwiseAreShownWhereSomethingMatches() throws {
        let hit = try values(of: [
            "keywords": ["Blume", "Rose", 7, "Rosen"], "origin": "Rosenheim", "weight": 12, "author": "Rosa",
            "matches": [
                match("origin", 0..<4), match("keywords", 0..<4, index: 1),
                match("keywords", 0..<5, index: 3),
                match("keywords", 0..<1, index: 2), match("weight", 0..<1), match("absent", 0..<1),
                match("origin", 0..<1, index: 4), match("author", 0..<3),
            ],
        ])
        guard case .list(let others)? = hit["others"] else {
            throw PageError.unreadableResponse(reason: "no others")
        }
        #expect(others.map { $0["parts"]?.marked } == ["[Rose]nheim", "[Rose]", "[Rosen]", "[Ros]a"])
        #expect(others.map { $0["fieldLabel"] } == ["Origin", "Stichwörter", "Stichwörter", "Autor"])
    }

    @Test func matchesInOtherTextsOfAFieldMarkNothingInTheFirst() throws {
        let hit = try values(of: ["titles": ["Rose", "Rosen"], "matches": [match("title", 0..<5, index: 1)]])
        #expect(hit["titleParts"]?.marked == "Rose")
    }

    @Test func factsAreShownWhereThereAreAny() throws {
        let hit = try values(of: [
            "scope": "weddings", "year": -44, "price": ["amount": "5", "currency": "EUR", "text": "5,00 €"],
            "matches": [match("price", 0..<4), match("scope", 0..<4), match("catalog", 0..<4)],
        ])
        #expect(hit["facts"] == true)
        #expect(hit["others"] == .list([]))
        #expect(hit["scopeParts"]?["parts"]?.marked == "[Hoch]zeiten")
        #expect(hit["yearParts"]?["parts"]?.marked == "-44")
        #expect(hit["priceParts"]?["parts"]?.marked == "[5,00] €")
        // A scope that the response does not list has no label.
        #expect(try values(of: ["scope": "gone"])["facts"] == false)
    }

    @Test func aRecordWithoutATitleIsNamedByItsId() throws {
        #expect(try values(of: ["title": NSNull()])["titleParts"]?.marked == "h-1")
    }
}
