// Responds to requests from an engine, in the client's language.

public import CatalogSearch
internal import Localization
package import ProgramTexts
internal import Synchronization

/// Responds to requests in JSON, each in its own locale, as `lsearch --batch` does.
///
///     let service = SearchService(engine, localizations: ["share/lsearch/Localizations"])
///     let response = try service.response(to: Array(#"{"q": "geburtstag", "locale": "de_DE"}"#.utf8))
///     print(response.json)
///
/// Any number of threads may use it at the same time.
public final class SearchService: Sendable {
    /// A response.
    public struct Response: Hashable, Sendable {
        /// One JSON object in one line.
        public let json: String
        /// The locale of the response.
        public let locale: LocaleIdentifier
        /// Whether it is the response to a search, and no record matches, in any scope.
        public let isEmpty: Bool
        /// The number of records in the requested scope, if it is the response to a search.
        public let total: Int?
        /// Whether records were found by other similar words than inflections and synonyms.
        public var isRelaxed = false
        /// Whether all records that were found were pinned by rules, and none of them has the words.
        public var hasOnlyPinned = false
        /// Whether only words were searched, because the vector of the query was not made in time.
        public var lacksMeaning = false
        /// The records in the response, in order, if it is the response to a search.
        public var records: [ShownRecord] = []

        /// A response.
        public init(json: String, locale: LocaleIdentifier, isEmpty: Bool = false, total: Int? = nil) {
            self.json = json
            self.locale = locale
            self.isEmpty = isEmpty
            self.total = total
        }
    }

    public let defaults: ServiceRequest
    /// The preferred locales of clients that use the default locale, which is the first of them.
    public let preferredLocales: [LocaleIdentifier]

    /// The limits of requests.
    public let limits: ServiceLimits
    /// The messages of the responses, which programs may use for other responses, too.
    public let localizedTexts: LocalizedTexts

    /// Makes the vector of a query whose request has none.
    ///
    /// - Returns: `nil` if there is none in time: only words are searched then, and the response says so.
    public typealias QueryVector = @Sendable (String) -> VectorQuery?

    /// `nil` if queries get no vectors.
    private let queryVector: QueryVector?

    private let state: Mutex<State>

    private struct State {
        var engine: SearchEngine
        var available: Set<LocaleIdentifier>
        /// Changes with the catalogs' descriptions, which makes older tools useless.
        var generation = 0
        var tools: [RequestTools] = []
    }

    /// The engine and the locales for a request.
    struct Snapshot: Sendable {
        let engine: SearchEngine
        let available: Set<LocaleIdentifier>
    }

    /// Creates a service.
    ///
    /// - Parameters:
    ///   - localizations: folders of `.lproj` folders with the messages of the responses, best first.
    ///   - defaults: the defaults of requests.
    ///   - preferredLocales: the preferred locales of clients that use the default locale; empty for only
    ///     that one.
    ///   - limits: the limits of requests.
    ///   - queryVector: makes the vectors of queries; `nil` to search by words.
    public convenience init(
        _ engine: SearchEngine, localizations: [String],
        defaults: ServiceRequest = ServiceRequest(SearchRequest("", locale: LocaleIdentifier.english)),
        preferredLocales: [LocaleIdentifier] = [], limits: ServiceLimits = ServiceLimits(),
        queryVector: QueryVector? = nil
    ) {
        self.init(
            engine, LocalizedTexts(folders: localizations), defaults: defaults,
            preferredLocales: preferredLocales.isEmpty ? [defaults.request.locale] : preferredLocales,
            limits: limits, queryVector: queryVector)
    }

    /// Creates a service with loaded messages for the default locale.
    package convenience init(
        _ engine: SearchEngine, folders: [String], defaults: ServiceRequest,
        preferredLocales: [LocaleIdentifier], texts: Texts, limits: ServiceLimits = ServiceLimits(),
        queryVector: QueryVector? = nil
    ) {
        self.init(
            engine, LocalizedTexts(folders: folders, known: texts), defaults: defaults,
            preferredLocales: preferredLocales, limits: limits, queryVector: queryVector)
    }

    private init(
        _ engine: SearchEngine, _ texts: LocalizedTexts, defaults: ServiceRequest,
        preferredLocales: [LocaleIdentifier], limits: ServiceLimits,
        queryVector: QueryVector?
    ) {
        self.queryVector = queryVector
        localizedTexts = texts
        self.defaults = defaults
        self.preferredLocales = preferredLocales
        self.limits = limits
        state = Mutex(State(engine: engine, available: Set(engine.catalogs.flatMap(\.locales))))
    }

    /// The searched catalogs. Running requests continue with the previous engine.
    public var engine: SearchEngine {
        get { state.withLock { $0.engine } }
        set {
            state.withLock { state in
                let descriptions = state.engine.catalogs.map(\.description)
                state.engine = newValue
                state.available = Set(newValue.catalogs.flatMap(\.locales))
                guard descriptions != newValue.catalogs.map(\.description) else { return }
                state.generation += 1
                state.tools = []
            }
        }
    }

    /// Whether the query of a request gets a vector.
    private func embeds(_ service: ServiceRequest) -> Bool {
        let request = service.request
        return queryVector != nil && request.vector == nil && request.semanticRatio > 0
            && service.returned != .suggestions && request.query.contains { !$0.isWhitespace }
    }

    /// Adds a vector to a request, if queries get vectors, and responds to it.
    ///
    /// - Parameter body: responds to the request that it is given.
    func embedding<Value>(
        _ service: ServiceRequest,
        _ body: (_ service: ServiceRequest, _ lacksMeaning: Bool) throws(SearchError) -> Value
    ) throws(SearchError) -> Value {
        guard let queryVector, embeds(service) else { return try body(service, false) }
        guard let vector = queryVector(service.request.query) else { return try body(service, true) }
        var embedded = service
        embedded.request.vector = vector
        do throws(SearchError) {
            return try body(embedded, false)
        } catch {
            switch error {
            // The client did not choose the model, and the records have no vectors of it yet.
            case .otherVectorLength, .otherVectorModel: return try body(service, true)
            default: throw error
            }
        }
    }

    /// The locales that have records.
    var availableLocales: Set<LocaleIdentifier> { state.withLock { $0.available } }

    /// The most tools in memory, more than threads that work at a time.
    private static let toolLimit = 64

    /// Runs `body` with tools that no other thread uses, and the current catalogs.
    func withTools<Result: Sendable>(
        _ body: @Sendable (inout RequestTools.Tools, Snapshot) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let (reused, snapshot) = state.withLock { state in
            (
                state.tools.popLast() ?? RequestTools(generation: state.generation),
                Snapshot(engine: state.engine, available: state.available)
            )
        }
        defer {
            state.withLock { state in
                if reused.generation == state.generation, state.tools.count < Self.toolLimit {
                    state.tools.append(reused)
                }
            }
        }
        return try reused.withTools { tools throws(Failure) in try body(&tools, snapshot) }
    }
}
