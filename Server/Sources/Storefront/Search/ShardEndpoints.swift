// The responses of a shard to its router. A shard has no other search: its totals would be partial.

internal import CatalogSearch
internal import FoundationEssentials
internal import HTTPTypes
internal import Hummingbird
internal import JSON
internal import Localization
internal import NIOCore
internal import ProductStore

/// The paths of a shard.
struct ShardEndpoints: Sendable {
    let store: ProductStore
    let shard: StoreShard
    let catalogs: ServedCatalogs
    let runner: SearchRunner
    let bodies: BodyReader
    /// Different for each process.
    private let process = String(UInt64.random(in: 0 ... .max), radix: 36)

    init(
        store: ProductStore, shard: StoreShard, catalogs: ServedCatalogs, runner: SearchRunner,
        bodies: BodyReader
    ) {
        self.store = store
        self.shard = shard
        self.catalogs = catalogs
        self.runner = runner
        self.bodies = bodies
    }

    var list: [Endpoint] {
        [
            .get(ShardState.path) { _, _ in try state() },
            .get(ShardContents.path) { request, _ in try contents(of: try await version(of: request)) },
            Endpoint(.post, ShardRequestKinds.path, .read) { request, _ in try await respond(request) },
        ]
    }

    private func state() throws -> EndpointResponse {
        guard let name = store.databaseName else {
            throw Problem(.notReady, "ShardBehind", headers: [.retryAfter: "1"])
        }
        let versions = store.searchedVersions
        var state = JSONObject()
        state.set("moments", count: versions.count) { index, version in
            version.set("number", versions[index].number)
            version.set("since", Int(versions[index].since.number))
            version.set("until", Int(versions[index].until.number))
        }
        state.set("process", process)
        state.set("shard", shard.description)
        state.set("store", name)
        state.set("versions", SearchEngine.shardVersions)
        return uncached(EndpointResponse(json: state))
    }

    private func contents(of version: SearchedVersion) throws -> EndpointResponse {
        let snapshot = version.snapshot
        let catalogs = snapshot.engine.catalogs
        var contents = JSONObject()
        contents.set("catalogs", count: catalogs.count) { number, object in
            let id = catalogs[number].description.id
            object.set("contents", Data(CatalogContents(of: catalogs[number]).bytes).base64EncodedString())
            object.set(
                "description", String(decoding: snapshot.wholeDescription(of: id) ?? [], as: UTF8.self))
            object.set("id", id)
        }
        contents.set("number", version.number)
        return uncached(EndpointResponse(json: contents))
    }

    private func respond(_ request: Request) async throws -> EndpointResponse {
        try MediaType.check(request, is: ShardRequestKinds.type)
        let engine = try await version(of: request).snapshot.engine
        return try await bodies.withBody(of: request) { body in
            let shardResponse = try await runner.run(.init()) { engine.response(toShardRequest: body) }
            guard let shardResponse else { throw Problem(.badRequest, "ShardQuestionUnknown") }
            if case .damagedIndex(let catalog)? = shardResponse.error { catalogs.noteDamage(of: catalog) }
            var response = EndpointResponse(.ok)
            response.type = ShardRequestKinds.type
            response.body = ByteBuffer(bytes: shardResponse.bytes)
            return uncached(response)
        }
    }

    /// The version that the parameter `at` names.
    private func version(of request: Request) async throws -> SearchedVersion {
        let text = request.uri.queryParameters.get("at") ?? ""
        guard let number = Int64(text), number >= 0 else {
            throw Problem(.badRequest, "InvalidSearchAfter: %@", .text(text))
        }
        guard
            let version = await store.searchedVersion(
                at: Revision(number), within: ShardRequestKinds.longestWait)
        else {
            throw Problem(.notReady, "ShardMomentGone", headers: [.retryAfter: "1"])
        }
        return version
    }

    private func uncached(_ response: EndpointResponse) -> EndpointResponse {
        var response = response
        response.headers[.cacheControl] = "no-store"
        return response
    }
}
