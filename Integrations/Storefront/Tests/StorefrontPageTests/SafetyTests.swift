// No value of a page becomes markup, or changes where a link leads.

import CatalogSearch
import Foundation
import Localization
import Testing

@testable import StorefrontPage

@Suite struct SafetyTests {
    /// A page with the same text in every place.
    private func pages(_ text: String) throws -> [String] {
        let page = try searchPage()
        let own = "own" + text
        let hit: [String: Any] = [
            "id": text, "catalog": text, "scope": text, "title": text, "summary": text, "description": text,
            "keywords": [text], own: text, "year": 2001, "price": ["text": text],
            "locales": ["title": text, "summary": text, "keywords": text, own: text],
            "matches": ["title", "description", "keywords", own, "price"].map { match($0, 0..<1) },
        ]
        let relaxed: [String: Any] = ["words": [["word": text, "found": [text, text]]]]
        let outcome = try answer(
            hits: [hit], total: 99, label: text, scope: text,
            scopes: [["id": text, "label": text, "count": 3]],
            relaxed: relaxed)
        return try [outcome, .problem(text)].map { outcome in
            try page.html(
                content(
                    query: text, scope: text, sort: .title, offset: 20, texts: uniformTexts(text), outcome))
        }
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
                    address.hasPrefix("/") && !address.hasPrefix("//") || address.hasPrefix("#"), "\(address)"
                )
            }
        }
    }

    @Test func textsAreShownAsTheyAre() throws {
        let text = "<b>\"Rose\"\u{301} & 'Söhne'</b>"
        let html = try searchPage().html(content(answer(hits: [hit(["title": text])])))
        #expect(html.contains(">&lt;b&gt;&quot;Rose&quot;\u{301} &amp; &#39;Söhne&#39;&lt;/b&gt;</h3>"))
    }

    @Test func whatIsWrongWithTheTemplateIsSaid() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "search-page-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.path + "/page.mustache"
        func error() -> PageError? {
            #expect(throws: PageError.self) { try SearchPage(folder: folder.path, languages: []) }
        }
        guard case .unreadableTemplate(path, _)? = error() else { throw try #require(error()) }
        try Data([0x3C, 0xFF]).write(to: URL(filePath: path))
        #expect(error() == .unreadableTemplate(path: path, reason: "not UTF-8"))
        try Data("<p>\n  {{#hits}}{{/label}}\n".utf8).write(to: URL(filePath: path))
        guard case .malformedTemplate(path, 2, _, "sectionCloseNameIncorrect")? = error() else {
            throw try #require(error())
        }
        try Data("<p>{{label".utf8).write(to: URL(filePath: path))
        guard case .malformedTemplate(path, 1, _, _)? = error() else { throw try #require(error()) }
        try Data("<p>{{label}}</p>".utf8).write(to: URL(filePath: path))
        let page = try SearchPage(folder: folder.path + "/", languages: [])
        #expect(try page.html(content(answer(label: "1 < 2"))) == "<p>1 &lt; 2</p>")
    }
}

/// The tags of a page as a browser's tokenizer reads them, by scalars (WHATWG HTML, section 13.2.5), as far as a page needs.
private struct Markup {
    /// The name of each tag and of its attributes.
    private(set) var tags: [String] = []
    private(set) var addresses: [String] = []

    /// `nil` if there is something that the template does not have: a comment, an attribute value without quotation marks,
    /// a tag that does not end.
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
