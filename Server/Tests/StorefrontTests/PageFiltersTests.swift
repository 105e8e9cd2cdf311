// The page of a search can be filtered by what a catalog declares.

import HTTPTypes
import Testing

@testable import Storefront

@Suite struct PageFiltersTests {
    private static let sidecar = """
        {"attributes": {
          "brand": {"type": "text", "label": {"en": "Brand", "de": "Marke"}},
          "color": {"type": "text", "many": true, "label": {"en": "Color", "de": "Farbe"},
                    "values": {"red": {"en": "red", "de": "rot"}, "blue": {"en": "blue", "de": "blau"}}},
          "stock": {"type": "number"}, "added": {"type": "date"}, "onSale": {"type": "boolean"}}}
        """
    private static let shoes = """
        {"id": "1", "title": {"en": "Boot"}, "brand": "Alm", "color": ["red", "blue"], "stock": 3, "added": "2026-01-05", "onSale": true, "price": {"amount": "59.90", "currency": "EUR"}}
        {"id": "2", "title": {"en": "Clog"}, "brand": "Alm", "color": "red", "stock": 0, "added": "2026-01-31T18:00:00Z", "onSale": false, "price": {"amount": "1239.00", "currency": "EUR"}}
        {"id": "3", "title": {"en": "Sandal"}, "brand": "Brise", "color": "blue", "stock": 8, "added": "2026-02-01", "onSale": false, "price": {"amount": "19.00", "currency": "EUR"}}
        {"id": "4", "title": {"en": "Shoelaces"}, "price": {"amount": "2.50", "currency": "EUR"}}
        """

    private func shop() async throws -> Shop {
        try await Shop(["shoes.jsonl": Self.shoes, "shoes.catalog.json": Self.sidecar])
    }

