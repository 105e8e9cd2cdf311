// Deleted objects stay deleted, whatever changes at the same time.

import HTTPTypes
import Hummingbird
import ProductStore
import StorefrontTestSupport
import Synchronization
import Testing

@testable import MeilisearchProtocol
@testable import Storefront

@Suite struct RevocationTests {
    private static let rounds = 30

    private func makeKey(_ shop: Shop) async throws -> (uid: String, header: String) {
        let key = try await shop.protocol(
            .post, "/keys", #"{"actions": ["search"], "indexes": ["*"], "expiresAt": null}"#)
        return (
            try #require(key.json["uid"]?.text), "Bearer " + (try #require(key.json["key"]?.text))
        )
    }

    @Test func aDeletedKeyStaysDeletedBesideChangesAndSearches() async throws {
        let shop = try await Shop([:], meilisearch: true)
        try await shop.protocol(.post, "/indexes/notes/documents", #"{"id": 1}"#)
        let keys = try #require(shop.storefront.meilisearch?.keys)
        for _ in 0..<Self.rounds {
            let (uid, header) = try await makeKey(shop)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<4 {
                    group.addTask {
                        let status = try await shop.protocol(
                            .patch, "/keys/\(uid)", #"{"name": "name \#(number)"}"#
                        ).status
                        #expect(status == 200 || status == 404)
                        _ = try? await keys.grant(header)
                    }
                }
                group.addTask {
                    // Not by requests of the key: an address has a limited number of wrong ones.
                    let status = try await shop.protocol(.delete, "/keys/\(uid)").status
                    let grant = try? await keys.grant(header)
                    #expect(status == 204 && grant == nil)
                }
                try await group.waitForAll()
            }
            await #expect(throws: Grant.refusal) { try await keys.grant(header) }
            #expect(try await shop.protocol(.get, "/keys/\(uid)").status == 404)
            #expect(try await shop.protocol(.delete, "/keys/\(uid)").status == 404)
        }
    }

    @Test func changesOfAKeyBesideEachOtherAreAllKept() async throws {
        let shop = try await Shop([:], meilisearch: true)
        let (uid, _) = try await makeKey(shop)
        for number in 0..<Self.rounds {
            async let name = shop.protocol(.patch, "/keys/\(uid)", #"{"name": "\#(number)"}"#)
            async let other = shop.protocol(.patch, "/keys/\(uid)", #"{"description": "\#(number)"}"#)
            #expect(try await (name.status, other.status) == (200, 200))
            let key = try await shop.protocol(.get, "/keys/\(uid)").json
            #expect(key["name"] == .text("\(number)") && key["description"] == .text("\(number)"))
        }
    }

    /// The native interface does not wait for the writes of the protocol.
    @Test func deletedIndexesAndDocumentsStayDeletedBesideChangesOfTheProtocol() async throws {
        let shop = try await Shop([:], meilisearch: true)
        for round in 0..<Self.rounds {
            try await shop.protocol(
                .put, "/indexes/notes/settings/filterable-attributes",
                round.isMultiple(of: 2) ? #"["a"]"# : "[]")
            try await shop.protocol(
                .post, "/indexes/notes/documents", #"[{"id": 1, "old": "x"}, {"id": 2, "old": "x"}]"#)
            async let settings = shop.protocol(
                .put, "/indexes/notes/settings/filterable-attributes", #"["b"]"#)
            async let update = shop.protocol(.put, "/indexes/notes/documents", #"{"id": 1, "new": "y"}"#)
            async let one = shop.write(.delete, "/catalogs/notes/records/1")
            async let two = shop.write(.delete, "/catalogs/notes/records/2")
            #expect(try await (one.status, two.status) == (204, 204))
            _ = try await (settings, update)
            let documents = try await shop.protocol(.get, "/indexes/notes/documents").json
            #expect(documents["results"]?.elements?.contains { $0["id"] == .number(2) } == false)
            // The index may have been added again, but without the deleted documents.
            let kept = documents["results"]?.elements?.filter { $0["old"] != nil } ?? []
            #expect(kept.isEmpty, "\(documents)")

            async let reset = shop.protocol(.delete, "/indexes/notes/settings")
            async let key = shop.protocol(.patch, "/indexes/notes", #"{"primaryKey": "id"}"#)
            async let gone = shop.write(.delete, "/catalogs/notes")
            #expect(try await gone.status == 204)
            _ = try await (reset, key)
            #expect(try await shop.protocol(.get, "/indexes/notes").status == 404)
        }
    }

    @Test func aRuleDeletedWhileItsFormIsOpenStaysDeleted() async throws {
        let shop = try await Shop([:])
        let store = try #require(shop.catalogs.store)
        try await store.putCatalog("cakes")
        try await store.putRule("a", json: bytes(#"{"hide": ["1"]}"#), of: "cakes")
        let session = try await shop.signedIn()
        let form = try await shop.write(
            .get, "/admin/rule?catalog=cakes&id=a", [.cookie: session.cookie, .authorization: "none"])
        #expect(form.text.contains(#"name="known" value="1""#))
        try await store.deleteRule("a", of: "cakes")
        for (known, status) in [("&known=1", 412), ("", 303)] {
            var headers = HTTPFields.form
            headers[.cookie] = session.cookie
            headers[.authorization] = "none"
            let response = try await shop.write(
                .post, "/admin/rule", headers,
                body: RequestBody("catalog=cakes&id=a&match=any&hide=2&csrf=\(session.formToken)" + known))
            #expect(response.status == status)
        }
    }

    // MARK: Known keys

    private func key(_ name: String) -> AccessKey {
        AccessKey(name: name, description: "", actions: ["search"])
    }

    @Test func aReadingThatEndsLateBringsNoDeletedKeyBack() async throws {
        let old = key("old")
        let (begun, begin) = AsyncStream<Void>.makeStream()
        let (ended, end) = AsyncStream<Void>.makeStream()
        let isFirst = Mutex(true)
        let keys = CachedKeys { () async throws(ProtocolError) in
            if isFirst.withLock({ isFirst in
                defer { isFirst = false }
                return isFirst
            }) {
                begin.yield()
                for await _ in ended { break }
                return .init([old]) { Array($0.utf8) }
            }
            return .init([]) { Array($0.utf8) }
        }
        async let late = keys.newest()
        for await _ in begun { break }
        #expect(try await keys.newest().byUID.isEmpty)
        keys.forget(old.uid)
        end.yield()
        _ = try await late
        #expect(try await keys.current().byUID.isEmpty)
    }

    @Test func knownKeysOutliveTheStore() async throws {
        let known = key("known")
        let isReachable = Mutex(true)
        let keys = CachedKeys { () async throws(ProtocolError) in
            guard isReachable.withLock({ $0 }) else { throw ProtocolError(.unavailable, "") }
            return .init([known]) { Array($0.utf8) }
        }
        isReachable.withLock { $0 = false }
        await #expect(throws: ProtocolError.self) { try await keys.current() }
        isReachable.withLock { $0 = true }
        #expect(try await keys.current().byUID[known.uid] != nil)
        isReachable.withLock { $0 = false }
        await #expect(throws: ProtocolError.self) { try await keys.newest() }
        try await Task.sleep(for: .milliseconds(1_100))
        for _ in 0..<3 { #expect(try await keys.current().byUID[known.uid] != nil) }
    }
}
