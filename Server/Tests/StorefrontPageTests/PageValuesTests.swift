// The values of the page of a search.

import CatalogSearch
import Foundation
import Localization
import Testing

@testable import StorefrontPage

@Suite struct PageValuesTests {
    private let page: PageRenderer

    init() throws { page = try pageRenderer() }

    func values(_ content: PageContent) throws -> [String: TemplateValue] {
        try page.values(content).members
    }

    /// The values of one hit.
    func values(of members: [String: Any], in locale: String = "de") throws -> TemplateValue {
        try #require(
            values(
                content(
                    in: locale,
                    response(
                        hits: [hit(members)], scopes: [["id": "weddings", "label": "Hochzeiten", "count": 1]])
                ))["hits"]?[0])
    }

    // MARK: Outcomes of a search

    @Test func aProblemStandsInPlaceOfAResponse() throws {
        let pageContent = try content(
            query: "rose", scope: "nonsense", filters: filters([("f.color", "red")]), order: "price",
            offset: 20,
            .problem("Es gibt keinen Bereich „nonsense“."))
        let values = try values(pageContent)
        #expect(values["problem"] == "Es gibt keinen Bereich „nonsense“.")
        #expect(values["label"] == "")
        #expect(values["scopes"] == [])
        #expect(values["hits"] == [])
        #expect(values["help"] == nil)
        #expect(values["paged"] == false)
        #expect(values["first"] == .number(1))
        // The next search may succeed.
        #expect(values["languageFields"] == [.object(["name": "q", "value": "rose"])])
        #expect(values["searchFields"] == [.object(["name": "locale", "value": "de"])])
        #expect(values["ordered"] == false)
        #expect(values["previousHref"] == nil)
        let html = try page.html(pageContent)
        #expect(html.contains(#"role="alert"><p>Es gibt keinen Bereich „nonsense“.</p></div>"#))
        #expect(!html.contains(#"id="help""#))
    }

    @Test func whereNothingIsFoundOtherSearchesAreOffered() throws {
        let help: [String: Any] = [
            "suggestions": [
                "completions": [], "corrections": [["query": "rosa", "kind": "typos", "count": 2]],
            ],
            "words": [["query": "blau", "count": 3]], "unfiltered": 7,
            "languages": [["locale": "ja", "count": 4]],
            "popular": searchResponse(hits: [hit()]),
        ]
        let found = searchResponse(
            total: 0, label: "Keine Treffer gefunden", scope: "weddings",
            scopes: [
                ["id": "all", "label": "Alle", "count": 12345],
                ["id": "weddings", "label": "Hochzeiten", "count": 0],
                ["id": "funerals", "label": "Trauerfälle", "count": 0],
            ])
        let pageContent = try content(query: "rose blau", scope: "weddings", outcome(found, help: help))
        let values = try values(pageContent)
        let groups = values["help"]?["groups"]
        func links(_ index: Int) -> [TemplateValue?] {
            [groups?[index]?["links"]?[0]?["label"], groups?[index]?["links"]?[0]?["href"]]
        }
        #expect(groups?[0]?["links"]?[0]?["count"] == "7")
        #expect(links(0)[1] == "/?q=rose+blau&scope=weddings&locale=de")
        #expect(links(1) == ["rosa", "/?q=rosa&scope=weddings&locale=de"])
        #expect(links(2) == ["Alle", "/?q=rose+blau&locale=de"])
        #expect(groups?[2]?["links"]?[0]?["count"] == "12.345")
        #expect(links(3) == ["blau", "/?q=blau&scope=weddings&locale=de"])
        #expect(links(4) == ["Japanisch", "/?q=rose+blau&locale=ja"])
        #expect(values["help"]?["popular"]?[0]?["record"] == "h-1")
        #expect(values["paged"] == false && values["ordered"] == false)
        let html = try page.html(pageContent)
        #expect(html.contains("Prüfen Sie") && html.contains(#"<ol class="hits" id="popular">"#))
    }

    @Test func thePopularRecordsComeFirst() throws {
        let start = try content(query: " ", response(hits: [hit()]))
        #expect(try values(start)["popular"] == true)
        #expect(try values(content(response(hits: [hit()])))["popular"] == false)
        #expect(try values(content(query: "", order: "title", response(hits: [hit()])))["popular"] == false)
    }

    @Test func whatWasLookedForInsteadIsASentence() throws {
        let relaxed: [String: Any] = [
            "kind": "typing",
            "words": [["word": "rsoe", "found": ["Rose", "100 %@"]], ["word": "%ld", "found": ["Lilie"]]],
        ]
        let values = try values(content(response(hits: [hit()], relaxed: relaxed)))
        #expect(
            values["relaxed"]
                == "Keine exakten Treffer. Ähnlich: „Rose“, „100 %@“ statt „rsoe“, „Lilie“ statt „%ld“")
    }

    @Test func similarWordsThatWereNotTriedAreMentioned() throws {
        let partial = try content(response(total: 0, ["partial": true]))
        #expect(try values(partial)["partial"] == true)
        #expect(
            try page.html(partial).contains(
                #"<p id="partial" class="relaxed">"#))
        let complete = try content(response(total: 0))
        #expect(try values(complete)["partial"] == false)
        #expect(try !page.html(complete).contains(#"id="partial""#))
    }

    @Test func theUnsearchedEndOfAQueryIsMentioned() throws {
        let cut = try content(response(total: 0, ["partial": true, "unsearched": "w33 w34"]))
        #expect(try values(cut)["unsearched"] == true && values(cut)["partial"] == false)
        let html = try page.html(cut)
        #expect(html.contains(#"<p id="unsearched" class="relaxed">"#) && !html.contains(#"id="partial""#))
        #expect(try !page.html(content(response(total: 0))).contains(#"id="unsearched""#))
    }

    @Test func bytesThatAreNoResponseAreAnError() throws {
        for json in ["", "{}", "[1]", #"{"total":1e400}"#, "{\"hits\":\"\u{0}\"}"] {
            #expect(throws: PageError.self) { try page.html(content(.response(Array(json.utf8)))) }
        }
    }

    // MARK: Pages

    @Test(arguments: [
        // Offset, limit, hits, total; the page numbers, the previous and next pages.
        (0, 20, 14, 14, "", nil, nil),
        (0, 2, 2, 5, "1–2 von 5", nil, "/?q=rose&locale=de&offset=2"),
        (2, 2, 2, 5, "3–4 von 5", "/?q=rose&locale=de", "/?q=rose&locale=de&offset=4"),
        (4, 2, 1, 5, "5–5 von 5", "/?q=rose&locale=de&offset=2", nil),
        (1, 20, 13, 14, "2–14 von 14", "/?q=rose&locale=de", nil),
        // Past the end, and if a server returns no hits although there are some.
        (40, 20, 0, 14, "", "/?q=rose&locale=de&offset=20", nil),
        (0, 20, 0, 14, "", nil, nil),
    ])
    func linksLeadToThePagesBeforeAndBehind(
        offset: Int, limit: Int, count: Int, total: Int, shown: String, previous: String?, next: String?
    ) throws {
        let hits = (0..<count).map { hit(["id": "h-\($0)"]) }
        let values = try values(content(offset: offset, limit: limit, response(hits: hits, total: total)))
        #expect(values["paged"] == .flag(offset > 0 || count < total))
        #expect(values["shown"] == .text(shown))
        #expect(values["previousHref"] == previous.map { .text($0) })
        #expect(values["nextHref"] == next.map { .text($0) })
        #expect(values["first"] == .number(offset + 1))
    }

    @Test func offsetsAndLimitsOfAnySizeAreTaken() throws {
        let outcome = try response(hits: [hit()], total: .max)
        let high = try values(content(offset: .max, limit: .max, outcome))
        #expect(high["nextHref"] == nil)
        #expect(high["previousHref"] == "/?q=rose&locale=de")
        let low = try values(content(offset: .min, limit: .min, outcome))
        #expect(low["first"] == .number(1))
        #expect(low["nextHref"] == "/?q=rose&locale=de&offset=1")
    }

    @Test(arguments: [
        // Offset and total; the page numbers, the current one in brackets, gaps as dots.
        (0, 100, "[1] 2 3 … 5"), (40, 100, "1 2 [3] 4 5"), (100, 400, "1 … 4 5 [6] 7 8 … 20"),
        (380, 400, "1 … 18 19 [20]"), (9_980, 50_000, "1 … 498 499 [500]"), (0, 20, ""),
    ])
    func pageNumbersAreThoseNearby(offset: Int, total: Int, numbers: String) throws {
        let hits = (0..<20).map { hit(["id": "h-\($0)"]) }
        guard
            case .list(let pages)? = try values(content(offset: offset, response(hits: hits, total: total)))[
                "pages"]
        else { throw PageError.unreadableResponse(reason: "no pages") }
        let shown = pages.map { page -> String in
            guard case .text(let number)? = page["number"] else { return "?" }
            return (page["gap"] == true ? "… " : "") + (page["current"] == true ? "[\(number)]" : number)
        }
        #expect(shown.joined(separator: " ") == numbers)
        if total == 400 { #expect(pages[0]["href"] == "/?q=rose&locale=de") }
    }

    // MARK: Scopes and orders

    @Test func scopesWithoutHitsAreHiddenAndManyAreFolded() throws {
        let many = (1...12).map {
            ["id": "s\($0)", "label": "S\($0)", "count": $0 == 3 ? 0 : 5] as [String: Any]
        }
        let all: [[String: Any]] = [["id": "all", "label": "Alle", "count": 55]]
        let values = try values(
            content(scope: "s12", response(hits: [hit()], scope: "s12", scopes: all + many)))
        func ids(_ name: String) -> [TemplateValue?] {
            guard case .list(let scopes)? = values[name] else { return [] }
            return scopes.map { $0["id"] }
        }
        #expect(ids("scopes") == ["all", "s1", "s2", "s4", "s5", "s6", "s7", "s8", "s12"])
        #expect(ids("moreScopes") == ["s9", "s10", "s11"])
        #expect(values["hasMoreScopes"] == true)
    }

    private static var facets: [[String: Any]] {
        [
            range("price", "Preis", "1", "1 €", "2", "2 €"),
            range("added", "Neu seit", type: "date", "2026-01-01", "1.1.2026", "2026-01-02", "2.1.2026"),
            range("weight", "Gewicht", 1, "1", 1, "1"), facet("brand", "Marke", [("a", "A", 1, false)]),
            range("stock", "Bestand", 1, "1", 2, "2", ["count": 0]), range("year", "Jahr", 1, "1", 1, "1"),
        ]
    }

    private func orders(_ order: String = "relevance", facets: [[String: Any]]? = nil) throws
        -> [TemplateValue]
    {
        let outcome = try response(total: 1, ["facets": facets ?? Self.facets])
        guard case .list(let orders)? = try values(content(order: order, outcome))["orders"] else {
            return []
        }
        return orders
    }

    @Test func ordersAreThoseThatTheRecordsHave() throws {
        #expect(try orders(facets: []).map { $0["value"] } == ["relevance", "title", "title:desc"])
        #expect(
            try orders().map { $0["value"] } == [
                "relevance", "title", "title:desc", "price", "price:desc", "added", "added:desc", "weight",
                "weight:desc", "year", "year:desc",
            ])
        let empty = try values(content(response(total: 0)))
        #expect(empty["ordered"] == false)
    }

    @Test func theOrderOfTheAddressIsShown() throws {
        let reversed = try orders("price:desc").filter { $0["selected"] == true }
        #expect(reversed.map { $0["label"] } == ["Preis, höchster zuerst"])
        // By a text, or by an attribute that no record has, only if the address says so.
        #expect(try orders("brand").filter { $0["selected"] == true }.map { $0["value"] } == ["brand"])
        #expect(
            try orders("stock:desc").filter { $0["selected"] == true }.map { $0["value"] } == ["stock:desc"])
        #expect(try orders("added:asc").filter { $0["selected"] == true }.map { $0["value"] } == ["added"])
        let values = try values(content(order: "price:desc", response(hits: [hit()])))
        #expect(values["searchFields"]?[1] == .object(["name": "sort", "value": "price:desc"]))
    }

    // MARK: Addresses and forms

    @Test func namesOfAttributesAreEncoded() {
        #expect(
            PageRenderer.path("/", [("f.product type", "Men & boys"), ("f.größe", "a=b")])
                == "/?f.product+type=Men+%26+boys&f.gr%C3%B6%C3%9Fe=a%3Db")
    }

    @Test func addressesKeepWhatWasAskedInTheirOrder() throws {
        let outcome = try response(
            scope: "a b",
            scopes: [["id": "all", "label": "Alle", "count": 1], ["id": "a b", "label": "A", "count": 1]],
            ["facets": [range("year", "年", 1, "1", 2, "2")]])
        let values = try values(
            content(
                in: "zh_Hans", query: " ü+&=~*-._ü 1/2 ", scope: "a b", order: "year", offset: 20, outcome))
        let query = "+%C3%BC%2B%26%3D%7E*-._%C3%BC+1%2F2+"
        #expect(values["previousHref"] == .text("/?q=\(query)&scope=a+b&locale=zh_Hans&sort=year"))
        #expect(values["scopes"]?[0]?["href"] == .text("/?q=\(query)&locale=zh_Hans&sort=year"))
        #expect(values["scopes"]?[0]?["current"] == false)
        #expect(values["scopes"]?[1]?["current"] == true)
        #expect(values["orders"]?[1]?["value"] == "year" && values["orders"]?[1]?["selected"] == true)
        #expect(
            values["languageFields"] == [
                .object(["name": "q", "value": " ü+&=~*-._ü 1/2 "]),
                .object(["name": "scope", "value": "a b"]),
                .object(["name": "sort", "value": "year"]),
            ])
        #expect(
            values["searchFields"] == [
                .object(["name": "scope", "value": "a b"]), .object(["name": "locale", "value": "zh_Hans"]),
                .object(["name": "sort", "value": "year"]),
            ])
        #expect(values["title"] == "ü+&=~*-._ü 1/2 · 商品搜索")
    }

    @Test func anEmptyQueryIsLeftOut() throws {
        let values = try values(content(query: "", response(total: 0)))
        #expect(values["title"] == "Produktsuche")
        #expect(values["languageFields"] == [])
        #expect(values["canonical"] == .text(site + "/?locale=de"))
        #expect(try self.values(content(query: "\t \n", response(total: 0)))["title"] == "Produktsuche")
    }

    @Test func aCategoryHasItsTitle() throws {
        let scopes: [[String: Any]] = [
            ["id": "all", "label": "Alle", "count": 9], ["id": "w", "label": "Hochzeiten", "count": 2],
        ]
        let category = try content(query: "", scope: "w", response(total: 0, scope: "w", scopes: scopes))
        #expect(try values(category)["title"] == "Hochzeiten · Produktsuche")
        #expect(try values(content(query: "", response(total: 0, scopes: scopes)))["title"] == "Produktsuche")
        #expect(
            try values(content(query: "rose", scope: "w", response(total: 0, scope: "w", scopes: scopes)))[
                "title"]
                == "rose · Produktsuche")
    }

    @Test func filtersThatAreGoneAreNamed() throws {
        var pageContent = try content(query: "", response(total: 0))
        #expect(try values(pageContent)["dropped"] == nil)
        pageContent.dropped = ["colour"]
        #expect(
            try values(pageContent)["dropped"]
                == "Diese Filter gibt es nicht mehr, sie wurden weggelassen: „colour“")
        #expect(try page.html(pageContent).contains("<p id=\"dropped\" class=\"relaxed\">"))
    }

    @Test func aPageWithoutRecordsOffersSome() throws {
        var pageContent = try content(.problem("Weg."))
        pageContent.offers = try json(searchResponse(hits: [hit()]))
        pageContent.areOffersSimilar = true
        let html = try page.html(pageContent)
        #expect(html.contains("<h2 id=\"offers-heading\">Ähnlich") && html.contains("/c/gifts/h-1?locale=de"))
    }

    // MARK: Languages

    @Test func aPageFromRightToLeftHasTheDigitsOfItsLanguage() throws {
        let outcome = try response(
            hits: [hit(["year": 2001, "matches": [match("year", 0..<4)]])], total: 12345,
            scopes: [["id": "all", "label": "الكل", "count": 12345]])
        let pageContent = try content(in: "ar", offset: 20, outcome)
        let values = try values(pageContent)
        #expect(values["direction"] == "rtl")
        #expect(values["scopes"]?[0]?["count"] == "١٢٬٣٤٥")
        #expect(values["shown"] == "٢١ إلى ٢١ من ١٢٬٣٤٥")
        #expect(values["hits"]?[0]?["yearParts"]?["parts"]?.marked == "[٢٠٠١]")
        // Numbers for programs are not localized.
        #expect(
            try page.html(pageContent).contains(
                #"<html lang="ar" dir="rtl" data-locale="ar" data-limit="20">"#))
        #expect(try page.html(pageContent).contains(#"start="21""#))
    }

    @Test func textsOfAnotherLanguageHaveItsNumbers() throws {
        let outcome = try response(total: 12345, scopes: [["id": "all", "label": "All", "count": 12345]])
        let persian = try values(content(in: "fa", outcome))
        #expect(persian["title"] == "rose · Product search")
        #expect(persian["direction"] == "ltr" && persian["lang"] == "en" && persian["locale"] == "fa")
        #expect(persian["scopes"]?[0]?["count"] == "12,345")
        // Texts in the reader's language, numbers as in the reader's country.
        let swiss = try values(content(in: "de_CH", outcome))
        #expect(swiss["title"] == "rose · Produktsuche")
        #expect(swiss["scopes"]?[0]?["count"] == "12’345")
        #expect(swiss["lang"] == "de-CH")
    }

    @Test(arguments: [("de_AT", "de"), ("zh_TW", "zh_Hant"), ("pt", "pt_BR"), ("ar", "ar")])
    func theLanguageOfThePageIsChosen(locale: String, option: String) throws {
        guard case .list(let languages)? = try values(content(in: locale, response()))["languages"] else {
            Issue.record("no languages")
            return
        }
        #expect(languages.count == 19)
        #expect(languages.filter { $0["selected"] == true }.map { $0["code"] } == [.text(option)])
    }

    @Test(arguments: [
        ("de", "en", "Englisch"), ("de", "pt_BR", "Portugiesisch (Brasilien)"),
        ("en", "zh_Hans", "Simplified Chinese"),
        ("zh_Hant", "zh_Hans", "簡體中文"), ("de", "x-nonsense", "x-nonsense"),
    ])
    func aTitleInAnotherLanguageSaysSo(locale: String, title: String, name: String) throws {
        #expect(try values(of: ["locales": ["title": title]], in: locale)["languageName"] == .text(name))
    }

    @Test(arguments: [("de_AT", "de"), ("pt", "pt_BR"), ("en_GB", "en_US")])
    func aTitleInTheReadersLanguageDoesNot(locale: String, title: String) throws {
        let hit = try values(of: ["locales": ["title": title]], in: locale)
        #expect(hit["languageName"] == nil)
        #expect(hit["facts"] == false)
        #expect(hit["textTag"] == .text(title.replacing("_", with: "-")))
    }
}