    private func ids(_ page: Received) -> [String] {
        page.text.matches(of: /data-record="([^"]+)"/).map { String($0.1) }
    }

    @Test(arguments: [
        ("f.color=red", ["1", "2"]), ("f.color=rot", ["1", "2"]),
        ("f.color=red&f.color=blue&f.brand=Brise", ["3"]),
        ("f.price=..20", ["3", "4"]), ("f.price=59.9", ["1"]), ("f.stock=1..", ["1", "3"]),
        ("f.onSale=true", ["1"]), ("f.onSale=true&f.onSale=false", ["1", "2", "3"]),
        // A range of days includes its last day.
        ("f.added=2026-01-05..2026-01-31", ["1", "2"]), ("f.id=4&f.catalog=shoes", ["4"]),
        ("f.color=", ["1", "2", "3", "4"]),
        ("utm_source=f.color", ["1", "2", "3", "4"]),
    ])
    func theAddressSaysWhatIsFound(_ filters: String, _ expected: [String]) async throws {
        let page = try await shop().ask("/?locale=de&sort=title&" + filters)
        #expect(page.status == 200 && ids(page) == expected)
    }

    @Test func whatTheCatalogHidesIsOnNoPageAndInNoResponse() async throws {
        let hidden = Self.sidecar.replacing(
            #""brand": {"type": "text","#, with: #""brand": {"type": "text", "show": false,"#
        )
        .replacing(#""stock": {"type": "number"}"#, with: #""stock": {"type": "number", "facet": false}"#)
        .replacing(#""added": {"type": "date"}"#, with: #""added": {"type": "date", "sort": false}"#)
        let shop = try await Shop(["shoes.jsonl": Self.shoes, "shoes.catalog.json": hidden])
        let page = try await shop.ask("/?locale=en").text
        for text in ["f.brand", "Brand", "Alm", "from.stock", "stock:", "added:"] {
            #expect(!page.contains(text), "\(text)")
            #expect(try await self.shop().ask("/?locale=en").text.contains(text), "\(text)")
        }
        #expect(page.contains("from.added"))
        for path in [
            "/c/shoes/1?locale=en", "/v1/search?q=&locale=en", "/v1/search?q=boot&locale=en&facets=color",
        ] {
            let response = try await shop.ask(path)
            #expect(response.status == 200 && !response.text.contains("Alm"), "\(path)")
            #expect(!path.hasPrefix("/v1") || !response.text.contains("brand"), "\(path)")
        }
        for parameters in [
            "facets=brand", "filter=brand%3DAlm", "sort=brand:asc", "facets=stock", "sort=added:asc",
        ] {
            #expect(
                try await shop.ask("/v1/search?q=&locale=en&" + parameters).status == 400, "\(parameters)")
        }
    }

    @Test func theNearestComeFirstWithTheirDistance() async throws {
        let stores = """
            {"id": "1", "title": "Bakery", "store": {"lat": 52.52, "lng": 13.40}}
            {"id": "2", "title": "Bakery", "store": {"lat": 52.53, "lng": 13.40}}
            {"id": "3", "title": "Bakery"}
            """
        let sidecar = #"{"defaultLocale": "en", "attributes": {"store": {"type": "place"}}}"#
        let shop = try await Shop(["stores.jsonl": stores, "stores.catalog.json": sidecar])
        let page = try await shop.ask("/?locale=en&q=bakery&sort=near(store,+52.54,+13.4)")
        #expect(page.status == 200 && ids(page) == ["2", "1", "3"])
        #expect(page.text.matches(of: /<bdi class="distance">[0-9.]+.(?:km|mi)<\/bdi>/).count == 2)
        #expect(page.text.contains(#"4, 13.4)" selected>Nearest first</option>"#))
        #expect(page.text.contains(#"<button id="near" class="near" type="button" data-place="store">"#))
        // The place in an old address is gone.
        let gone = try await shop.ask("/?locale=en&q=bakery&sort=near(shop,+52.54,+13.4)")
        #expect(gone.status == 200 && ids(gone).count == 3 && !gone.text.contains("Nearest first"))
        // Nothing is asked where records have no place.
        #expect(try await !self.shop().ask("/?locale=en").text.contains(#"id="near""#))
    }

    @Test func numbersHaveASliderOverTheirRange() async throws {
        let page = try await shop().ask("/?locale=de&f.stock=3..").text
        let thumbs = page.matches(
            of: /data-end="(lower|upper)" min="([^"]+)" max="([^"]+)" step="([^"]+)" value="([^"]+)"/)
        #expect(thumbs.map { "\($0.1) \($0.2) \($0.3) \($0.4) \($0.5)" }.contains("lower 0 8 1 3"))
        #expect(page.contains(#"<rect x="0" y="0" width="1" height="20"/>"#))
        #expect(page.contains(#"height="20" class="chosen"/>"#))
    }

    @Test func countsSayWhatOtherChoicesWouldFind() async throws {
        let page = try await shop().ask("/?locale=de&f.color=red&f.price=..1000").text
        for (value, label, count, checked) in [
            ("red", "rot", 1, " checked"), ("blue", "blau", 2, ""),
        ] {
            #expect(
                page.contains(
                    #"name="f.color" value="\#(value)" autocomplete="off"\#(checked)> <span dir="auto">\#(label)</span> <span class="count">\#(count)</span>"#
                ))
        }
        // The brand of the red one that is cheap enough is no choice.
        #expect(!page.contains(#"name="f.brand""#))
        #expect(page.contains(#"name="to.price" value="1.000" placeholder="1.239,00\#u{a0}€""#))
    }

    @Test func fieldsOfTheFormBecomeAnAddress() async throws {
        let response = try await shop().ask(
            "/?q=&scope=&locale=de&f.color=red&from.price=1.000,50&to.price=&from.added=&to.added=&find.brand=&sort=price:desc"
        )
        #expect(response.status == 303)
        #expect(
            response.headers[.location]
                == "/?f.color=red&f.price=1000.5..&locale=de&sort=price:desc".replacing(":", with: "%3A"))
        let moved = try await shop().ask(try #require(response.headers[.location]))
        #expect(ids(moved) == ["2"])
    }

    @Test func valuesAreFoundByTheirBeginning() async throws {
        let shop = try await shop()
        let page = try await shop.ask("/?locale=de&find.brand=BR").text
        #expect(
            page.contains(#"name="f.brand" value="Brise""#) && !page.contains(#"name="f.brand" value="Alm""#))
        #expect(page.contains(#"name="find.brand" value="BR""#))
        #expect(page.contains(#"name="f.color" value="red""#))
    }

    @Test(arguments: [
        ("sort=stock", ["2", "1", "3", "4"]), ("sort=stock:desc", ["3", "1", "2", "4"]),
        ("sort=added:desc,title", ["3", "2", "1", "4"]), ("sort=price:desc", ["2", "1", "3", "4"]),
    ])
    func ordersAreThoseOfAttributes(_ order: String, _ expected: [String]) async throws {
        let page = try await shop().ask("/?locale=en&" + order)
        #expect(ids(page) == expected)
    }

    @Test(arguments: [
        ("f.stock=1..x", "“x” cannot be compared with “stock”"),
        ("f.added=gestern..", "gestern"), ("f.onSale=maybe", "maybe"),
    ])
    func whatCannotBeUsedIsRefusedInWords(_ filters: String, _ words: String) async throws {
        let page = try await shop().ask("/?locale=en&" + filters)
        #expect(page.status == 400 && page.text.contains(words))
        // The next search may succeed.
        #expect(!page.text.contains(#"<input type="hidden" name="f."#))
    }

    @Test func whereNothingIsFoundTheFiltersCanGo() async throws {
        let page = try await shop().ask("/?locale=en&f.color=red&f.stock=100..").text
        #expect(
            page.contains(
                #"<li><a href="/?locale=en"><span dir="auto">Clear all filters</span> <span class="count">4</span>"#
            ))
        #expect(page.contains(#"id="popular""#))
    }
}
