// The pages of records, pictures, and the lists for search engines.

import Foundation
import HTTPTypes
import Hummingbird
import Localization
import StorefrontTestSupport
import Testing

@testable import Storefront

@Suite struct PageEndpointsTests {
    @Test func aRecordHasAPageInTheReadersLanguage() async throws {
        let shop = try await Shop()
        let response = try await shop.ask("/c/teas/t%2F3%20%C3%BC", .language("de"))
        #expect(response.status == 200 && response.headers[.contentLanguage] == "de")
        #expect(response.headers[.contentType] == "text/html; charset=utf-8")
        #expect(response.text.contains("<h1 lang=\"de\" dir=\"ltr\">Jasmintee</h1>"))
        #expect(response.text.contains(#"href="http://shop/c/teas/t%2F3%20%C3%BC?locale=de""#))
        let missing = try await shop.ask("/c/teas/none?locale=en")
        #expect(missing.status == 404 && missing.text.contains("This product is no longer available"))
        #expect(missing.headers[.cacheControl] == "no-store")
    }

    @Test func similarRecordsShareScopeAndWords() async throws {
        let teas = """
            {"id": "1", "type": "green", "title": {"en": "Jasmine pearls"}, "popularity": 0.1}
            {"id": "2", "type": "green", "title": {"en": "Jasmine tea"}}
            {"id": "3", "type": "green", "title": {"en": "Sencha"}, "popularity": 0.9}
            {"id": "4", "type": "black", "title": {"en": "Jasmine black pearls"}}
            """
        let shop = try await Shop(["teas.jsonl": teas])
        let similar = try await shop.ask("/v1/records/teas/1/similar?locale=en").json
        #expect(similar["hits"]?.elements?.map { $0["id"] } == ["2", "3"])
        #expect(similar["hits"]?[0]?["matches"] == [])
        #expect(try await shop.ask("/v1/records/teas/1/similar?limit=1").json["hits"]?.elements?.count == 1)
    }

    @Test func similarRecordsAreAlsoNearInMeaning() async throws {
        let teas = """
            {"id": "1", "type": "green", "title": {"en": "Jasmine pearls"}, "_vectors": {"default": [1, 0]}}
            {"id": "2", "type": "green", "title": {"en": "Jasmine tea"}, "_vectors": {"default": [-1, 0]}}
            {"id": "3", "type": "green", "title": {"en": "Sencha"}, "popularity": 0.9}
            {"id": "4", "type": "black", "title": {"en": "Assam"}, "_vectors": {"default": [1, 0]}}
            {"id": "5", "type": "green", "title": {"en": "Blossoms"}, "_vectors": {"default": [0.9, 0.1]}}
            {"id": "6", "type": "green", "title": {"en": "Jasmine rice"}, "_vectors": {"default": [0.8, 0.2]}}
            """
        let shop = try await Shop(["teas.jsonl": teas])
        let similar = try await shop.ask("/v1/records/teas/1/similar?locale=en").json
        // Words and meaning, words, meaning, neither.
        #expect(similar["hits"]?.elements?.map { $0["id"] } == ["6", "2", "5", "3"])
    }

    // MARK: Dead ends

    @Test func aLocaleThatDoesNotExistLeavesTheChoiceToTheReader() async throws {
        let shop = try await Shop()
        for path in ["/?q=assam&locale=klingon", "/c/teas/t-1?locale=klingon", "/?locale=%25%25"] {
            let response = try await shop.ask(path, .language("de"))
            #expect(response.status == 200 && response.headers[.contentLanguage] == "de", "\(path)")
            #expect(response.text.contains(#"<html lang="de" dir="ltr" data-locale="de""#), "\(path)")
        }
        // Programs get an error.
        #expect(try await shop.ask("/v1/search?q=assam&locale=klingon").status == 400)
    }

    @Test func oldAddressesOfOrdersAndPagesLeadOn() async throws {
        let shop = try await Shop()
        let order = try await shop.ask("/?q=assam&sort=gone:desc&locale=en")
        #expect(order.status == 200 && order.text.contains("no longer exist and were left out: “gone”"))
        #expect(try await shop.ask("/?q=assam&sort=price:desc&locale=en").text.contains("no longer") == false)
        let page = try await shop.ask("/?q=assam&sort=title&offset=4000&locale=en")
        #expect(page.status == 303 && page.headers[.location] == "/?q=assam&locale=en&sort=title")
        // If nothing is found, there is no last page to redirect to.
        #expect(try await shop.ask("/?q=zzzz&offset=4000&locale=en").status == 200)
    }

