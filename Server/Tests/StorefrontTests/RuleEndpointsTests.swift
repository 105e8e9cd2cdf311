// Rules over HTTP: the next search applies them, caches notice them, and wrong ones are reported.

import HTTPTypes
import Hummingbird
import StorefrontTestSupport
import Testing

@testable import Storefront

@Suite struct RuleEndpointsTests {
    private let rule = #"{"query": "tea", "pin": [{"id": "c-2", "place": 1}], "hide": ["c-3"]}"#

    private func shop() async throws -> Shop {
        let shop = try await Shop([:]) { $0.cachedResponses = 1 << 20 }
        #expect(try await write(shop, .put, "/catalogs/cakes", "{}").status == 201)
        for (id, popularity) in [("c-1", "0.9"), ("c-2", "0.5"), ("c-3", "0.1")] {
            _ = try await write(
                shop, .put, "/catalogs/cakes/records/\(id)",
                #"{"id": "\#(id)", "title": "teapot \#(id)", "popularity": \#(popularity)}"#)
        }
        return shop
    }

    private func write(
        _ shop: Shop, _ method: HTTPRequest.Method, _ path: String, _ body: String = ""
    ) async throws -> Received {
        try await shop.write(method, path, .json, body: RequestBody(body))
    }

    private func found(_ shop: Shop, _ more: String = "") async throws -> Received {
        try await shop.ask("/v1/search?q=tea&locale=en&returns=ids" + more)
    }

    @Test func theNextSearchFollowsARule() async throws {
        let shop = try await shop()
        let before = try await found(shop)
        #expect(before.json["ids"] == ["c-1", "c-2", "c-3"])
        let path = "/catalogs/cakes/rules/spring"
        #expect(try await write(shop, .put, path, rule).status == 201)
        let after = try await found(shop)
        #expect(after.json["ids"] == ["c-2", "c-1"] && after.json["total"] == 2)
        #expect(after.headers[.eTag] != before.headers[.eTag])
        #expect(try await found(shop).json == after.json)
        let list = try await shop.write(.get, "/catalogs/cakes/rules")
        #expect(list.json["rules"]?[0]?["id"] == "spring")
        #expect(try await shop.write(.get, path).text == rule)
        #expect(try await write(shop, .put, path, #"{"hide": ["c-1"]}"#).status == 200)
        #expect(try await found(shop).json["ids"] == ["c-2", "c-3"])
        #expect(try await write(shop, .delete, path).status == 204)
        #expect(try await found(shop).json["ids"] == ["c-1", "c-2", "c-3"])
        #expect(try await shop.write(.get, path).status == 404)
        #expect(try await write(shop, .delete, path).status == 404)
    }

    /// A rule that another client deleted or wrote meanwhile is neither restored nor replaced.
    @Test func preconditionsOfRulesHold() async throws {
        let shop = try await shop()
        let path = "/catalogs/cakes/rules/spring"
        func status(
            _ method: HTTPRequest.Method, _ name: HTTPField.Name, _ value: String
        ) async throws -> Int {
            try await shop.write(
                method, path, [.contentType: "application/json", name: value], body: RequestBody(rule)
            ).status
        }
        #expect(try await status(.put, .ifMatch, "*") == 412)
        #expect(try await shop.write(.get, path).status == 404)
        #expect(try await status(.put, .ifNoneMatch, "*") == 201)
        #expect(try await status(.put, .ifNoneMatch, "*") == 412)
        #expect(try await status(.put, .ifMatch, "*") == 200)
        // Rules have no versions.
        #expect(try await status(.put, .ifMatch, #""1""#) == 412)
        #expect(try await status(.delete, .ifMatch, #""1""#) == 412)
        #expect(try await status(.delete, .ifNoneMatch, "*") == 412)
        #expect(try await status(.delete, .ifMatch, "*") == 204)
        #expect(try await status(.delete, .ifMatch, "*") == 404)
    }

    @Test func anExplanationNamesTheRules() async throws {
        let shop = try await shop()
        _ = try await write(shop, .put, "/catalogs/cakes/rules/spring", rule)
        _ = try await write(shop, .put, "/catalogs/cakes/rules/summer", #"{"hide": ["c-2"]}"#)
        let response = try await shop.ask("/v1/search?q=tea&locale=en&explain=true").json
        #expect(
            response["rules"] == [
                [
                    "catalog": "cakes", "id": "spring", "pinned": ["c-2"], "hidden": ["c-3"], "raised": [],
                    "buried": [], "overruled": [],
                ],
                [
                    "catalog": "cakes", "id": "summer", "pinned": [], "hidden": [], "raised": [],
                    "buried": [], "overruled": ["c-2"],
                ],
            ])
        #expect(response["hits"]?[0]?["rank"]?[0]?.text?.contains("spring") == true)
        #expect(try await found(shop).json["rules"] == nil)
    }

    @Test func rulesHoldInContextsAndGiveData() async throws {
        let shop = try await shop()
        let path = "/catalogs/cakes/rules/mobile"
        let rule = """
            {"context": ["mobile"], "bury": [{"filter": "id = c-1"}], "replace": {"kettle": "teapot"},
             "data": {"en": {"banner": "Tea!"}, "de": {"banner": "Tee!"}}}
            """
        #expect(try await write(shop, .put, path, rule).status == 201)
        #expect(try await found(shop).json["data"] == nil)
        let mobile = try await found(shop, "&context=app,mobile").json
        #expect(mobile["ids"] == ["c-2", "c-3", "c-1"])
        #expect(mobile["data"] == [["catalog": "cakes", "rule": "mobile", "data": ["banner": "Tea!"]]])
        let replaced = try await shop.ask(
            "/v1/search?q=kettle&locale=de&chain=de,en&returns=ids&relax=never&context=web&context=mobile&explain=true"
        ).json
        #expect(replaced["total"] == 3 && replaced["data"]?[0]?["data"]?["banner"] == "Tee!")
        #expect(replaced["rules"]?[0]?["buried"] == [["filter": "id = c-1"]])
        #expect(replaced["rules"]?[0]?["replaced"] == ["kettle": "teapot"])
        #expect(try await shop.ask("/v1/search?q=kettle&locale=en&relax=never").json["total"] == 0)
        let many = (0..<21).map { "c\($0)" }.joined(separator: ",")
        #expect(try await shop.ask("/v1/search?q=tea&locale=en&context=\(many)").status == 400)
    }

    @Test func filtersOfRulesNeedTheAttributesOfTheCatalog() async throws {
        let shop = try await shop()
        let path = "/catalogs/cakes/rules/stock"
        let rule = #"{"hide": [{"filter": "stock = 0"}]}"#
        let refused = try await write(shop, .put, path, rule)
        #expect(refused.status == 422)
        #expect(
            refused.json["problems"]?[0]?["message"]?.text?.contains("rules.stock.hide[0].filter") == true)
        let description = #"{"attributes": {"stock": {"type": "number"}}}"#
        #expect(try await write(shop, .put, "/catalogs/cakes", description).status == 200)
        #expect(try await write(shop, .put, path, rule).status == 201)
        let again = try await write(shop, .put, "/catalogs/cakes/rules/again", #"{"raise": ["c-1"]}"#)
        #expect(again.status == 201 && again.json["problems"] == [])
        let contradicting = try await write(shop, .put, "/catalogs/cakes/rules/more", #"{"hide": ["c-1"]}"#)
        #expect(contradicting.json["problems"]?[0]?["message"]?.text?.contains("“again”") == true)
        #expect(try await found(shop).json["ids"] == ["c-1", "c-2", "c-3"])
    }

    @Test func rulesHoldBetweenTheirDates() async throws {
        let shop = try await shop()
        let path = "/catalogs/cakes/rules/dated"
        _ = try await write(shop, .put, path, #"{"hide": ["c-1"], "until": "2020-01-01"}"#)
        #expect(try await found(shop).json["total"] == 3)
        _ = try await write(shop, .put, path, #"{"hide": ["c-1"], "from": "2020-01-01"}"#)
        #expect(try await found(shop).json["total"] == 2)
    }

    @Test func wordsThatNothingHasAreStillSearchedForSimilarOnes() async throws {
        let shop = try await shop()
        _ = try await write(
            shop, .put, "/catalogs/cakes/rules/typo",
            #"{"query": "teapto", "pin": [{"id": "c-3", "place": 1}]}"#)
        let response = try await shop.ask("/v1/search?q=teapto&locale=en&returns=ids").json
        #expect(response["ids"] == ["c-3", "c-1", "c-2"] && response["relaxed"]?["kind"] == "typos")
    }

    @Test(arguments: [
        (#"{"hide": ["c-1"], "pin": [{"id": "c-2", "place": 0}]}"#, "rules.x.pin[0].place"),
        (#"{"hid": ["c-1"]}"#, "hid"), (#"{"hide": ["c-1"], "locales": ["!"]}"#, "rules.x.locales"),
        (#"{"query": "tea"}"#, "rules.x"), ("{", ""),
    ])
    func aWrongRuleIsRefusedWithItsPlace(body: String, place: String) async throws {
        let shop = try await shop()
        let response = try await write(shop, .put, "/catalogs/cakes/rules/x", body)
        #expect(response.status == 422 && response.code == "invalid-record")
        let message = response.json["problems"]?[0]?["message"]?.text ?? ""
        #expect(!message.isEmpty && message.contains(place), "\(message)")
        #expect(try await shop.write(.get, "/catalogs/cakes/rules").json["rules"] == [])
    }

    @Test func noRandomBodyIsAFailureOfTheServer() async throws {
        let shop = try await shop()
        var random = SystemRandomNumberGenerator()
        let pieces = [
            "{", "}", "[", "]", "\"", ":", ",", "pin", "hide", "id", "place", "1", "\\u0000", "é", "null",
            " ",
        ]
        for _ in 0..<200 {
            let body = (0..<Int.random(in: 0...12, using: &random)).map { _ in pieces.randomElement()! }
                .joined()
            for (method, path) in [
                (HTTPRequest.Method.put, "/catalogs/cakes/rules/x"), (.put, "/catalogs/none/rules/%00"),
                (.delete, "/catalogs/cakes/rules/%22"), (.get, "/catalogs/cakes/rules/%FF"),
            ] {
                let response = try await write(shop, method, path, body)
                #expect((400..<500).contains(response.status), "\(method) \(path) \(body) \(response.status)")
            }
        }
    }
}
