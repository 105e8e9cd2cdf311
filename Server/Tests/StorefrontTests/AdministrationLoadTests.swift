// Records are loaded in lines over HTTP.

import HTTPTypes
import Hummingbird
import NIOCore
import Testing

@testable import Storefront

@Suite struct AdministrationLoadTests: WritingSuite {
    private static let lines = """
        {"id": "1", "title": "Tart"}
        {broken
        {"id": "1", "title": "twice"}
        {"id": "2", "title": "Pie"}
        """

    @Test(arguments: ["", "?mode=chunks", "?mode=whole"])
    func linesAreTakenButThoseThatCannotBe(mode: String) async throws {
        let shop = try await shop()
        var headers = HTTPFields.lines
        headers[.acceptLanguage] = "de"
        let response = try await shop.write(
            .post, "/catalogs/cakes/records" + mode, headers, body: RequestBody(Self.lines))
        #expect(response.status == 200 && response.headers[.contentLanguage] == "de")
        let report = response.json
        #expect(report["loaded"] == 2 && report["new"] == 2 && report["skipped"] == 2)
        #expect(report["problems"]?.elements?.map { $0["line"] } == [2, 3])
        #expect(report["problems"]?[0]?["message"]?.text?.isEmpty == false)
        #expect(try await found(shop, "tart") == ["1"])
        let again = try await shop.write(
            .post, "/catalogs/cakes/records" + mode, .lines,
            body: RequestBody(#"{"id": "2", "title": "Bun"}"#)
        ).json
        #expect(again["loaded"] == 1 && again["new"] == 0 && again["skipped"] == 0)
        #expect(try await found(shop, "bun") == ["2"])
    }

    @Test func emptyLoadIsOne() async throws {
        let response = try await shop().write(.post, "/catalogs/cakes/records", .lines)
        #expect(response.status == 200 && response.json["loaded"] == 0)
    }

    @Test func otherModesAreRefused() async throws {
        let response = try await shop().write(.post, "/catalogs/cakes/records?mode=half", .lines)
        #expect(response.status == 400)
    }

    /// Invariant: a failed load in mode `whole` stores nothing, and one in chunks stores what it committed.
    @Test(arguments: [("whole", 0), ("chunks", 600)])
    func loadsThatEndEarlyAreReported(mode: String, count: Int) async throws {
        let shop = try await shop()
        let lines = (0..<600).map { #"{"id": "\#($0)", "title": "Tart"}"# + "\n" }.joined()
        var headers = HTTPFields.lines
        headers[.contentLength] = "\(lines.utf8.count + 1)"
        let response = try await shop.write(
            .post, "/catalogs/cakes/records?mode=\(mode)", headers, body: RequestBody(lines))
        #expect(response.status == 400 && response.code == "bad-request")
        #expect(response.headers[.connection] == "close")
        let loaded = try #require(response.json["loaded"]?.number.map { Int($0) })
        #expect(loaded <= count)
        let catalogs = try await shop.write(.get, "/catalogs").json["catalogs"]
        #expect(catalogs?[0]?["count"]?.number == Double(loaded))
        #expect(try await shop.ask("/v1/search?q=tart").json["total"]?.number == Double(loaded))
    }

    @Test func loadWhoseSenderBreaksOffIsReported() async throws {
        struct Broken: Error {}
        let shop = try await shop()
        let parts = AsyncThrowingStream<ByteBuffer, any Error> { parts in
            parts.yield(ByteBuffer(string: #"{"id": "1", "title": "Tart"}"# + "\n"))
            parts.finish(throwing: Broken())
        }
        let response = try await shop.write(
            .post, "/catalogs/cakes/records?mode=whole", .lines, body: RequestBody(asyncSequence: parts))
        #expect(response.status == 400 && response.json["loaded"] == 0)
        #expect(try await found(shop, "tart") == [])
    }
}
