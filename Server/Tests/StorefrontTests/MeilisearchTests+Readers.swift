// An index of existing clients, in the native interface and on the page.

import HTTPTypes
import Hummingbird
import Testing

@testable import MeilisearchProtocol
@testable import Storefront

extension MeilisearchTests {
    private func search(_ shop: Shop, _ parameters: String) async throws -> Received {
        try await shop.ask("/v1/search?q=&locale=en&" + parameters)
    }

    private func ids(_ response: Received) -> [String]? {
        response.json["hits"]?.elements?.compactMap { $0["id"]?.text }
    }

    @Test func readersKnowAttributesByTheirNames() async throws {
        let shop = try await movies(
            #"{"filterableAttributes": ["genres", "info"], "sortableAttributes": ["info.rating"]}"#)
        let found = try await search(
            shop, "facets=genres&sort=info.rating:desc&filter=genres%3Ddrama%20OR%20info.rating%3E7.5")
        #expect(found.status == 200 && ids(found) == ["3", "1", "b"], "\(found.text)")
        let facet = found.json["facets"]?[0]
        #expect(facet?["attribute"] == "genres" && facet?["label"] == "Genres")
        let counts = facet?["values"]?.elements?.map { [$0["value"], $0["count"]] }
        #expect(Set(counts ?? []) == [["Drama", 2], ["Romance", 1], ["Action", 1]])
        #expect(found.json["hits"]?[0]?["attributes"]?["info.rating"]?["label"] == "Info rating")
        #expect(!found.text.contains("@genres") && !found.text.contains("#info"))
        let refused = try await search(shop, "facets=genre")
        #expect(refused.status == 400 && refused.text.contains("genres"))
        #expect(!refused.text.contains("@genres") && !refused.text.contains("=genres"))
    }

    @Test func thePageFiltersAnIndex() async throws {
        let shop = try await movies()
        let page = try await shop.ask("/?locale=en").text
        for text in [
            #"data-facet="genres""#, #"<legend dir="auto">Genres</legend>"#,
            #"name="f.genres" value="Drama""#,
            #"data-facet="info.rating""#, #"<legend dir="auto">Info rating</legend>"#,
        ] { #expect(page.contains(text), "\(text)") }
        for text in ["@genres", "=genres", "#genres", "sdrama", "^title"] {
            #expect(!page.contains(text), "\(text)")
        }
        let chosen = try await shop.ask("/?locale=en&f.genres=Romance&f.info.rating=7..8").text
        #expect(chosen.matches(of: /data-record="([^"]+)"/).map { String($0.1) } == ["1"])
        let record = try await shop.ask("/c/movies/1?locale=en").text
        // The member is searched, and an attribute, but is shown once.
        #expect(record.matches(of: /<dt[^>]*>genres<\/dt>/.ignoresCase()).count == 1)
        // Its key is no text for readers, and names are words.
        #expect(!record.contains("<dt>Id</dt>") && !record.contains("year_<"))
    }

    @Test func readersDoNotKnowWhatTheSettingsHide() async throws {
        let shop = try await movies(
            #"{"filterableAttributes": ["genres", "year"], "displayedAttributes": ["id", "title", "year"]}"#)
        #expect(try await search(shop, "facets=genres").status == 400)
        #expect(try await search(shop, "facets=year_").status == 200)
        #expect(!(try await shop.ask("/?locale=en")).text.contains("f.genres"))
    }

    @Test func anAttributeHasTheTypeOfItsValues() async throws {
        let shop = try await Shop([:], meilisearch: true)
        try await shop.protocol(
            .patch, "/indexes/n/settings", #"{"filterableAttributes": ["year", "in_stock", "none"]}"#)
        try await shop.protocol(
            .post, "/indexes/n/documents",
            #"[{"id": 1, "year": 2015, "in_stock": true, "none": null}, {"id": 2, "year": 2017, "in_stock": false}]"#
        )
        let numbers = try await search(shop, "facets=year_,in_stock&filter=year_%3E2016")
        #expect(numbers.status == 200 && ids(numbers) == ["2"], "\(numbers.text)")
        #expect(numbers.json["facets"]?[0]?["type"] == "number")
        #expect(numbers.json["facets"]?[1]?["label"] == "In stock")
        let truth = numbers.json["facets"]?[1]?["values"]?.elements?.map { $0["label"] }
        #expect(truth == ["No"])
        #expect(try await search(shop, "facets=none").status == 400)
        try await shop.protocol(.post, "/indexes/n/documents", #"{"id": 3, "year": "unknown"}"#)
        let texts = try await search(shop, "facets=year_&filter=year_%3Dunknown")
        #expect(texts.status == 200 && ids(texts) == ["3"], "\(texts.text)")
        #expect(texts.json["facets"]?[0]?["type"] == "text")
    }

    @Test func labelsOfTheNativeInterfaceStayWhenSettingsChange() async throws {
        let shop = try await movies()
        let description = try await shop.write(.get, "/catalogs/movies").text
        let label = #""label":{"en":"Genres"}"#
        #expect(description.contains(label))
        let changed = description.replacing(label, with: #""label":{"en":"Genre","de":"Gattung"}"#)
        let written = try await shop.write(.put, "/catalogs/movies", .json, body: RequestBody(changed))
        #expect(written.status == 200, "\(written.text)")
        try await shop.protocol(.patch, "/indexes/movies/settings", #"{"stopWords": ["the"]}"#)
        let response = try await shop.ask("/v1/search?q=&locale=de&facets=genres")
        #expect(response.json["facets"]?[0]?["label"] == "Gattung", "\(response.text)")
        let own = try await shop.protocol(.post, "/indexes/movies/search", #"{"facets": ["genres"]}"#)
        #expect(own.json["facetDistribution"]?["genres"]?["Drama"] == 2)
    }

    @Test func aCurrencyMakesPricesOfNumbers() async throws {
        let shop = try await Shop([:], meilisearch: true)
        try await shop.protocol(
            .patch, "/indexes/n/settings",
            #"{"filterableAttributes": ["price"], "sortableAttributes": ["price"]}"#)
        let documents =
            #"[{"id": 1, "title": "Cup", "price": 12.5}, {"id": 2, "title": "Jug", "price": "8"}, {"id": 3, "title": "Pot", "price": "on request"}]"#
        try await shop.protocol(.post, "/indexes/n/documents", documents)
        #expect(try await search(shop, "facets=price_").status == 200)
        func describe(_ change: (String) -> String) async throws {
            let description = try await shop.write(.get, "/catalogs/n")
            let written = try await shop.write(
                .put, "/catalogs/n", .json, body: RequestBody(change(description.text)))
            #expect(written.status == 200, "\(written.text)")
            let read = try await shop.write(.get, "/catalogs/n")
            #expect(read.headers[.eTag] == written.headers[.eTag])
        }
        try await describe { "{\"currency\":\"EUR\"," + $0.dropFirst() }
        func prices() async throws -> [String?]? {
            let found = try await search(shop, "sort=price:desc&currency=EUR")
            return found.json["hits"]?.elements?.map { $0["price"]?["text"]?.text }
        }
        #expect(try await prices() == ["€12.50", "€8.00", nil])
        #expect(try await search(shop, "facets=price_").status == 400)
        #expect(try await shop.ask("/?locale=en").text.contains("€12.50"))
        // New documents have it, it stays when settings change, and goes when it is taken away.
        try await shop.protocol(.post, "/indexes/n/documents", #"[{"id": 4, "title": "Tray", "price": 20}]"#)
        try await shop.protocol(.patch, "/indexes/n/settings", #"{"stopWords": ["the"]}"#)
        #expect(try await prices() == ["€20.00", "€12.50", "€8.00", nil])
        let own = try await shop.protocol(
            .post, "/indexes/n/search", #"{"q": "cup", "filter": "price < 13"}"#)
        #expect(own.json["hits"]?[0]?["price"] == .number(12.5))
        try await shop.protocol(
            .patch, "/indexes/n/settings", #"{"displayedAttributes": ["id", "title"]}"#)
        #expect(try await shop.ask("/v1/search?q=cup&locale=en").json["hits"]?[0]?["price"]?["amount"] == nil)
        try await shop.protocol(.patch, "/indexes/n/settings", #"{"displayedAttributes": ["*"]}"#)
        try await describe { $0.replacing(#""currency":"EUR","#, with: "") }
        #expect(try await search(shop, "facets=price_").status == 200)
        #expect(try await shop.ask("/v1/search?q=cup&locale=en").json["hits"]?[0]?["price"]?["amount"] == nil)
    }
}
