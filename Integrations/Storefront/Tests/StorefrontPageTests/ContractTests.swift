// The template's values are those documented in the page's README.md, with `example.json` as an example.

import Foundation
import Mustache
import Testing

@testable import StorefrontPage

@Suite struct ContractTests {
    private static var hits: [[String: Any]] {
        [
            [
                "id": "g-141", "catalog": "gifts", "scope": "funerals", "locale": "de", "title": "Weiße Rose",
                "summary": "Eine einzelne stille Blüte für den letzten, liebevollen Gruß.",
                "description": "Nichts hiervon.", "keywords": ["weiß", "Rose", "Grab"],
                "locales": ["title": "de", "summary": "de", "description": "de", "keywords": "de"],
                "year": 2000,
                "price": ["amount": "5.20", "currency": "EUR", "text": "5,20\u{A0}€"], "popularity": 0.5,
                "matches": [match("title", 6..<10), match("keywords", 0..<4, index: 1)],
            ],
            [
                "id": "b-033", "catalog": "books", "scope": NSNull(), "locale": "en",
                "title": "The Book of Dishes",
                "summary": "The table of Abbasid Baghdad: rice, meat and sweets with rose water.",
                "locales": ["title": "en", "summary": "en"], "year": 1226,
                "price": ["amount": "15.90", "currency": "EUR", "text": "15,90\u{A0}€"],
                "matches": [match("summary", 57..<61)],
            ],
            [
                "id": "q-003", "catalog": "quotes", "scope": NSNull(), "locale": "de",
                "title": "Was ist ein Name? Was uns Rose heißt, wie es auch hieße, würde lieblich duften.",
                "locales": ["title": "de"], "year": 1597, "matches": [match("title", 26..<30)],
            ],
        ]
    }
    private static var scopes: [[String: Any]] {
        [
            ["id": "all", "label": "Alle", "count": 14],
            ["id": "birthdays", "label": "Geburtstage", "count": 3],
            ["id": "weddings", "label": "Hochzeiten", "count": 5],
            ["id": "funerals", "label": "Trauerfälle", "count": 2],
        ]
    }

    private let values: PageValues
    private let html: String

    init() throws {
        let page = try searchPage()
        let outcome = try answer(
            hits: Self.hits, total: 14, label: "14 Treffer gefunden", scopes: Self.scopes,
            ["ignored": ["the"]])
        let example = try content(offset: 1, limit: 3, outcome)
        values = try page.values(example)
        html = try page.html(example)
    }

    @Test func theTemplateIsGivenWhatTheExampleSays() throws {
        var example = try JSONDecoder().decode([String: TemplateValue].self, from: pageFile("example.json"))
        let texts = example.removeValue(forKey: "text")
        #expect(Set(values.members.keys) == Set(example.keys))
        for (name, value) in example { #expect(values.members[name] == value, "\(name)") }
        guard case .object(let table)? = texts else { throw PageError.unreadableAnswer(reason: "no texts") }
        let words = try #require(values.child(named: "text") as? any MustacheParent)
        #expect(table.count > 30)
        for (key, text) in table {
            let given = try #require(words.child(named: key) as? String)
            #expect(.text(given) == text, "\(key)")
        }
    }

    @Test(arguments: [
        #"<html lang="de" dir="ltr" data-locale="de" data-limit="3">"#,
        "<title>rose · Produktsuche</title>",
        #"<input type="hidden" name="q" value="rose">"#,
        #"<option value="zh_Hans" lang="zh-Hans">简体中文</option>"#,
        #"<option value="de" lang="de" selected>Deutsch</option>"#,
        #"<a href="/?q=rose&amp;scope=weddings&amp;locale=de" data-scope="weddings"><span dir="auto">Hochzeiten</span> <span class="count">5</span></a>"#,
        #"<h3 lang="de" dir="auto">Weiße <mark>Rose</mark></h3>"#,
        "<span class=\"tag\">Englisch</span> <bdi class=\"year\">1226</bdi> <bdi class=\"price\">15,90\u{A0}€</bdi></p>",
        #"<p class="other"><span>Stichwörter</span> <span lang="de" dir="auto"><mark>Rose</mark></span></p>"#,
        #"<div id="problem" class="problem" role="alert"></div>"#,
        #"<p id="relaxed" class="relaxed" hidden></p>"#,
        #"<a id="next" rel="next" data-text="NextPage" href="/?q=rose&amp;locale=de&amp;offset=4">Weiter</a>"#,
        #"<ol id="hits" class="hits" start="2">"#,
    ])
    func theExampleGivesThisMarkup(_ markup: String) { #expect(html.contains(markup)) }

    @Test func noTagOfTheTemplateIsLeftOver() { #expect(!html.contains("{{")) }
}
