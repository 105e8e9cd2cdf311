// The values of the page of a record.

import Testing

@testable import StorefrontPage

@Suite struct RecordValuesTests {
    private func values(
        of members: [String: Any], similar: [String: Any] = searchAnswer(), in locale: String = "de"
    ) throws -> [String: TemplateValue] {
        try pageRenderer().values(content(in: locale, record: record(members), similar: similar)).members
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
        #expect(product?["fields"]?[1]?["fieldLabel"] == "origin" && product?["fields"]?[2] == nil)
        let other = product?["otherLanguages"]
        #expect(other?[0]?["name"] == "Englisch" && other?[1]?["name"] == "Japanisch" && other?[2] == nil)
        // What is shown above is not repeated.
        #expect(
            other?[0]?["fields"]?[0]?["values"]?[0]?["value"] == "A rose." && other?[0]?["fields"]?[1] == nil)
    }

    @Test func theWayLeadsThroughTheScope() throws {
        let scopes: [[String: Any]] = [
            ["id": "all", "label": "Alle", "count": 9], ["id": "w", "label": "Hochzeiten", "count": 2],
            ["id": "b", "label": "Geburtstage", "count": 3],
        ]
        let crumbs = try values(of: ["scope": "w"], similar: searchAnswer(scopes: scopes))["product"]?[
            "crumbs"]
        #expect(crumbs?[0]?["label"] == "Alle" && crumbs?[0]?["href"] == "/?locale=de")
        #expect(crumbs?[1]?["label"] == "Hochzeiten" && crumbs?[1]?["href"] == "/?scope=w&locale=de")
        #expect(crumbs?[2] == nil)
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
            throw PageError.unreadableAnswer(reason: "no alternates")
        }
        #expect(alternates.count == 20)
        #expect(
            alternates.last?["tag"] == "x-default"
                && alternates.last?["href"] == .text(site + "/c/gifts/a%20b"))
        #expect(values["unlisted"] == false)
        guard case .text(let description)? = values["description"] else {
            throw PageError.unreadableAnswer(reason: "no description")
        }
        #expect(description.hasSuffix("lang…") && description.count <= 201)
    }

    @Test func aRecordWithoutAPriceHasNoOffer() throws {
        guard case .text(let data)? = try values(of: [:])["productData"] else {
            throw PageError.unreadableAnswer(reason: "no data")
        }
        #expect(data.contains(#""@type":"Product""#) && !data.contains("offers"))
    }

    @Test func bytesThatAreNoAnswerAreAnError() throws {
        let frame = try frame()
        #expect(throws: PageError.self) {
            try pageRenderer().html(RecordContent(frame, record: [], similar: json(searchAnswer())))
        }
        #expect(throws: PageError.self) {
            try pageRenderer().html(RecordContent(frame, record: json(record()), similar: []))
        }
    }
}
