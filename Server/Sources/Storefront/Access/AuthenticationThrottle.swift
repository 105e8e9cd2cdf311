// Limits how fast a client can guess tokens and keys.

internal import HTTPTypes
internal import Localization
internal import MeilisearchProtocol
internal import Synchronization

/// Counts wrong tokens and keys by the address that sends them. An address with too many gets status 429
/// without a check of its secret, unless that was recently right: a client with a right key does not wait for
/// others behind the same address.
final class AuthenticationThrottle: Sendable {
    /// How many wrong secrets may follow each other at once.
    static let burst = 20
    /// How long it takes until one more attempt is allowed.
    static let interval = Duration.seconds(3)
    /// The most addresses, and right tokens and keys, in memory.
    static let limit = 10_000

    private struct Attempts {
        var left = burst
        var refilled: ContinuousClock.Instant
    }

    private struct State {
        var clients: [Client: Attempts] = [:]
        /// Hashes of right tokens and keys. If two hashes collide, a client has one more guess.
        var right: Set<Int> = []
    }

    private let state = Mutex(State())
    private let now: @Sendable () -> ContinuousClock.Instant

    init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) { self.now = now }

    /// The number of addresses in memory.
    var clientCount: Int { state.withLock { $0.clients.count } }

    /// Runs `body`, which checks a token or key.
    ///
    /// - Parameter secret: the token or key with its scheme; `nil` if there is none, which does not count as
    ///   a guess.
    /// - Throws: `Problem` with status 429 if the client has guessed too often; errors of `body`.
    func checking<Value>(
        _ secret: String?, of client: Client, _ body: () async throws -> Value
    ) async throws -> Value {
        guard let secret else { return try await body() }
        let hash = secret.hashValue
        try begin(hash, client)
        do {
            let value = try await body()
            end(hash, client, isWrong: false)
            return value
        } catch {
            end(hash, client, isWrong: Self.isRefusal(error))
            throw error
        }
    }

    /// Counts an attempt before it is made, so that concurrent attempts do not exceed the limit.
    private func begin(_ hash: Int, _ client: Client) throws(Problem) {
        let now = now()
        let isAllowed = state.withLock { state in
            if state.right.contains(hash) { return true }
            if state.clients[client] == nil { Self.makeRoom(in: &state, now) }
            var attempts = state.clients[client] ?? Attempts(refilled: now)
            Self.refill(&attempts, now)
            guard attempts.left > 0 else { return false }
            attempts.left -= 1
            state.clients[client] = attempts
            return true
        }
        if !isAllowed {
            let wait = Int(Self.interval.components.seconds)
            throw Problem(.tooManyAttempts, "TooManyAttempts", headers: [.retryAfter: "\(wait)"])
        }
    }

    private func end(_ hash: Int, _ client: Client, isWrong: Bool) {
        state.withLock { state in
            if isWrong {
                // The secret may have been right before.
                state.right.remove(hash)
                return
            }
            if state.right.count >= Self.limit { state.right = [] }
            guard state.right.insert(hash).inserted, var attempts = state.clients[client] else { return }
            attempts.left = min(Self.burst, attempts.left + 1)
            state.clients[client] = attempts.left == Self.burst ? nil : attempts
        }
    }

    private static func refill(_ attempts: inout Attempts, _ now: ContinuousClock.Instant) {
        let count = Int(min(Double(burst), (now - attempts.refilled) / interval))
        attempts.left = min(burst, attempts.left + count)
        attempts.refilled = attempts.left == burst ? now : attempts.refilled + interval * count
    }

    /// Removes addresses that may try as often as new ones; if there are none, the one whose last attempt is
    /// the oldest.
    private static func makeRoom(in state: inout State, _ now: ContinuousClock.Instant) {
        guard state.clients.count >= limit else { return }
        state.clients = state.clients.filter { now - $0.value.refilled < interval * burst }
        guard state.clients.count >= limit,
            let oldest = state.clients.min(by: { $0.value.refilled < $1.value.refilled })
        else { return }
        state.clients[oldest.key] = nil
    }

    private static func isRefusal(_ error: any Error) -> Bool {
        switch error {
        case let problem as Problem: problem.code == .unauthorized
        case let error as ProtocolError: error.code == .invalidAPIKey
        default: false
        }
    }
}
