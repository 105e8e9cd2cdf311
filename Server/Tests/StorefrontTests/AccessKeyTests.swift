// Keys and signed tokens: what they permit, and what they hide.

import Digests
import Foundation
import HTTPTypes
import JSON
import ProductStore
import SearchTesting
import Testing

@testable import MeilisearchProtocol
@testable import Storefront

@Suite struct AccessKeyTests {
    private struct Key {
        let uid: String
        let secret: String

        /// A token of this key with some claims.
        func token(_ claims: String, algorithm: String = "HS256", secret other: String? = nil) -> String {
            func encoded(_ data: Data) -> String {
                data.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing(
                    "=", with: "")
            }
            let head =
                encoded(Data(#"{"typ":"JWT","alg":"\#(algorithm)"}"#.utf8)) + "." + encoded(Data(claims.utf8))
            let code = SHA256.authenticationCode(of: Array(head.utf8), key: Array((other ?? secret).utf8))
            return head + "." + encoded(Data(code))
        }

        /// A token that searches `notes` of one tenant.
        func tenant(_ name: String) -> String {
            token(
                #"{"apiKeyUid":"\#(uid)","searchRules":{"notes":{"filter":"tenant = '\#(name)'"}},"exp":4102444800}"#
            )
        }
    }

    private func key(_ shop: Shop, actions: String = #"["search"]"#, indexes: String = #"["notes"]"#)
        async throws -> Key
    {
        let response = try await shop.protocol(
            .post, "/keys", #"{"actions": \#(actions), "indexes": \#(indexes), "expiresAt": null}"#)
        #expect(response.status == 201, "\(response.text)")
        return Key(
            uid: try #require(response.json["uid"]?.text), secret: try #require(response.json["key"]?.text))
    }

    /// A shop with notes of several tenants, whose names other foldings would take for the same.
    private func notes() async throws -> Shop {
        let shop = try await Shop([:], meilisearch: true)
        try await shop.protocol(
            .patch, "/indexes/notes/settings",
            #"{"filterableAttributes": ["tenant", "color"], "sortableAttributes": ["rank"]}"#)
        let names = ["cafe", "café", "7", "007", "cafes"]
        let documents = (0..<50).map { number in
            let name = names[number % names.count]
            return
                #"{"id": \#(number), "tenant": "\#(name)", "text": "note secret\#(number % names.count)word of \#(name)", "color": "color\#(number % 7) of \#(name)", "rank": \#(number % 11)}"#
        }
        try await shop.protocol(
            .post, "/indexes/notes/documents", "[" + documents.joined(separator: ",") + "]")
        return shop
    }

    private func status(_ shop: Shop, _ secret: String, _ path: String = "/indexes/notes/search") async throws
        -> Int
    {
        try await shop.protocol(.post, path, "{}", key: "Bearer " + secret).status
    }

    @Test func keysPermitTheirActionsOnTheirIndexesUntilTheyAreDeleted() async throws {
        let shop = try await notes()
        try await shop.protocol(.post, "/indexes/other/documents", #"{"id": 1}"#)
        let key = try await key(shop)
        #expect(try await status(shop, key.secret) == 200)
        #expect(try await status(shop, key.secret, "/indexes/other/search") == 403)
        #expect(try await status(shop, key.secret, "/indexes/notes/documents") == 403)
        #expect(try await status(shop, key.secret, "/keys") == 403)
        let hidden = try await shop.protocol(
            .post, "/multi-search", #"{"queries": [{"indexUid": "notes"}, {"indexUid": "other"}]}"#,
            key: "Bearer " + key.secret)
        #expect(hidden.status == 403)
        #expect(try await shop.protocol(.delete, "/keys/\(key.uid)").status == 204)
        #expect(try await status(shop, key.secret) == 403)
        #expect(try await status(shop, key.tenant("cafe")) == 403)
    }

    @Test func everythingDoesNotIncludeKeys() async throws {
        let shop = try await notes()
        let key = try await key(shop, actions: #"["*"]"#, indexes: #"["*"]"#)
        let body = #"{"actions": ["keys.create"], "indexes": ["*"], "expiresAt": null}"#
        #expect(try await shop.protocol(.post, "/keys", body, key: "Bearer " + key.secret).status == 403)
        #expect(try await shop.protocol(.get, "/tasks", key: "Bearer " + key.secret).status == 200)
    }

    @Test func keysAreNotInTheStore() async throws {
        let shop = try await notes()
        let key = try await key(shop)
        let stored = try await #require(shop.catalogs.store).accessKeys()
        #expect(stored.contains { $0.uid == key.uid })
        #expect(!stored.contains { String(decoding: $0.json, as: UTF8.self).contains(key.secret) })
    }

    @Test func expiredKeysAreRefused() async throws {
        let shop = try await notes()
        let soon = Date().addingTimeInterval(3_600).ISO8601Format()
        let response = try await shop.protocol(
            .post, "/keys", #"{"actions": ["search"], "indexes": ["*"], "expiresAt": "\#(soon)"}"#)
        let key = "Bearer " + (try #require(response.json["key"]?.text))
        let keys = try #require(shop.storefront.meilisearch?.keys)
        #expect(try await keys.grant(key).permits("search"))
        await #expect(throws: ProtocolError.self) {
            try await keys.grant(key, now: Date().addingTimeInterval(3_700))
        }
    }

    @Test func forgedTokensAreRefused() async throws {
        // The number of guesses from one address is limited.
        for start in stride(from: 0, to: 45, by: 15) {
            let shop = try await notes()
            let key = try await key(shop)
            let good = key.token(
                #"{"apiKeyUid":"\#(key.uid)","searchRules":["notes"],"exp":4102444800}"#)
            #expect(try await status(shop, good) == 200)
            for token in try forged(key, try await self.key(shop), good).dropFirst(start).prefix(15) {
                #expect(try await status(shop, token) == 403, "\(token)")
            }
        }
    }

    /// Tokens that are not valid.
    private func forged(_ key: Key, _ other: Key, _ good: String) throws -> [String] {
        let expiry = #""exp":4102444800"#
        let rules = #""searchRules":["notes"],"# + expiry
        let parts = good.split(separator: ".")
        let tokens = [
            key.token(#"{"apiKeyUid":"\#(key.uid)","searchRules":["notes"]}"#),
            key.token(#"{"apiKeyUid":"\#(key.uid)","searchRules":["notes"],"exp":null}"#),
            key.token(#"{"apiKeyUid":"\#(key.uid)","searchRules":["notes"],"exp":1000}"#),
            key.token(#"{"apiKeyUid":"\#(key.uid)","searchRules":["notes"],"exp":"never"}"#),
            key.token(#"{"apiKeyUid":"\#(key.uid)",\#(rules)}"#, secret: other.secret),
            key.token(#"{"apiKeyUid":"\#(other.uid)",\#(rules)}"#),
            key.token(#"{"apiKeyUid":"\#(UUID().uuidString)",\#(rules)}"#, secret: ""),
            key.token(#"{"apiKeyUid":"\#(key.uid)",\#(rules)}"#, algorithm: "none"),
            key.token(#"{"apiKeyUid":"\#(key.uid)",\#(rules)}"#, algorithm: "HS512"),
            key.token(#"{"apiKeyUid":"\#(key.uid)",\#(expiry)}"#), key.token(#"{\#(rules)}"#),
            key.token("[]"),
            key.token(
                #"{"apiKeyUid":"\#(key.uid)",\#(expiry),"searchRules":["other"]}"#),
            key.token(
                #"{"apiKeyUid":"\#(key.uid)",\#(expiry),"searchRules":{"notes":{"filter":"tenant ="}}}"#),
            key.token(
                #"{"apiKeyUid":"\#(key.uid)",\#(expiry),"searchRules":{"notes":{"filter":"unknown = 1"}}}"#),
            key.token(
                #"{"apiKeyUid":"\#(key.uid)",\#(expiry),"searchRules":{"notes":{"filters":"tenant = a"}}}"#),
            // Wrong types, values that are not canonical, and repeated members.
            key.token(#"{"apiKeyUid":"\#(key.uid)",\#(rules),"nbf":"never"}"#),
            key.token(#"{"apiKeyUid":"\#(key.uid)",\#(rules),"nbf":null}"#),
            key.token(#"{"apiKeyUid":"\#(key.uid)",\#(rules),"iat":true}"#),
            key.token(#"{"apiKeyUid":"\#(key.uid)",\#(rules),"nbf":4102444800}"#),
            key.token(#"{"apiKeyUid":"\#(key.uid)","searchRules":["notes"],"exp":1e999}"#),
            key.token(#"{"apiKeyUid":"\#(key.uid)","exp":1,\#(rules)}"#),
            key.token(
                #"{"apiKeyUid":"\#(key.uid)",\#(expiry),"searchRules":{"notes":{"filter":"tenant = 7"},"notes":null}}"#
            ),
            key.token(
                #"{"apiKeyUid":"\#(key.uid)",\#(expiry),"searchRules":{"notes":{"filter":"tenant = 7","filter":null}}}"#
            ),
            String(good.dropLast()) + Self.other(try #require(good.last)),
            "\(parts[0]).\(parts[1]).", "..", "a.b.c", String(good.dropLast()), good + ".x",
        ]
        #expect(tokens.count <= 45)
        return tokens
    }

    /// Another last sign of 32 bytes in base64url, which differs in bits that no byte has.
    private static func other(_ sign: Character) -> String {
        let signs = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
        let place = signs.firstIndex(of: sign) ?? 0
        return String(signs[place ^ 1])
    }

    @Test func tokensWithoutExpiryAreValidOnlyWhereThatIsConfigured() async throws {
        let shop = try await notes()
        let key = try await key(shop)
        let token = "Bearer " + key.token(#"{"apiKeyUid":"\#(key.uid)","searchRules":["notes"]}"#)
        let store = try #require(shop.storefront.catalogs.store)
        let configuration = shop.storefront.configuration
        let master = try #require(configuration.access).token.bytes
        for isAccepted in [true, false] {
            let keys = KeyRing(store, master: master, acceptsTokensWithoutExpiry: isAccepted)
            let grant = try? await keys.grant(token)
            #expect((grant != nil) == isAccepted)
        }
    }

    @Test func aTenantIsBoundByItsRuleWhereverRulesStand() async throws {
        let shop = try await notes()
        let key = try await key(shop, indexes: #"["*"]"#)
        let own = #""notes":{"filter":"tenant = 7"}"#
        for rules in [#"{\#(own),"note*":null,"*":null}"#, #"{"*":null,"note*":null,\#(own)}"#] {
            let token =
                "Bearer "
                + key.token(
                    #"{"apiKeyUid":"\#(key.uid)","searchRules":\#(rules),"exp":4102444800}"#)
            func send(_ method: HTTPRequest.Method, _ path: String, _ body: String) async throws -> Received {
                let response = try await shop.protocol(method, path, body, key: token)
                #expect(response.status == 200 && !response.text.contains("cafe"), "\(path)")
                return response
            }
            let queries = #""queries":[{"indexUid":"notes","limit":50,"facets":["tenant"]}]"#
            let searches = [
                try await send(
                    .post, "/indexes/notes/search", #"{"facets":["tenant","color"],"limit":50}"#),
                try await send(.get, "/indexes/notes/search?limit=50&filter=tenant%20EXISTS", ""),
                try await send(
                    .post, "/indexes/notes/search", #"{"filter":[["tenant = cafe","tenant = 7"]]}"#),
                try await send(
                    .post, "/multi-search",
                    #"{"federation":{"facetsByIndex":{"notes":["tenant"]}},"queries":[{"indexUid":"notes"}]}"#
                ),
            ]
            for search in searches { #expect(search.json["estimatedTotalHits"]?.number == 10) }
            let many = try await send(.post, "/multi-search", "{\(queries)}").json["results"]?[0]
            #expect(many?["estimatedTotalHits"]?.number == 10)
            let values = try await send(
                .post, "/indexes/notes/facet-search", #"{"facetName":"tenant"}"#)
            #expect(values.json["facetHits"]?.elements?.count == 1)
        }
    }

    @Test func tokensOnlySearch() async throws {
        let shop = try await notes()
        let key = try await key(shop, actions: #"["*"]"#)
        let token = key.token(#"{"apiKeyUid":"\#(key.uid)","searchRules":["*"],"exp":4102444800}"#)
        #expect(try await status(shop, token) == 200)
        #expect(
            try await shop.protocol(.get, "/indexes/notes/documents", key: "Bearer " + token).status == 403)
        #expect(try await shop.protocol(.get, "/indexes/notes/stats", key: "Bearer " + token).status == 403)
    }

    /// A tenant's response always equals that of an index with only its documents.
    @Test func tenantsLearnNothingOfEachOther() async throws {
        let shop = try await notes()
        let key = try await key(shop)
        var random = SeededGenerator(seed: 1)
        let words = [
            "", "note", "secret", "word", "color3", "cafe", "café", "secret1word", "sercet2word",
            "\"of cafe\"", "-note", "7",
        ]
        let filters = [
            #""""#, #""tenant = 'cafe'""#, #""NOT tenant = '7'""#, #""tenant EXISTS""#,
            #"["color = 'color1 of café'"]"#, #"[["tenant = 007", "tenant = 7"]]"#,
            #""tenant = x OR rank = 3""#,
        ]
        for name in ["cafe", "café", "7", "007"] {
            for _ in 0..<25 {
                let body =
                    #"{"q": \#(JSON.string(words.randomElement(using: &random)!).text), "filter": \#(filters.randomElement(using: &random)!), "facets": ["tenant", "color"], "sort": \#(Bool.random(using: &random) ? "[]" : #"["rank:desc"]"#), "matchingStrategy": "\#(Bool.random(using: &random) ? "last" : "all")", "limit": 100, "showMatchesPosition": true}"#
                let response = try await shop.protocol(
                    .post, "/indexes/notes/search", body, key: "Bearer " + key.tenant(name))
                guard response.status == 200 else {
                    // `rank` cannot be filtered by, and that is all that an error says.
                    #expect(response.json["code"] == "invalid_search_filter")
                    continue
                }
                let hits = try #require(response.json["hits"]?.elements)
                #expect(hits.allSatisfy { $0["tenant"] == .text(name) }, "\(body)")
                #expect(try #require(response.json["estimatedTotalHits"]?.number) <= 10, "\(body)")
                let facets = response.json["facetDistribution"]
                let tenants = (facets?["tenant"]?.members ?? [:]).keys.filter { $0 != name }
                #expect(tenants.isEmpty, "\(body)")
                let colors = (facets?["color"]?.members ?? [:]).keys.filter { !$0.hasSuffix(" of \(name)") }
                #expect(colors.isEmpty, "\(body)")
            }
            let values = try await shop.protocol(
                .post, "/indexes/notes/facet-search", #"{"facetName": "color"}"#,
                key: "Bearer " + key.tenant(name))
            let foreign = try #require(values.json["facetHits"]?.elements).filter { hit in
                hit["value"]?.text?.hasSuffix(" of \(name)") != true
            }
            #expect(foreign.isEmpty)
        }
    }
}
