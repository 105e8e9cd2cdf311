// Known responses get 304, and long responses are compressed.

import HTTPTypes
import Hummingbird
import Testing

@testable import Storefront

@Suite struct KnownResponseTests {
    private func shop() async throws -> Shop { try await Shop() }

    // MARK: Cached responses

    @Test(arguments: [
        "/v1/search?q=assam", "/v1/suggest?q=as", "/v1/scopes", "/v1/catalogs", "/v1/records/teas/t-1",
        "/v1/strings/Page",
        "/v1/openapi.json", "/assets/page.css",
    ])
    func aKnownResponseIsNotSentAgain(path: String) async throws {
        let shop = try await shop()
        let first = try await shop.ask(path)
        let tag = try #require(first.headers[.eTag])
        let again = try await shop.ask(path, [.ifNoneMatch: tag])
        #expect(again.status == 304 && again.body.isEmpty)
        // With the headers that caches need (RFC 9110, 15.4.5).
        #expect(again.headers[.eTag] == tag)
        #expect(again.headers[.vary] == first.headers[.vary])
        #expect(again.headers[.cacheControl] == first.headers[.cacheControl])
        #expect(try await shop.ask(path, [.ifNoneMatch: "\"x\""]).status == 200)
    }

    @Test func responsesAreOthersWhereLanguagesOrRecordsAre() async throws {
        let shop = try await shop()
        let tag = try #require(try await shop.ask("/v1/search?q=assam").headers[.eTag])
        #expect(
            try await shop.ask("/v1/search?q=assam", [.ifNoneMatch: tag, .acceptLanguage: "de"]).status == 200
        )
        #expect(
            try await shop.write(.put, "/catalogs/cakes", .json, body: RequestBody("{}")).status == 201)
        #expect(try await shop.ask("/v1/search?q=assam", [.ifNoneMatch: tag]).status == 200)
    }

    @Test func brokenRequestsAreReportedWhateverIsKnown() async throws {
        #expect(try await shop().ask("/v1/search?limit=x", [.ifNoneMatch: "*"]).status == 400)
    }

    // MARK: Compression

    @Test func longResponsesAreCompressedForClientsThatAcceptIt() async throws {
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
}
