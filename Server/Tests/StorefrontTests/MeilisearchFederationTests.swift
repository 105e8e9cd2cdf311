// Several searches of the protocol of existing clients in one list.

import HTTPTypes
import Hummingbird
import Testing

@testable import Storefront

@Suite struct MeilisearchFederationTests {
    private func federated(
        _ shop: Shop, _ federation: String, _ queries: String...
    ) async throws -> ReceivedJSON {
        try await shop.protocol(
            .post, "/multi-search",
            #"{"federation": \#(federation), "queries": [\#(queries.joined(separator: ","))]}"#
        ).json
    }

    private func priced() async throws -> Shop {
        let shop = try await Shop([:], meilisearch: true)
        let settings = #"{"sortableAttributes": ["p"], "filterableAttributes": ["p", "c"]}"#
        for (uid, documents) in [
            (
                "a",
                #"[{"id": 1, "t": "apple pie", "p": 10, "c": "x"}, {"id": 2, "t": "apple", "p": 3, "c": "y"}]"#
            ),
            ("b", #"[{"id": 11, "t": "apple juice", "p": 7, "c": "x"}, {"id": 12, "t": "green apple"}]"#),
        ] {
            try await shop.protocol(.patch, "/indexes/\(uid)/settings", settings)
            try await shop.protocol(.post, "/indexes/\(uid)/documents", documents)
        }
        return shop
    }

    @Test func severalSearchesInOneListAreInTheirOrder() async throws {
        let shop = try await priced()
        for query in ["", "apple"] {
            let response = try await federated(
                shop, "{}", #"{"indexUid": "a", "q": "\#(query)", "sort": ["p:asc"]}"#,
                #"{"indexUid": "b", "q": "\#(query)", "sort": ["p:asc"]}"#)
            // A document without a value comes last.
            #expect(
                response["hits"]?.elements?.compactMap { $0["id"]?.number.map(Int.init) } == [2, 11, 1, 12],
                "\(query)")
        }
        let page = try await federated(
            shop, #"{"offset": 1, "limit": 2}"#, #"{"indexUid": "a", "sort": ["p:desc"]}"#,
            #"{"indexUid": "b", "sort": ["p:desc"]}"#)
        #expect(page["hits"]?.elements?.compactMap { $0["id"]?.number.map(Int.init) } == [11, 2])
    }

    @Test func aDocumentOfSeveralSearchesCountsOnce() async throws {
        let response = try await federated(
            priced(), "{}", #"{"indexUid": "a", "q": "apple"}"#, #"{"indexUid": "a", "q": "pie"}"#)
        #expect(response["estimatedTotalHits"]?.number.map(Int.init) == 2)
    }

    @Test(arguments: [
        (#"{"federation": {}, "queries": [{"indexUid": "a", "limit": 2}]}"#, "query_pagination"),
        (#"{"federation": {}, "queries": [{"indexUid": "a", "offset": 0}]}"#, "query_pagination"),
        (
            #"{"federation": {}, "queries": [{"indexUid": "a"}, {"indexUid": "b", "page": 1}]}"#,
            "query_pagination"
        ),
        (#"{"federation": {}, "queries": [{"indexUid": "a", "hitsPerPage": 1}]}"#, "query_pagination"),
        (#"{"federation": {}, "queries": [{"indexUid": "a", "facets": ["c"]}]}"#, "query_facets"),
        (#"{"federation": {"facetsByIndex": ["a"]}, "queries": []}"#, "facets_by_index"),
        (#"{"federation": {"facetsByIndex": {"a": "c"}}, "queries": []}"#, "facets_by_index"),
        (#"{"federation": {"mergeFacets": {"most": 1}}, "queries": []}"#, "merge_facets"),
        (#"{"federation": {"limit": -1}, "queries": []}"#, "limit"),
        (#"{"federation": [], "queries": []}"#, "federation"),
        (#"{"queries": [{"indexUid": "a", "federationOptions": {"weight": 2}}]}"#, "federation_options"),
        (#"{"federation": {"sort": ["p:asc"]}, "queries": []}"#, nil),
    ]) func whatOneListCannotHaveIsRefused(body: String, code: String?) async throws {
        let response = try await priced().protocol(.post, "/multi-search", body)
        #expect(response.status == 400)
        #expect(response.json["code"]?.text == code.map { "invalid_multi_search_\($0)" } ?? "bad_request")
    }

    @Test func emptyMembersOfFederatedSearchesSayNothing() async throws {
        let response = try await federated(
            priced(), #"{"facetsByIndex": null, "mergeFacets": null, "limit": null}"#,
            #"{"indexUid": "a", "limit": null, "page": null, "facets": [], "federationOptions": {"weight": 2}}"#
        )
        #expect(response["hits"]?.elements?.count == 2)
    }

    @Test func facetsOfSeveralIndexesAreMerged() async throws {
        let facets = #""facetsByIndex": {"a": ["c", "p"], "b": ["c", "p"]}"#
        let queries = [#"{"indexUid": "a", "q": "apple"}"#, #"{"indexUid": "b", "q": "apple"}"#]
        let shop = try await priced()
        let merged = try await federated(shop, "{\(facets), \"mergeFacets\": {}}", queries[0], queries[1])
        #expect(merged["facetDistribution"]?["c"] == ["x": 2, "y": 1])
        #expect(merged["facetStats"]?["p"] == ["min": 3, "max": 10])
        #expect(merged["facetsByIndex"] == nil)
        let limited = try await federated(
            shop, "{\(facets), \"mergeFacets\": {\"maxValuesPerFacet\": 1}}", queries[0], queries[1])
        #expect(limited["facetDistribution"]?["c"] == ["x": 2])
        let apart = try await federated(shop, "{\(facets)}", queries[0], queries[1])
        #expect(apart["facetsByIndex"]?["b"]?["distribution"]?["c"] == ["x": 1])
    }
}
