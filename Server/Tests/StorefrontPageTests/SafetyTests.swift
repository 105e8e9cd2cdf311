// No value of a page becomes markup, or changes where a link leads.

import CatalogSearch
import Foundation
import Localization
import StorefrontTestSupport
import Testing

@testable import StorefrontPage

@Suite struct SafetyTests {
    /// Pages with the same text in every place.
    private func pages(_ text: String) throws -> [String] {
        let renderer = try pageRenderer()
        let own = "own" + text
        let texts = uniformTexts(text)
        let price = ["amount": text, "currency": text, "text": text]
        let hit: [String: Any] = [
            "id": text, "catalog": text, "scope": text, "title": text, "summary": text, "description": text,
            "keywords": [text], own: text, "year": 2001, "price": price, "image": "/images/x?\"<b>'",
            "availability": "InStock",
            "locales": ["title": text, "summary": text, "keywords": text, own: text],
            "matches": ["title", "description", "keywords", own, "price"].map { match($0, 0..<1) },
        ]
        let relaxed: [String: Any] = ["kind": "typos", "words": [["word": text, "found": [text, text]]]]
        let found = searchResponse(
            hits: [hit], total: 99, label: text, scope: text,
            scopes: [["id": text, "label": text, "count": 3], ["id": "all", "label": text, "count": 3]],
            relaxed: relaxed,
            [
                "facets": [
                    facet(text, text, others: 3, (0..<9).map { ("\($0)" + text, text, 1, $0 == 0) }),
                    range("price", text, "1", text, "2", text, ["selected": ["from": ["label": text]]]),
                    range(text + "2", text, type: "date", text, text, text + "x", text),
                ]
            ])
        let chosen = filters([
            ("f." + text, "0" + text), ("f.price", "1.."), ("f.unknown", text), ("from." + text + "2", text),
        ])
        let help: [String: Any] = [
            "suggestions": ["corrections": [["query": text, "count": 1]]],
            "words": [["query": text, "count": 1]], "unfiltered": 1,
            "languages": [["locale": "ja", "count": 1]],
            "popular": found,
        ]
        let record = record([
            "id": text, "catalog": text, "scope": text, "title": text, "chain": ["de"], "year": 1,
            "price": price, "image": ["url": "/images/x?\"<b>'", "width": 1, "height": 1],
            "url": "https://shop.example/\"<b>'", "availability": "OutOfStock",
            "texts": [
                "title": ["de": text, "en": text], "summary": ["de": text], own: ["de": [text], "en": text],
            ],
        ])
        let searches = try [outcome(found, help: help), .problem(text)].map { outcome in
            try renderer.html(
                content(
                    query: text, scope: text, filters: chosen, order: text, offset: 20, texts: texts, outcome)
            )
        }
        return try searches + [renderer.html(content(texts: texts, record: record, similar: found))]
    }