    @Test func readersChooseAmongTheLanguagesOfTheShop() async throws {
        let folder = try TemporaryFolder()
        try folder.write(Shop.teas, to: "teas.jsonl")
        let shop = try await Shop { configuration in
            configuration.records = .files([folder.path + "/teas.jsonl"])
            configuration.languages = [LocaleIdentifier("de")!, LocaleIdentifier("fr")!]
        }
        for (path, language, shown) in [
            ("/", "fr", "fr"), ("/", "ja", "de"), ("/?locale=ja", "fr", "fr"),
            ("/?locale=de_AT", "fr", "de-AT"),
        ] {
            let page = try await shop.ask(path, .language(language)).text
            #expect(page.contains(#"<html lang="\#(shown)""#), "\(path) \(language)")
            #expect(page.matches(of: /hreflang="([^"]+)"/).map { String($0.1) } == ["de", "fr", "x-default"])
            #expect(page.matches(of: /<option value="(de|en|fr|ja)" lang/).count == 2)
        }
    }

    @Test func aRecordThatIsGoneOffersOthers() async throws {
        let shop = try await Shop()
        let similar = try await shop.ask("/c/teas/jasmine-special-7?locale=en")
        #expect(
            similar.status == 404 && similar.text.contains("This product is no longer available; search"))
        #expect(similar.text.contains(#"<h2 id="offers-heading">Similar</h2>"#))
        #expect(similar.text.contains("/c/teas/t%2F3%20%C3%BC?locale=en"))
        let popular = try await shop.ask("/c/teas/4711?locale=en")
        #expect(popular.status == 404 && popular.text.contains(#"<h2 id="offers-heading">Popular</h2>"#))
        #expect(popular.text.contains("/c/teas/t-1?locale=en"))
    }

    @Test func anUnknownAddressIsAPageInABrowser() async throws {
        let shop = try await Shop()
        var browser = HTTPFields.language("de")
        browser[.accept] = "text/html,application/xhtml+xml,*/*;q=0.8"
        let page = try await shop.ask("/angebote/sommer", browser)
        #expect(page.status == 404 && page.headers[.contentType] == "text/html; charset=utf-8")
        #expect(
            page.text.contains("Diese Seite gibt es nicht") && page.text.contains("/c/teas/t-1?locale=de"))
        #expect(page.text.contains(#"<input id="query""#))
        for (path, headers) in [("/angebote/sommer", HTTPFields.language("de")), ("/v1/none", browser)] {
            let problem = try await shop.ask(path, headers)
            #expect(problem.status == 404)
            #expect(problem.headers[.contentType]?.hasPrefix("application/problem+json") == true)
        }
    }

    @Test func aFilterThatIsGoneIsLeftOut() async throws {
        let shop = try await Shop()
        let response = try await shop.ask("/?f.season=spring&f.year=1900..&locale=en")
        #expect(response.status == 200)
        #expect(response.text.contains("These filters no longer exist and were left out: “season”"))
        #expect(!response.text.contains("f.season"))
        #expect(response.text.contains("f.year=1900.."))
    }

    @Test func aScopeThatIsGoneIsLeftOut() async throws {
        let shop = try await Shop()
        let response = try await shop.ask("/?q=jasmine&scope=spring-sale&locale=en")
        #expect(response.status == 200 && response.text.contains("/c/teas/"))
        #expect(response.text.contains("These filters no longer exist and were left out: “spring-sale”"))
        #expect(!response.text.contains("scope=spring-sale"))
    }

    // MARK: Pictures

    @Test func picturesBesideTheCatalogsAreServed() async throws {
        let shop = try await Shop()
        let response = try await shop.ask("/images/tea.svg")
        #expect(response.status == 200 && response.text == Shop.picture)
        #expect(response.headers[.contentType] == "image/svg+xml")
        #expect(response.headers[.contentSecurityPolicy]?.contains("sandbox") == true)
        #expect(response.headers[.xContentTypeOptions] == "nosniff")
        #expect(response.headers[.cacheControl]?.contains("max-age") == true)
    }

    @Test(arguments: [
        "/images/..%2Fteas.jsonl", "/images/teas.jsonl", "/images/..%2Fimages%2Ftea.svg", "/images/.tea.svg",
        "/images/none.svg", "/images/folder.svg", "/images/tea", "/images/%2e%2e",
    ])
    func nothingElseIs(path: String) async throws {
        let shop = try await Shop([
            "teas.jsonl": Shop.teas, "images/.tea.svg": Shop.picture, "images/folder.svg/x.svg": Shop.picture,
        ])
        #expect(try await shop.ask(path).status == 404)
    }

    // MARK: Search engines

    @Test func allRecordsAreListed() async throws {
        let shop = try await Shop()
        let list = try await shop.ask("/sitemap.xml")
        #expect(list.headers[.contentType] == "application/xml")
        #expect(
            list.text == """
                <?xml version="1.0" encoding="UTF-8"?>
                <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
                <url><loc>http://shop/</loc></url>
                <url><loc>http://shop/c/teas/t-1</loc></url>
                <url><loc>http://shop/c/teas/t-2</loc></url>
                <url><loc>http://shop/c/teas/t%2F3%20%C3%BC</loc></url>
                </urlset>

                """)
        #expect(try await shop.ask("/robots.txt").text.hasSuffix("Sitemap: http://shop/sitemap.xml\n"))
    }

    /// Invariant: the parts have each address once, and none has more than the limit.
    @Test(arguments: [2, 3, 4, 6, 7])
    func longListsAreSplit(count: Int) async throws {
        let lines = (1...count).map { #"{"id":"\#($0)","title":"T"}"# }.joined(separator: "\n")
        let shop = try await Shop(["many.jsonl": lines])
        let list = SiteMap(search: shop.storefront.search, site: "http://shop", limit: 3)
        let index = try await Received(list.index(for: .local).response()).text
        let parts = (count + 1 + 2) / 3
        #expect(index.contains("<sitemapindex") == (parts > 1))
        #expect(index.split(separator: "<sitemap>").count == (parts > 1 ? parts + 1 : 1))
        var all: Set<Substring> = []
        for part in 1...parts {
            let text = try await Received(list.part("\(part).xml", for: .local).response()).text
            let some = text.split(separator: "\n").filter { $0.hasPrefix("<url>") }
            #expect(some.count <= 3)
            all.formUnion(some)
        }
        #expect(all.count == count + 1)
        await #expect(throws: Problem.self) { try await list.part("\(parts + 1).xml", for: .local) }
    }

    /// A cache in front of the server would send the host that one client names to all others.
    @Test func withoutTheAddressOfTheSiteNothingNamesAHost() async throws {
        let folder = try TemporaryFolder()
        try folder.write(Shop.teas, to: "teas.jsonl")
        let shop = try await Shop { configuration in
            configuration.records = .files([folder.path + "/teas.jsonl"])
            configuration.site = nil
        }
        for path in ["/", "/?q=assam&locale=en", "/c/teas/t-1", "/robots.txt"] {
            let response = try await shop.ask(path)
            #expect(response.status == 200)
            #expect(!response.text.contains("://shop"), "\(path)")
        }
        #expect(
            try await shop.ask("/c/teas/t-1").text.contains(
                #"<link rel="canonical" href="/c/teas/t-1">"#))
        for path in ["/sitemap.xml", "/sitemap-1.xml"] {
            let response = try await shop.ask(path)
            #expect(response.status == 404)
            #expect(response.text.contains("--site"))
        }
    }

    /// Reading ids takes the server's time, as searches do.
    @Test func listsAreReadInTheClientsTurns() async throws {
        let shop = try await Shop { $0.clientSearches = 1 }
        let (started, goesOn) = AsyncStream.makeStream(of: Void.self)
        let other = Task {
            try await shop.storefront.runner.run(.init(client: .local)) {
                goesOn.finish()
                while !Task.isCancelled { usleep(1_000) }
            }
        }
        for await _ in started {}
        #expect(try await shop.ask("/sitemap.xml").status == 429)
        other.cancel()
        _ = await other.result
        #expect(try await shop.ask("/sitemap.xml").status == 200)
    }
}
