// The memory of responses: those that are being made, and those that their clients have not received yet.

internal import HTTPTypes
internal import Localization
internal import Synchronization

/// The memory of all responses. A client whose responses take much of it waits with its next request; others
/// go on. What does not fit even so is refused.
final class ResponseMemory: Sendable {
    private struct State {
        var used = 0
        var clients: [Client: Int] = [:]
        /// The requests that wait, the oldest first.
        var waiting: [Waiting] = []
        var lastNumber = 0

        mutating func add(_ count: Int, _ client: Client) {
            used += count
            let own = clients[client, default: 0] + count
            clients[client] = own == 0 ? nil : own
        }
    }

    private struct Waiting {
        let number: Int
        let client: Client
        let resume: @Sendable (Problem?) -> Void
    }

    private let capacity: Int
    /// The most bytes of one client's responses.
    private let clientCapacity: Int
    /// The bytes that are reserved for clients whose responses take little.
    private let reserve: Int
    private let state = Mutex(State())

    /// The bytes that a request is expected to take until its response is made.
    static let estimate = 64 << 10
    /// The most requests that wait, in all and of one client.
    private static let waitingLimit = 1_024
    private static let clientWaitingLimit = 128

    /// - Parameters:
    ///   - capacity: a number of bytes.
    ///   - isOfOneClient: whether all requests come from one client, which may use all of it.
    init(capacity: Int, isOfOneClient: Bool = false) {
        self.capacity = capacity
        clientCapacity = isOfOneClient ? capacity : capacity / 2
        reserve = isOfOneClient ? 0 : capacity / 4
    }

    /// The number of bytes in use.
    var used: Int { state.withLock(\.used) }

    /// The number of requests that wait.
    var waitingCount: Int { state.withLock(\.waiting.count) }

    // MARK: Counting

    /// Counts bytes that exist already.
    func add(_ count: Int, of client: Client) { state.withLock { $0.add(count, client) } }

    /// Counts bytes that were freed, and resumes requests that wait for them.
    func remove(_ count: Int, of client: Client) {
        let ready = state.withLock { state in
            state.add(-count, client)
            return next(&state)
        }
        for waiting in ready { waiting.resume(nil) }
    }

    /// Counts more bytes of a response.
    ///
    /// - Throws: `Problem` if they do not fit.
    fileprivate func grow(by count: Int, to size: Int, of client: Client) throws(Problem) {
        guard size <= clientCapacity else {
            throw Problem(.pageTooLarge, "AnswerTooLarge: %ld", .init(clientCapacity))
        }
        let fits = state.withLock { state in
            let own = state.clients[client, default: 0] + count
            guard state.used + count <= capacity, own <= clientCapacity,
                // The rest is reserved for clients that have little else.
                state.used + count <= capacity - reserve || own <= max(size, capacity / 16)
            else { return false }
            state.add(count, client)
            return true
        }
        guard fits else { throw Self.full }
    }

    private static var full: Problem {
        Problem(.tooBusy, "AnswersTooLarge", headers: [.retryAfter: "1"])
    }

    // MARK: Waiting

    /// Whether a client may begin a response. Half of its limit is for responses that it has begun, and a
    /// client with more than half of what is left must wait, so that no number of greedy clients takes
    /// everything.
    private func mayBegin(_ client: Client, _ state: State) -> Bool {
        let own = state.clients[client, default: 0] + Self.estimate
        return hasRoom(state) && (own <= Self.estimate || own <= min(clientCapacity / 2, room(state) / 2))
    }

    /// Whether there is room for any further response.
    private func hasRoom(_ state: State) -> Bool { room(state) >= Self.estimate }

    /// The bytes left for new responses: an eighth of all is reserved for those that have begun.
    private func room(_ state: State) -> Int { capacity - capacity / 8 - state.used }

