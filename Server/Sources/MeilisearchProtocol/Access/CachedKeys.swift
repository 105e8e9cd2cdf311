// A store's keys in memory: read again at intervals, and still used while the store cannot be read.

internal import ProductStore
internal import Synchronization

/// The keys that were read last.
///
/// Once they are a second old, the next request starts a new reading and waits briefly for it. If the store
/// cannot be read, or is slow, requests use the keys in memory.
final class CachedKeys: Sendable {
    /// All keys, read at one time.
    struct Keys: Sendable {
        /// By the digests of their secrets: the time of a lookup reveals nothing about a secret.
        private(set) var byDigest: [[UInt8]: AccessKey]
        private(set) var byUID: [String: AccessKey]

        /// - Parameter digest: the digest of the secret of a uid.
        init(_ keys: [AccessKey], digest: (_ uid: String) -> [UInt8]) {
            byDigest = Dictionary(keys.map { (digest($0.uid), $0) }, uniquingKeysWith: { first, _ in first })
            byUID = Dictionary(keys.map { ($0.uid, $0) }, uniquingKeysWith: { first, _ in first })
        }

        fileprivate mutating func forget(_ uid: String) {
            byUID[uid] = nil
            byDigest = byDigest.filter { $0.value.uid != uid }
        }
    }

    private struct State {
        /// `nil` until the first reading succeeds.
        var keys: Keys?
        /// When the reading that yielded these keys began.
        var readAt: ContinuousClock.Instant?
        /// The number of readings and deletions so far, and the number of the one that yielded these keys.
        var begun = 0
        var applied = 0
        var running: Reading?
        var failedAt: ContinuousClock.Instant?
    }

    private struct Reading {
        let task: Task<Result<Keys, ProtocolError>, Never>
        let start: ContinuousClock.Instant
    }

    /// How long another server's changes may go unnoticed, and how long no reading follows a failure.
    private static let freshness = Duration.seconds(1)
    /// How long a request waits for the store if there are keys in memory.
    private static let patience = Duration.milliseconds(500)

    private let read: @Sendable () async throws(ProtocolError) -> Keys
    private let state = Mutex(State())

    /// - Parameter read: reads the keys from the store.
    init(_ read: @escaping @Sendable () async throws(ProtocolError) -> Keys) { self.read = read }

    /// Whether no keys were read so far.
    var isEmpty: Bool { state.withLock { $0.keys == nil } }

    /// Keys that were read within the last second; older ones if the store cannot be read.
    ///
    /// - Throws: `ProtocolError` if no reading has succeeded.
    func current() async throws(ProtocolError) -> Keys {
        let now = ContinuousClock.now
        let (known, reading, patience) = state.withLock { state -> (Keys?, Reading?, Duration) in
            if let keys = state.keys, let readAt = state.readAt, now - readAt < Self.freshness {
                return (keys, nil, .zero)
            }
            let isFailing = state.failedAt.map { now - $0 < Self.freshness } ?? false
            if state.keys != nil, isFailing, state.running == nil { return (state.keys, nil, .zero) }
            let reading = state.running ?? begin(&state, now)
            return (state.keys, reading, isFailing ? .zero : Self.patience - (now - reading.start))
        }
        guard let reading else {
            // No reading is needed only if there are keys in memory.
            if let known { return known }
            return try await newest()
        }
        guard let known else { return try await reading.task.value.get() }
        guard await Self.wait(for: reading.task, patience) else { return known }
        return state.withLock { $0.keys } ?? known
    }

    /// Reads the keys from the store.
    ///
    /// - Throws: `ProtocolError` if they cannot be read.
    func newest() async throws(ProtocolError) -> Keys {
        try await state.withLock { begin(&$0, .now) }.task.value.get()
    }

    /// Removes a key that was deleted from the store. A reading that began earlier does not restore it.
    func forget(_ uid: String) {
        state.withLock { state in
            state.begun += 1
            state.applied = state.begun
            state.running = nil
            state.keys?.forget(uid)
        }
    }

    private func begin(_ state: inout State, _ now: ContinuousClock.Instant) -> Reading {
        state.begun += 1
        let number = state.begun
        let task = Task { [self] in
            let result: Result<Keys, ProtocolError>
            do throws(ProtocolError) {
                result = .success(try await read())
            } catch {
                result = .failure(error)
            }
            end(number, now, result)
            return result
        }
        let reading = Reading(task: task, start: now)
        state.running = reading
        return reading
    }

    private func end(_ number: Int, _ start: ContinuousClock.Instant, _ result: Result<Keys, ProtocolError>) {
        state.withLock { state in
            if state.begun == number { state.running = nil }
            guard case .success(let keys) = result else {
                state.failedAt = .now
                return
            }
            state.failedAt = nil
            // A reading that began before a later one, or before a deletion, may be outdated.
            guard number > state.applied else { return }
            state.applied = number
            state.keys = keys
            state.readAt = start
        }
    }

    /// Waits until a task ends, but not longer than some time.
    ///
    /// - Returns: whether it has ended.
    private static func wait(
        for task: Task<Result<Keys, ProtocolError>, Never>, _ time: Duration
    ) async -> Bool {
        guard time > .zero else { return false }
        let (ends, end) = AsyncStream<Bool>.makeStream()
        Task {
            _ = await task.value
            end.yield(true)
        }
        let timer = Task {
            try? await Task.sleep(for: time)
            end.yield(false)
        }
        defer { timer.cancel() }
        for await hasEnded in ends { return hasEnded }
        return false
    }
}
