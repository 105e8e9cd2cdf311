// Pages show prices in the reader's currency and market, and variants as one product.

import HTTPTypes
import Testing

@testable import Storefront

@Suite struct PagePricesTests {
    private static let sidecar = """
        {"attributes": {
          "size": {"type": "text", "label": {"en": "Size", "de": "Größe"}},
          "color": {"type": "text", "many": true, "label": {"en": "Color"}, "values": {"red": {"en": "red", "de": "rot"}}},
          "stock": {"type": "number"}, "model": {"type": "text"}}, "group": "model"}
        """
    private static let shoes = """
        {"id": "1", "title": {"en": "Boot"}, "model": "b", "size": "S", "color": ["red"], "stock": 3, "availability": true, "price": {"amount": "59.90", "currency": "EUR"}, "prices": [{"amount": "8900", "currency": "JPY"}, {"amount": "7900", "currency": "JPY", "market": "JP"}]}
        {"id": "2", "title": {"en": "Boot"}, "model": "b", "size": "L", "color": ["red"], "stock": 5, "availability": false, "price": {"amount": "64.90", "currency": "EUR"}}
        {"id": "3", "title": {"en": "Clog"}, "price": {"amount": "39.00", "currency": "EUR"}, "prices": [{"amount": "5900", "currency": "JPY"}]}
        {"id": "4", "title": {"en": "Boot polish"}, "price": {"amount": "4.00", "currency": "EUR"}}
        """
    private static let songs = #"{"id": "s", "title": {"en": "These boots"}}"#

    private func shop() async throws -> Shop {
        try await Shop([
            "shoes.jsonl": Self.shoes, "shoes.catalog.json": Self.sidecar, "songs.jsonl": Self.songs,
        ])
    }

    private func prices(_ page: Received) -> [String] {
        page.text.matches(of: /<(?:bdi class="price"|span class="no-price")>([^<]+)</).map {
            String($0.1).replacing("\u{a0}", with: " ")
        }
    }

    @Test(arguments: [
        ("", ["ab 59,90 €", "39,00 €", "4,00 €"]), ("&currency=eur", ["ab 59,90 €", "39,00 €", "4,00 €"]),
        ("&currency=JPY", ["8.900 ¥", "5.900 ¥", "Kein Preis in JPY"]),
        ("&currency=JPY&market=JP", ["7.900 ¥", "5.900 ¥", "Kein Preis in JPY"]),
        (
            "&currency=JPY&group=none&sort=price",
            ["5.900 ¥", "8.900 ¥", "Kein Preis in JPY", "Kein Preis in JPY"]
        ),
        ("&currency=JPY&f.price=6000..", ["8.900 ¥"]),
    ])
    func pricesAreThoseOfTheCurrencyAndTheMarket(_ parameters: String, _ expected: [String]) async throws {
        let page = try await shop().ask("/?locale=de&sort=id\(parameters)")
        #expect(page.status == 200)
        // Records of catalogs without prices do not lack one.
        #expect(prices(page) == expected)
    }

