// The page of a record counts that it was chosen among the results of a search, and only that.

import HTTPTypes
import Hummingbird
import Testing

@testable import Storefront

@Suite struct PageClickTests {
    /// Forty teas, so that there is a second page.
    private static let many = (1...40).map { number in
        #"{"id": "t-\#(number)", "title": {"en": "Tea \#(number)"}, "summary": {"en": "A green tea."}, "popularity": 0.\#(99 - number)}"#
    }.joined(separator: "\n")

    /// Headers with which a browser follows a link on a page.
    private func from(
        _ address: String, site: String? = "same-origin", mode: String = "navigate", _ more: HTTPFields = [:]
    ) -> HTTPFields {
        var headers: HTTPFields = [.referer: address, .acceptLanguage: "en"]
        if let site {
            headers[HTTPField.Name("Sec-Fetch-Site")!] = site
            headers[HTTPField.Name("Sec-Fetch-Mode")!] = mode
            headers[HTTPField.Name("Sec-Fetch-Dest")!] = mode == "navigate" ? "document" : "empty"
        }
        headers.append(contentsOf: more)
        return headers
    }

    /// The clicks: query, locale, record, number of clicks, mean position.
    private func clicks(_ shop: Shop) async throws -> [String] {
        await shop.storefront.log?.flush(all: true)
        let json = try await shop.write(.get, "/queries").json
        let list = json["queries"]?.elements ?? []
        let clicked = list.flatMap { entry in
            (entry["clicked"]?.elements ?? []).map { click in
                "\(entry["query"]?.text ?? "") \(entry["locale"]?.text ?? "") \(click["id"]?.text ?? "") "
                    + "\(click["clicks"]?.number ?? 0) \(click["place"]?.number ?? 0)"
            }
        }
        let others = json["others"]?["clicks"]?.number ?? 0
        return clicked + (others == 0 ? [] : ["others \(others)"])
    }

    @Test func aResultThatIsFollowedIsAClick() async throws {
        let shop = try await Shop(["teas.jsonl": Self.many], queryLog: true)
        let page = try await shop.ask("/?q=Tea", .language("en"))
        let link = "/c/teas/t-3?locale=en"
        #expect(page.text.contains(#"href="\#(link)""#))
        #expect(try await shop.ask(link, from("http://shop/?q=Tea")).status == 200)
        // The proxy speaks HTTPS with browsers; the browser has the page already.
        let known = try await shop.ask(link, .language("en"))
        let tag = try #require(known.headers[.eTag])
        #expect(try await shop.ask(link, from("https://shop/?q=Tea", [.ifNoneMatch: tag])).status == 304)
        #expect(known.headers[.setCookie] == nil && !known.text.contains("?q="))
        #expect(try await clicks(shop) == ["tea en t-3 2.0 3.0"])
    }

    @Test func placesCountFromTheFirstPageAndTheSearchIsTheReaders() async throws {
        let shop = try await Shop(["teas.jsonl": Self.many], queryLog: true)
        for path in [
            "/?q=tea&locale=en&offset=20", "/?q=tea&locale=en", "/?q=tea", "/?q=tea&sort=popularity",
        ] {
            _ = try await shop.ask(path, .language("en"))
        }
        let browser = from("http://shop/?q=tea&locale=en&offset=20", site: nil)
        #expect(try await shop.ask("/c/teas/t-25?locale=en", browser).status == 200)
        #expect(try await clicks(shop) == ["tea en t-25 1.0 25.0"])
    }

    /// None of these must count as a click.
    @Test(arguments: [
        ("/c/teas/t-1", "http://other/?q=tea", "same-origin", "navigate"),
        ("/c/teas/t-1", "http://shop.other/?q=tea", "same-origin", "navigate"),
        ("/c/teas/t-1", "http://shop@other/?q=tea", "same-origin", "navigate"),
        ("/c/teas/t-1", "http://shop/?q=tea", "cross-site", "navigate"),
        ("/c/teas/t-1", "http://shop/?q=tea", "same-site", "navigate"),
        ("/c/teas/t-1", "http://shop/?q=tea", "same-origin", "cors"),
        ("/c/teas/t-1", "http://shop/c/teas/t-2?q=tea", "same-origin", "navigate"),
        ("/c/teas/t-1", "http://shop/", "same-origin", "navigate"),
        ("/c/teas/t-1", "http://shop", "same-origin", "navigate"),
        ("/c/teas/t-1", "http://shop/?q=+", "same-origin", "navigate"),
        ("/c/teas/t-1", "http://shop/?q=%FF", "same-origin", "navigate"),
        ("/c/teas/t-1", "http://shop/?q=tea&offset=x", "same-origin", "navigate"),
        ("/c/teas/t-1", "http://shop/?q=nothingatall", "same-origin", "navigate"),
        // On the second page, not on the first.
        ("/c/teas/t-30", "http://shop/?q=tea", "same-origin", "navigate"),
        ("/c/teas/none", "http://shop/?q=tea", "same-origin", "navigate"),
        ("/v1/records/teas/t-1", "http://shop/?q=tea", "same-origin", "navigate"),
    ])
    func whatIsNoChoiceIsNoClick(path: String, address: String, site: String, mode: String) async throws {
        let shop = try await Shop(["teas.jsonl": Self.many], queryLog: true)
        _ = try await shop.ask("/?q=tea", .language("en"))
        _ = try await shop.ask(path, from(address, site: site, mode: mode))
        #expect(try await clicks(shop) == [])
    }

    @Test func reloadsPreloadsAndHeadsAreNoClicks() async throws {
        let shop = try await Shop(["teas.jsonl": Self.many], queryLog: true)
        _ = try await shop.ask("/?q=tea", .language("en"))
        let address = "http://shop/?q=tea"
        for more: HTTPFields in [
            [.cacheControl: "max-age=0"], [.cacheControl: "no-cache"],
            [HTTPField.Name("Sec-Purpose")!: "prefetch;prerender"], [HTTPField.Name("Purpose")!: "prefetch"],
        ] {
            #expect(try await shop.ask("/c/teas/t-1", from(address, more)).status == 200)
        }
        #expect(try await shop.ask(.head, "/c/teas/t-1", from(address)).status == 200)
        #expect(try await clicks(shop) == [])
    }

    @Test func oneReaderDoesNotClickWithoutEnd() async throws {
        let shop = try await Shop(["teas.jsonl": Self.many], queryLog: true) { $0.cachedResponses = 1 << 20 }
        _ = try await shop.ask("/?q=tea", .language("en"))
        for _ in 0..<QueryLog.clicksPerMinute + 10 {
            #expect(try await shop.ask("/c/teas/t-1", from("http://shop/?q=tea")).status == 200)
        }
        let count = try #require(Double(try await clicks(shop)[0].split(separator: " ")[3]))
        // A minute may end in between.
        #expect(count >= Double(QueryLog.clicksPerMinute) && count <= Double(QueryLog.clicksPerMinute + 10))
    }

    @Test func withoutTheLogThePageIsTheSame() async throws {
        let shop = try await Shop(["teas.jsonl": Self.many])
        let logging = try await Shop(["teas.jsonl": Self.many], queryLog: true)
        let address = from("http://shop/?q=tea")
        let one = try await shop.ask("/c/teas/t-1?locale=en", address)
        let other = try await logging.ask("/c/teas/t-1?locale=en", address)
        #expect(one.status == 200 && one.text == other.text)
        #expect(one.headers[.cacheControl] == "no-cache" && other.headers[.cacheControl] == "no-cache")
        #expect(one.headers[.vary] == other.headers[.vary])
    }
}
