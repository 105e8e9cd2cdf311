// The templates' values are those documented in the pages' README.md, with `example.json` and
// `record.example.json` as examples.

import CatalogSearch
import Foundation
import Mustache
import Testing

@testable import StorefrontPage

@Suite struct ContractTests {
    private static var reducedPrice: [String: Any] {
        [
            "amount": "5.20", "currency": "EUR", "text": "€5.20",
            "regular": ["amount": "6.50", "currency": "EUR", "text": "€6.50"],
        ]
    }
    private static var hits: [[String: Any]] {
        [
            [
                "id": "g-141", "catalog": "gifts", "scope": "funerals", "locale": "en", "title": "White Rose",
                "summary": "A single quiet bloom to lay down with a last good word.",
                "description": "Nothing of this.", "keywords": ["white", "rose", "grave"],
                "locales": ["title": "en", "summary": "en", "description": "en", "keywords": "en"],
                "year": 2000, "image": "/images/g-141.svg", "availability": "InStock",
                "price": reducedPrice, "popularity": 0.5,
                "variants": [
                    "count": 3, "ids": ["g-141", "g-142", "g-143"], "all": 4,
                    "lowest": ["amount": "4.10", "currency": "EUR", "text": "€4.10"], "highest": reducedPrice,
                    "attributes": [
                        "color": [
                            "label": "Color",
                            "values": [("white", "white"), ("#a00", "red"), ("x7", "blush")].map {
                                ["value": $0, "label": $1]
                            },
                        ], "care": ["label": "Care", "values": [["value": "red", "label": "easy"]]],
                    ],
                ],
                "matches": [match("title", 6..<10), match("keywords", 0..<4, index: 1)],
            ],
            [
                "id": "b-033", "catalog": "books", "scope": NSNull(), "locale": "de",
                "title": "Das Buch der Gerichte",
                "summary": "Reis, Fleisch und Süßes mit Rosenwasser.",
                "locales": ["title": "de", "summary": "de"], "year": 1226,
                "price": ["amount": "15.90", "currency": "EUR", "text": "€15.90"],
                "matches": [match("summary", 28..<32)],
            ],
            [
                "id": "q-003", "catalog": "quotes", "scope": NSNull(), "locale": "en",
                "title": "That which we call a rose by any other name would smell as sweet.",
                "locales": ["title": "en"], "year": 1597, "matches": [match("title", 21..<25)],
            ],
        ]
    }
    private static var scopes: [[String: Any]] {
        [
            ["id": "all", "label": "All", "count": 14],
            ["id": "birthdays", "label": "Birthdays", "count": 3],
            ["id": "weddings", "label": "Weddings", "count": 0],
            ["id": "funerals", "label": "Funerals", "count": 2],
        ]
    }
    private static var facets: [[String: Any]] {
        let others = ["white", "pink", "blue", "gold", "green", "orange", "purple", "yellow"]
        let counts = [3, 2, 1, 1, 1, 1, 1, 1]
        return [
            range(
                "price", "Price", "3.20", "€3.20", "72.00", "€72.00",
                [
                    "currency": "EUR", "selected": ["to": ["value": "20", "label": "€20.00"]],
                    "buckets": [
                        ["from": 3.2, "to": 37.6, "count": 9], ["from": 37.6, "to": 72, "count": 5],
                    ],
                ]),
            facet(
                "color", "Color", others: 3,
                [("red", "red", 7, true)] + zip(others, counts).map { ($0, $0, $1, false) }),
            range("added", "Added", type: "date", "2025-01-02", "Jan 2, 2025", "2026-04-09", "Apr 9, 2026"),
            range("year", "Year", 1590, "1590", 1590, "1590"),
        ]
    }
    /// The data of rules: only a banner is shown, and only a web address becomes a link.
    private static var data: [[String: Any]] {
        [
            ["banner": "Summer weddings", "url": "/?scope=weddings"],
            ["banner": "Closed on Sunday", "url": "javascript:alert(1)"], ["banner": 7], "text", [1],
            ["redirect": "javascript:alert(1)"], ["redirect": "/returns.html"], ["redirect": "/second"],
        ].map { (data: Any) in ["catalog": "gifts", "rule": "summer", "data": data] }
    }
    private static var product: [String: Any] {
        record([
            "id": "g-141", "scope": "funerals", "locale": "en", "chain": ["en"], "title": "White Rose",
            "texts": [
                "title": ["en": "White Rose", "de": "Weiße Rose"], "summary": ["en": "A single quiet bloom."],
                "keywords": ["en": ["white", "rose"], "de": ["weiß", "Rose"]],
            ],
            "year": 2000, "image": "/images/g-141.svg", "availability": "InStock",
            "url": "https://shop.example/gifts/g-141",
            "attributes": [
                "color": [
                    "label": "Color",
                    "values": [["value": "white", "label": "white"], ["value": "cream", "label": "cream"]],
                ], "stems": ["label": "Stems", "values": [["value": 1, "label": "1"]]],
            ],
            "price": reducedPrice,
        ])
    }

