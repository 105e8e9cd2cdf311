// Batches of requests get responses in their order.

import HTTPTypes
import Hummingbird
import NIOCore
import Testing

@testable import Storefront

@Suite struct BatchEndpointTests {
    private func shop() async throws -> Shop { try await Shop() }

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
        let response = try await batch(try await shop(), body, headers)
        #expect(response.status == 200)
        #expect(response.headers[.contentLanguage] == "de" && response.headers[.cacheControl] == "no-cache")
        let items = try #require(response.json["answers"]?.elements)
        #expect(items.map { $0["total"] } == [3, nil, nil, nil, 1])
        #expect(items.map { $0["error"] == nil } == [true, false, false, false, true])
        #expect(items[1]["error"]?["message"]?.text?.hasPrefix("den Bereich „none“ gibt es nicht") == true)
        #expect(items[4]["locale"] == "de")
    }

    @Test(
        arguments: [
            ("", 400, "bad-request"), ("[]", 400, "bad-request"), ("{}", 400, "bad-request"),
            (#"{"requests": 1}"#, 400, "bad-request"),
            (#"{"requests": [{"q": "#, 400, "bad-request"), ("\u{0}", 400, "bad-request"),
            (#"{"requests": []}"#, 200, nil),
        ] as [(String, Int, ReceivedJSON?)])
    func batchesThatAreNoneAreRefused(body: String, status: Int, code: ReceivedJSON?) async throws {
        let response = try await batch(try await shop(), body)
        #expect(response.status == status)
        #expect(response.code == code)
    }

    @Test func batchesHaveLimits() async throws {
        let shop = try await Shop { $0.bodyBytes = 2_000 }
        let many =
            "{\"requests\": [" + [String](repeating: #"{"q":""}"#, count: 101).joined(separator: ",") + "]}"
        let response = try await batch(shop, many)
        #expect(response.status == 422 && response.code == "page-too-large")
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
        let response = try await batch(try await shop(), #"{"requests": []}"#, headers)
        #expect(response.status == 415 && response.code == "unsupported-media-type")
        #expect(response.headers[.accept] == "application/json")
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
        let response = try await shop.ask(
            .post, "/v1/search:batch", .json, body: RequestBody(asyncSequence: silence))
        #expect(response.status == 408 && response.code == "request-timeout")
        #expect(response.headers[.connection] == "close")
    }
}
