// All catalogs are searched, and their version changes whenever they do.

import CatalogSearch
import ProductStore
import SearchService
import StorefrontTestSupport
import Testing

@testable import Storefront

@Suite struct ServedCatalogsTests {
    private func count(_ shop: Shop, _ query: String) throws -> Int {
        try shop.catalogs.service.engine.search(SearchRequest(query, locale: english)).total
    }

    @Test func versionChangesWithWhatIsServedAndOnlyThen() async throws {
        let shop = try await Shop()
        let store = try #require(shop.catalogs.store)
        var versions = [shop.catalogs.update()]
        func expectAnotherVersion() {
            let version = shop.catalogs.update()
            #expect(!versions.contains(version))
            versions.append(version)
        }
        await shop.catalogs.refresh()
        #expect(shop.catalogs.update() == versions[0])

        try await store.putCatalog("cakes")
        expectAnotherVersion()
        try await store.put(bytes(#"{"id": "c-1", "title": "Cheesecake"}"#), in: "cakes")
        expectAnotherVersion()
        #expect(try count(shop, "cheesecake") == 1)
        #expect(shop.catalogs.update() == versions.last)

        try shop.folder.write(
            Shop.teas + "\n" + #"{"id": "t-4", "title": "Mate"}"#, to: "catalogs/teas.jsonl")
        await shop.catalogs.refresh()
        #expect(shop.catalogs.update() == versions.last)
        await shop.catalogs.refresh()
        expectAnotherVersion()
        #expect(try count(shop, "mate") == 1)

        try await store.delete("c-1", in: "cakes")
        expectAnotherVersion()
        #expect(try count(shop, "cheesecake") == 0)
    }

    @Test func versionsAreTheSameInAnotherProcess() async throws {
        let shop = try await Shop()
        let files = CatalogFiles([shop.folder.path + "/catalogs"], cache: nil, logger: shop.log.logger) { _ in
            ""
        }
        func version(_ texts: UInt64) async -> String {
            let other = ServedCatalogs(
                shop.catalogs.service, files, nil, texts: texts, logger: shop.log.logger)
            await other.refresh(atOnce: true)
            return other.update()
        }
        #expect(await version(0) == version(0))
        #expect(await version(0) != version(1), "other texts are other answers")
    }

    @Test func storeHidesAFileOfTheSameName() async throws {
        let shop = try await Shop()
        let store = try #require(shop.catalogs.store)
        #expect(try count(shop, "assam") == 1)
        try await store.putCatalog("teas")
        try await store.put(bytes(#"{"id": "s-1", "title": "Sencha"}"#), in: "teas")
        for _ in 0..<3 {
            _ = shop.catalogs.update()
            await shop.catalogs.refresh()
        }
        #expect(shop.catalogs.service.engine.catalogs.map(\.description.id) == ["teas"])
        #expect(try count(shop, "assam") == 0)
        #expect(try count(shop, "sencha") == 1)
        #expect(shop.log.count("hides a file") == 1)
        try await store.deleteCatalog("teas")
        _ = shop.catalogs.update()
        #expect(try count(shop, "assam") == 1)
        #expect(try count(shop, "sencha") == 0)
    }
}
