// Handlers for catalogs: list, read, put, delete.

internal import HTTPTypes
internal import Hummingbird
internal import JSON
internal import Localization
internal import MeilisearchProtocol
internal import ProductStore

extension AdministrationEndpoints {
    func listCatalogs(_ request: Request, _ context: ClientContext) async throws -> EndpointResponse {
        try await converting(request) { () async throws(StoreError) in
            let catalogs = try await store.allCatalogs()
            var body = JSONObject()
            body.set("catalogs", count: catalogs.count) { number, object in
                let catalog = catalogs[number]
                object.set("id", catalog.id)
                object.set("count", catalog.recordCount)
                object.set("revision", Int(catalog.revision.number))
                // A damaged description may not be JSON.
                object.set("description", utf8: catalog.isIntact ? catalog.json : Array("null".utf8))
            }
            return EndpointResponse(json: body)
        }
    }

    func readCatalog(_ request: Request, _ context: ClientContext) async throws -> EndpointResponse {
        let id = try context.decoded("catalog")
        let catalog = try await converting(request) { () async throws(StoreError) in
            try await store.catalog(id)
        }
        return try await .unless(known: EntityTag(catalog.descriptionRevision), to: request, in: nil) {
            EndpointResponse(String(decoding: catalog.json, as: UTF8.self), type: "application/json")
        }
    }

    func putCatalog(_ request: Request, _ context: ClientContext) async throws -> EndpointResponse {
        try MediaType.check(request, is: "application/json")
        let id = try context.decoded("catalog")
        guard !catalogs.files.identifiers.contains(id) else {
            throw Problem(.conflict, "CatalogOfFiles: %@", .text(id))
        }
        let precondition = try Precondition(request)
        return try await bodies.withBody(of: request) { body in
            try await write(request) { () async throws(StoreError) in
                let currency = meilisearch?.currency(ofIndex: id)
                var result = try await store.putCatalog(id, description: body, if: precondition)
                if let meilisearch {
                    result.revision = try await meilisearch.complete(
                        id, described: body, at: result.revision, currency: currency)
                }
                return result
            }
        }
    }

    func deleteCatalog(_ request: Request, _ context: ClientContext) async throws -> EndpointResponse {
        let id = try context.decoded("catalog")
        let precondition = try Precondition(request)
        return try await delete(request) { () async throws(StoreError) in
            try await store.deleteCatalog(id, if: precondition)
        }
    }
}
