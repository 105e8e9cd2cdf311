// Paths about keys.

internal import ProductStore

extension MeilisearchServer {
    /// Answers a request about keys of somebody who may do everything.
    ///
    /// - Throws: `ProtocolError`.
    package func keys(_ call: Call) async throws(ProtocolError) -> Reply { try await keyPaths(call, .all) }

    func keyPaths(_ call: Call, _ grant: Grant) async throws(ProtocolError) -> Reply {
        func json(_ key: AccessKey) -> JSON { key.json(secret: keys.secret(of: key.uid)) }
        guard call.path.count == 2 else {
            if call.method == "GET" {
                try grant.check("keys.get")
                let offset = try call.parameters.count("offset", 0, code: "invalid_api_key_offset")
                let limit = try call.parameters.count("limit", 20, code: "invalid_api_key_limit")
                let all = try await keys.all()
                return Reply([
                    "results": .array(all.dropFirst(offset).prefix(limit).map(json)),
                    "offset": .number(offset),
                    "limit": .number(limit), "total": .number(all.count),
                ])
            }
            try grant.check("keys.create")
            let key = try AccessKey(request: try call.object())
            try await keys.put(key, isNew: true)
            return Reply(json(key), status: 201)
        }
        switch call.method {
        case "GET":
            try grant.check("keys.get")
            return Reply(json(try await keys.key(call.path[1])))
        case "PATCH":
            try grant.check("keys.update")
            var key = try await keys.key(call.path[1])
            try key.apply(try call.object())
            try await keys.put(key, isNew: false)
            return Reply(json(key))
        case "DELETE":
            try grant.check("keys.delete")
            try await keys.delete(try await keys.key(call.path[1]))
            return .noContent
        default: throw Self.methodNotAllowed(call)
        }
    }
}