    @Test(arguments: [
        "\"'><img src=x onerror=alert(1)>&amp;",
        // To Swift, each of these quotation marks is one character together with the next scalar.
        "\"\u{301} onmouseover=alert(1) x=", "'\u{301} onmouseover=alert(1)", "<\u{338}script>",
        "\"\u{FE0F}\u{200D}>",
        "</title></h3><script>alert(1)</script>", "<!--", "]]>", "\u{0}\u{1}\r\n\t", "javascript:alert(1)",
        "//elsewhere",
        "{{query}}{{{label}}}{{&label}}{{>page}}{{=<% %>=}}", "{{#hits}}", "%@ %1$@ %ld %n %s", "\\", "`",
        "${alert(1)}",
        "\u{202E}\u{2066}", "e\u{301}\u{10FFFF}",
    ])
    func nothingBecomesMarkup(_ text: String) throws {
        let plain = try pages("xx")
        for (page, usual) in zip(try pages(text), plain) {
            let document = try #require(Markup(page), "not well-formed")
            let expected = try #require(Markup(usual))
            #expect(document.tags == expected.tags)
            for address in document.addresses {
                #expect(
                    address.hasPrefix("/") && !address.hasPrefix("//") || address.hasPrefix("#")
                        || address.hasPrefix(site + "/"), "\(address)"
                )
            }
        }
    }

    @Test func textsAreShownAsTheyAre() throws {
        let text = "<b>\"Rose\"\u{301} & 'Söhne'</b>"
        let html = try pageRenderer().html(content(response(hits: [hit(["title": text])])))
        #expect(html.contains(">&lt;b&gt;&quot;Rose&quot;\u{301} &amp; &#39;Söhne&#39;&lt;/b&gt;</a></h3>"))
    }

    /// The data of a product is the only value that is not escaped for HTML.
    @Test func theDataOfAProductHasNothingThatHTMLReads() throws {
        let text = "</script><!--&'\u{2028}\"\\"
        let html = try pageRenderer().html(
            content(
                record: record(["title": text, "texts": ["title": ["de": text]]]), similar: searchResponse()))
        let data = try #require(html.split(separator: #"<script type="application/ld+json">"#).last)
        let json = try #require(data.split(separator: "</script>").first)
        #expect(!json.unicodeScalars.contains { "<>&'\u{2028}".unicodeScalars.contains($0) })
        let product = try #require(
            try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
        #expect(product["name"] as? String == text)
    }

    // MARK: Addresses of records

    @Test(arguments: [
        "https://shop.example/rose", "http://shop.example:8080/r?x=1#y", "HTTPS://SHOP.EXAMPLE",
        "/images/rose.svg",
        "/", "https://bücher.example/é",
    ])
    func addressesOfTheWebAreLinked(_ address: String) { #expect(WebAddress(address)?.text == address) }

    @Test(arguments: [
        "javascript:alert(1)", "JavaScript:alert(1)", " javascript:alert(1)", "java\nscript:alert(1)",
        "data:text/html,x", "vbscript:x", "file:///etc/passwd", "//elsewhere.example", "/\\elsewhere",
        "\\\\x",
        "/a\tb", "https://", "https:///x", "https:x", "http:/x", "rose.svg", "", "ftp://x", "https://a b",
        "https://x/\u{85}",
    ])
    func otherAddressesAreNot(_ address: String) { #expect(WebAddress(address) == nil) }

    // MARK: Templates

    @Test func whatIsWrongWithATemplateIsSaid() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "search-page-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.path + "/page.mustache"
        func renderer(_ folders: String...) throws -> PageRenderer {
            try PageRenderer(folders: folders, languages: [])
        }
        let included = packageFolder + "/Page"
        func error() -> PageError? {
            #expect(throws: PageError.self) { try renderer(folder.path, included) }
        }
        #expect(throws: PageError.self) { try renderer(folder.path) }
        try Data([0x3C, 0xFF]).write(to: URL(filePath: path))
        #expect(error() == .unreadableTemplate(path: path, reason: "not UTF-8"))
        try Data("<p>\n  {{#hits}}{{/label}}\n".utf8).write(to: URL(filePath: path))
        guard case .malformedTemplate(path, 2, _, "sectionCloseNameIncorrect")? = error() else {
            throw try #require(error())
        }
        try Data("<p>{{label".utf8).write(to: URL(filePath: path))
        guard case .malformedTemplate(path, 1, _, _)? = error() else { throw try #require(error()) }
        // A folder of a shop's own may have one template alone.
        try Data("<p>{{label}}</p>".utf8).write(to: URL(filePath: path))
        let page = try renderer(folder.path + "/", included)
        #expect(try page.html(content(response(label: "1 < 2"))) == "<p>1 &lt; 2</p>")
        #expect(try page.html(content(record: record(), similar: searchResponse())).contains("<h1"))
    }
}

/// The tags of a page as a browser's tokenizer reads them, by scalars (WHATWG HTML, section
/// 13.2.5), as far as a page needs.
private struct Markup {
    /// The name of each tag and of its attributes.
    private(set) var tags: [String] = []
    private(set) var addresses: [String] = []

    /// `nil` if there is something that the template does not have: a comment, an attribute value without
    /// quotation marks, a tag that does not end.
    init?(_ page: String) {
        var scalars = Array(page.unicodeScalars)[...]
        func isSpace(_ scalar: Unicode.Scalar) -> Bool { [" ", "\t", "\n", "\r", "\u{C}"].contains(scalar) }
        func taken(while isTaken: (Unicode.Scalar) -> Bool) -> String {
            let taken = scalars.prefix(while: isTaken)
            scalars = scalars.dropFirst(taken.count)
            var text = String.UnicodeScalarView()
            text.append(contentsOf: taken)
            return String(text)
        }
        guard taken(while: { $0 != ">" }) == "<!DOCTYPE html" else { return nil }
        while true {
            _ = taken { $0 != "<" }
            guard !scalars.isEmpty else { return }
            scalars.removeFirst()
            guard let next = scalars.first else { return nil }
            guard next == "/" || next.properties.isASCIIHexDigit || next.properties.isAlphabetic else {
                return nil
            }
            var tag = taken { !isSpace($0) && $0 != ">" }
            while true {
                _ = taken(while: isSpace)
                guard let first = scalars.first else { return nil }
                if first == ">" { break }
                let name = taken { !isSpace($0) && $0 != ">" && $0 != "=" }
                guard name.unicodeScalars.allSatisfy({ $0.isASCII }) else { return nil }
                tag += " " + name
                guard scalars.first == "=" else { continue }
                scalars.removeFirst()
                guard scalars.first == "\"" else { return nil }
                scalars.removeFirst()
                let value = taken { $0 != "\"" }
                guard !scalars.isEmpty else { return nil }
                scalars.removeFirst()
                if ["href", "src", "action"].contains(name) { addresses.append(value) }
            }
            tags.append(tag)
        }
    }
}
