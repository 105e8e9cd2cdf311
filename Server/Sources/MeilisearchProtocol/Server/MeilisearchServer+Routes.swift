// The paths of the protocol (Meilisearch's HTTP API, v1): what their methods do, and what responds.

internal import FoundationEssentials
internal import JSON
internal import ProductStore

extension MeilisearchServer {
    /// A path with its methods.
    package struct Route: Sendable {
        /// What a request does.
        package enum Kind: Sendable {
            /// Reports the server's state, without reading the store.
            case status
            case read
            case write
        }

        /// The parts of the path; `*` stands for any part.
        package let path: [String]
        /// The HTTP methods and what they do. Searches with a body use `POST`, too.
        package let methods: [(name: String, kind: Kind)]

        /// Responds to a request with this path and one of these methods.
        ///
        /// - Throws: `ProtocolError`; errors of the slots.
        package let respond: @Sendable (MeilisearchServer, Sender) async throws -> CallResponse

        /// - Parameter path: the parts, with slashes between them.
        fileprivate init(
            _ path: String, status: [String] = [], reads: [String] = [], writes: [String] = [],
            respond: @escaping @Sendable (MeilisearchServer, Sender) async throws -> CallResponse
        ) {
            self.path = path.split(separator: "/").map(String.init)
            methods =
                status.map { ($0, .status) } + reads.map { ($0, .read) } + writes.map { ($0, .write) }
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

    package static let routes: [Route] = [
        Route("health", status: ["GET"]) { _, _ in CallResponse(["status": "available"]) },
        Route("version", status: ["GET"]) { _, sender in
            try sender.grant.check("version")
            return CallResponse([
                "commitSha": "unknown", "commitDate": "unknown", "pkgVersion": .string(version),
            ])
        },
        Route("stats", reads: ["GET"]) { try await $0.stats($1.call, $1.grant, $1.slots) },
        Route("experimental/differences", reads: ["GET"]) { _, _ in CallResponse(Differences.json) },
        Route("experimental-features", reads: ["GET"], writes: ["PATCH"]) {
            try $0.features($1.call, $1.grant)
        },
        Route("multi-search", reads: ["POST"]) { try await $0.multiSearch($1.call, $1.grant, $1.slots) },
        Route("swap-indexes", writes: ["POST"]) { try await $0.swap($1.call, $1.grant) },
        Route("webhooks", reads: ["GET"]) { _, sender in
            try sender.grant.check("webhooks.get")
            return CallResponse(["results": []])
        },

        Route("indexes", reads: ["GET"], writes: ["POST"]) { try await $0.indexList($1.call, $1.grant) },
        Route("indexes/*", reads: ["GET"], writes: ["PATCH", "DELETE"]) {
            try await $0.oneIndex($1.index, $1.call, $1.grant)
        },
        Route("indexes/*/stats", reads: ["GET"]) {
            try $1.grant.check("stats.get", on: $1.index)
            return CallResponse(try await $0.indexStats($1.index, $1.call, $1.slots))
        },
        Route("indexes/*/fields", reads: ["POST"]) { try $0.fields($1.index, $1.call, $1.grant) },
        Route("indexes/*/compact", writes: ["POST"]) {
            try $1.grant.check("indexes.compact", on: $1.index)
            _ = try $0.indexes.index($1.index, in: $0.indexes.store.snapshot())
            // Segments are always merged in the background.
            return $0.accepted($0.tasks.add("indexCompaction", $1.index, details: [], since: Date()))
        },
        Route("indexes/*/search", reads: ["GET", "POST"]) {
            try await $0.search($1.index, $1.call, $1.grant, $1.slots)
        },
        Route("indexes/*/similar", reads: ["GET", "POST"]) {
            try await $0.similar($1.index, $1.call, $1.grant, $1.slots)
        },
        Route("indexes/*/facet-search", reads: ["POST"]) {
            try await $0.facetSearch($1.index, $1.call, $1.grant, $1.slots)
        },
        Route("indexes/*/settings", reads: ["GET"], writes: ["PATCH", "DELETE"]) {
            try await $0.settings($1.index, $1.call, $1.grant)
        },
        Route("indexes/*/settings/*", reads: ["GET"], writes: ["PUT", "PATCH", "DELETE"]) {
            try await $0.settings($1.index, $1.call, $1.grant)
        },

        Route("indexes/*/documents", reads: ["GET"], writes: ["POST", "PUT", "DELETE"]) {
            try await $0.documents($1.index, $1.call, $1.grant, $1.slots)
        },
        Route("indexes/*/documents/fetch", reads: ["POST"]) {
            try await $0.list($1.index, try $1.call.object(), $1.grant, $1.slots)
        },
        Route("indexes/*/documents/delete", writes: ["POST"]) {
            try await $0.deleteByFilter($1.index, $1.call, $1.grant, $1.slots)
        },
        Route("indexes/*/documents/delete-batch", writes: ["POST"]) {
            try await $0.deleteBatch($1.index, $1.call, $1.grant)
        },
        Route("indexes/*/documents/*", reads: ["GET"], writes: ["DELETE"]) {
            try await $0.oneDocument($1.call.path[3], $1.index, $1.call, $1.grant)
        },

        Route("tasks", reads: ["GET"], writes: ["DELETE"]) { try $0.tasks($1.call, $1.grant) },
        Route("tasks/cancel", writes: ["POST"]) { try $0.tasks($1.call, $1.grant) },
        Route("tasks/*", reads: ["GET"]) { try $0.task($1.call, $1.grant) },
        Route("batches", reads: ["GET"]) { try $0.tasks($1.call, $1.grant) },
        Route("batches/*", reads: ["GET"]) { try $0.task($1.call, $1.grant) },
        Route("keys", reads: ["GET"], writes: ["POST"]) { try await $0.keyList($1.call, $1.grant) },
        Route("keys/*", reads: ["GET"], writes: ["PATCH", "DELETE"]) {
            try await $0.oneKey($1.call, $1.grant)
        },
    ]

    /// The version of the protocol that this server follows. Clients refuse servers that are too old.
    private static let version = "1.12.0"
}