    /// The requests that may go on; counts the memory that they are expected to take.
    private func next(_ state: inout State) -> [Waiting] {
        guard !state.waiting.isEmpty, hasRoom(state) else { return [] }
        var ready: [Waiting] = []
        var rest: [Waiting] = []
        for waiting in state.waiting {
            if mayBegin(waiting.client, state) {
                state.add(Self.estimate, waiting.client)
                ready.append(waiting)
            } else {
                rest.append(waiting)
            }
        }
        state.waiting = rest
        return ready
    }

    /// Waits until a client may begin a response, and counts ``estimate`` bytes.
    ///
    /// - Throws: `Problem` if there is no memory until the deadline, too many wait, or the task is cancelled.
    fileprivate func begin(_ client: Client, until deadline: ContinuousClock.Instant) async throws(Problem) {
        let begins = state.withLock { state in
            guard mayBegin(client, state) else { return false }
            state.add(Self.estimate, client)
            return true
        }
        if !begins { try await wait(client, until: deadline) }
    }

    private func wait(_ client: Client, until deadline: ContinuousClock.Instant) async throws(Problem) {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        let timer = Task {
            try? await Task.sleep(until: deadline, clock: .continuous)
            withdraw(number)
        }
        defer { timer.cancel() }
        let problem: Problem? = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let waiting = Waiting(number: number, client: client) { continuation.resume(returning: $0) }
                guard let ready = enqueue(waiting, until: deadline) else {
                    return continuation.resume(returning: Self.full)
                }
                for waiting in ready { waiting.resume(nil) }
            }
        } onCancel: {
            withdraw(number)
        }
        if let problem { throw problem }
    }

    /// Makes a request wait.
    ///
    /// - Returns: the requests that may go on, because memory was freed meanwhile; `nil` if too many requests
    ///   wait already.
    private func enqueue(_ waiting: Waiting, until deadline: ContinuousClock.Instant) -> [Waiting]? {
        state.withLock { state in
            let own = state.waiting.count { $0.client == waiting.client }
            guard state.waiting.count < Self.waitingLimit, own < Self.clientWaitingLimit, !Task.isCancelled,
                ContinuousClock.now < deadline
            else { return nil }
            state.waiting.append(waiting)
            return next(&state)
        }
    }

    /// Removes a request that has stopped waiting.
    private func withdraw(_ number: Int) {
        let waiting = state.withLock { state in
            state.waiting.firstIndex { $0.number == number }.map { state.waiting.remove(at: $0) }
        }
        waiting?.resume(Self.full)
    }
}

/// The memory that the response to one request occupies.
final class ResponseShare: Sendable {
    private struct State {
        var size = 0
        var client = Client.local
        var memory: ResponseMemory?
    }

    private let state = Mutex(State())

    /// Waits until the client may begin a response.
    ///
    /// - Throws: `Problem` if there is no memory until the deadline.
    func begin(
        _ client: Client, in memory: ResponseMemory, until deadline: ContinuousClock.Instant
    ) async throws(Problem) {
        try await memory.begin(client, until: deadline)
        state.withLock { $0 = State(size: ResponseMemory.estimate, client: client, memory: memory) }
    }

    /// Counts the bytes of the response so far.
    ///
    /// - Throws: `Problem` if they do not fit.
    func grow(to size: Int) throws(Problem) {
        let result: Result<Void, Problem> = state.withLock { state in
            guard let memory = state.memory, size > state.size else { return .success(()) }
            do throws(Problem) {
                try memory.grow(by: size - state.size, to: size, of: state.client)
                state.size = size
                return .success(())
            } catch {
                return .failure(error)
            }
        }
        try result.get()
    }

    /// Counts the bytes of the response when it is complete.
    ///
    /// - Throws: `Problem` if they do not fit.
    func settle(at size: Int) throws(Problem) {
        try grow(to: size)
        shrink(to: size)
    }

    /// Frees all of it.
    func end() { shrink(to: 0) }

    private func shrink(to size: Int) {
        let (memory, count, client) = state.withLock { state in
            defer { state.size = min(state.size, size) }
            return (state.memory, max(0, state.size - size), state.client)
        }
        if count > 0 { memory?.remove(count, of: client) }
    }
}