    private static var variants: [[String: Any]] {
        func colored(_ id: String, _ colors: [String], _ more: [String: Any]) -> [String: Any] {
            let values = colors.map { ["value": $0, "label": $0] }
            return hit(["id": id, "attributes": ["color": ["label": "Color", "values": values]]])
                .merging(more) { _, new in new }
        }
        return [
            colored(
                "g-141", ["white", "cream"],
                ["price": reducedPrice, "availability": "InStock"]),
            colored("g-142", ["red"], ["availability": "SoldOut"]),
        ]
    }

    private let renderer: PageRenderer
    private let searchPage: PageContent
    private let recordPage: RecordContent

    init() throws {
        renderer = try pageRenderer()
        let currencies = ["gifts": ["EUR", "USD"], "books": ["EUR"], "quotes": []]
        var search = try content(
            in: "en", filters: filters([("f.price", "..20"), ("f.color", "red")]), offset: 1, limit: 3,
            response(
                hits: Self.hits, total: 14, label: "14 items found", scopes: Self.scopes,
                ["ignored": ["the"], "facets": Self.facets, "data": Self.data]))
        search.frame.currencies = currencies
        searchPage = search
        let similar = searchResponse(hits: [Self.hits[1]], scopes: Self.scopes)
        var record = try content(in: "en", record: Self.product, similar: similar)
        record.frame.currencies = currencies
        record.variants = try json(searchResponse(hits: Self.variants))
        record.distinctions = ["color"]
        recordPage = record
    }

