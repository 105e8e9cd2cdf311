// A configuration refuses combinations without a meaning.

import ProductStore
import Testing

@testable import Storefront

struct StorefrontConfigurationTests {
    @Test func accessOpensSomething() throws {
        let token = try #require(AccessToken(Shop.token))
        let address = ListeningAddress.host("127.0.0.1", port: 0)
        #expect(StorefrontConfiguration.Access(token: token) == nil)
        #expect(StorefrontConfiguration.Access(token: token, administrationAddress: address) != nil)
        #expect(StorefrontConfiguration.Access(token: token, meilisearchAddress: address) != nil)
        #expect(StorefrontConfiguration.Access(token: token, isSearchPublic: false) != nil)
    }

    @Test func databasesAreDistinguishedByTheirTexts() throws {
        #expect(try StorefrontConfiguration.Database("shop.sqlite") == .sqlite(path: "shop.sqlite"))
        let shared = try StorefrontConfiguration.Database("postgresql://shop:secret@db/shop")
        #expect(try shared == .postgreSQL(PostgreSQLAddress("postgresql://shop:secret@db/shop")))
        #expect("\(shared)" == "postgresql://shop@db/shop")
        #expect(throws: StoreError.self) { try StorefrontConfiguration.Database("postgresql://db?unknown=1") }
    }

    @Test func shardsOnlyAcceptWrites() throws {
        let token = try #require(AccessToken(Shop.token))
        var shard = StorefrontConfiguration.Shard(
            try #require(StoreShard("1/2")), of: try PostgreSQLAddress("postgresql://db/shop"))
        var configuration = StorefrontConfiguration()
        configuration.records = .shard(shard)
        #expect(configuration.access == nil)
        shard.administration = .init(token: token, address: .host("127.0.0.1", port: 1))
        configuration.records = .shard(shard)
        #expect(configuration.access?.administrationAddress == .host("127.0.0.1", port: 1))
        #expect(configuration.access?.isSearchPublic == true)
        #expect(configuration.share?.description == "1/2")
        #expect(configuration.catalogPaths.isEmpty)
    }
}
