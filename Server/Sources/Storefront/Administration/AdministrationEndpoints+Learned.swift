// Handlers for what the server has learned about a catalog's records: read, forget.

internal import CatalogSearch
internal import CatalogStorage
internal import HTTPTypes
internal import Hummingbird
internal import JSON
internal import ProductStore

extension AdministrationEndpoints {
    /// All records that the server has learned about, the most popular first, and the member of a description
    /// that holds this.
    func readLearned(_ request: Request, _ context: ClientContext) async throws -> EndpointResponse {
        let catalog = try context.decoded("catalog")
        let learned = try await converting(request) { () async throws(StoreError) in
            try await store.learned(of: catalog)
        }
        let records = learned.popularity.mostPopular
        var body = JSONObject()
        body.set("learned", json: learned.json)
        body.set("records", count: records.count) { number, object in
            object.set("id", records[number].id)
            object.set("popularity", json: "\(records[number].popularity)")
            object.set("factor", json: "\(LearnedPopularity.factor(of: records[number].popularity))")
        }
        var response = EndpointResponse(json: body)
        response.headers[.cacheControl] = "no-store"
        return response
    }

    func deleteLearned(_ request: Request, _ context: ClientContext) async throws -> EndpointResponse {
        let catalog = try context.decoded("catalog")
        return try await delete(request) { () async throws(StoreError) in
            try await Learning.reset(catalog, in: store)
        }
    }
}
