// The shards of a router at one revision.

internal import CatalogSearch
internal import Dispatch
internal import NIOCore
internal import NIOHTTP1
internal import Synchronization

/// Sends the questions of one search to all shards, about the same revision.
final class RoutedShards: SearchShards {
    private let clients: [ShardClient]
    private let revision: Int64
    private let time: Duration

    /// - Parameters:
    ///   - clients: those of the shards, in their order.
    ///   - time: the longest time for an answer.
    init(_ clients: [ShardClient], at revision: Int64, within time: Duration) {
        self.clients = clients
        self.revision = revision
        self.time = time
    }

    var count: Int { clients.count }

    /// How often a waiting search notices that it is cancelled.
    private static let interval = DispatchTimeInterval.milliseconds(10)
    /// How often a question is asked if the shard does not have the moment: another replica of it may.
    private static let attempts = 3

    func answers(to questions: [(shard: Int, question: [UInt8])]) throws(SearchError) -> [[UInt8]] {
        var answers = [[UInt8]?](repeating: nil, count: questions.count)
        for attempt in 1...Self.attempts {
            let missing = answers.indices.filter { answers[$0] == nil }
            let requests = missing.map { place in
                clients[questions[place].shard].send(
                    ShardRequest(
                        uri: "\(ShardRequestKinds.path)?at=\(revision)", body: questions[place].question),
                    within: time)
            }
            let responses = try wait(for: requests)
            for (place, response) in zip(missing, responses) {
                switch response {
                case .success(let response) where response.status == .ok:
                    answers[place] = Array(buffer: response.body)
                case .success(let response)
                where response.status == .serviceUnavailable && attempt < Self.attempts:
                    continue
                default: throw .unavailable(shard: questions[place].shard)
                }
            }
            if !answers.contains(nil) { break }
        }
        return answers.compactMap(\.self)
    }

    /// Waits on this thread, which is a search's own.
    private func wait(
        for requests: [EventLoopFuture<ShardResponse>]
    ) throws(SearchError) -> [Result<ShardResponse, any Error>] {
        let results = Results(count: requests.count)
        for (place, request) in requests.enumerated() {
            request.whenComplete { results.set($0, at: place) }
        }
        while results.done.wait(timeout: .now() + Self.interval) == .timedOut {
            if Task.isCancelled { throw .cancelled }
        }
        return results.list
    }

    /// The answers that have come.
    private final class Results: Sendable {
        let done = DispatchSemaphore(value: 0)
        private let state: Mutex<[Result<ShardResponse, any Error>?]>

        init(count: Int) {
            state = Mutex([Result<ShardResponse, any Error>?](repeating: nil, count: count))
            if count == 0 { done.signal() }
        }

        var list: [Result<ShardResponse, any Error>] { state.withLock { $0.compactMap(\.self) } }

        func set(_ result: Result<ShardResponse, any Error>, at place: Int) {
            let isLast = state.withLock { state in
                state[place] = result
                return !state.contains { $0 == nil }
            }
            if isLast { done.signal() }
        }
    }
}