    @Test func theChoiceStaysInLinksAndForms() async throws {
        let page = try await shop().ask(
            "/?q=boot&locale=de&currency=JPY&market=JP&group=none&f.price=1..9000"
        ).text
        let reader = "locale=de&amp;currency=JPY&amp;market=JP&amp;group=none"
        #expect(page.contains(#"<a href="/c/shoes/1?\#(reader)">"#))
        #expect(page.contains(#"<p class="site"><a href="/?\#(reader)">"#))
        #expect(page.contains(#"id="clear" class="clear" href="/?q=boot&amp;\#(reader)""#))
        for form in ["language-form", "order-form", "filter-form", "search-form"] {
            let html = try #require(
                page.split(separator: #"id="\#(form)""#).last?.split(separator: "</form>").first)
            #expect(html.contains(#"<input type="hidden" name="currency" value="JPY">"#), "\(form)")
            #expect(
                html.contains(#"name="market" value="JP""#) && html.contains(#"name="group" value="none""#))
        }
        let form = try #require(
            page.split(separator: #"id="currency-form""#).last?.split(separator: "</form>").first)
        #expect(form.contains(#"<option value="JPY" selected>JPY – Japanischer Yen</option>"#))
        #expect(form.contains(#"<option value="EUR">EUR – Euro</option>"#))
        // A range of yen does not apply to euros.
        #expect(form.contains(#"name="market""#) && form.contains(#"name="q""#) && !form.contains("f.price"))
        // Search engines list the page of all readers.
        #expect(!page.contains(#"rel="canonical" href="http://shop/?q=boot&amp;currency"#))
        let typed = try await shop().ask("/?locale=de&currency=JPY&from.price=8.900&group=none")
        #expect(typed.headers[.location] == "/?f.price=8900..&locale=de&currency=JPY&group=none")
    }

    @Test func aCurrencyIsOfferedWhereThereAreSeveral() async throws {
        let euros = try await Shop(["shoes.jsonl": Self.shoes.replacing("JPY", with: "EUR")])
        #expect(try await !euros.ask("/?locale=de").text.contains("currency-form"))
        #expect(try await !euros.ask("/c/shoes/1?locale=de").text.contains("currency-form"))
        #expect(
            try await euros.ask("/?locale=de&currency=JPY").text.contains(#"<option value="JPY" selected>"#))
    }

    @Test func aCurrencyThatDoesNotExistDoesNotSpoilTheNextSearch() async throws {
        for path in ["/", "/c/shoes/1"] {
            let page = try await shop().ask("\(path)?locale=en&currency=EURO")
            #expect(page.status == 400 && page.text.contains("EURO"))
            #expect(!page.text.contains(#"value="EURO""#) && !page.text.contains("currency=EURO"))
        }
    }

    @Test func variantsAreOneHitAndLinksOfTheRecord() async throws {
        let shop = try await shop()
        let found = try await shop.ask("/?locale=en&q=boot&scope=all&f.catalog=shoes").text
        #expect(found.contains(#"<span class="variant-count">2 variants</span>"#))
        #expect(found.contains(#"data-record="1""#) && !found.contains(#"data-record="2""#))
        // The attribute that groups variants is neither a choice nor a fact for readers.
        #expect(!found.contains("f.model"))
        let record = try await shop.ask("/c/shoes/1?locale=en&currency=JPY").text
        #expect(!record.contains(">model<"))
        let variants = record.matches(
            of: /<li><a href="([^"]+)"( aria-current="page")?><span dir="auto">([^<]+)<\/span>(.*)<\/a>/
        )
        .map { "\($0.1) \($0.2 ?? "") \($0.3) \($0.4)" }
        #expect(
            variants == [
                #"/c/shoes/1?locale=en&amp;currency=JPY  aria-current="page" S  <bdi class="price">¥8,900</bdi>"#,
                #"/c/shoes/2?locale=en&amp;currency=JPY  L  <span class="no-price">No price in JPY</span> <span class="availability missing">Out of stock</span>"#,
            ])
        // A variant is not a similar record.
        let similar = try #require(record.split(separator: "similar-heading").last)
        #expect(similar.contains("/c/shoes/4?") && !similar.contains("/c/shoes/2?"))
        #expect(try await !shop.ask("/c/shoes/3?locale=en").text.contains("variants-heading"))
    }

    @Test(
        arguments: [
            (#""boot polish" color:red"#, [#"&quot;boot polish&quot;"#, "color:red"]),
            ("clog -clog", ["clog"]),
            ("clog OR boot stock:>100", ["clog", "boot"]), ("nothing -boot", []),
        ] as [(String, [String])])
    func whereNothingIsFoundTermsAreOffered(_ query: String, _ expected: [String]) async throws {
        let page = try await shop().ask(
            "/?locale=en&q="
                + query.replacing("\"", with: "%22").replacing(" ", with: "+").replacing(">", with: "%3E")
        ).text
        let offers =
            page.split(separator: "<h3>With fewer words</h3>").dropFirst().first?
            .split(separator: "</div>").first ?? ""
        #expect(offers.matches(of: /<span dir="auto">([^<]+)</).map { String($0.1) } == expected)
    }
}
