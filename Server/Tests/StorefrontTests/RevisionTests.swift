// Searches that must include a change: `Search-Revision` and `Search-After`.

import HTTPTypes
import StorefrontTestSupport
import Testing

@testable import Storefront

@Suite struct RevisionTests {
    private static let revision = HTTPField.Name("Search-Revision")!
    private static let after = HTTPField.Name("Search-After")!

    private func put(_ id: String, _ shop: Shop) async throws -> String {
        let response = try await shop.write(
            .put, "/catalogs/pies/records/\(id)", .json,
            body: .init(#"{"id": "\#(id)", "title": "Pie \#(id)"}"#))
        #expect(response.status == 201)
        return try #require(response.headers[Self.revision])
    }

    @Test func responsesNameTheRevisionThatTheyKnow() async throws {
        let shop = try await Shop()
        #expect(try await shop.ask("/v1/search?q=tea").headers[Self.revision] == "0")
        let created = try await shop.write(.put, "/catalogs/pies", .json, body: .init("{}"))
        #expect(created.headers[Self.revision] == "1")
        let revision = try await put("p-1", shop)
        #expect(revision == "2")
        let found = try await shop.ask("/v1/search?q=p-1+pie", [Self.after: revision])
        #expect(found.status == 200 && found.headers[Self.revision] == "2")
        let known = try #require(found.headers[.eTag])
        let unchanged = try await shop.ask("/v1/search?q=p-1+pie", [.ifNoneMatch: known])
        #expect(unchanged.status == 304 && unchanged.headers[Self.revision] == "2")
        let batch = try await shop.ask(
            .post, "/v1/search:batch", [.contentType: "application/json", Self.after: revision],
            body: .init(#"{"requests": [{"q": "pie"}]}"#))
        #expect(batch.status == 200 && batch.headers[Self.revision] == "2")
        let deleted = try await shop.write(.delete, "/catalogs/pies/records/p-1")
        #expect(deleted.headers[Self.revision] == "3")
    }

    @Test(arguments: ["3", "x", "-1", "", "9223372036854775808"])
    func aRevisionThatThereIsNotIsRefused(_ revision: String) async throws {
        let shop = try await Shop()
        let response = try await shop.ask("/v1/search?q=tea", [Self.after: revision])
        #expect(response.status == 400 && response.json["code"] == "bad-request")
    }

    // MARK: Several servers

    private static let needsPostgreSQL = ConditionTrait.enabled(
        if: TemporaryPostgreSQL.shared != nil, "PostgreSQL is not installed, or does not start")

    @Test(needsPostgreSQL) func oneServerFindsWhatAnotherOneWrote() async throws {
        let address = try #require(TemporaryPostgreSQL.shared).makeDatabase()
        let (one, other) = (try await Shop(store: address), try await Shop(store: address))
        _ = try await one.write(.put, "/catalogs/pies", .json, body: .init("{}"))
        for number in 0..<100 {
            let (writer, reader) = number % 2 == 0 ? (one, other) : (other, one)
            let revision = try await put("p\(number)", writer)
            let found = try await reader.ask("/v1/search?q=p\(number)", [Self.after: revision])
            #expect(found.status == 200 && found.json["total"] == 1)
        }
        // A change that no server made.
        let future = try await other.ask("/v1/search?q=pie", [Self.after: "1000"])
        #expect(future.status == 400)
        other.readiness.isReady = true
        #expect(try await other.ask("/readyz").status == 200)
    }

    @Test func aServerWithoutItsStoreServesWhatItHas() async throws {
        let folder = try TemporaryFolder()
        let shop = try await Shop(store: "postgresql://me:secret@/shop?host=\(folder.path)")
        shop.readiness.isReady = true
        #expect(try await shop.ask("/readyz").status == 503)
        #expect(try await shop.ask("/v1/search?q=assam").json["total"] == 1)
        let late = try await shop.ask("/v1/search?q=assam", [Self.after: "1"])
        #expect(late.status == 503 && late.headers[.retryAfter] == "1")
        let refused = try await shop.write(.put, "/catalogs/pies", .json, body: .init("{}"))
        #expect(refused.status == 503 && refused.headers[.retryAfter] == "1")
        #expect(try await shop.write(.get, "/metrics").text.contains("lsearchd_store_lag_seconds -1\n"))
        await shop.catalogs.refresh()
        #expect(shop.log.count("Changes of the store cannot be read") == 1)
        #expect(shop.log.count("secret") == 0)
    }
}
