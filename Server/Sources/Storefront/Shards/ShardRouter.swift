// Follows the shards: their states, and the newest revision that all of them can search.

internal import CatalogSearch
internal import Dispatch
internal import FoundationEssentials
internal import HTTPRequests
internal import Logging
internal import ProductStore
internal import Synchronization

/// Makes engines of the shards repeatedly, each for one revision.
final class ShardRouter: Sendable {
    /// An engine of the shards at a revision.
    struct Routed: Sendable {
        let engine: SearchEngine
        let revision: Revision
    }

    private struct State {
        var routed: Routed?
        /// When all shards last agreed on a revision.
        var current: ContinuousClock.Instant?
        var problem: ShardProblem?
        var errorCount = 0
        /// The contents of each shard, and their version.
        var contents: [Contents?]
        /// The catalogs' descriptions, as the shards send them and as parsed.
        var descriptions: [String: (text: String, meaning: CatalogDescription)] = [:]
    }

    private struct Contents: Sendable {
        let process: String
        let number: Int
        let catalogs: [String: (description: String, contents: CatalogContents)]
    }

    private let shards: [ShardAddress]
    private let client = ShardClient()
    /// Waits for responses about versions and contents.
    private let queue = DispatchQueue(label: "Storefront.shards")
    private let logger: Logger
    private let searchTime: Duration
    private let state: Mutex<State>

    /// How often the versions of shards are requested.
    private static let interval = Duration.milliseconds(50)
    private static let pauseAfterError = Duration.milliseconds(250)
    /// The longest time for a response about versions and contents.
    private static let time = Duration.seconds(5)
    /// How long searches go on when no new revision can be found: less than shards keep their versions.
    private static let longestUse = Duration.seconds(8)

    /// - Parameter searchTime: the longest time for the response to a request.
    init(_ addresses: [ShardAddress], searchTime: Duration, logger: Logger) {
        shards = addresses
        self.searchTime = searchTime
        self.logger = logger
        state = Mutex(State(contents: addresses.map { _ in nil }))
    }

    /// The engine that is searched now; `nil` before all shards have responded, and while they do not belong
    /// together.
    var routed: Routed? {
        state.withLock { state in
            guard let current = state.current, ContinuousClock.now - current < Self.longestUse else {
                return nil
            }
            return state.routed
        }
    }

    /// The time since all shards last agreed on a revision; `nil` before the first time.
    var lag: Duration? { state.withLock { $0.current.map { ContinuousClock.now - $0 } } }

    /// Waits until a revision is searched.
    ///
    /// - Returns: whether it is.
    func isSearched(_ revision: Revision, within time: Duration) async -> Bool {
        let end = ContinuousClock.now + time
        while true {
            if let routed, routed.revision >= revision { return true }
            guard ContinuousClock.now < end, (try? await Task.sleep(for: Self.interval / 2)) != nil else {
                return false
            }
        }
    }

    /// The number of failed attempts to follow.
    var errorCount: Int { state.withLock { $0.errorCount } }

    /// The number of shards.
    var shardCount: Int { shards.count }

    /// Contacts the shards before the service starts.
    ///
    /// - Throws: `ShardProblem` if they do not belong together. Shards that do not respond may do so later.
    func begin() async throws(ShardProblem) {
        await look()
        switch state.withLock({ $0.problem }) {
        case nil, .unreachable: break
        case let problem?: throw problem
        }
    }

    /// Follows until the task is cancelled.
    func follow() async {
        while !Task.isCancelled {
            let isGood = state.withLock { $0.problem == nil }
            try? await Task.sleep(for: isGood ? Self.interval : Self.pauseAfterError)
            await look()
        }
    }

    private func look() async {
        do throws(ShardProblem) {
            let states = try await states()
            let map = try ShardMap(states, versions: SearchEngine.shardVersions)
            // Shards with many writes may have no common revision for a moment: the last one is still
            // searched.
            if let (revision, versions) = map.newest {
                let isNew = state.withLock { $0.routed?.revision.number != revision }
                if isNew { try await route(map, at: revision, versions) }
                state.withLock { $0.current = .now }
            }
            note(nil)
        } catch {
            note(error)
        }
    }

