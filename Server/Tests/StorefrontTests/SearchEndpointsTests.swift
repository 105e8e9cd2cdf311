// Each path responds as documented, in the client's language.

import HTTPTypes
import Testing

@testable import Storefront

@Suite struct SearchEndpointsTests {
    private func shop() async throws -> Shop { try await Shop() }

    // MARK: Responses

    @Test func searchFindsRecords() async throws {
        let response = try await shop().ask("/v1/search?q=tee&locale=de&limit=1&sort=title")
        #expect(response.status == 200)
        #expect(response.headers[.contentType] == "application/json")
        #expect(response.headers[.contentLanguage] == "de")
        #expect(response.headers[.vary] == "Accept-Language, Accept-Encoding")
        #expect(response.headers[.cacheControl] == "no-cache")
        #expect(response.headers[.eTag]?.hasPrefix("W/\"") == true)
        #expect(response.headers[HTTPField.Name("X-Content-Type-Options")!] == "nosniff")
        #expect(response.headers[.accessControlAllowOrigin] == nil)
        let json = response.json
        #expect(json["total"] == 3 && json["label"] == "3 Treffer gefunden")
        #expect(json["chain"]?.elements?.first == "de")
        let hit = json["hits"]?[0]
        #expect(json["hits"]?.elements?.count == 1)
        #expect(hit?["id"] == "t-1" && hit?["scope"] == "black" && hit?["origin"] == "India")
        #expect(hit?["price"]?["text"]?.text?.contains("4,50") == true)
        #expect(hit?["locales"] == ["title": "de", "summary": "de", "keywords": "en"])
    }

    @Test func idsAndSuggestionsAreAnsweredToo() async throws {
        let shop = try await shop()
        let ids = try await shop.ask("/v1/search?q=tea&returns=ids&locale=en").json
        #expect(Set(ids["ids"]?.elements ?? []) == ["t-1", "t-2", "t/3 ü"])
        #expect(ids["catalogs"] == ["teas", "teas", "teas"])
        let suggestions = try await shop.ask("/v1/suggest?q=gunp&locale=en").json
        #expect(suggestions["completions"]?[0]?["word"] == "Gunpowder")
        #expect(suggestions["corrections"] == [])
        #expect(suggestions["hits"] == nil)
    }

