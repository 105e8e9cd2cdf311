// The vectors of queries.

internal import CatalogSearch
internal import Embedding
internal import Localization
internal import ProgramSupport
internal import Synchronization

/// Makes vectors of queries until the embedder fails; after that only words are searched.
final class QueryEmbedding: Sendable {
    private let embedder: EmbedderCommand
    // `nonisolated(unsafe)`: one task processes the requests of a terminal program, one after the other.
    nonisolated(unsafe) private let report: (EmbedderFault) -> Void
    private let hasFailed: Mutex<Bool>

    /// The time for the vector of a query, including the start of the command, in seconds.
    static let seconds = 15

    /// - Parameter hasFailed: whether the embedder already failed for records, which was reported.
    init(_ embedder: EmbedderCommand, hasFailed: Bool, report: @escaping (EmbedderFault) -> Void) {
        self.embedder = embedder
        self.hasFailed = Mutex(hasFailed)
        self.report = report
    }

    /// Makes vectors of the queries that a user types; `nil` if only words are searched.
    var typed: TypedMeaning? {
        if hasFailed.withLock(\.self) { return nil }
        return TypedMeaning(QueryEmbedder(embedder, time: .seconds(Self.seconds)))
    }

    /// The vector of a query; `nil` if only words are searched.
    ///
    /// - Parameter engine: the engine with the records.
    func vector(of query: String, _ engine: SearchEngine) -> VectorQuery? {
        guard query.contains(where: { !$0.isWhitespace }), !hasFailed.withLock(\.self) else { return nil }
        do throws(EmbedderFault) {
            let made = try embedder.vectors(of: [query], .query, seconds: Self.seconds, tries: 1)
            let spaces = engine.vectorSpaces.filter { $0.name == made.space.name }
            guard spaces.isEmpty || spaces.contains(where: { $0.isComparable(to: made.space) }) else {
                throw .changed
            }
            return VectorQuery(
                made.vectors[0], model: made.space.model, floor: made.floor ?? VectorQuery.defaultFloor)
        } catch {
            hasFailed.withLock { $0 = true }
            report(error)
            return nil
        }
    }
}

extension Reporter {
    /// Reports why an embedder made no vectors.
    func report(_ fault: EmbedderFault) {
        switch fault {
        case .ended(let status): report(file: nil, "EmbedderEnded: %ld", [.init(Int(status))])
        case .slow(let seconds): report(file: nil, "EmbedderSlow: %ld", [.init(seconds)])
        case .unreadable: report(file: nil, "EmbedderUnreadable")
        case .refused(let message): report(file: nil, "EmbedderRefused: %@", [.text(message.singleLine)])
        case .changed: report(file: nil, "EmbedderChanged")
        }
    }
}