    private func note(_ problem: ShardProblem?) {
        let isNew = state.withLock { state in
            defer { state.problem = problem }
            if problem != nil { state.errorCount += 1 }
            switch problem {
            // The last engine stays in use: its shards report if they cannot respond.
            case nil, .unreachable: break
            default: state.routed = nil
            }
            return state.problem != problem
        }
        guard isNew else { return }
        if let problem {
            logger.error("The shards cannot be merged", metadata: ["reason": "\(problem)"])
        } else {
            logger.notice("The shards are merged again")
        }
    }

    // MARK: Requests

    private func states() async throws(ShardProblem) -> [(address: String, state: ShardState)] {
        let states: [ShardState] = try await get(
            shards.map { ShardRequest(shard: $0, uri: ShardState.path) })
        return zip(shards, states).map { ("\($0)", $1) }
    }

    /// Reads JSON responses of shards.
    private func get<Value: Decodable & Sendable>(
        _ requests: [ShardRequest]
    ) async throws(ShardProblem) -> [Value] {
        let responses = await withCheckedContinuation { done in
            queue.async { [client] in
                // No task is cancelled here, because the time is short.
                done.resume(
                    returning: (try? client.send(requests, within: Self.time)) ?? requests.map { _ in nil })
            }
        }
        var values: [Value] = []
        for (request, response) in zip(requests, responses) {
            let address = "\(request.shard)"
            guard let response else { throw .unreachable(address) }
            guard response.status != 404 else { throw .noShard(address) }
            guard response.status == 200 else { throw .unreachable(address) }
            guard let value = try? JSONDecoder().decode(Value.self, from: Data(response.body)) else {
                throw .otherVersion(address)
            }
            values.append(value)
        }
        return values
    }

    /// Makes the engine for a revision.
    private func route(_ map: ShardMap, at revision: Int64, _ versions: [Int]) async throws(ShardProblem) {
        var (known, descriptions) = state.withLock { ($0.contents, $0.descriptions) }
        let stale = shards.indices.filter { place in
            known[place]?.number != versions[place] || known[place]?.process != map.states[place].process
        }
        let renewed: [ShardContents] = try await get(
            stale.map { ShardRequest(shard: shards[$0], uri: "\(ShardContents.path)?at=\(revision)") })
        for (place, shard) in zip(stale, renewed) {
            var catalogs: [String: (description: String, contents: CatalogContents)] = [:]
            for catalog in shard.catalogs {
                guard let contents = CatalogContents(Array(catalog.contents)) else {
                    throw .otherVersion("\(shards[place])")
                }
                catalogs[catalog.id] = (catalog.description, contents)
            }
            known[place] = Contents(
                process: map.states[place].process, number: shard.number, catalogs: catalogs)
        }
        let all = known.compactMap(\.self)
        var catalogs: [(description: CatalogDescription, contents: CatalogContents)] = []
        for (id, first) in (all.first?.catalogs ?? [:]).sorted(by: { $0.key < $1.key }) {
            var shares: [CatalogContents] = []
            for (place, shard) in all.enumerated() {
                guard let share = shard.catalogs[id], share.description == first.description else {
                    // At the same revision of the same store all shards have the same descriptions.
                    throw .otherStore("\(shards[0])", "\(shards[place])")
                }
                shares.append(share.contents)
            }
            // Reading many rules takes long, and few changes concern a description.
            let description =
                descriptions[id].flatMap { $0.text == first.description ? $0 : nil }
                ?? (
                    text: first.description,
                    meaning: ProductStore.description(of: id, json: Array(first.description.utf8))
                )
            descriptions[id] = description
            catalogs.append((description.meaning, CatalogContents(merging: shares)))
        }
        let engine = SearchEngine(
            RoutedShards(shards, client, at: revision, within: searchTime), catalogs: catalogs,
            replacing: state.withLock { $0.routed?.engine })
        state.withLock { state in
            state.contents = known
            state.descriptions = descriptions
            state.routed = Routed(engine: engine, revision: Revision(revision))
        }
    }
}
