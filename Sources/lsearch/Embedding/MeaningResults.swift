// Results of an interactive search: by words at once, and also by meaning when typing pauses.

internal import CatalogSearch
internal import Embedding
internal import SearchInterface
internal import Synchronization

/// The vectors of queries that the user types.
final class TypedMeaning: Sendable {
    private let embedder: QueryEmbedder
    private let state = Mutex(State())

    private struct State {
        /// The last query typed.
        var newest = ""
        var refresh: (@Sendable () -> Void)?
    }

    /// How long typing must pause before the query is embedded.
    private static let pause = Duration.milliseconds(300)

    init(_ embedder: QueryEmbedder) { self.embedder = embedder }

    /// - Parameter refresh: called on another thread when the newest query has a vector.
    func follow(_ refresh: @escaping @Sendable () -> Void) { state.withLock { $0.refresh = refresh } }

    /// Ends the command.
    func stop() { embedder.stop() }

    /// The vector of a query; `nil` if it has none yet.
    func vector(of query: String) -> VectorQuery? {
        let isNew = state.withLock { state in
            defer { state.newest = query }
            return state.newest != query
        }
        if let known = embedder.known(query) { return known }
        guard isNew, query.contains(where: { !$0.isWhitespace }) else { return nil }
        Task { [self] in
            try? await Task.sleep(for: Self.pause)
            guard isNewest(query) else { return }
            embedder.request(query) { [self] in
                guard isNewest(query), embedder.known(query) != nil else { return }
                state.withLock { $0.refresh }?()
            }
        }
        return nil
    }

    private func isNewest(_ query: String) -> Bool { state.withLock { $0.newest == query } }
}

/// Searches by words until the query has a vector.
struct MeaningResults: ResultsSource {
    let engine: SearchEngine
    let meaning: TypedMeaning

    func results(for request: SearchRequest) throws(SearchError) -> SearchResults {
        guard request.vector == nil, request.semanticRatio > 0,
            let vector = meaning.vector(of: request.query)
        else { return try engine.search(request) }
        var embedded = request
        embedded.vector = vector
        do throws(SearchError) {
            return try engine.search(embedded)
        } catch {
            switch error {
            // The vectors of the records were made by another model.
            case .otherVectorLength, .otherVectorModel: return try engine.search(request)
            default: throw error
            }
        }
    }
}
