// Locations for existing clients: `_geo` of documents, filters and orders by distance.

import HTTPTypes
import Hummingbird
import Testing

@testable import Storefront

@Suite struct MeilisearchPlaceTests {
    private static let documents = """
        [{"id": 1, "t": "Berlin", "_geo": {"lat": 52.52, "lng": 13.405}},
         {"id": 2, "t": "Paris", "_geo": {"lat": "48.8566", "lng": "2.3522"}},
         {"id": 3, "t": "Suva", "_geo": {"lat": -18.1416, "lng": 178.4419}},
         {"id": 4, "t": "Apia", "_geo": {"lat": -13.8333, "lng": -171.7667}},
         {"id": 5, "t": "nowhere"}, {"id": 6, "t": "null", "_geo": null}]
        """

    private func shop(filterable: String = "_geo", sortable: String = "_geo") async throws -> Shop {
        let shop = try await Shop([:], meilisearch: true)
        try await shop.protocol(
            .patch, "/indexes/m/settings",
            #"{"filterableAttributes": ["\#(filterable)"], "sortableAttributes": ["\#(sortable)", "t"]}"#)
        try await shop.protocol(.post, "/indexes/m/documents", Self.documents)
        return shop
    }

    private func ids(_ response: ReceivedJSON) -> [Int]? {
        response["hits"]?.elements?.compactMap { $0["id"]?.number.map(Int.init) }
    }

    @Test(arguments: [
        ("_geoRadius(52.5, 13.4, 10000)", [1]), ("_geoRadius(52.5, 13.4, 900000) AND t = paris", [2]),
        ("_geoRadius(52.5, 13.4, 900000) AND t = suva", []),
        ("_geoRadius(52.5,13.4,900000)", [1, 2]), ("NOT _geoRadius(52.5, 13.4, 900000)", [3, 4, 5, 6]),
        ("_geoBoundingBox([53, 14], [48, 2])", [1, 2]), ("_geoBoundingBox([53, 14], [52, 13])", [1]),
        // Over the antimeridian.
        ("_geoBoundingBox([-10, -170], [-20, 178])", [3, 4]),
        ("_geoBoundingBox([-10, 180], [-20, 178])", [3]),
        ("_geo EXISTS", [1, 2, 3, 4, 6]),
    ]) func filtersNamePlaces(filter: String, expected: [Int]) async throws {
        let shop = try await shop(filterable: #"_geo", "t"#)
        let response = try await shop.protocol(.post, "/indexes/m/search", #"{"filter": "\#(filter)"}"#).json
        #expect(ids(response) == expected)
    }

    @Test func ordersHaveDistances() async throws {
        let shop = try await shop()
        let response = try await shop.protocol(
            .post, "/indexes/m/search", #"{"sort": ["_geoPoint(48.8566, 2.3522):asc"]}"#
        ).json
        #expect(ids(response).map { $0.prefix(2) } == [2, 1])
        // Documents without a location come last, in the order in which they were added.
        #expect(ids(response).map { $0.suffix(2) } == [5, 6])
        let distances = response["hits"]?.elements?.map { $0["_geoDistance"]?.number.map(Int.init) }
        #expect(distances?.prefix(2) == [0, 877_465])
        #expect(distances?.suffix(2) == [nil, nil])
        let address = try await shop.protocol(
            .get, "/indexes/m/search?sort=_geoPoint(48.8566,%202.3522):desc,t:asc&limit=2"
        ).json
        #expect(ids(address) == [3, 4])
        let unsorted = try await shop.protocol(.post, "/indexes/m/search", "{}").json
        #expect(unsorted["hits"]?.elements?.allSatisfy { $0["_geoDistance"] == nil } == true)
    }

    @Test(arguments: [
        (#"{"filter": "_geoRadius(91, 13.4, 10)"}"#, "invalid_search_filter"),
        (#"{"filter": "_geoRadius(52.5, 181, 10)"}"#, "invalid_search_filter"),
        (#"{"filter": "_geoRadius(52.5, 13.4)"}"#, "invalid_search_filter"),
        (#"{"filter": "_geoRadius(52.5, 13.4, -1)"}"#, "invalid_search_filter"),
        (#"{"filter": "_geoRadius = 12"}"#, "invalid_search_filter"),
        (#"{"filter": "_geoBoundingBox(1, 2, 3, 4)"}"#, "invalid_search_filter"),
        (#"{"filter": "_geoBoundingBox([1, 2], [3, 1])"}"#, "invalid_search_filter"),
        (#"{"filter": "_geoPolygon([1, 2], [3, 1], [1, 1])"}"#, "invalid_search_filter"),
        (#"{"sort": ["_geoPoint(1):asc"]}"#, "invalid_search_sort"),
        (#"{"sort": ["_geoPoint(91, 0):asc"]}"#, "invalid_search_sort"),
        (#"{"sort": ["_geoPoint(1, 2)"]}"#, "invalid_search_sort"),
    ]) func wrongRequestsAreNamed(body: String, code: String) async throws {
        let shop = try await shop()
        let response = try await shop.protocol(.post, "/indexes/m/search", body)
        #expect(response.status == 400)
        #expect(response.json["code"]?.text == code)
    }

    @Test func settingsDecideWhetherPlacesAreUsed() async throws {
        let shop = try await shop(filterable: "x", sortable: "y")
        for body in [#"{"filter": "_geoRadius(1, 2, 3)"}"#, #"{"sort": ["_geoPoint(1, 2):asc"]}"#] {
            #expect(try await shop.protocol(.post, "/indexes/m/search", body).status == 400)
        }
        // Settings that are added later apply to existing documents.
        try await shop.protocol(.put, "/indexes/m/settings/filterable-attributes", #"["_geo"]"#)
        let response = try await shop.protocol(
            .post, "/indexes/m/search", #"{"filter": "_geoRadius(52.5, 13.4, 10000)"}"#
        ).json
        #expect(ids(response) == [1])
    }

    @Test(arguments: [
        #"{"lat": 90.1, "lng": 0}"#, #"{"lat": 1}"#, #"{"lat": "x", "lng": 1}"#, "[1, 2]", "12", #""1""#,
        #"{"lat": 1, "lng": 2, "alt": 3}"#,
    ]) func documentsWithWrongPlacesAreRefused(place: String) async throws {
        let shop = try await shop()
        try await shop.protocol(.post, "/indexes/m/documents", #"[{"id": 9, "_geo": \#(place)}]"#)
        let task = try await shop.protocol(.get, "/tasks?limit=1").json["results"]?.elements?.first
        #expect(task?["status"]?.text == "failed")
        #expect(task?["error"]?["code"]?.text == "invalid_document_geo_field")
        #expect(try await shop.protocol(.get, "/indexes/m/documents/9").status == 404)
    }
}
