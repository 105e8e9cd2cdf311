// The paths of the protocol (Meilisearch's HTTP API, v1).

package import CatalogSearch
internal import FoundationEssentials
internal import JSON
package import ProductStore
internal import Support

/// Responds to requests of the protocol from a store. It uses neither sockets nor threads.
package final class MeilisearchServer: Sendable {
    let indexes: IndexStore
    let tasks = TaskList()
    package let keys: KeyRing

    /// Makes the vector of a query.
    ///
    /// - Returns: `nil` if there is none in time; then only words are searched.
    package typealias QueryVector = @Sendable (String) -> VectorQuery?

    /// `nil` if requests bring the vectors of their queries.
    let queryVector: QueryVector?

    /// - Parameters:
    ///   - store: the store whose catalogs are the indexes.
    ///   - defaultLocale: the locale of texts for which no setting names one.
    ///   - keys: authenticates the senders of requests.
    ///   - queryVector: makes the vectors of queries; `nil` if requests bring them.
    package init(
        _ store: ProductStore, defaultLocale: LocaleIdentifier, keys: KeyRing,
        queryVector: QueryVector? = nil
    ) {
        self.queryVector = queryVector
        self.keys = keys
        indexes = IndexStore(store, defaultLocale: defaultLocale)
    }

    /// The paths and their methods; `*` stands for any part.
    package static let paths: [(path: [String], methods: [String])] = [
        (["health"], ["GET"]), (["version"], ["GET"]), (["stats"], ["GET"]),
        (["experimental", "differences"], ["GET"]), (["experimental-features"], ["GET", "PATCH"]),
        (["indexes"], ["GET", "POST"]), (["indexes", "*"], ["GET", "PATCH", "DELETE"]),
        (["indexes", "*", "stats"], ["GET"]), (["indexes", "*", "fields"], ["POST"]),
        (["indexes", "*", "compact"], ["POST"]),
        (["indexes", "*", "documents"], ["GET", "POST", "PUT", "DELETE"]),
        (["indexes", "*", "documents", "fetch"], ["POST"]),
        (["indexes", "*", "documents", "delete"], ["POST"]),
        (["indexes", "*", "documents", "delete-batch"], ["POST"]),
        (["indexes", "*", "documents", "*"], ["GET", "DELETE"]),
        (["indexes", "*", "search"], ["GET", "POST"]), (["indexes", "*", "similar"], ["GET", "POST"]),
        (["indexes", "*", "facet-search"], ["POST"]),
        (["multi-search"], ["POST"]), (["indexes", "*", "settings"], ["GET", "PATCH", "DELETE"]),
        (["indexes", "*", "settings", "*"], ["GET", "PUT", "PATCH", "DELETE"]),
        (["tasks"], ["GET", "DELETE"]), (["tasks", "cancel"], ["POST"]), (["tasks", "*"], ["GET"]),
        (["batches"], ["GET"]), (["batches", "*"], ["GET"]), (["swap-indexes"], ["POST"]),
        (["webhooks"], ["GET"]), (["keys"], ["GET", "POST"]), (["keys", "*"], ["GET", "PATCH", "DELETE"]),
    ]

    /// Whether a path only reports the server's state, without reading the store.
    package static func isStatus(_ path: [String]) -> Bool { path == ["health"] || path == ["version"] }

    /// Whether a request changes something. Searches with a body use `POST`, too.
    package static func isWrite(_ method: String, _ path: [String]) -> Bool {
        guard method != "GET" else { return false }
        return
            !(method == "POST"
            && ["search", "multi-search", "facet-search", "similar", "fetch", "fields"].contains(path.last))
    }

    /// Responds to a request.
    ///
    /// - Parameters:
    ///   - grant: the rights of the sender.
    ///   - slots: runs searches.
    /// - Throws: `ProtocolError`; errors of `slots`.
    package func answer(_ call: Call, _ grant: Grant, _ slots: some SearchSlots) async throws -> CallResponse
    {
        let path = call.path
        switch (path.first, path.count) {
        case ("health", 1): return CallResponse(["status": "available"])
        case ("version", 1):
            try grant.check("version")
            return CallResponse([
                "commitSha": "unknown", "commitDate": "unknown", "pkgVersion": .string(Self.version),
            ])
        case ("stats", 1): return try await stats(call, grant, slots)
        case ("experimental", 2):
            return CallResponse(Differences.json)
        case ("experimental-features", 1): return try features(call, grant)
        case ("multi-search", 1): return try await multiSearch(call, grant, slots)
        case ("swap-indexes", 1): return try await swap(call, grant)
        case ("webhooks", 1):
            try grant.check("webhooks.get")
            return CallResponse(["results": []])
        case ("keys", _): return try await keyPaths(call, grant)
        case ("tasks", _), ("batches", _): return try tasks(call, grant)
        case ("indexes", 1): return try await indexList(call, grant)
        case ("indexes", _):
            guard path.count > 1 else { throw Self.notFound }
            return try await index(path[1], call, grant, slots)
        default: throw Self.notFound
        }
    }

    private func index(
        _ uid: String, _ call: Call, _ grant: Grant, _ slots: some SearchSlots
    ) async throws -> CallResponse {
        let path = call.path
        switch path.count > 2 ? path[2] : "" {
        case "": return try await oneIndex(uid, call, grant)
        case "search": return try await search(uid, call, grant, slots)
        case "similar": return try await similar(uid, call, grant, slots)
        case "facet-search": return try await facetSearch(uid, call, grant, slots)
        case "documents": return try await documents(uid, call, grant, slots)
        case "settings": return try await settings(uid, call, grant)
        case "stats":
            try grant.check("stats.get", on: uid)
            return CallResponse(try await indexStats(uid, call, slots))
        case "fields": return try fields(uid, call, grant)
        case "compact":
            try grant.check("indexes.compact", on: uid)
            _ = try indexes.index(uid, in: indexes.store.snapshot())
            // Segments are always merged in the background.
            return accepted(tasks.add("indexCompaction", uid, details: [], since: Date()))
        default: throw Self.notFound
        }
    }

    static let notFound = ProtocolError(.notFound, "There is no such path.")
    static func methodNotAllowed(_ call: Call) -> ProtocolError {
        ProtocolError(.methodNotAllowed, "The method \(call.method) is not allowed here.")
    }

    /// The version of the protocol that this server follows. Clients refuse servers that are too old.
    static let version = "1.12.0"

    // MARK: Writes

    /// Does a write, and responds with its task, which reports how the write ended.
    func task(
        _ type: String, _ uid: String?, details: [JSON.Member] = [], metadata: String? = nil,
        otherIndexes: [String] = [],
        _ body: @escaping @Sendable () async throws -> [JSON.Member]
    ) async -> CallResponse {
        let start = Date()
        var details = details
        var failure: ProtocolError?
        var revision: Revision?
        do {
            let written = try await indexes.writing(body)
            for member in written.value { details.set(member.name, member.value) }
            revision = written.revision
        } catch let error as ProtocolError {
            failure = error
        } catch {
            failure = ProtocolError(.internalError, "The write failed.")
        }
        var reply = accepted(
            tasks.add(
                type, uid, details: details, error: failure, since: start, metadata: metadata,
                otherIndexes: otherIndexes))
        reply.revision = revision?.number
        reply.changed = [uid].compactMap(\.self) + otherIndexes
        return reply
    }

    func accepted(_ task: TaskRecord) -> CallResponse { CallResponse(task.summary, status: 202) }
}