    @Test func pagesSpreadValuesAndContinueEachOther() async throws {
        let shop = try await shop()
        func page(_ offset: Int, _ parameters: String) async throws -> [String] {
            let path = "/v1/search?q=tee&locale=de&sort=title&limit=2&offset=\(offset)\(parameters)"
            let response = try await shop.ask(path).json
            #expect(response["total"] == 3)
            return response["hits"]?.elements?.compactMap { $0["id"]?.text } ?? []
        }
        let spread = "&spread=catalog&atMost=1"
        // All are of one catalog: nothing changes.
        #expect(try await page(0, spread) == page(0, ""))
        #expect(
            try await Set(page(0, "&spread=scope&atMost=1") + page(2, "&spread=scope&atMost=1")).count == 3)
        let wrong = try await shop.ask("/v1/search?q=tee&locale=en&spread=id")
        #expect(wrong.status == 400 || wrong.status == 422)
        #expect(wrong.json["detail"]?.text?.contains("id") == true)
    }

    @Test func numbersAreCountedInBucketsAndAddedUp() async throws {
        let response = try await shop().ask("/v1/facets/price?locale=en&buckets=4&sums=true").json
        let facet = response["facet"]
        #expect(facet?["sum"]?.text != nil && facet?["averageLabel"]?.text?.contains("€") == true)
        let buckets = facet?["buckets"]?.elements ?? []
        // The only price is both ends.
        #expect(buckets.count == 1)
        #expect(buckets.first?["from"] != nil && buckets.allSatisfy { $0["to"] != nil && $0["count"] != nil })
    }

    @Test func scopesAndCatalogsAreListed() async throws {
        let shop = try await shop()
        #expect(
            try await shop.ask("/v1/scopes?locale=de").json == [
                "locale": "de",
                "scopes": [
                    ["id": "all", "label": "Alle", "count": 3],
                    ["id": "black", "label": "Schwarz", "count": 1],
                    ["id": "green", "label": "Grün", "count": 2],
                ],
            ])
        #expect(
            try await shop.ask("/v1/catalogs?locale=en").json == [
                "locale": "en",
                "catalogs": [["id": "teas", "label": "Teas", "count": 3, "locales": ["de", "en", "ja"]]],
            ])
    }

    @Test func recordsAreReadByTheirIdsWhateverIsInThem() async throws {
        let shop = try await shop()
        let record = try await shop.ask("/v1/records/teas/t%2F3%20%C3%BC?locale=de")
        #expect(record.status == 200)
        #expect(record.json["id"] == "t/3 ü" && record.json["title"] == "Jasmintee")
        #expect(record.json["texts"]?["title"] == ["en": "Jasmine tea", "de": "Jasmintee"])
        let first = try await shop.ask("/v1/records/teas/t-1?locale=ja").json
        #expect(first["title"] == "アッサム" && first["origin"] == "India" && first["year"] == 2001)
        #expect(first["texts"]?["keywords"] == ["en": ["malty", "breakfast"]])
    }

    @Test(arguments: [
        "/v1/records/teas/t-9", "/v1/records/cakes/t-1", "/v1/records/teas/t-1%20", "/v1/records/te/as",
        "/v1/strings/None", "/v1/strings/..%2Fde.lproj%2FPage", "/v1/strings/Page.strings",
        "/v1/strings/%2e%2e",
        "/v1/nothing", "/nothing", "/v1", "/v1/search/", "/assets/none.js", "/assets/..%2Fpage.mustache",
        "/assets/page.mustache",
        "/admin/v1/catalogs",
    ])
    func whatIsNotThereIsNotFound(path: String) async throws {
        let response = try await shop().ask(path, .language("de"))
        // A slash at the end is ignored.
        if path == "/v1/search/" {
            #expect(response.status == 200)
        } else {
            #expect(response.status == 404 && response.code == "not-found", "\(path)")
            #expect(response.json["title"] == "Nicht gefunden")
            #expect(response.headers[.contentType] == "application/problem+json")
            #expect(response.headers[.cacheControl] == "no-store")
        }
    }

    @Test func textsAreInLanguagesThatNoRecordHas() async throws {
        let shop = try await shop()
        let arabic = try await shop.ask("/v1/strings/Page", .language("ar"))
        #expect(arabic.headers[.contentLanguage] == "ar")
        #expect(arabic.json["locale"] == "ar" && arabic.json["direction"] == "rtl")
        let german = try await shop.ask("/v1/strings/Page?locale=de", .language("ar")).json
        #expect(german["direction"] == "ltr")
        #expect(german["strings"]?["PageTitle"] == "Produktsuche")
        // There are no records in Arabic.
        #expect(try await shop.ask("/v1/search?q=", .language("ar")).headers[.contentLanguage] == "en")
    }

    @Test func interfaceIsDescribed() async throws {
        let response = try await shop().ask("/v1/openapi.json")
        #expect(response.status == 200 && response.json["openapi"]?.text?.hasPrefix("3.1") == true)
        #expect(response.headers[.contentLanguage] == nil)
    }

    // MARK: Languages

    @Test(arguments: [
        ("de", "de"), ("de-AT", "de-AT"), ("fr, ja;q=0.5, de;q=0.2", "ja"), ("fr", "en"), ("", "en"),
        ("*", "en"),
        ("de;q=0.1, en", "en"), ("zz, de", "de"),
    ])
    func languageIsTheFirstPreferredOneThatThereIs(header: String, language: String) async throws {
        let response = try await shop().ask("/v1/search?q=assam", .language(header))
        #expect(response.headers[.contentLanguage] == language)
    }

    @Test func addressWinsOverPreferences() async throws {
        let shop = try await shop()
        for locale in ["de", "de_DE", "de-DE"] {
            let response = try await shop.ask("/v1/search?q=tee&locale=\(locale)", .language("ja"))
            #expect(response.headers[.contentLanguage]?.hasPrefix("de") == true)
            #expect(response.json["label"] == "3 Treffer gefunden")
        }
    }

    @Test func errorsAreInTheReadersLanguage() async throws {
        let shop = try await shop()
        let named = try await shop.ask("/v1/search?q=x&scope=none&locale=de", .language("ja"))
        #expect(
            named.json["detail"] == "Den Bereich „none“ gibt es nicht; zur Auswahl stehen: all, black, green")
        let preferred = try await shop.ask("/v1/search?limit=x", .language("de-CH, en;q=0.5"))
        #expect(
            preferred.headers[.contentLanguage] == "de-CH" && preferred.json["title"] == "Fehlerhafte Anfrage"
        )
        #expect(try await shop.ask("/v1/search?limit=x").headers[.contentLanguage] == "en")
    }
}
