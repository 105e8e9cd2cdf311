// Paths about keys.

internal import JSON
internal import ProductStore

extension MeilisearchServer {
    private func json(_ key: AccessKey) -> JSON { key.json(secret: keys.secret(of: key.uid)) }

    func keyList(_ call: Call, _ grant: Grant) async throws(ProtocolError) -> CallResponse {
        try grant.check("keys.get")
        let offset = try call.parameters.count("offset", 0, code: "invalid_api_key_offset")
        let limit = try call.parameters.count("limit", 20, code: "invalid_api_key_limit")
        let all = try await keys.all().filter(grant.includes)
        return CallResponse([
            "results": .array(all.dropFirst(offset).prefix(limit).map(json)), "offset": .number(offset),
            "limit": .number(limit), "total": .number(all.count),
        ])
    }

    func makeKey(_ call: Call, _ grant: Grant) async throws(ProtocolError) -> CallResponse {
        try grant.check("keys.create")
        let key = try AccessKey(request: try call.object())
        guard grant.includes(key) else { throw Grant.refusal }
        try await keys.insert(key)
        return CallResponse(json(key), status: 201)
    }

    func key(_ call: Call, _ grant: Grant) async throws(ProtocolError) -> CallResponse {
        try grant.check("keys.get")
        return CallResponse(json(try await seen(call.path[1], grant)))
    }

    func changeKey(_ call: Call, _ grant: Grant) async throws(ProtocolError) -> CallResponse {
        try grant.check("keys.update")
        let patch = try AccessKey.patch(try call.object())
        return CallResponse(json(try await keys.change(try await seen(call.path[1], grant).uid, patch)))
    }

    func deleteKey(_ call: Call, _ grant: Grant) async throws(ProtocolError) -> CallResponse {
        try grant.check("keys.delete")
        var uid = call.path[1].lowercased()
        do throws(ProtocolError) {
            uid = try await seen(call.path[1], grant).uid
        } catch {
            // The store may have a key that cannot be read.
            guard error.code == .apiKeyNotFound, grant.isUnlimited else { throw error }
        }
        try await keys.delete(uid)
        return .noContent
    }

    /// The key with a uid or secret. A client that learns a secret can use its rights, so keys with more
    /// rights than the client's are reported as missing.
    ///
    /// - Throws: `ProtocolError` if there is none.
    private func seen(_ name: String, _ grant: Grant) async throws(ProtocolError) -> AccessKey {
        let key = try await keys.key(name)
        guard grant.includes(key) else { throw .apiKeyNotFound }
        return key
    }
}
