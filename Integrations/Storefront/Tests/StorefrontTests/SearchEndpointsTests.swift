// Does each path answer what it says, in the language of whoever asks?

import HTTPTypes
import Hummingbird
import Localization
import NIOCore
import SearchService
import StorefrontTestSupport
import Testing

@testable import Storefront

@Suite struct SearchEndpointsTests {
    private func shop() async throws -> Shop { try await Shop() }

    // MARK: Answers

    @Test func searchFindsRecords() async throws {
        let answer = try await shop().ask("/v1/search?q=tee&locale=de&limit=1&sort=title")
        #expect(answer.status == 200)
        #expect(answer.headers[.contentType] == "application/json")
        #expect(answer.headers[.contentLanguage] == "de")
        #expect(answer.headers[.vary] == "Accept-Language, Accept-Encoding")
        #expect(answer.headers[.cacheControl] == "no-cache")
        #expect(answer.headers[.eTag]?.hasPrefix("W/\"") == true)
        #expect(answer.headers[HTTPField.Name("X-Content-Type-Options")!] == "nosniff")
        #expect(answer.headers[.accessControlAllowOrigin] == nil)
        let json = answer.json
        #expect(json["total"] == 3 && json["label"] == "3 Artikel gefunden")
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
        let suggestions = try await shop.ask("/v1/suggest?q=gunp&locale=en&returns=hits").json
        #expect(suggestions["completions"]?[0]?["word"] == "Gunpowder")
        #expect(suggestions["corrections"] == [])
        #expect(suggestions["hits"] == nil)
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
        let answer = try await shop().ask(path, .language("de"))
        // A slash at the end leads to the same place.
        if path == "/v1/search/" {
            #expect(answer.status == 200)
        } else {
            #expect(answer.status == 404 && answer.code == "not-found", "\(path)")
            #expect(answer.json["title"] == "Nicht gefunden")
            #expect(answer.headers[.contentType] == "application/problem+json")
            #expect(answer.headers[.cacheControl] == "no-store")
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
        // Records there are none of in Arabic.
        #expect(try await shop.ask("/v1/search?q=", .language("ar")).headers[.contentLanguage] == "en")
    }

    @Test func interfaceIsDescribed() async throws {
        let answer = try await shop().ask("/v1/openapi.json")
        #expect(answer.status == 200 && answer.json["openapi"]?.text?.hasPrefix("3.1") == true)
        #expect(answer.headers[.contentLanguage] == nil)
    }

    // MARK: Languages

    @Test(arguments: [
        ("de", "de"), ("de-AT", "de-AT"), ("fr, ja;q=0.5, de;q=0.2", "ja"), ("fr", "en"), ("", "en"),
        ("*", "en"),
        ("de;q=0.1, en", "en"), ("zz, de", "de"),
    ])
    func languageIsTheFirstPreferredOneThatThereIs(header: String, language: String) async throws {
        let answer = try await shop().ask("/v1/search?q=assam", .language(header))
        #expect(answer.headers[.contentLanguage] == language)
    }

    @Test func addressWinsOverPreferences() async throws {
        let shop = try await shop()
        for locale in ["de", "de_DE", "de-DE"] {
            let answer = try await shop.ask("/v1/search?q=tee&locale=\(locale)", .language("ja"))
            #expect(answer.headers[.contentLanguage]?.hasPrefix("de") == true)
            #expect(answer.json["label"] == "3 Artikel gefunden")
        }
    }

    @Test func whateverIsWrongIsToldInTheLanguageOfWhoeverAsks() async throws {
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

    // MARK: What is known already

    @Test(arguments: [
        "/v1/search?q=assam", "/v1/suggest?q=as", "/v1/scopes", "/v1/catalogs", "/v1/records/teas/t-1",
        "/v1/strings/Page",
        "/v1/openapi.json", "/assets/page.css",
    ])
    func whoeverHasTheAnswerIsToldSo(path: String) async throws {
        let shop = try await shop()
        let first = try await shop.ask(path)
        let tag = try #require(first.headers[.eTag])
        let again = try await shop.ask(path, [.ifNoneMatch: tag])
        #expect(again.status == 304 && again.body.isEmpty)
        // What a cache needs to know stands there, too (RFC 9110, 15.4.5).
        #expect(again.headers[.eTag] == tag)
        #expect(again.headers[.vary] == first.headers[.vary])
        #expect(again.headers[.cacheControl] == first.headers[.cacheControl])
        #expect(try await shop.ask(path, [.ifNoneMatch: "\"x\""]).status == 200)
    }

    @Test func answersAreOthersWhereLanguagesOrRecordsAre() async throws {
        let shop = try await shop()
        let tag = try #require(try await shop.ask("/v1/search?q=assam").headers[.eTag])
        #expect(
            try await shop.ask("/v1/search?q=assam", [.ifNoneMatch: tag, .acceptLanguage: "de"]).status == 200
        )
        #expect(
            try await shop.write(.put, "/catalogs/cakes", .json, body: RequestBody("{}")).status == 201)
        #expect(try await shop.ask("/v1/search?q=assam", [.ifNoneMatch: tag]).status == 200)
    }

