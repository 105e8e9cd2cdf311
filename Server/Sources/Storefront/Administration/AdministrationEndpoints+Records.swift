// Handlers for single records and lists of them: list, read, put, patch, delete.

internal import HTTPTypes
internal import Hummingbird
internal import JSON
internal import Localization
internal import ProductStore

extension AdministrationEndpoints {
    /// The most records in one list.
    private static let listLimit = 1_000

    func listRecords(_ request: Request, _ context: ClientContext) async throws -> EndpointResponse {
        let catalog = try context.decoded("catalog")
        let parameters = try RequestParameters(request.uri.query)
        let text = parameters["limit"] ?? "100"
        let limit = Int(text)
        guard let limit, (1...Self.listLimit).contains(limit) else {
            throw Problem(
                limit == nil ? .badRequest : .pageTooLarge, "ListLimit: %1$@ %2$ld", .text(text),
                .init(Self.listLimit))
        }
        let after = parameters["after"]
        let records = try await converting(request) { () async throws(StoreError) in
            try await store.records(in: catalog, after: after, limit: limit, size: listSize)
        }
        // Damaged records are listed by id only, since they may not be JSON.
        let damaged = records.filter { !$0.isIntact }
        for record in damaged { store.noteDamage(.record(catalog: catalog, id: record.id)) }
        let intact = records.filter(\.isIntact)
        let isFull = records.count == limit || records.reduce(0) { $0 + $1.json.count } >= listSize
        var body = JSONObject()
        body.set("records", count: intact.count) { number, object in
            object.set("id", intact[number].id)
            object.set("revision", Int(intact[number].revision.number))
            object.set("record", utf8: intact[number].json)
        }
        body.set("next", isFull ? records.last?.id : nil)
        if !damaged.isEmpty { body.set("damaged", damaged.map(\.id)) }
        return EndpointResponse(json: body)
    }

    func readRecord(_ request: Request, _ context: ClientContext) async throws -> EndpointResponse {
        let catalog = try context.decoded("catalog")
        let id = try context.decoded("id")
        let record = try await converting(request) { () async throws(StoreError) in
            try await store.record(id, in: catalog)
        }
        return try await .unless(known: EntityTag(record.revision), to: request, in: nil) {
            EndpointResponse(String(decoding: record.json, as: UTF8.self), type: "application/json")
        }
    }

    func putRecord(_ request: Request, _ context: ClientContext) async throws -> EndpointResponse {
        try MediaType.check(request, is: "application/json")
        let catalog = try context.decoded("catalog")
        let id = try context.decoded("id")
        let precondition = try Precondition(request)
        return try await bodies.withBody(of: request) { body in
            try await write(request) { () async throws(StoreError) in
                try await store.put(body, id: id, in: catalog, if: precondition)
            }
        }
    }

    func patchRecord(_ request: Request, _ context: ClientContext) async throws -> EndpointResponse {
        try MediaType.check(request, is: "application/merge-patch+json", "application/json")
        let catalog = try context.decoded("catalog")
        let id = try context.decoded("id")
        let precondition = try Precondition(request)
        return try await bodies.withBody(of: request) { body in
            try await write(request) { () async throws(StoreError) in
                try await store.patch(id, with: body, in: catalog, if: precondition)
            }
        }
    }

    func deleteRecord(_ request: Request, _ context: ClientContext) async throws -> EndpointResponse {
        let catalog = try context.decoded("catalog")
        let id = try context.decoded("id")
        let precondition = try Precondition(request)
        return try await delete(request) { () async throws(StoreError) in
            try await store.delete(id, in: catalog, if: precondition)
        }
    }
}
