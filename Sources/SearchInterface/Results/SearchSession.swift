// Runs searches while the user types: outside of the owner's isolation, newest input first, responses in
// order.

public import CatalogSearch
internal import Synchronization

/// Responds to successive inputs as they are typed.
///
/// Invariants: ``responses`` never yields an older response after a newer one; the newest input always gets a
/// response; a search that newer input made useless is cancelled, or never started if it was waiting.
/// Searches run on the global executor, ``width`` of them at once, so that the newest input does not wait
/// until the previous search notices its cancellation.
///
/// Any number of tasks and threads may use a session at once.
public final class SearchSession: Sendable {
    /// What happens to a search when there is newer input.
    public enum Delivery: Hashable, Sendable {
        /// It is cancelled, and its response dropped.
        case newest
        /// It continues, and its response is used unless newer input gets one first: if the user types faster
        /// than a slow catalog responds, there are results to show.
        case inOrder
    }

    /// The response to an input. With sources of suggestions there are two: one as soon as there are results,
    /// and one with the suggestions. If nothing matches strictly and similar words are searched for
    /// (`Relaxation.Policy.auto`), which takes longer, there is one more before.
    public struct Response: Hashable, Sendable {
        /// The number of the input, as returned by
        /// ``SearchSession/submit(_:text:tokens:scopes:suggestions:)``.
        public let number: Int
        public let request: SearchRequest
        /// The results, or why the search failed.
        public let results: Result<SearchResults, SearchError>
        /// Whether other results of the same input follow: nothing matched strictly, and the
        /// search for similar words is running.
        public let isPreliminary: Bool
        /// The suggestions, in the order of the sources; `nil` until they are known.
        public let suggestions: [SearchSuggestion]?
    }

    /// The responses, in the order of the input. A slow reader misses those that newer ones replaced. For one
    /// reader; ends after ``finish()``.
    public let responses: AsyncStream<Response>
    /// The number of searches that run at once.
    public let width: Int
    /// What happens to a search when there is newer input.
    public let delivery: Delivery

    private struct Input {
        var number: Int
        var context: SuggestionContext
        var sources: [any SuggestionSource]
    }

    private struct State {
        var source: any ResultsSource
        /// The number of the newest input.
        var newest = 0
        /// Responses to inputs up to this one are not wanted.
        var cancelled = 0
        /// The number of the last input with a response.
        var responded = 0
        var response: Response?
        var lastInput: Input?
        var waiting: Input?
        var running: [Int: Task<Void, Never>] = [:]
        var isFinished = false
        var idle: [CheckedContinuation<Void, Never>] = []
    }

    private let continuation: AsyncStream<Response>.Continuation
    private let state: Mutex<State>