    @Test func brokenRequestsAreToldWhateverIsKnown() async throws {
        #expect(try await shop().ask("/v1/search?limit=x", [.ifNoneMatch: "*"]).status == 400)
    }

    // MARK: Methods

    @Test(arguments: ["/v1/search?q=assam", "/v1/nothing", "/v1/search?limit=x", "/healthz"])
    func headersAreToldWithoutTheBody(path: String) async throws {
        let shop = try await shop()
        let get = try await shop.ask(path)
        let head = try await shop.ask(.head, path)
        #expect(head.status == get.status && head.body.isEmpty)
        #expect(head.headers[.contentType] == get.headers[.contentType])
        // The time that it took stands in the body of an answer.
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
        let answer = try await shop().ask(method, path)
        #expect(answer.status == 405)
        #expect(answer.headers[.allow] == allowed)
        if method != .head { #expect(answer.code == "method-not-allowed") }
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
        #expect(preflight.headers[.accessControlAllowHeaders]?.contains("Content-Type") == true)
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
            ("/v1/search?q=&utm_source=x", 200, nil),
        ] as [(String, Int, JSON?)])
    func requestsHaveLimits(path: String, status: Int, code: JSON?) async throws {
        let answer = try await shop().ask(path)
        #expect(answer.status == status)
        #expect(answer.code == code)
        if status != 200 {
            #expect(answer.json["status"]?.number == Double(status) && answer.json["type"] == "about:blank")
            let detail = try #require(answer.json["detail"]?.text)
            #expect(detail.first?.isLowercase == false, "\(detail)")
        }
    }

    @Test func queriesEndAtTwoThousandCharacters() async throws {
        let shop = try await shop()
        let longest = String(repeating: "%C3%BC", count: 2_000)
        #expect(try await shop.ask("/v1/search?q=\(longest)").status == 200)
        let answer = try await shop.ask("/v1/search?q=\(longest)x")
        #expect(answer.status == 414 && answer.code == "query-too-long")
    }

    @Test func searchesThatWaitForTooLongOrAreTooManyAreTold() async throws {
        let busy = try await Shop { $0.searches = 0 }
        let answer = try await busy.ask("/v1/search?q=")
        #expect(answer.status == 503 && answer.code == "too-busy")
        #expect(answer.headers[.retryAfter] == "1" && answer.headers[.cacheControl] == "no-store")
        let problem = Problem(.timeLimit, "TimeLimit: %ld", 5)
        #expect(problem.answer(in: german, busy.catalogs.service.localizedTexts).status.code == 504)
    }

    // MARK: Compression

    @Test func longAnswersAreCompressedForWhoeverTakesThem() async throws {
        let shop = try await shop()
        let plain = try await shop.ask("/v1/strings/Page")
        #expect(plain.headers[.contentEncoding] == nil && plain.body.count > 1_000)
        let packed = try await shop.ask("/v1/strings/Page", [.acceptEncoding: "br, gzip"])
        #expect(packed.headers[.contentEncoding] == "gzip")
        #expect(packed.headers[.contentLength] == "\(packed.body.count)")
        #expect(try decompressed(packed.body) == plain.body)
        let short = try await shop.ask("/v1/catalogs", [.acceptEncoding: "gzip"])
        #expect(short.headers[.contentEncoding] == nil)
        #expect(short.headers[.vary] == "Accept-Language, Accept-Encoding")
    }

    // MARK: Batches

    private func batch(_ shop: Shop, _ body: String, _ headers: HTTPFields = .json) async throws -> Received {
        try await shop.ask(.post, "/v1/search:batch", headers, body: RequestBody(body))
    }

    @Test func batchesAreAnsweredInTheirOrder() async throws {
        let body = """
            {"requests": [{"q": "tee", "locale": "de", "returns": "ids"}, {"q": "x", "scope": "none"}, {"locale": "de"},
            {"q": "", "limit": 101}, {"q": "assam"}]}
            """
        var headers = HTTPFields.json
        headers[.acceptLanguage] = "de"
        let answer = try await batch(try await shop(), body, headers)
        #expect(answer.status == 200)
        #expect(answer.headers[.contentLanguage] == "de" && answer.headers[.cacheControl] == "no-cache")
        let answers = try #require(answer.json["answers"]?.elements)
        #expect(answers.map { $0["total"] } == [3, nil, nil, nil, 1])
        #expect(answers.map { $0["error"] == nil } == [true, false, false, false, true])
        #expect(answers[1]["error"]?["message"]?.text?.hasPrefix("den Bereich „none“ gibt es nicht") == true)
        #expect(answers[4]["locale"] == "de")
    }

