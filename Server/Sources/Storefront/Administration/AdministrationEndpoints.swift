// The paths of the administration interface, and what their handlers share.

internal import HTTPTypes
internal import Hummingbird
internal import JSON
internal import Logging
internal import MeilisearchProtocol
internal import ProductStore
internal import SearchService

/// The paths below `/admin/v1`, which require the token.
struct AdministrationEndpoints: Sendable {
    let store: ProductStore
    let catalogs: ServedCatalogs
    let languages: LanguageChoice
    let texts: LocalizedTexts
    let bodies: BodyReader
    /// The description of this interface, in JSON.
    let interface: String
    let logger: Logger
    /// A list of records ends after this many bytes.
    let listSize: Int
    /// Manages keys; `nil` if the server has none.
    let meilisearch: MeilisearchServer?
    /// The query log; `nil` if queries are not counted.
    let log: QueryLog?
    let imports: CatalogImports

    private static let catalogs = "/admin/v1/catalogs"
    private static let catalog = catalogs + "/{catalog}"
    private static let records = catalog + "/records"
    private static let record = records + "/{id}"
    private static let rules = catalog + "/rules"
    private static let rule = rules + "/{id}"
    private static let learned = catalog + "/learned"

    var list: [Endpoint] {
        [
            endpoint(.get, Self.catalogs, listCatalogs),
            endpoint(.get, Self.catalog, readCatalog),
            endpoint(.put, Self.catalog, putCatalog),
            endpoint(.delete, Self.catalog, deleteCatalog),
            endpoint(.post, Self.catalog + ":replace", takes: KnownParameters.replacement, replace),
            endpoint(.get, Self.records, takes: KnownParameters.recordList, listRecords),
            endpoint(.post, Self.records, takes: KnownParameters.load, load),
            endpoint(.get, Self.record, readRecord),
            endpoint(.put, Self.record, putRecord),
            endpoint(.patch, Self.record, patchRecord),
            endpoint(.delete, Self.record, deleteRecord),
            endpoint(.get, Self.rules, listRules),
            endpoint(.get, Self.rule, readRule),
            endpoint(.put, Self.rule, putRule),
            endpoint(.delete, Self.rule, deleteRule),
            endpoint(.get, Self.learned, readLearned),
            endpoint(.delete, Self.learned, deleteLearned),
            endpoint(.get, "/admin/v1/backup", backup),
            endpoint(.get, "/admin/v1/queries", takes: KnownParameters.queryList, listQueries),
            .get("/admin/v1/openapi.json") { _, _ in EndpointResponse(interface, type: "application/json") },
        ] + keyList
    }

    /// An endpoint that refuses parameters it does not take.
    private func endpoint(
        _ method: HTTPRequest.Method, _ path: String, takes known: [String] = [],
        _ handler: @escaping Endpoint.Handler
    ) -> Endpoint {
        Endpoint(method, path) { request, context in
            try KnownParameters.check(request, languages, takes: known)
            return try await handler(request, context)
        }
    }

    // MARK: Shared parts

    /// Does a write, and responds with its revision and problems.
    func write(
        _ request: Request, _ body: () async throws(StoreError) -> WriteResult
    ) async throws -> EndpointResponse {
        let result = try await converting(request, body)
        let locale = languages.locale(of: request)
        let faults = (result.diagnostics + result.unusable.flatMap(\.diagnostics)).map {
            Problem.Fault(line: nil, message: texts.message(for: $0, in: locale))
        }
        var written = JSONObject()
        written.set("problems", faults)
        written.set("revision", Int(result.revision.number))
        var response = EndpointResponse(json: written, status: result.isNew ? .created : .ok)
        response.tag = EntityTag(result.revision)
        response.revision = result.revision.number
        return response
    }

    /// Deletes something, and responds without a body.
    func delete(
        _ request: Request, _ body: () async throws(StoreError) -> WriteResult
    ) async throws -> EndpointResponse {
        var response = EndpointResponse(.noContent)
        response.revision = try await converting(request, body).revision.number
        return response
    }

    /// Runs `body`, and converts errors of the store to problems in the request's language.
    func converting<Value>(
        _ request: Request, _ body: () async throws(StoreError) -> Value
    ) async throws -> Value {
        do throws(StoreError) {
            return try await inSpan("store", body)
        } catch {
            if case .unavailable = error {
                logger.error("The store failed", metadata: ["reason": "\(error)"])
            }
            let locale = languages.locale(of: request)
            throw Problem(error) { texts.message(for: $0, in: locale) }
        }
    }
}
