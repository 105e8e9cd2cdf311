// The values of the page of a record.

import CatalogSearch
import Testing

@testable import StorefrontPage

@Suite struct RecordValuesTests {
    private func values(
        of members: [String: Any], declared: [AttributeName] = [], similar: [String: Any] = searchResponse(),
        in locale: String = "de"
    ) throws -> [String: TemplateValue] {
        var content = try content(in: locale, record: record(members), similar: similar)
        content.declared = declared
        return try pageRenderer().values(content).members
    }

    @Test func theReadersLanguageComesFirstAndOthersAreFolded() throws {
        let values = try values(of: [
            "chain": ["de_AT", "de", "en"],
            "texts": [
                "title": ["de": "Rose", "ja": "バラ"], "summary": ["en": "Red.", "ja": "赤い。"],
                "description": ["de": "Eine Rose.\nRot.", "en": "A rose."],
                "keywords": ["de": ["rot", "Dorn"]],
                "origin": ["de": "Baden"],
            ],
        ])
        let product = values["product"]
        #expect(product?["nameTag"] == "de")
        #expect(product?["paragraphs"]?[0]?["values"]?[0]?["value"] == "Red.")
        #expect(product?["paragraphs"]?[0]?["textTag"] == "en")
        #expect(product?["paragraphs"]?[1]?["values"]?[0]?["value"] == "Eine Rose.\nRot.")
        #expect(product?["fields"]?[0]?["fieldLabel"] == "Stichwörter")
        #expect(product?["fields"]?[0]?["values"]?[1]?["value"] == "Dorn")
        #expect(product?["fields"]?[1]?["fieldLabel"] == "Origin" && product?["fields"]?[2] == nil)
        let other = product?["otherLanguages"]
        #expect(other?[0]?["name"] == "Englisch" && other?[1]?["name"] == "Japanisch" && other?[2] == nil)
        // Values shown above are not repeated.
        #expect(
            other?[0]?["fields"]?[0]?["values"]?[0]?["value"] == "A rose." && other?[0]?["fields"]?[1] == nil)
    }

    /// As indexes do, which search all members of their documents.
    @Test func aPictureAndALinkMayBeSearchedTexts() throws {
        let texts: [String: Any] = [
            "title": ["de": "Rose"], "image": ["de": ["https://x.example/1.jpg", "https://x.example/2.jpg"]],
            "url": ["de": "https://x.example/rose"], "h": ["de": "h-1"],
        ]
        let product = try values(of: ["texts": texts])["product"]
        #expect(product?["imageSource"] == "https://x.example/1.jpg")
        #expect(product?["buyHref"] == "https://x.example/rose")
        // Neither they nor the id are texts for readers.
        #expect(product?["hasFields"] == false)
        let other = try values(of: ["texts": ["title": ["de": "Rose"], "image": ["de": "ein Bild"]]])
        #expect(other["product"]?["fields"]?[0]?["fieldLabel"] == "Image")
        let both = ["https://x.example/1.jpg", "ein Bild"]
        let mixed = try values(of: ["texts": ["title": ["de": "Rose"], "image": ["de": both]]])
        #expect(mixed["product"]?["fields"]?[0]?["fieldLabel"] == "Image", "a text is not lost")
    }

    @Test func theWayLeadsThroughTheScope() throws {
        let scopes: [[String: Any]] = [
            ["id": "all", "label": "Alle", "count": 9], ["id": "w", "label": "Hochzeiten", "count": 2],
            ["id": "b", "label": "Geburtstage", "count": 3],
        ]
        let crumbs = try values(of: ["scope": "w"], similar: searchResponse(scopes: scopes))["product"]?[
            "crumbs"]
        #expect(crumbs?[0]?["label"] == "Alle" && crumbs?[0]?["href"] == "/?locale=de")
        #expect(crumbs?[1]?["label"] == "Hochzeiten" && crumbs?[1]?["href"] == "/?scope=w&locale=de")
        #expect(crumbs?[2] == nil)
    }

    @Test func theWayLeadsThroughTheNodesOfAPath() throws {
        let nodes = [["value": "Home", "label": "Haus"], ["value": "Home > Kitchen", "label": "Küche"]]
        let value: [String: Any] = ["value": "Home > Kitchen", "label": "Haus > Küche", "path": nodes]
        let crumbs = try values(
            of: ["attributes": ["category": ["label": "Kategorie", "values": [value]]]],
            declared: ["category"],
            similar: searchResponse(scopes: [["id": "all", "label": "Alle", "count": 9]]))["product"]?[
                "crumbs"]
        #expect(crumbs?[1]?["label"] == "Haus" && crumbs?[1]?["href"] == "/?f.category=Home&locale=de")
        #expect(
            crumbs?[2]?["label"] == "Küche"
                && crumbs?[2]?["href"] == "/?f.category=Home+%3E+Kitchen&locale=de")
        #expect(crumbs?[3] == nil)
    }

    @Test func linksLeadToTheWebOnly() throws {
        #expect(
            try values(of: ["url": "https://x.example/?a=1&b=2"])["product"]?["buyHref"]
                == "https://x.example/?a=1&b=2")
        for url in ["javascript:alert(1)", "data:text/html,x", 7, ["https://x.example"]] as [Any] {
            #expect(try values(of: ["url": url])["product"]?["buyHref"] == nil)
        }
        let values = try values(of: ["image": ["url": "javascript:alert(1)"]])
        #expect(values["product"]?["imageSource"] == nil && values["product"]?["initial"] == "R")
    }

    @Test func searchEnginesLearnEveryLanguage() throws {
        let values = try values(of: [
            "id": "a b", "image": "/images/x.png",
            "texts": ["description": ["de": String(repeating: "lang ", count: 90)]],
        ])
        #expect(values["canonical"] == .text(site + "/c/gifts/a%20b?locale=de"))
        guard case .list(let alternates)? = values["alternates"] else {
            throw PageError.unreadableResponse(reason: "no alternates")
        }
        #expect(alternates.count == 20)
        #expect(
            alternates.last?["tag"] == "x-default"
                && alternates.last?["href"] == .text(site + "/c/gifts/a%20b"))
        #expect(values["unlisted"] == false)
        guard case .text(let description)? = values["description"] else {
            throw PageError.unreadableResponse(reason: "no description")
        }
        #expect(description.hasSuffix("lang…") && description.count <= 201)
    }

    @Test func searchEnginesLearnTheLanguagesOfARecord() throws {
        let texts: [String: Any] = [
            "texts": ["title": ["de": "Rose", "ar": "وردة", "pt": "Rosa"]], "chain": ["ja", "de"],
        ]
        let values = try values(of: texts, in: "ja")
        guard case .list(let alternates)? = values["alternates"] else {
            throw PageError.unreadableResponse(reason: "no alternates")
        }
        #expect(alternates.map { $0["tag"] } == ["de", "pt-BR", "ar", "x-default"])
        // The Japanese page shows the German text, because it has none of its own.
        #expect(values["canonical"] == .text(site + "/c/gifts/h-1?locale=de"))
        #expect(values["lang"] == "ja" && values["product"]?["nameTag"] == "de")
        var unnamed = try content(in: "de", record: record(texts), similar: searchResponse())
        unnamed.frame.namesLocale = false
        #expect(try pageRenderer().values(unnamed).members["canonical"] == .text(site + "/c/gifts/h-1"))
    }

    /// The first letter does not determine the direction of a title.
    @Test(arguments: [("ar", "Rosenthal إبريق", "rtl"), ("de", "שָׁלוֹם Schale", "ltr")])
    func aTitleHasTheDirectionOfItsLanguage(locale: String, title: String, direction: String) throws {
        let values = try values(of: [
            "title": title, "chain": [locale],
            "texts": [
                "title": [locale: title], "summary": [locale: title], "keywords": [locale: ["\(title)!"]],
            ],
        ])
        let product = values["product"]
        #expect(product?["nameDirection"] == .text(direction))
        #expect(product?["paragraphs"]?[0]?["textDirection"] == .text(direction))
        #expect(product?["fields"]?[0]?["textDirection"] == .text(direction))
        let outcome = try response(hits: [
            hit(["title": title, "locale": locale, "locales": ["title": locale]])
        ])
        let hits = try pageRenderer().values(content(outcome)).members["hits"]
        #expect(hits?[0]?["textDirection"] == .text(direction) && hits?[0]?["textTag"] == .text(locale))
    }

    @Test func attributesStandInTheOrderInWhichTheyAreDeclared() throws {
        func attribute(_ label: String) -> [String: Any] {
            ["label": label, "values": [["value": 1, "label": "1"]]]
        }
        let attributes = ["b": attribute("Zoll"), "a": attribute("Alter"), "c": attribute("Maß")]
        var shown = try content(
            in: "de", record: record(["attributes": attributes]), similar: searchResponse())
        shown.declared = ["c", "b"]
        let list = try pageRenderer().values(shown).members["product"]?["attributes"]
        #expect([0, 1, 2].map { list?[$0]?["label"] } == ["Maß", "Zoll", "Alter"])
    }

    @Test func brandsAndRatingsAreShownInLists() throws {
        let attributes: [String: Any] = [
            "brand": ["label": "Marke", "values": [["value": "r", "label": "Rosenthal"]]],
            "rating": ["label": "Bewertung", "values": [["value": 4.5, "label": "4,5"]]],
        ]
        let outcome = try response(hits: [hit(["attributes": attributes]), hit()])
        let html = try pageRenderer().html(content(outcome))
        #expect(
            html.contains(
                #"<span class="brand" dir="auto">Rosenthal</span> <span class="rating"><span class="unseen">Bewertung</span> <span aria-hidden="true">★</span> 4,5</span>"#
            ))
        #expect(html.split(separator: "Rosenthal").count == 2)
    }

    @Test func aBrandIsNamed() throws {
        let brand = ["brand": ["label": "Marke", "values": [["value": "r", "label": "Rosenthal"]]]]
        guard case .text(let data)? = try values(of: ["attributes": brand])["productData"] else {
            throw PageError.unreadableResponse(reason: "no data")
        }
        #expect(data.contains(#""brand":{"@type":"Brand","name":"Rosenthal"}"#))
    }

    @Test func aRecordWithoutAPriceHasNoOffer() throws {
        guard case .text(let data)? = try values(of: [:])["productData"] else {
            throw PageError.unreadableResponse(reason: "no data")
        }
        #expect(data.contains(#""@type":"Product""#) && !data.contains("offers"))
    }

    @Test func bytesThatAreNoResponseAreAnError() throws {
        let frame = try frame()
        #expect(throws: PageError.self) {
            try pageRenderer().html(RecordContent(frame, record: [], similar: json(searchResponse())))
        }
        #expect(throws: PageError.self) {
            try pageRenderer().html(RecordContent(frame, record: json(record()), similar: []))
        }
    }
}