    @Test(
        arguments: [
            ("", 400, "bad-request"), ("[]", 400, "bad-request"), ("{}", 400, "bad-request"),
            (#"{"requests": 1}"#, 400, "bad-request"),
            (#"{"requests": [{"q": "#, 400, "bad-request"), ("\u{0}", 400, "bad-request"),
            (#"{"requests": []}"#, 200, nil),
        ] as [(String, Int, JSON?)])
    func batchesThatAreNoneAreRefused(body: String, status: Int, code: JSON?) async throws {
        let answer = try await batch(try await shop(), body)
        #expect(answer.status == status)
        #expect(answer.code == code)
    }

    @Test func batchesHaveLimits() async throws {
        let shop = try await Shop { $0.bodyBytes = 2_000 }
        let many =
            "{\"requests\": [" + [String](repeating: #"{"q":""}"#, count: 101).joined(separator: ",") + "]}"
        let answer = try await batch(shop, many)
        #expect(answer.status == 422 && answer.code == "page-too-large")
        let large = try await batch(shop, many + String(repeating: " ", count: 2_000))
        #expect(large.status == 413 && large.code == "body-too-large")
        #expect(large.headers[.connection] == "close")
        var headers = HTTPFields.json
        headers[.contentLength] = "2001"
        #expect(try await batch(shop, "{}", headers).status == 413)
    }

    @Test(arguments: [
        nil, "text/plain", "application/x-www-form-urlencoded", "application/json+x", "application",
    ])
    func otherTypesAreNotTaken(type: String?) async throws {
        var headers: HTTPFields = [:]
        headers[.contentType] = type
        let answer = try await batch(try await shop(), #"{"requests": []}"#, headers)
        #expect(answer.status == 415 && answer.code == "unsupported-media-type")
        #expect(answer.headers[.accept] == "application/json")
    }

    @Test func typesMayHaveParametersButNoCoding() async throws {
        let shop = try await shop()
        let body = #"{"requests": []}"#
        #expect(try await batch(shop, body, [.contentType: "Application/JSON ; charset=utf-8"]).status == 200)
        let coded: HTTPFields = [.contentType: "application/json", .contentEncoding: "gzip"]
        #expect(try await batch(shop, body, coded).status == 415)
    }

    @Test func bodiesThatDoNotComeAreNotWaitedFor() async throws {
        let shop = try await Shop { $0.readTime = .milliseconds(20) }
        let (silence, _) = AsyncStream.makeStream(of: ByteBuffer.self)
        let answer = try await shop.ask(
            .post, "/v1/search:batch", .json, body: RequestBody(asyncSequence: silence))
        #expect(answer.status == 408 && answer.code == "request-timeout")
        #expect(answer.headers[.connection] == "close")
    }

    // MARK: Observation

    @Test func readinessIsTold() async throws {
        let shop = try await shop()
        #expect(try await shop.ask("/readyz").status == 503)
        shop.readiness.isReady = true
        let ready = try await shop.ask("/readyz")
        #expect(ready.status == 200 && ready.text == "ready\n" && ready.headers[.cacheControl] == "no-store")
        shop.readiness.isReady = false
        #expect(try await shop.ask("/readyz").text == "not ready\n")
        #expect(try await shop.ask("/healthz").text == "ok\n")
    }

    @Test func requestsAreCountedByThePathsThatThereAre() async throws {
        let shop = try await shop()
        for path in ["/v1/records/teas/t-1", "/v1/records/teas/t-2", "/v1/records/teas/none", "/x", "/y"] {
            _ = try await shop.ask(path)
        }
        _ = try await shop.ask(.head, "/healthz")
        let answer = try await shop.ask("/metrics")
        #expect(answer.headers[.contentType] == "text/plain; version=0.0.4; charset=utf-8")
        let lines = Set(answer.text.split(separator: "\n").map(String.init))
        for line in [
            #"http_requests_total{method="GET",path="/v1/records/{catalog}/{id}",status="200"} 2"#,
            #"http_requests_total{method="GET",path="/v1/records/{catalog}/{id}",status="404"} 1"#,
            #"http_requests_total{method="GET",path="elsewhere",status="404"} 2"#,
            #"http_requests_total{method="HEAD",path="/healthz",status="200"} 1"#,
            #"http_request_duration_seconds_count{path="/v1/records/{catalog}/{id}"} 3"#,
            #"lsearchd_catalog_records{catalog="teas"} 3"#, "lsearchd_searches 0",
            "lsearchd_store_revision 0",
        ] {
            #expect(lines.contains(line), "\(line)")
        }
        let memory = lines.first { $0.hasPrefix("process_resident_memory_bytes ") }?.split(separator: " ")
            .last
        #expect((memory.flatMap { Int($0) } ?? 0) > 1 << 20)
    }
}
