// Searches and clicks over HTTP and by Meilisearch's protocol reach the query log, and are listed.

import Foundation
import HTTPTypes
import Hummingbird
import StorefrontTestSupport
import Testing

@testable import Storefront

@Suite struct QueryLogRequestsTests {
    private let click = #"{"query": "tea", "locale": "en", "catalog": "teas", "id": "t-1", "place": 1}"#

    @Test func searchesAndClicksAreListed() async throws {
        let shop = try await Shop(queryLog: true)
        for path in ["/v1/search?q=tea&locale=en", "/?q=nothingatall&locale=en", "/v1/suggest?q=gun"] {
            #expect(try await shop.ask(path).status == 200)
        }
        #expect(try await shop.ask(.head, "/v1/search?q=head").status == 200)
        let batch = try await shop.ask(
            .post, "/v1/search:batch", .json,
            body: RequestBody(#"{"requests": [{"q": "assam", "locale": "de"}, {"q": "a", "scope": "none"}]}"#)
        )
        #expect(batch.status == 200)
        #expect(try await shop.ask(.post, "/v1/clicks", .json, body: RequestBody(click)).status == 204)
        await shop.storefront.log?.flush(all: true)
        let queries = try await shop.write(.get, "/queries").json["queries"]?.elements ?? []
        #expect(queries.compactMap { $0["query"]?.text } == ["assam", "nothingatall", "tea"])
        #expect(queries.last?["clicked"]?.elements?.first?["id"] == "t-1")
        let empty = try await shop.write(.get, "/queries?result=none&locale=en&since=2020-01-01&limit=5")
        #expect(empty.json["queries"]?.elements?.compactMap { $0["query"]?.text } == ["nothingatall"])
    }

    /// The queries that are listed, by their words.
    private func queries(_ shop: Shop) async throws -> [String: ReceivedJSON] {
        await shop.storefront.log?.flush(all: true)
        let list = try await shop.write(.get, "/queries").json["queries"]?.elements ?? []
        return Dictionary(list.compactMap { entry in entry["query"]?.text.map { ($0, entry) } }) { one, _ in
            one
        }
    }

    // MARK: Clients of Meilisearch

    @Test func searchesOfTheProtocolAreCounted() async throws {
        let shop = try await Shop([:], meilisearch: true, queryLog: true)
        for (index, title) in [("films", "Carol of Wonder"), ("books", "Carol")] {
            try await shop.protocol(
                .post, "/indexes/\(index)/documents", #"{"id": "d-1", "title": "\#(title)"}"#)
        }
        func search(_ body: String) async throws {
            #expect(try await shop.protocol(.post, "/indexes/films/search", body).status == 200)
        }
        try await search(#"{"q": "Carol", "locales": ["de"]}"#)
        try await search(#"{"q": "wondre"}"#)
        try await search(#"{"q": "zebra"}"#)
        #expect(try await shop.protocol(.get, "/indexes/films/search?q=wonder&hitsPerPage=5").status == 200)
        // Further pages, counts alone, facets, searches for nothing, faults and
        // unknown indexes are not counted.
        for body in [
            #"{"q": "pages", "offset": 1}"#, #"{"q": "pages", "page": 2}"#, #"{"q": "pages", "limit": 0}"#,
            #"{"q": "pages", "hitsPerPage": 0}"#, #"{"q": " "}"#, "{}",
        ] {
            try await search(body)
        }
        try await shop.protocol(.post, "/indexes/films/search", #"{"q": "fault", "filter": "x ="}"#)
        try await shop.protocol(.post, "/indexes/none/search", #"{"q": "fault"}"#)
        try await shop.protocol(.post, "/indexes/films/search", #"{"q": "fault"}"#, key: "Bearer wrong")
        try await shop.protocol(
            .post, "/indexes/films/facet-search", #"{"q": "fault", "facetName": "title"}"#)
        let found = try await queries(shop)
        #expect(Set(found.keys) == ["carol", "wondre", "zebra", "wonder"])
        #expect(found["carol"]?["locale"] == "de" && found["carol"]?["total"] == 1)
        #expect(found["wondre"]?["relaxed"] == 1 && found["wondre"]?["none"] == 0)
        #expect(found["wonder"]?["relaxed"] == 0 && found["wonder"]?["searches"] == 1)
        #expect(found["zebra"]?["none"] == 1 && found["zebra"]?["relaxed"] == 0)
    }

    @Test(arguments: ["", #", "federation": {}"#, #", "federation": {"offset": 1}"#])
    func severalSearchesForOneReaderAreCountedOnce(federation: String) async throws {
        let shop = try await Shop([:], meilisearch: true, queryLog: true)
        try await shop.protocol(.post, "/indexes/films/documents", #"{"id": 1, "title": "Carol of Wonder"}"#)
        try await shop.protocol(.post, "/indexes/books/documents", #"{"id": 1, "title": "Carol"}"#)
        let bodies = ["films", "books"].flatMap { index in
            ["wonder", "tiger"].map { #"{"indexUid": "\#(index)", "q": "\#($0)"}"# }
        }
        let response = try await shop.protocol(
            .post, "/multi-search", #"{"queries": [\#(bodies.joined(separator: ","))]\#(federation)}"#)
        #expect(response.status == 200)
        let found = try await queries(shop)
        #expect(Set(found.keys) == (federation.contains("offset") ? [] : ["wonder", "tiger"]))
        if !found.isEmpty {
            #expect(found["wonder"]?["searches"] == 1 && found["wonder"]?["none"] == 0)
            #expect(found["tiger"]?["searches"] == 1 && found["tiger"]?["none"] == 1)
        }
    }

    @Test func clicksOnDocumentsOfTheProtocolAreCounted() async throws {
        let shop = try await Shop([:], meilisearch: true, queryLog: true)
        try await shop.protocol(.post, "/indexes/films/documents", #"{"id": 7, "title": "Carol"}"#)
        try await shop.protocol(.post, "/indexes/films/search", #"{"q": "carol"}"#)
        let body = #"{"query": "carol", "locale": "en", "catalog": "films", "id": "7", "place": 1}"#
        #expect(try await shop.ask(.post, "/v1/clicks", .json, body: RequestBody(body)).status == 204)
        #expect(try await queries(shop)["carol"]?["clicks"] == 1)
    }

    @Test(arguments: [
        "", "{", "[]", "null", #"{"query": ""}"#,
        #"{"query": " ", "catalog": "teas", "id": "t-1", "place": 1}"#,
        #"{"query": "a", "catalog": "teas", "id": "t-1", "place": 0}"#,
        #"{"query": "a", "catalog": "teas", "id": "t-1", "place": 1e99}"#,
        #"{"query": "a", "catalog": "teas", "id": "t-1", "place": -1}"#,
        #"{"query": "a", "catalog": "teas", "id": 1, "place": 1}"#,
        #"{"query": "a", "catalog": "teas", "id": "t-1", "place": 1, "locale": "!"}"#,
        "\u{0}",
    ])
    func badClicksAreRefused(body: String) async throws {
        let shop = try await Shop(queryLog: true)
        let response = try await shop.ask(.post, "/v1/clicks", .json, body: RequestBody(body))
        #expect(response.status == 400 && response.code == "bad-request")
    }

    @Test func clicksOnNothingAreRefused() async throws {
        let shop = try await Shop(queryLog: true)
        for body in [click.replacing("t-1", with: "none"), click.replacing("teas", with: "none")] {
            #expect(try await shop.ask(.post, "/v1/clicks", .json, body: RequestBody(body)).status == 404)
        }
        let long = click.replacing("tea\"", with: String(repeating: "x", count: 5_000) + "\"")
        #expect(try await shop.ask(.post, "/v1/clicks", .json, body: RequestBody(long)).status == 413)
        let closed = try await Shop()
        #expect(try await closed.ask(.post, "/v1/clicks", .json, body: RequestBody(click)).status == 404)
        #expect(try await closed.write(.get, "/queries").status == 404)
    }

    @Test(arguments: [
        "limit=0", "limit=1001", "limit=x", "since=yesterday", "since=2026-02-30",
        "since=2026-01-01T10:00:00", "result=some", "locale=!", "unknown=1", "result=%FF",
    ])
    func badListsAreRefused(query: String) async throws {
        let shop = try await Shop(queryLog: true)
        #expect(try await shop.write(.get, "/queries?" + query).status == 400)
    }
}