    @Test func theTemplatesAreGivenWhatTheExamplesSay() throws {
        for (name, values) in [
            ("example.json", try renderer.values(searchPage)),
            ("record.example.json", try renderer.values(recordPage)),
        ] {
            var example = try JSONDecoder().decode([String: TemplateValue].self, from: pageFile(name))
            let texts = example.removeValue(forKey: "text")
            #expect(Set(values.members.keys) == Set(example.keys))
            for (member, value) in example { #expect(values.members[member] == value, "\(name) \(member)") }
            guard case .object(let table)? = texts else {
                throw PageError.unreadableResponse(reason: "no texts")
            }
            let words = try #require(values.child(named: "text") as? any MustacheParent)
            #expect(table.count > 30)
            for (key, text) in table {
                let given = try #require(words.child(named: key) as? String)
                #expect(.text(given) == text, "\(key)")
            }
        }
    }

    @Test(arguments: [
        #"<html lang="en" dir="ltr" data-locale="en" data-limit="3">"#,
        "<title>rose · Product search</title>",
        #"<meta name="robots" content="noindex, follow">"#,
        #"<link rel="canonical" href="https://shop.example/?q=rose&amp;f.color=red&amp;f.price=..20&amp;offset=1&amp;locale=en">"#,
        #"<link rel="alternate" hreflang="zh-Hans" href="https://shop.example/?q=rose&amp;f.color=red&amp;f.price=..20&amp;offset=1&amp;locale=zh_Hans">"#,
        #"<link rel="alternate" hreflang="x-default" href="https://shop.example/?q=rose&amp;f.color=red&amp;f.price=..20&amp;offset=1">"#,
        #"<input type="hidden" name="q" value="rose">"#,
        #"<option value="zh_Hans" lang="zh-Hans">简体中文</option>"#,
        #"<option value="en" lang="en" selected>English</option>"#,
        #"<a href="/?q=rose&amp;scope=funerals&amp;f.color=red&amp;f.price=..20&amp;locale=en" data-scope="funerals"><span dir="auto">Funerals</span> <span class="count">2</span></a>"#,
        #"<h3 lang="en" dir="ltr"><a href="/c/gifts/g-141?locale=en">White <mark>Rose</mark></a></h3>"#,
        #"<img src="/images/g-141.svg" alt="" width="128" height="128" loading="lazy" decoding="async">"#,
        #"<bdi class="price">€5.20</bdi> <bdi class="price">from €4.10</bdi> <span class="regular"><span class="unseen">Regular price:</span> <s>€6.50</s></span> <span class="availability">In stock</span>"#,
        #"<span class="variant-count">3 variants</span> <span class="swatches"><span class="unseen">Color: white, red, blush</span><svg aria-hidden="true" viewBox="0 0 16 16" width="16" height="16"><circle cx="8" cy="8" r="7" fill="white"/></svg>"#,
        ##"fill="#a00"/></svg><span aria-hidden="true">+1</span></span></p>"##,
        #"<li><a id="view-list" href="/?q=rose&amp;f.color=red&amp;f.price=..20&amp;locale=en&amp;offset=1" aria-current="true"><span>List</span></a></li>"#,
        #"<li><a id="view-grid" href="/?q=rose&amp;f.color=red&amp;f.price=..20&amp;locale=en&amp;view=grid&amp;offset=1"><span>Grid</span></a></li>"#,
        #"<span class="tag">German</span> <bdi class="year">1226</bdi>"#,
        #"<p class="text other"><span>Keywords</span> <span lang="en" dir="ltr"><mark>rose</mark></span></p>"#,
        #"<div id="problem" class="problem" role="alert"></div>"#,
        #"<option value="USD">USD – US Dollar</option>"#, #"<option value="" selected>As listed</option>"#,
        #"<a id="next" rel="next" href="/?q=rose&amp;f.color=red&amp;f.price=..20&amp;locale=en&amp;offset=4">Next</a>"#,
        #"<option value="price:desc">Price, highest first</option>"#,
        #"<option value="added:desc">Added, newest first</option>"#,
        #"<div id="filters" class="filters" popover>"#,
        #"<input type="checkbox" name="f.color" value="red" autocomplete="off" checked> <span dir="auto">red</span> <span class="count">7</span>"#,
        #"<input class="look-up" type="search" name="find.color" value="" dir="auto" maxlength="200" autocomplete="off" autocapitalize="none" spellcheck="false" aria-label="Find in Color" placeholder="Find…">"#,
        #"<input type="text" inputmode="decimal" name="to.price" value="20" placeholder="€72.00" maxlength="40" autocomplete="off">"#,
        #"<input type="date" name="from.added" value="" autocomplete="off">"#,
        #"<svg viewBox="0 0 2 20" preserveAspectRatio="none" aria-hidden="true"><rect x="0" y="0" width="1" height="20" class="chosen"/><rect x="1" y="9" width="1" height="11"/></svg>"#,
        #"<input type="range" data-end="upper" min="3.0" max="72.0" step="0.5" value="20" aria-label="Price: to" autocomplete="off">"#,
        #"<a href="/?q=rose&amp;f.color=red&amp;locale=en" aria-label="Remove filter Price: up to €20.00">"#,
        #"<ol id="hits" class="hits" start="2">"#,
        #"<p class="banner" dir="auto"><a href="/?scope=weddings">Summer weddings</a></p>"#,
        #"<p class="banner" dir="auto">Closed on Sunday</p>"#,
        #"<p class="banner"><a id="redirect" href="/returns.html">Open the page about this</a></p>"#,
    ])
    func theExampleOfASearchGivesThisMarkup(_ markup: String) throws {
        #expect(try renderer.html(searchPage).contains(markup))
    }

    @Test(arguments: [
        "<title>White Rose · Product search</title>",
        #"<meta name="description" content="A single quiet bloom.">"#,
        #"<link rel="canonical" href="https://shop.example/c/gifts/g-141?locale=en">"#,
        #"<meta property="og:type" content="product">"#,
        #"<meta property="og:image" content="https://shop.example/images/g-141.svg">"#,
        #""offers":{"@type":"Offer","price":"5.20","priceCurrency":"EUR","priceSpecification":{"@type":"UnitPriceSpecification","priceType":"https://schema.org/StrikethroughPrice","price":"6.50","priceCurrency":"EUR"},"availability":"https://schema.org/InStock","url":"https://shop.example/gifts/g-141"}"#,
        #"<li><a href="/?scope=funerals&amp;locale=en" dir="auto">Funerals</a></li>"#,
        #"<img src="/images/g-141.svg" alt="White Rose" width="480" height="480" decoding="async">"#,
        #"<a class="buy" href="https://shop.example/gifts/g-141">To the shop</a>"#,
        #"<p class="prose" lang="en" dir="ltr">A single quiet bloom.</p>"#,
        #"<li><a href="/c/gifts/g-141?locale=en" aria-current="page"><span dir="auto">white, cream</span> <bdi class="price">€5.20</bdi> <span class="regular"><span class="unseen">Regular price:</span> <s>€6.50</s></span></a></li>"#,
        // A variant does not have the record's own price.
        #"<li><a href="/c/gifts/g-142?locale=en"><span dir="auto">red</span> <span class="availability missing">Sold out</span></a></li>"#,
        #"<dt dir="auto">Color</dt>"#, #"<dd dir="auto">cream</dd>"#,
        #"<summary>German</summary>"#, #"<dd dir="ltr">Weiße Rose</dd>"#,
        #"<h3 lang="de" dir="ltr"><a href="/c/books/b-033?locale=en">Das Buch der Gerichte</a></h3>"#,
    ])
    func theExampleOfARecordGivesThisMarkup(_ markup: String) throws {
        #expect(try renderer.html(recordPage).contains(markup))
    }

    /// A similar record must not show values of the page's record.
    @Test func similarRecordsHaveTheirOwnFacts() throws {
        let html = try renderer.html(recordPage)
        let similar = try #require(
            html.split(separator: #"id="similar""#).last?.split(separator: "</ol>").first)
        #expect(!similar.contains("In stock") && !similar.contains("g-141"))
    }

    @Test func noTagOfATemplateIsLeftOver() throws {
        #expect(try !renderer.html(searchPage).contains("{{") && !renderer.html(recordPage).contains("{{"))
    }
}
