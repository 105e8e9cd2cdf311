// How large a client of the protocol can make a response, and how much of the server's memory it can use.

import Foundation
import HTTPTypes
import JSON
import Hummingbird
import Testing

@testable import MeilisearchProtocol
@testable import Storefront

@Suite struct MeilisearchBoundsTests {
    /// A shop with documents that have many matches.
    private func repetitive(_ responseBytes: Int) async throws -> Shop {
        let shop = try await Shop([:], meilisearch: true) { $0.responseBytes = responseBytes }
        let documents = (1...20).map {
            #"{"id": \#($0), "title": "\#(String(repeating: "rose tea ", count: 50))"}"#
        }
        try await shop.protocol(
            .post, "/indexes/teas/documents", "[" + documents.joined(separator: ",") + "]")
        return shop
    }

    @Test(arguments: [
        ("highlightPreTag", "invalid_search_highlight_pre_tag"),
        ("highlightPostTag", "invalid_search_highlight_post_tag"),
        ("cropMarker", "invalid_search_crop_marker"),
        ("distinct", "invalid_search_distinct"),
    ]) func marksHaveALimit(member: String, code: String) async throws {
        let shop = try await repetitive(1 << 20)
        for (count, status) in [(1_024, member == "distinct" ? 400 : 200), (1_025, 400)] {
            let response = try await shop.protocol(
                .post, "/indexes/teas/search",
                #"{"q": "rose", "\#(member)": "\#(String(repeating: "x", count: count))"}"#)
            #expect(response.status == status)
            if status == 400 { #expect(response.json["code"] == .text(code)) }
        }
    }

    @Test(arguments: ["attributesToRetrieve", "attributesToHighlight", "attributesToCrop", "facets", "sort"])
    func repeatedNamesCountOnceAndManyAreRefused(member: String) async throws {
        let shop = try await repetitive(1 << 20)
        let names = (0..<300).map { #""a\#($0)""# }
        let code = try await shop.protocol(
            .post, "/indexes/teas/search", #"{"\#(member)": [\#(names.joined(separator: ","))]}"#
        ).json["code"]
        #expect(code?.text?.hasPrefix("invalid_search_") == true)
        guard member.hasPrefix("attributes") else { return }
        let repeated = Array(repeating: #""title""#, count: 10_000).joined(separator: ",")
        let once = try await shop.protocol(
            .post, "/indexes/teas/search", #"{"q": "rose", "\#(member)": ["title"]}"#)
        let often = try await shop.protocol(
            .post, "/indexes/teas/search", #"{"q": "rose", "\#(member)": [\#(repeated)]}"#)
        #expect(often.status == 200 && often.json["hits"] == once.json["hits"])
    }

    @Test(arguments: [
        (
            #""highlightPreTag": "\#(String(repeating: "x", count: 1_000))", "attributesToHighlight": ["*"]"#,
            "highlight_pre_tag"
        ),
        (
            #""highlightPostTag": "\#(String(repeating: "x", count: 1_000))", "attributesToHighlight": ["*"]"#,
            "highlight_post_tag"
        ),
        // Escapes make it six times as long.
        (
            #""highlightPreTag": "\#(String(repeating: #"\u0001"#, count: 200))", "attributesToHighlight": ["*"]"#,
            "highlight_pre_tag"
        ),
        (
            #""cropMarker": "\#(String(repeating: "x", count: 1_000))", "attributesToCrop": ["title:3"]"#,
            "crop_marker"
        ),
        (#""showMatchesPosition": true"#, "show_matches_position"),
        (#""showMatchesPosition": false"#, "limit"),
    ]) func responsesThatAreTooLongNameWhatMakesThemLong(members: String, cause: String) async throws {
        let shop = try await repetitive(8_000)
        for (path, body) in [
            ("/indexes/teas/search", #"{"q": "rose", \#(members)}"#),
            ("/multi-search", #"{"queries": [{"indexUid": "teas", "q": "rose", \#(members)}]}"#),
            (
                "/multi-search",
                #"{"federation": {}, "queries": [{"indexUid": "teas", "q": "rose", \#(members)}]}"#
            ),
        ] {
            let response = try await shop.protocol(.post, path, body)
            #expect(response.status == 400, "\(path)")
            let code = response.json["code"]?.text
            #expect(
                code == "invalid_search_" + cause
                    || code == "invalid_search_limit" && body.contains("federation"))
        }
    }

    @Test func responsesOfSeveralSearchesShareTheLimit() async throws {
        let shop = try await repetitive(30_000)
        func status(_ count: Int) async throws -> Int {
            let queries = Array(repeating: #"{"indexUid": "teas", "q": "rose"}"#, count: count)
            return try await shop.protocol(
                .post, "/multi-search", #"{"queries": [\#(queries.joined(separator: ","))]}"#
            ).status
        }
        #expect(try await status(2) == 200)
        #expect(try await status(10) == 400)
    }

    @Test func listsOfDocumentsHaveTheLimit() async throws {
        let shop = try await repetitive(5_000)
        #expect(try await shop.protocol(.get, "/indexes/teas/documents?limit=2").status == 200)
        #expect(try await shop.protocol(.get, "/indexes/teas/documents?limit=20").status == 400)
        #expect(try await shop.protocol(.get, "/indexes/teas/documents?limit=20&fields=id").status == 200)
    }

    /// Tasks repeat parts of their requests.
    @Test func tasksWithLongDetailsAreForgottenEarlier() {
        let tasks = TaskList()
        let long = String(repeating: "x", count: 1 << 20)
        for _ in 0..<20 {
            _ = tasks.add("settingsUpdate", "a", details: [.init("x", .string(long))], since: .now)
        }
        let kept = (0..<20).filter { tasks.task($0) != nil }
        #expect(kept == Array(13..<20))
        _ = tasks.add("settingsUpdate", "a", details: [], since: .now)
        #expect(tasks.task(20) != nil && tasks.task(13) != nil)
    }
}
