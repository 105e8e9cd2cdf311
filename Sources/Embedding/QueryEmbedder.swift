// The vectors of queries, made on a thread of their own, so that a search waits no longer than it may.

public import CatalogSearch
internal import Dispatch
internal import Support
internal import Synchronization

/// Makes vectors of queries for many threads. Queries that wait at the same time are given to the command
/// together, and vectors of recent queries are cached.
///
/// After a failure it makes no vectors for a while, which grows with each further failure.
public final class QueryEmbedder: Sendable {
    /// What happens to the command.
    public enum Event: Hashable, Sendable {
        /// It made no vectors, and gets requests again after a while.
        case failed(EmbedderFault, pause: Duration)
        /// It made vectors.
        case worked
    }

    private let embedder: EmbedderCommand
    private let time: Duration
    private let tell: @Sendable (Event) -> Void
    private let queue = DispatchQueue(label: "Embedding.queries")
    private let recent = Cache<String, VectorQuery>(limit: 1_000)
    private let state = Mutex(State())

    private struct State {
        var waiting: [Waiting] = []
        var isRunning = false
        /// Since when the command has not responded.
        var requestedAt: ContinuousClock.Instant?
        var pause = EmbedderPause()
    }

    /// A query to embed, and what to do then.
    private struct Waiting {
        let query: String
        let done: @Sendable () -> Void
    }

    /// The time of the command for a request, with its start, in seconds.
    private static let seconds = 15
    /// The most queries that wait.
    private static let waitingLimit = 256

    /// - Parameters:
    ///   - time: how long a query waits for its vector.
    ///   - tell: called after each request to the command, on a thread of its own.
    public init(
        _ embedder: EmbedderCommand, time: Duration, tell: @escaping @Sendable (Event) -> Void = { _ in }
    ) {
        self.embedder = embedder
        self.time = time
        self.tell = tell
    }

    /// The vector of a query; `nil` if there is none in time.
    public func vector(of query: String) -> VectorQuery? {
        if let known = recent[query] { return known }
        let done = DispatchSemaphore(value: 0)
        guard request(query, done: { done.signal() }) else { return nil }
        _ = done.wait(timeout: .now() + .nanoseconds(time.nanoseconds))
        return recent[query]
    }

    /// The vector of a recent query. It never waits.
    public func known(_ query: String) -> VectorQuery? { recent[query] }

    /// Makes the vector of a query, without waiting for it.
    ///
    /// - Parameter done: called on another thread when the vector is known, or cannot be made.
    /// - Returns: whether it is made; a command that has just failed, or does not respond, gets no request.
    @discardableResult
    public func request(_ query: String, done: @escaping @Sendable () -> Void) -> Bool {
        let (waits, starts) = state.withLock { state in
            let now = ContinuousClock.now
            // A command that has not responded to others in time would not respond to this one.
            guard !state.pause.isHeld(at: now), state.waiting.count < Self.waitingLimit,
                state.requestedAt.map({ now - $0 < time }) ?? true
            else { return (false, false) }
            state.waiting.append(Waiting(query: query, done: done))
            defer { state.isRunning = true }
            return (true, !state.isRunning)
        }
        if starts { queue.async { [self] in work() } }
        return waits
    }

    /// Starts the command, so that the first query need not wait for that.
    public func prepare() {
        queue.async { [self] in embed([Waiting(query: "lsearch", done: {})]) }
    }

    /// Ends the command.
    public func stop() { embedder.stop() }

    /// Embeds what waits until nothing does.
    private func work() {
        while true {
            let batch = state.withLock { state in
                let batch = Array(state.waiting.prefix(EmbedderCommand.batchSize))
                state.waiting.removeFirst(batch.count)
                if batch.isEmpty { state.isRunning = false }
                return batch
            }
            if batch.isEmpty { return }
            embed(batch)
        }
    }

    private func embed(_ batch: [Waiting]) {
        state.withLock { $0.requestedAt = ContinuousClock.now }
        var texts: [String] = []
        for waiting in batch where !texts.contains(waiting.query) { texts.append(waiting.query) }
        do throws(EmbedderFault) {
            let made = try embedder.vectors(of: texts, .query, seconds: Self.seconds, tries: 1)
            for (text, vector) in zip(texts, made.vectors) {
                recent.keep(
                    VectorQuery(
                        vector, model: made.space.model, floor: made.floor ?? VectorQuery.defaultFloor),
                    as: text)
            }
            note(nil)
        } catch {
            note(error)
        }
        for waiting in batch { waiting.done() }
    }

    private func note(_ fault: EmbedderFault?) {
        let (event, others) = state.withLock { state -> (Event, [Waiting]) in
            state.requestedAt = nil
            guard let fault else {
                state.pause.end()
                return (.worked, [])
            }
            // What waits cannot be made now, either.
            defer { state.waiting = [] }
            return (.failed(fault, pause: state.pause.begin()), state.waiting)
        }
        tell(event)
        for waiting in others { waiting.done() }
    }
}
