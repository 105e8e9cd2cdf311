// Searches by meaning for existing clients: vectors of documents and queries, and similar documents.

import HTTPTypes
import Hummingbird
import Testing

@testable import Storefront

@Suite struct MeilisearchVectorTests {
    private static let documents = """
        [{"id": 1, "t": "red rose", "_vectors": {"default": [1, 0]}},
         {"id": 2, "t": "blue", "_vectors": {"default": {"embeddings": [[0.9, 0.1]], "regenerate": false}}},
         {"id": 3, "t": "tulip", "_vectors": {"default": null}},
         {"id": 4, "t": "rose", "_vectors": {"default": [-1, 0], "unknown": "kept"}}]
        """

    private func shop() async throws -> Shop {
        let shop = try await Shop([:], meilisearch: true)
        try await shop.protocol(
            .patch, "/indexes/m/settings/embedders",
            #"{"default": {"source": "userProvided", "dimensions": 2}}"#)
        try await shop.protocol(.post, "/indexes/m/documents", Self.documents)
        return shop
    }

    private func ids(_ response: ReceivedJSON) -> [Int]? {
        response["hits"]?.elements?.compactMap { $0["id"]?.number.map(Int.init) }
    }

    @Test(arguments: [
        (
            #"{"q": "", "vector": [0.9, 0.1], "hybrid": {"embedder": "default", "semanticRatio": 1}}"#,
            [2, 1, 4], 3
        ),
        (
            #"{"q": "rose", "vector": [0.9, 0.1], "hybrid": {"embedder": "default", "semanticRatio": 1}}"#,
            [2, 1, 4], 3
        ),
        // The words of a hybrid search precede what is near.
        (#"{"q": "rose", "vector": [0.9, 0.1], "hybrid": {"embedder": "default"}}"#, [4, 1, 2], 1),
        (
            #"{"q": "rose", "vector": [0.9, 0.1], "hybrid": {"embedder": "default", "semanticRatio": 0}}"#,
            [4, 1], 0
        ),
        // Documents and requests bring the vectors of this embedder.
        (#"{"q": "rose", "hybrid": {"embedder": "default"}}"#, [4, 1], 0),
        (#"{"q": "xyzzy", "vector": [-1, 0], "hybrid": {"embedder": "default"}, "limit": 1}"#, [4], 1),
    ]) func vectorsFindDocumentsBesideWords(body: String, expected: [Int], byMeaning: Int) async throws {
        let shop = try await shop()
        let response = try await shop.protocol(.post, "/indexes/m/search", body).json
        #expect(ids(response) == expected)
        #expect(response["semanticHitCount"]?.number.map(Int.init) == byMeaning)
    }

    @Test func anAddressMayHaveAVector() async throws {
        let shop = try await shop()
        let response = try await shop.protocol(
            .get,
            "/indexes/m/search?q=rose&vector=0.9,0.1&hybridEmbedder=default&hybridSemanticRatio=1&limit=1"
        ).json
        #expect(ids(response) == [2])
    }

    @Test func similarDocumentsAreNearestFirst() async throws {
        let shop = try await shop()
        let response = try await shop.protocol(
            .post, "/indexes/m/similar",
            #"{"id": 1, "embedder": "default", "showRankingScore": true, "retrieveVectors": true}"#
        ).json
        #expect(ids(response) == [2, 4])
        #expect(response["id"]?.text == "1")
        #expect(response["estimatedTotalHits"]?.number.map(Int.init) == 2)
        let first = response["hits"]?.elements?.first
        #expect(first?["_rankingScore"]?.number ?? 0 > 0.99)
        #expect(first?["_vectors"]?["default"]?["embeddings"]?.elements?.count == 1)
        // A document without vectors is near to none.
        let none = try await shop.protocol(.get, "/indexes/m/similar?id=3&embedder=default").json
        #expect(ids(none) == [])
    }

    @Test(arguments: [
        ("search", #"{"vector": [1, 0]}"#, "missing_search_hybrid"),
        ("search", #"{"vector": [1, 0], "hybrid": {"embedder": "other"}}"#, "invalid_search_embedder"),
        ("search", #"{"vector": [1, 0], "hybrid": {}}"#, "invalid_search_embedder"),
        ("search", #"{"vector": [1], "hybrid": {"embedder": "default"}}"#, "invalid_vector_dimensions"),
        ("search", #"{"vector": ["1", 0], "hybrid": {"embedder": "default"}}"#, "invalid_search_vector"),
        ("search", #"{"vector": [0, 0], "hybrid": {"embedder": "default"}}"#, "invalid_search_vector"),
        (
            "search", #"{"hybrid": {"embedder": "default", "semanticRatio": 2}}"#,
            "invalid_search_semantic_ratio"
        ),
        ("search", #"{"hybrid": {"embedder": "default", "ratio": 1}}"#, "invalid_search_hybrid_query"),
        ("similar", #"{"id": 1}"#, "missing_similar_embedder"),
        ("similar", #"{"embedder": "default"}"#, "missing_similar_id"),
        ("similar", #"{"id": "a b", "embedder": "default"}"#, "invalid_similar_id"),
        ("similar", #"{"id": 7, "embedder": "default"}"#, "not_found_similar_id"),
        ("similar", #"{"id": 1, "embedder": "other"}"#, "invalid_similar_embedder"),
        ("similar", #"{"id": 1, "embedder": "default", "q": "x"}"#, "bad_request"),
    ]) func wrongRequestsAreNamed(path: String, body: String, code: String) async throws {
        let shop = try await shop()
        let response = try await shop.protocol(.post, "/indexes/m/\(path)", body)
        #expect(response.status == 400)
        #expect(response.json["code"]?.text == code)
    }

    @Test(arguments: [
        (#"{"default": [1, 0, 0]}"#, "invalid_vector_dimensions"),
        (#"{"default": "x"}"#, "invalid_vectors_type"),
        (#"{"default": [1, "x"]}"#, "invalid_vectors_type"), ("[1, 0]", "invalid_vectors_type"),
    ]) func documentsWithWrongVectorsAreRefused(vectors: String, code: String) async throws {
        let shop = try await shop()
        try await shop.protocol(.post, "/indexes/m/documents", #"[{"id": 9, "_vectors": \#(vectors)}]"#)
        let tasks = try await shop.protocol(.get, "/tasks?limit=1").json
        #expect(tasks["results"]?.elements?.first?["error"]?["code"]?.text == code)
    }

    @Test(arguments: [
        (#"{"a": {"source": "userProvided"}}"#), (#"{"a": {"source": "magic"}}"#), (#"{"a": 1}"#),
        (#"{"a": {"source": "userProvided", "dimensions": 0}}"#),
    ]) func wrongEmbeddersAreRefused(embedders: String) async throws {
        let shop = try await shop()
        let response = try await shop.protocol(.patch, "/indexes/m/settings/embedders", embedders)
        #expect(response.status == 400)
        #expect(response.json["code"]?.text == "invalid_settings_embedders")
    }

    @Test func vectorsAreShownWhereTheyAreRequested() async throws {
        let shop = try await shop()
        let plain = try await shop.protocol(.get, "/indexes/m/documents/4").json
        #expect(plain["_vectors"] == nil && plain["t"]?.text == "rose")
        let whole = try await shop.protocol(.get, "/indexes/m/documents/4?retrieveVectors=true").json
        #expect(whole["_vectors"]?["default"]?["regenerate"] == .boolean(false))
        let list = try await shop.protocol(.get, "/indexes/m/documents?retrieveVectors=true").json
        #expect(list["results"]?.elements?.allSatisfy { $0["_vectors"] != nil } == true)
        // Numbers of vectors are neither searched nor attributes.
        let fields = try await shop.protocol(.get, "/indexes/m/stats").json
        #expect(fields["fieldDistribution"]?["_vectors.default"] == nil)
        #expect(ids(try await shop.protocol(.post, "/indexes/m/search", #"{"q": "0.9"}"#).json) == [])
    }

    @Test func embeddersThatComeLaterFindOldDocuments() async throws {
        let shop = try await Shop([:], meilisearch: true)
        try await shop.protocol(.post, "/indexes/m/documents", Self.documents)
        let embedders = "/indexes/m/settings/embedders"
        try await shop.protocol(
            .patch, embedders, #"{"default": {"source": "userProvided", "dimensions": 2}}"#)
        let search = #"{"vector": [1, 0], "hybrid": {"embedder": "default", "semanticRatio": 1}, "limit": 1}"#
        #expect(ids(try await shop.protocol(.post, "/indexes/m/search", search).json) == [1])
        // A change of one leaves the others; null removes one.
        try await shop.protocol(.patch, embedders, #"{"b": {"source": "userProvided", "dimensions": 3}}"#)
        #expect(ids(try await shop.protocol(.post, "/indexes/m/search", search).json) == [1])
        try await shop.protocol(.patch, embedders, #"{"default": null}"#)
        #expect(try await shop.protocol(.post, "/indexes/m/search", search).status == 400)
    }
}
