// What a shard answers to its router. A shard has no other search: its totals would be partial.

internal import CatalogSearch
internal import FoundationEssentials
internal import HTTPTypes
internal import Hummingbird
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
    /// Another one for each process.
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
            .get(ShardContents.path) { request, _ in try contents(of: try await moment(of: request)) },
            Endpoint(.post, ShardQuestions.path, .read) { request, _ in try await answer(request) },
        ]
    }

    private func state() throws -> Answer {
        guard let name = store.databaseName else {
            throw Problem(.notReady, "ShardBehind", headers: [.retryAfter: "1"])
        }
        return unkept(
            Answer(
                json: ShardState(
                    versions: SearchEngine.shardVersions, store: name, shard: shard.description,
                    process: process,
                    moments: store.moments.map {
                        .init(since: $0.since.number, until: $0.until.number, number: $0.number)
                    })))
    }

    private func contents(of moment: StoreMoment) throws -> Answer {
        let snapshot = moment.snapshot
        return unkept(
            Answer(
                json: ShardContents(
                    number: moment.number,
                    catalogs: snapshot.engine.catalogs.map { catalog in
                        let id = catalog.description.id
                        // Without rules, which change no moment.
                        return .init(
                            id: id,
                            description: String(
                                decoding: snapshot.description(of: id)?.json ?? [], as: UTF8.self),
                            contents: Data(CatalogContents(of: catalog).bytes))
                    })))
    }

    private func answer(_ request: Request) async throws -> Answer {
        try MediaType.check(request, is: ShardQuestions.type)
        let engine = try await moment(of: request).snapshot.engine
        return try await bodies.withBody(of: request) { body in
            let answer = try await runner.run(.init()) { engine.answer(toShardQuestion: body) }
            guard let answer else { throw Problem(.badRequest, "ShardQuestionUnknown") }
            if case .damagedIndex(let catalog)? = answer.error { catalogs.noteDamage(of: catalog) }
            var reply = Answer(.ok)
            reply.type = ShardQuestions.type
            reply.body = ByteBuffer(bytes: answer.bytes)
            return unkept(reply)
        }
    }

    /// The moment that the parameter `at` names.
    private func moment(of request: Request) async throws -> StoreMoment {
        let text = request.uri.queryParameters.get("at") ?? ""
        guard let number = Int64(text), number >= 0 else {
            throw Problem(.badRequest, "InvalidSearchAfter: %@", .text(text))
        }
        guard let moment = await store.moment(at: Revision(number), within: ShardQuestions.longestWait) else {
            throw Problem(.notReady, "ShardMomentGone", headers: [.retryAfter: "1"])
        }
        return moment
    }

    private func unkept(_ answer: Answer) -> Answer {
        var answer = answer
        answer.headers[.cacheControl] = "no-store"
        return answer
    }
}
