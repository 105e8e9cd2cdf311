// A source whose searches take exactly as long as the test determines.

import CatalogSearch
import SearchInterface
import Synchronization

/// Responds to a request when the test opens the gate for its query. The response has the query among the
/// ignored words.
final class GatedSource: ResultsSource {
    private struct State {
        var open: Set<String> = []
        var waiting: [String: [CheckedContinuation<Void, Never>]] = [:]
        var begun: [String] = []
        var watchers: [(query: String, CheckedContinuation<Void, Never>)] = []
        var cancelled: Set<String> = []
        var running = 0
        var mostRunning = 0
    }

    private let state = Mutex(State())

    /// The queries whose search began, in order.
    var begun: [String] { state.withLock { $0.begun } }
    /// The queries whose search was cancelled before it ended.
    var cancelled: Set<String> { state.withLock { $0.cancelled } }
    /// The greatest number of searches that ran at once.
    var mostRunning: Int { state.withLock { $0.mostRunning } }

    /// Lets the searches for a query end, including later ones.
    func open(_ query: String) {
        let waiting = state.withLock { state in
            state.open.insert(query)
            return state.waiting.removeValue(forKey: query) ?? []
        }
        for search in waiting { search.resume() }
    }

    /// Waits until the search for a query begins.
    func begins(_ query: String) async {
        await withCheckedContinuation { watcher in
            let isBegun = state.withLock { state in
                if state.begun.contains(query) { return true }
                state.watchers.append((query, watcher))
                return false
            }
            if isBegun { watcher.resume() }
        }
    }

    func results(for request: SearchRequest) async throws(SearchError) -> SearchResults {
        let query = request.query
        let watchers = state.withLock { state in
            state.begun.append(query)
            state.running += 1
            state.mostRunning = max(state.mostRunning, state.running)
            let watchers = state.watchers.filter { $0.query == query }.map(\.1)
            state.watchers.removeAll { $0.query == query }
            return watchers
        }
        for watcher in watchers { watcher.resume() }
        await withCheckedContinuation { search in
            let isOpen = state.withLock { state in
                if state.open.contains(query) { return true }
                state.waiting[query, default: []].append(search)
                return false
            }
            if isOpen { search.resume() }
        }
        let isCancelled = Task.isCancelled
        state.withLock { state in
            state.running -= 1
            if isCancelled { state.cancelled.insert(query) }
        }
        if query.hasPrefix("!") { throw .unknownScope(query, known: []) }
        var results = try Shop.engine([]).search(SearchRequest("", locale: german))
        results.ignoredWords = [query]
        return results
    }
}

/// Collects all responses of a session until it is finished.
func responses(of session: SearchSession) -> Task<[SearchSession.Response], Never> {
    Task {
        var responses: [SearchSession.Response] = []
        for await response in session.responses { responses.append(response) }
        return responses
    }
}

extension SearchSession {
    /// Waits until an input has a response, while other searches run.
    func waitForResponse(_ number: Int) async {
        while latestResponse?.number != number { await Task.yield() }
    }
}
