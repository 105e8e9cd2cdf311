// The log of the administration: what changed, by whom, and refused tokens.

import HTTPTypes
import Hummingbird
import Testing

@testable import Storefront

@Suite struct WriteJournalTests {
    @Test func writesAreLoggedWithoutTheToken() async throws {
        let shop = try await Shop()
        _ = try await shop.write(.put, "/catalogs/cakes", .json, body: RequestBody("{}"))
        _ = try await shop.write(
            .put, "/catalogs/cakes/records/c-1", .json,
            body: RequestBody(#"{"id": "c-1", "title": "Secret tart"}"#))
        _ = try await shop.write(.delete, "/catalogs/cakes/records/none")
        _ = try await shop.write(.get, "/catalogs")
        #expect(shop.log.count("Write") == 3)
        for words in [
            [
                "method\": PUT", "catalog\": cakes", "id\": c-1", "status\": 201", "revision\": 2",
                "client\": unix",
            ]
        ] {
            #expect(shop.log.count(ofAll: words) == 1, "\(words)")
        }
        #expect(shop.log.count(ofAll: ["method\": DELETE", "id\": none", "status\": 404"]) == 1)
        #expect(shop.log.count(Shop.token) == 0)
        #expect(shop.log.count("Secret") == 0)
    }

    @Test func refusedTokensAreLoggedAFewTimes() async throws {
        let shop = try await Shop()
        for _ in 0..<100 {
            _ = try await shop.write(.get, "/catalogs", [.authorization: "Bearer guessed-token-of-mine"])
        }
        let count = shop.log.count("Refused without the token")
        #expect((10...11).contains(count))
        #expect(shop.log.count("guessed") == 0)
    }

    @Test func aThrottleLetsAFewThroughAndCountsTheOthers() {
        var throttle = LogThrottle()
        let start = ContinuousClock.now
        let first = (0..<15).map { _ in throttle.skipped(before: start) }
        #expect(first == Array(repeating: 0, count: 10) + Array(repeating: nil, count: 5))
        // One more after a while, which says how many are missing.
        #expect(throttle.skipped(before: start + .seconds(5)) == nil)
        #expect(throttle.skipped(before: start + .seconds(7)) == 6)
        #expect(throttle.skipped(before: start + .seconds(8)) == nil)
        #expect(throttle.skipped(before: start + .seconds(13)) == 1)
        // After a long silence, a few again.
        let later = (0..<11).map { _ in throttle.skipped(before: start + .seconds(10_000)) }
        #expect(later == Array(repeating: 0, count: 10) + [nil])
    }
}
