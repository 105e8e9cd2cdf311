// Handlers for the keys of the API.

internal import HTTPTypes
internal import Hummingbird
internal import Localization
internal import MeilisearchProtocol

extension AdministrationEndpoints {
    /// The endpoints for keys; empty if the server has no keys.
    var keyList: [Endpoint] {
        guard let meilisearch else { return [] }
        func keys(_ method: HTTPRequest.Method, _ path: String) -> Endpoint {
            Endpoint(method, path) { request, context in
                try KnownParameters.check(request, languages)
                if method == .post || method == .patch {
                    try MediaType.check(request, is: "application/json")
                }
                let uid = try context.decoded("uid")
                return try await bodies.withBody(of: request) { body in
                    try await Self.respond(
                        to: Call(
                            method: method.rawValue, path: ["keys"] + (uid.isEmpty ? [] : [uid]),
                            parameters: method == .get && uid.isEmpty ? [("limit", "100000")] : [],
                            mediaType: "application/json", body: body), meilisearch)
                }
            }
        }
        return [
            keys(.get, "/admin/v1/keys"), keys(.post, "/admin/v1/keys"), keys(.get, "/admin/v1/keys/{uid}"),
            keys(.patch, "/admin/v1/keys/{uid}"), keys(.delete, "/admin/v1/keys/{uid}"),
        ]
    }

    /// Responds to a request about keys.
    static func respond(to call: Call, _ server: MeilisearchServer) async throws -> EndpointResponse {
        do throws(ProtocolError) {
            return MeilisearchEndpoints.response(try await server.keys(call))
        } catch {
            let code: Problem.Code =
                switch error.code.status {
                case 404: .notFound
                case 409: .conflict
                case 400..<500: .badRequest
                case 503: .storeBusy
                default: .failure
                }
            throw Problem(code, message: error.message)
        }
    }
}