    /// A session that gets its results from a source.
    ///
    /// - Parameter width: the number of searches that run at once; at least one.
    public init(_ source: any ResultsSource, width: Int = 2, delivery: Delivery = .newest) {
        self.width = max(1, width)
        self.delivery = delivery
        // A newer response replaces an older one completely.
        (responses, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        state = Mutex(State(source: source))
    }

    deinit { continuation.finish() }

    /// The last response; `nil` before the first, and after ``cancel()``.
    public var latestResponse: Response? { state.withLock { $0.response } }

    /// Submits the newest input. Returns at once.
    ///
    /// - Parameters:
    ///   - text: the text of the bar, for suggestions; the request's query if `nil`.
    ///   - tokens: the tokens of the bar, for suggestions.
    ///   - scopes: the scopes to choose from, for suggestions.
    ///   - suggestions: the sources of suggestions, called one after the other.
    /// - Returns: the number of the input, greater than those before.
    @discardableResult
    public func submit(
        _ request: SearchRequest, text: String? = nil, tokens: [SearchToken] = [],
        scopes: [SearchScope] = [], suggestions: [any SuggestionSource] = []
    ) -> Int {
        let context = SuggestionContext(
            text: text ?? request.query, tokens: tokens, scopes: scopes, request: request)
        return state.withLock { submit(Input(number: 0, context: context, sources: suggestions), &$0) }
    }

    /// Switches to another source, and searches for the newest input again.
    ///
    /// - Returns: the new number of the newest input; `nil` if there is none.
    @discardableResult
    public func replaceSource(_ source: any ResultsSource) -> Int? {
        state.withLock { state in
            state.source = source
            return state.lastInput.map { submit($0, &state) }
        }
    }

    /// Searches for the newest input again, because the searched data changed.
    ///
    /// - Returns: the new number of the newest input; `nil` if there is none.
    @discardableResult
    public func refresh() -> Int? {
        state.withLock { state in state.lastInput.map { submit($0, &state) } }
    }

    /// Cancels all searches: no input so far gets another response.
    public func cancel() { state.withLock { cancel(&$0) } }

    /// Cancels all searches, and ends ``responses``. New input gets no response.
    public func finish() {
        state.withLock { state in
            cancel(&state)
            state.isFinished = true
        }
        continuation.finish()
    }

    /// Waits until no search runs or waits, and all responses were yielded.
    public func waitUntilIdle() async {
        await withCheckedContinuation { waiter in
            let isIdle = state.withLock { state in
                if state.running.isEmpty { return true }
                state.idle.append(waiter)
                return false
            }
            if isIdle { waiter.resume() }
        }
    }

    // MARK: Running

    private func cancel(_ state: inout State) {
        state.cancelled = state.newest
        state.waiting = nil
        state.lastInput = nil
        state.response = nil
        for task in state.running.values { task.cancel() }
    }

    private func submit(_ input: Input, _ state: inout State) -> Int {
        state.newest += 1
        guard !state.isFinished else { return state.newest }
        var input = input
        input.number = state.newest
        state.lastInput = input
        if delivery == .newest {
            for task in state.running.values { task.cancel() }
        }
        // The newer input replaces one that is still waiting.
        state.waiting = input
        startWaiting(&state)
        return input.number
    }

    private func startWaiting(_ state: inout State) {
        guard state.running.count < width, let input = state.waiting else { return }
        state.waiting = nil
        let source = state.source
        // The task needs the lock before it ends, so it is inserted before it is removed.
        state.running[input.number] = Task { await self.run(input, source) }
    }

    private func run(_ input: Input, _ source: any ResultsSource) async {
        await respond(to: input, source)
        let waiters = state.withLock { state in
            state.running[input.number] = nil
            startWaiting(&state)
            guard state.running.isEmpty else { return [CheckedContinuation<Void, Never>]() }
            defer { state.idle = [] }
            return state.idle
        }
        for waiter in waiters { waiter.resume() }
    }

    private func respond(to input: Input, _ source: any ResultsSource) async {
        guard isWanted(input.number) else { return }
        var request = input.context.request
        // Searching for words with typing errors takes longer.
        request.triesOnlyForms = true
        var results = await Self.results(for: request, source)
        if request.relax == .auto, case .success(let first) = results,
            !first.scopes.contains(where: { $0.count > 0 })
        {
            guard give(input, results, nil, isPreliminary: true) else { return }
            results = await Self.results(for: input.context.request, source)
        }
        guard give(input, results, input.sources.isEmpty ? [] : nil), !input.sources.isEmpty else { return }
        var context = input.context
        context.results = try? results.get()
        var suggestions: [SearchSuggestion] = []
        for source in input.sources {
            suggestions += await source.suggestions(for: context)
            guard isWanted(input.number) else { return }
        }
        _ = give(input, results, suggestions)
    }

    private static func results(
        for request: SearchRequest, _ source: any ResultsSource
    ) async -> Result<SearchResults, SearchError> {
        do throws(SearchError) {
            return .success(try await source.results(for: request))
        } catch {
            return .failure(error)
        }
    }

    private func isWanted(_ number: Int) -> Bool { state.withLock { isWanted(number, $0) } }

    private func isWanted(_ number: Int, _ state: State) -> Bool {
        number > state.cancelled && number >= state.responded
            && (delivery == .inOrder || number == state.newest)
    }

    /// - Returns: whether the response was yielded.
    private func give(
        _ input: Input, _ results: Result<SearchResults, SearchError>, _ suggestions: [SearchSuggestion]?,
        isPreliminary: Bool = false
    ) -> Bool {
        state.withLock { state in
            guard isWanted(input.number, state) else { return false }
            state.responded = input.number
            for (number, task) in state.running where number < input.number { task.cancel() }
            let response = Response(
                number: input.number, request: input.context.request, results: results,
                isPreliminary: isPreliminary, suggestions: suggestions)
            state.response = response
            // Inside the lock, so that no older response follows a newer one.
            continuation.yield(response)
            return true
        }
    }
}
