// Handlers for the rules of a catalog: list, read, put, delete.

internal import HTTPTypes
internal import Hummingbird
internal import JSON
internal import ProductStore

extension AdministrationEndpoints {
    func listRules(_ request: Request, _ context: ClientContext) async throws -> EndpointResponse {
        let catalog = try context.decoded("catalog")
        let rules = try await converting(request) { () async throws(StoreError) in
            try await store.rules(of: catalog)
        }
        var body = JSONObject()
        body.set("rules", count: rules.count) { number, object in
            object.set("id", rules[number].id)
            object.set("rule", utf8: rules[number].json)
        }
        return EndpointResponse(json: body)
    }

    func readRule(_ request: Request, _ context: ClientContext) async throws -> EndpointResponse {
        let catalog = try context.decoded("catalog")
        let id = try context.decoded("id")
        let rule = try await converting(request) { () async throws(StoreError) in
            try await store.rule(id, of: catalog)
        }
        return EndpointResponse(String(decoding: rule.json, as: UTF8.self), type: "application/json")
    }

    func putRule(_ request: Request, _ context: ClientContext) async throws -> EndpointResponse {
        try MediaType.check(request, is: "application/json")
        let catalog = try context.decoded("catalog")
        let id = try context.decoded("id")
        let precondition = try Self.precondition(request)
        return try await bodies.withBody(of: request) { body in
            var response = try await write(request) { () async throws(StoreError) in
                try await store.putRule(id, json: body, of: catalog, if: precondition)
            }
            // Rules have no versions.
            response.tag = nil
            return response
        }
    }

    func deleteRule(_ request: Request, _ context: ClientContext) async throws -> EndpointResponse {
        let catalog = try context.decoded("catalog")
        let id = try context.decoded("id")
        let precondition = try Self.precondition(request)
        return try await delete(request) { () async throws(StoreError) in
            try await store.deleteRule(id, of: catalog, if: precondition)
        }
    }

    /// The precondition of a write of a rule: whether the rule exists. A rule has no versions that a header
    /// could name.
    private static func precondition(_ request: Request) throws(Problem) -> Precondition {
        let precondition = try Precondition(request)
        if case .revision = precondition { throw Problem(.preconditionFailed, "PreconditionFailed") }
        return precondition
    }
}
