// Writes of tests at the administration listener.

import HTTPTypes
import Hummingbird
import Testing

@testable import Storefront

/// A suite whose tests write catalogs and records over HTTP.
protocol WritingSuite {}

extension WritingSuite {
    /// A shop whose store has a catalog.
    func shop(
        set: (inout StorefrontConfiguration.Limits) -> Void = { _ in }
    ) async throws -> Shop {
        let shop = try await Shop(set: set)
        #expect(try await put(shop, "/catalogs/cakes", "{}").status == 201)
        return shop
    }

    func put(
        _ shop: Shop, _ path: String, _ body: String, _ headers: HTTPFields = [:]
    ) async throws -> Received {
        var headers = headers
        headers[.contentType] = "application/json"
        return try await shop.write(.put, path, headers, body: RequestBody(body))
    }

    func patch(
        _ shop: Shop, _ path: String, _ body: String, _ headers: HTTPFields = [:]
    ) async throws -> Received {
        var headers = headers
        headers[.contentType] = "application/merge-patch+json"
        return try await shop.write(.patch, path, headers, body: RequestBody(body))
    }

    func found(_ shop: Shop, _ query: String) async throws -> ReceivedJSON? {
        try await shop.ask("/v1/search?returns=ids&locale=en&catalogs=cakes&q=\(query)").json["ids"]
    }
}
