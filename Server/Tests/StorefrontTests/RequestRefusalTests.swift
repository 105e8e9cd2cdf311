// Unsupported methods and requests over the limits are refused.

import HTTPTypes
import Localization
import SearchService
import StorefrontTestSupport
import Testing

@testable import Storefront

@Suite struct RequestRefusalTests {
    private func shop() async throws -> Shop { try await Shop() }

    // MARK: Methods

    @Test(arguments: ["/v1/search?q=assam", "/v1/nothing", "/v1/search?limit=x", "/healthz"])
    func headersAreReportedWithoutTheBody(path: String) async throws {
        let shop = try await shop()
        let get = try await shop.ask(path)
        let head = try await shop.ask(.head, path)
        #expect(head.status == get.status && head.body.isEmpty)
        #expect(head.headers[.contentType] == get.headers[.contentType])
        // The response contains the search time, so that lengths may differ.
        let difference = (head.headers[.contentLength].flatMap { Int($0) } ?? -1) - get.body.count
        #expect(abs(difference) < 10)
    }

    @Test(arguments: [
        (HTTPRequest.Method.post, "/v1/search", "GET, HEAD, OPTIONS"),
        (.delete, "/healthz", "GET, HEAD, OPTIONS"),
        (.put, "/v1/records/teas/t-1", "GET, HEAD, OPTIONS"), (.get, "/v1/search:batch", "OPTIONS, POST"),
        (.head, "/v1/search:batch", "OPTIONS, POST"), (.patch, "/assets/page.css", "GET, HEAD, OPTIONS"),
    ])
    func otherMethodsAreNotAllowed(method: HTTPRequest.Method, path: String, allowed: String) async throws {
        let response = try await shop().ask(method, path)
        #expect(response.status == 405)
        #expect(response.headers[.allow] == allowed)
        if method != .head { #expect(response.code == "method-not-allowed") }
    }

    @Test func methodsThatExistNowhereAreNotAllowedEither() async throws {
        let method = try #require(HTTPRequest.Method("BREW"))
        #expect(try await shop().ask(method, "/v1/search").status == 405)
        #expect(try await shop().ask(method, "/v1/nowhere").status == 404)
    }

    @Test func pagesOfOtherSitesMayAskWhereThatIsAllowed() async throws {
        let origin: HTTPFields = [.origin: "https://other.example", .accessControlRequestMethod: "POST"]
        let closed = try await shop().ask(.options, "/v1/search:batch", origin)
        #expect(closed.status == 204 && closed.headers[.allow] == "OPTIONS, POST")
        #expect(closed.headers[.accessControlAllowOrigin] == nil)
        #expect(closed.headers[.accessControlAllowMethods] == nil)

        let open = try await Shop(allowing: "*")
        let preflight = try await open.ask(.options, "/v1/search:batch", origin)
        #expect(preflight.status == 204 && preflight.body.isEmpty)
        #expect(preflight.headers[.accessControlAllowOrigin] == "*")
        #expect(preflight.headers[.accessControlAllowMethods] == "OPTIONS, POST")
        for name in [
            "Accept-Language", "Authorization", "Content-Type", "Search-After", "X-Meilisearch-Client",
            "traceparent", "Cache-Control",
        ] {
            #expect(preflight.headers[.accessControlAllowHeaders]?.contains(name) == true)
        }
        for path in ["/v1/search?q=", "/v1/search?limit=x", "/v1/none"] {
            #expect(try await open.ask(path, origin).headers[.accessControlAllowOrigin] == "*", "\(path)")
        }
        #expect(
            try await open.ask("/v1/search?q=").headers[.accessControlExposeHeaders]?.contains("ETag") == true
        )
    }

    // MARK: Limits

    @Test(
        arguments: [
            ("/v1/search?limit=101", 422, "page-too-large"),
            ("/v1/search?returns=ids&limit=10001", 422, "page-too-large"),
            ("/v1/search?limit=1&offset=10000", 422, "page-too-large"),
            ("/v1/search?limit=1&offset=9223372036854775807", 422, "page-too-large"),
            ("/v1/suggest?limit=101", 422, "page-too-large"),
            ("/v1/search?limit=100&offset=9900", 200, nil), ("/v1/search?returns=ids&limit=10000", 200, nil),
            ("/v1/search?limit=-1", 400, "bad-request"), ("/v1/search?limit=1e3", 400, "bad-request"),
            ("/v1/search?locale=qq", 400, "bad-request"), ("/v1/search?fields=none", 400, "bad-request"),
            ("/v1/search?catalogs=none", 400, "bad-request"), ("/v1/search?sort=size", 400, "bad-request"),
            ("/v1/search?q=%FF", 400, "bad-request"), ("/v1/search?q=%", 400, "bad-request"),
            ("/v1/records/teas/%C3", 400, "bad-request"),
            ("/v1/strings/%", 400, "bad-request"), ("/v1/scopes?catalogs=none", 400, "bad-request"),
            ("/v1/search?q=&utm_source=x", 400, "bad-request"), ("/?q=&utm_source=x", 200, nil),
            ("/v1/suggest?q=&sort=title", 400, "bad-request"), ("/v1/scopes?q=", 400, "bad-request"),
        ] as [(String, Int, ReceivedJSON?)])
    func requestsHaveLimits(path: String, status: Int, code: ReceivedJSON?) async throws {
        let response = try await shop().ask(path)
        #expect(response.status == status)
        #expect(response.code == code)
        if status != 200 {
            #expect(
                response.json["status"]?.number == Double(status) && response.json["type"] == "about:blank")
            let detail = try #require(response.json["detail"]?.text)
            #expect(detail.first?.isLowercase == false, "\(detail)")
        }
    }

    @Test func queriesEndAtTwoThousandCharacters() async throws {
        let shop = try await shop()
        // Single words have a limit of their own.
        let longest = String(repeating: String(repeating: "%C3%BC", count: 99) + "+", count: 20)
        #expect(try await shop.ask("/v1/search?q=\(longest)").status == 200)
        let cut = try await shop.ask("/v1/search?q=\(longest)x")
        #expect(cut.status == 200 && cut.json["unsearched"]?.text == "x")
        let response = try await shop.ask("/v1/search?q=\(longest)x&relax=never")
        #expect(response.status == 414 && response.code == "query-too-long")
    }

    @Test func searchesThatWaitForTooLongOrAreTooManyAreReported() async throws {
        let busy = try await Shop { $0.searches = 0 }
        let response = try await busy.ask("/v1/search?q=")
        #expect(response.status == 503 && response.code == "too-busy")
        #expect(response.headers[.retryAfter] == "1" && response.headers[.cacheControl] == "no-store")
        let problem = Problem(.timeLimit, "TimeLimit: %ld", 5)
        #expect(problem.response(in: german, busy.catalogs.service.localizedTexts).status.code == 504)
    }
}
