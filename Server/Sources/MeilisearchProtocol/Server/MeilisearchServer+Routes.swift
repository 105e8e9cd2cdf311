// The paths of the protocol (Meilisearch's HTTP API, v1): what their methods do, and what responds.

internal import FoundationEssentials
internal import JSON
internal import ProductStore

extension MeilisearchServer {
    /// A method of a path.
    package struct Route: Sendable {
        /// What a request does.
        package enum Kind: Sendable {
            /// Reports the server's state, without reading the store.
            case status
            case read
            case write
        }

        package let method: String
        /// The parts of the path; `*` stands for any part.
        package let path: [String]
        package let kind: Kind

        /// Responds to a request with this path and method.
        ///
        /// - Throws: `ProtocolError`; errors of the slots.
        package let respond: @Sendable (MeilisearchServer, Sender) async throws -> CallResponse

        /// - Parameters:
        ///   - path: the parts, with slashes between them.
        ///   - kind: `nil` to derive it from the method; searches with a body use `POST`.
        fileprivate init(
            _ method: String, _ path: String, _ kind: Kind? = nil,
            respond: @escaping @Sendable (MeilisearchServer, Sender) async throws -> CallResponse
        ) {
            self.method = method
            self.path = path.split(separator: "/").map(String.init)
            self.kind = kind ?? (method == "GET" ? .read : .write)
            self.respond = respond
        }
    }

    /// A request with the rights of its sender, and what runs its searches.
    package struct Sender: Sendable {
        let call: Call
        let grant: Grant
        let slots: any SearchSlots

        package init(_ call: Call, _ grant: Grant, _ slots: any SearchSlots) {
            self.call = call
            self.grant = grant
            self.slots = slots
        }

        /// The index in the path.
        fileprivate var index: String { call.path[1] }
    }

    package static let routes: [Route] =
        [
            Route("GET", "health", .status) { _, _ in CallResponse(["status": "available"]) },
            Route("GET", "version", .status) { _, sender in
                try sender.grant.check("version")
                return CallResponse([
                    "commitSha": "unknown", "commitDate": "unknown", "pkgVersion": .string(version),
                ])
            },
            Route("GET", "stats") { try await $0.stats($1.call, $1.grant, $1.slots) },
            Route("GET", "experimental/differences") { _, _ in CallResponse(Differences.json) },
            Route("GET", "experimental-features") { _, sender in
                try sender.grant.check("experimental.get")
                return features
            },
            Route("PATCH", "experimental-features") { _, sender in
                try sender.grant.check("experimental.update")
                return try changedFeatures(try sender.call.object())
            },
            Route("POST", "multi-search", .read) { try await $0.multiSearch($1.call, $1.grant, $1.slots) },
            Route("POST", "swap-indexes") { try await $0.swap($1.call, $1.grant) },
            Route("GET", "webhooks") { _, sender in
                try sender.grant.check("webhooks.get")
                return CallResponse(["results": []])
            },

            Route("GET", "indexes") { try $0.indexList($1.call, $1.grant) },
            Route("POST", "indexes") { try await $0.makeIndex($1.call, $1.grant) },
            Route("GET", "indexes/*") { try $0.index($1.index, $1.grant) },
            Route("PATCH", "indexes/*") { try await $0.changeIndex($1.index, $1.call, $1.grant) },
            Route("DELETE", "indexes/*") { try await $0.deleteIndex($1.index, $1.grant) },
            Route("GET", "indexes/*/stats") {
                try $1.grant.check("stats.get", on: $1.index)
                return CallResponse(try await $0.indexStats($1.index, $1.call, $1.slots))
            },
            Route("POST", "indexes/*/fields", .read) { try $0.fields($1.index, $1.call, $1.grant) },
            Route("POST", "indexes/*/compact") {
                try $1.grant.check("indexes.compact", on: $1.index)
                _ = try $0.indexes.index($1.index, in: $0.indexes.store.snapshot())
                // Segments are always merged in the background.
                return $0.accepted($0.tasks.add("indexCompaction", $1.index, details: [], since: Date()))
            },
            Route("GET", "indexes/*/search") { try await $0.search($1.index, $1.call, $1.grant, $1.slots) },
            Route("POST", "indexes/*/search", .read) {
                try await $0.search($1.index, $1.call, $1.grant, $1.slots)
            },
            Route("GET", "indexes/*/similar") { try await $0.similar($1.index, $1.call, $1.grant, $1.slots) },
            Route("POST", "indexes/*/similar", .read) {
                try await $0.similar($1.index, $1.call, $1.grant, $1.slots)
            },
            Route("POST", "indexes/*/facet-search", .read) {
                try await $0.facetSearch($1.index, $1.call, $1.grant, $1.slots)
            },
            Route("GET", "indexes/*/settings") { try $0.settings($1.index, nil, $1.grant) },
            Route("PATCH", "indexes/*/settings") {
                try await $0.changeSettings($1.index, nil, $1.call, $1.grant)
            },
            Route("DELETE", "indexes/*/settings") { try await $0.resetSettings($1.index, nil, $1.grant) },
            Route("GET", "indexes/*/settings/*") { try $0.settings($1.index, $1.call.path[3], $1.grant) },
            Route("PUT", "indexes/*/settings/*") {
                try await $0.changeSettings($1.index, $1.call.path[3], $1.call, $1.grant)
            },
            Route("PATCH", "indexes/*/settings/*") {
                try await $0.changeSettings($1.index, $1.call.path[3], $1.call, $1.grant)
            },
            Route("DELETE", "indexes/*/settings/*") {
                try await $0.resetSettings($1.index, $1.call.path[3], $1.grant)
            },

            Route("GET", "indexes/*/documents") {
                try await $0.documents($1.index, $1.call, $1.grant, $1.slots)
            },
            Route("POST", "indexes/*/documents") {
                try await $0.add($1.index, $1.call, $1.grant, updates: false)
            },
            Route("PUT", "indexes/*/documents") {
                try await $0.add($1.index, $1.call, $1.grant, updates: true)
            },
            Route("DELETE", "indexes/*/documents") { try await $0.deleteAll($1.index, $1.call, $1.grant) },
            Route("POST", "indexes/*/documents/fetch", .read) {
                try await $0.list($1.index, try $1.call.object(), $1.grant, $1.slots)
            },
            Route("POST", "indexes/*/documents/delete") {
                try await $0.deleteByFilter($1.index, $1.call, $1.grant, $1.slots)
            },
            Route("POST", "indexes/*/documents/delete-batch") {
                try await $0.deleteBatch($1.index, $1.call, $1.grant)
            },
            Route("GET", "indexes/*/documents/*") {
                try $0.document($1.call.path[3], $1.index, $1.call, $1.grant)
            },
            Route("DELETE", "indexes/*/documents/*") {
                try $1.grant.check("documents.delete", on: $1.index)
                return await $0.delete([$1.call.path[3]], $1.index, $1.call)
            },

            Route("GET", "tasks") { try $0.tasks($1.call, $1.grant, isBatch: false) },
            Route("DELETE", "tasks") { try $0.deleteTasks($1.call, $1.grant) },
            Route("POST", "tasks/cancel") { try $0.cancelTasks($1.call, $1.grant) },
            Route("GET", "tasks/*") { try $0.task($1.call, $1.grant, isBatch: false) },
            Route("GET", "batches") { try $0.tasks($1.call, $1.grant, isBatch: true) },
            Route("GET", "batches/*") { try $0.task($1.call, $1.grant, isBatch: true) },
        ]
        + keyRoutes.map { row in
            Route(row.method, row.path) { try await row.respond($0)($1.call, $1.grant) }
        }

    /// Methods about keys, which need only the rights of the sender: other interfaces offer them, too.
    private static let keyRoutes: [KeyRoute] = [
        ("GET", "keys", keyList), ("POST", "keys", makeKey), ("GET", "keys/*", key),
        ("PATCH", "keys/*", changeKey), ("DELETE", "keys/*", deleteKey),
    ]

    private typealias KeyRoute = (
        method: String, path: String,
        respond:
            @Sendable (MeilisearchServer) -> (Call, Grant) async throws(ProtocolError) -> CallResponse
    )

    /// Responds to a request about keys of a client that may do everything.
    ///
    /// - Throws: `ProtocolError`.
    package func keys(_ call: Call) async throws(ProtocolError) -> CallResponse {
        let path = call.path.count == 1 ? "keys" : "keys/*"
        guard let row = Self.keyRoutes.first(where: { $0.method == call.method && $0.path == path }) else {
            throw Self.notFound
        }
        return try await row.respond(self)(call, .all)
    }

    /// The version of the protocol that this server follows. Clients refuse servers that are too old.
    private static let version = "1.12.0"
}
