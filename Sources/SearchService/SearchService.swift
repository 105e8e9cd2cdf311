// How does a program answer requests that come as JSON, in the user's language? In one place, whatever carries them.

public import CatalogSearch
internal import JSONCoding
internal import KitSupport
internal import Localization
package import ProgramTexts
internal import Synchronization

/// Answers requests as `lsearch --batch` does: JSON in, JSON out, in the locale of each.
///
///     let service = SearchService(engine, localizations: ["share/lsearch/Localizations"])
///     let reply = try service.answer(Array(#"{"q": "geburtstag", "locale": "de_DE"}"#.utf8))
///     print(reply.json)
///
/// Any number of threads may ask at once.
public final class SearchService: Sendable {
    /// An answer.
    public struct Reply: Hashable, Sendable {
        /// One JSON object in one line.
        public let json: String
        /// The locale in which it speaks.
        public let locale: LocaleIdentifier
    }

    /// Why a request has no answer.
    public struct Failure: Error, Hashable, Sendable {
        /// Who is to blame.
        public enum Kind: Hashable, Sendable {
            /// The request: it is malformed, or names what does not exist.
            case request
            /// The request names a record or a table that does not exist, and asks for nothing else.
            case notFound
            /// The request: its query is too long.
            case queryTooLong
            /// The request: it asks for more than ``ServiceLimits`` allow.
            case tooMuch
            /// The index of this catalog, which must be built anew.
            case damagedIndex(catalog: String)
            /// The machine, which lacks memory or data.
            case system
            /// Nobody: the search was given up, because the task in which it ran was cancelled.
            case cancelled
        }

        /// Who is to blame.
        public let kind: Kind
        /// What is wrong, and what to do, in the user's language.
        public let message: String

        package init(kind: Kind, message: String) {
            self.kind = kind
            self.message = message
        }
    }

    /// What requests mean that do not say it.
    public let defaults: ServiceRequest
    /// The locales of whoever asks in the default locale: that one first.
    public let preferredLocales: [LocaleIdentifier]

    /// How much one request may ask for.
    public let limits: ServiceLimits
    /// The texts of the answers, and of whoever answers besides.
    public let localizedTexts: LocalizedTexts

    private let state: Mutex<State>

    /// What is searched, and what belongs to it.
    private struct State {
        var engine: SearchEngine
        var available: Set<LocaleIdentifier>
        /// Changes where what was made for the catalogs before is of no use.
        var generation = 0
        var workspaces: [Workspace] = []
    }

    /// What serves one request after the other: a parser, and words for locales.
    ///
    /// Unchecked, because it is in the hands of one thread or in the pool.
    final class Workspace: @unchecked Sendable {
        let generation: Int
        let parser = JSONParser()
        private var wordings: [LocaleIdentifier: Wording] = [:]

        /// Words for so many locales are kept, not for all that may be asked for.
        private static let wordingLimit = 50

        init(generation: Int) { self.generation = generation }

        func wording(_ locale: LocaleIdentifier, _ make: () -> Wording) -> Wording {
            if let wording = wordings[locale] { return wording }
            let wording = make()
            if wordings.count >= Self.wordingLimit { wordings.removeAll() }
            wordings[locale] = wording
            return wording
        }
    }

    /// Answers out of an engine.
    ///
    /// - Parameters:
    ///   - localizations: folders of `.lproj` folders with the texts of the answers, best first.
    ///   - defaults: what requests mean that do not say it.
    ///   - preferredLocales: the locales of whoever asks in the default locale; that one alone where empty.
    ///   - limits: how much one request may ask for.
    public convenience init(
        _ engine: SearchEngine, localizations: [String],
        defaults: ServiceRequest = ServiceRequest(SearchRequest("", locale: LocaleIdentifier.english)),
        preferredLocales: [LocaleIdentifier] = [], limits: ServiceLimits = ServiceLimits()
    ) {
        self.init(
            engine, LocalizedTexts(folders: localizations), defaults: defaults,
            preferredLocales: preferredLocales.isEmpty ? [defaults.request.locale] : preferredLocales,
            limits: limits)
    }

    /// The same with texts at hand for the default locale.
    package convenience init(
        _ engine: SearchEngine, folders: [String], defaults: ServiceRequest,
        preferredLocales: [LocaleIdentifier], texts: Texts
    ) {
        self.init(
            engine, LocalizedTexts(folders: folders, known: texts), defaults: defaults,
            preferredLocales: preferredLocales, limits: ServiceLimits())
    }

    private init(
        _ engine: SearchEngine, _ texts: LocalizedTexts, defaults: ServiceRequest,
        preferredLocales: [LocaleIdentifier], limits: ServiceLimits
    ) {
        localizedTexts = texts
        self.defaults = defaults
        self.preferredLocales = preferredLocales
        self.limits = limits
        state = Mutex(State(engine: engine, available: Set(engine.catalogs.flatMap(\.locales))))
    }

    /// What is searched. Requests that are being answered are answered from what it was before.
    public var engine: SearchEngine {
        get { state.withLock { $0.engine } }
        set {
            state.withLock { state in
                let descriptions = state.engine.catalogs.map(\.description)
                state.engine = newValue
                state.available = Set(newValue.catalogs.flatMap(\.locales))
                guard descriptions != newValue.catalogs.map(\.description) else { return }
                state.generation += 1
                state.workspaces = []
            }
        }
    }

    /// The locales in which there are records.
    var availableLocales: Set<LocaleIdentifier> { state.withLock { $0.available } }

    // MARK: How answers are made

    /// What a request is answered from.
    struct Snapshot {
        let engine: SearchEngine
        let available: Set<LocaleIdentifier>
    }

    func answer(
        _ service: ServiceRequest, _ workspace: Workspace, _ snapshot: Snapshot
    ) throws(Failure) -> Reply {
        do throws(RequestError) {
            try limits.check(service)
        } catch {
            throw failure(error, in: service.request.locale, kind: .tooMuch)
        }
        let locale = service.request.locale
        let answer = try worded(in: locale, workspace, snapshot) { wording throws(SearchError) in
            var request = service.request
            request.chain = chain(for: service, snapshot)
            request.scope = try snapshot.engine.scope(named: request.scope, wording)
            return try object(request, service, snapshot.engine, wording)
        }
        return Reply(json: answer.text, locale: locale)
    }

    func chain(for service: ServiceRequest, _ snapshot: Snapshot) -> [LocaleIdentifier] {
        let preferred = service.preferredLocales.isEmpty ? preferredLocales : service.preferredLocales
        return service.chain
            ?? LocaleNegotiation.chain(
                preferred: preferred.preferred(for: service.request.locale), available: snapshot.available)
    }

    private func object(
        _ request: SearchRequest, _ service: ServiceRequest, _ engine: SearchEngine, _ wording: Wording
    ) throws(SearchError) -> JSONObject {
        let answer = JSONAnswer(
            wording: wording, explains: service.explains, tellsLocales: service.tellsLocales)
        let started = ContinuousClock.now
        var nanoseconds: Int { (ContinuousClock.now - started).nanoseconds }
        switch service.returned {
        case .hits:
            let results = try engine.search(request)
            return answer.object(results, request, nanoseconds: nanoseconds)
        case .ids:
            let found = try engine.matches(request)
            return answer.object(found, request, nanoseconds: nanoseconds)
        case .suggestions:
            let completions = try engine.completions(of: request, limit: request.limit)
            // What completes the query finds no more than the query does.
            let corrections = try engine.corrections(
                of: request, limit: request.limit, known: completions.lazy.map(\.count).max() ?? 0)
            return answer.object(completions, corrections, request, nanoseconds: nanoseconds)
        }
    }

    /// What `body` makes in the words of a locale; what it throws is told in them, too.
    func worded<Result>(
        in locale: LocaleIdentifier, _ workspace: Workspace, _ snapshot: Snapshot,
        _ body: (Wording) throws(SearchError) -> Result
    ) throws(Failure) -> Result {
        let wording = workspace.wording(locale) {
            Wording(localizedTexts.texts(for: locale), catalogs: snapshot.engine.catalogs)
        }
        do throws(SearchError) {
            return try body(wording)
        } catch {
            throw Failure(kind: Failure.Kind(error), message: wording.texts.words(for: error))
        }
    }

    func parsed<Value>(
        _ json: [UInt8], _ parser: JSONParser, in locale: LocaleIdentifier? = nil,
        _ read: (JSONValue) throws(RequestError) -> Value
    ) throws(Failure) -> Value {
        let outcome: Result<Value, RequestError>
        do {
            outcome = try parser.withValue(of: json) { value in
                Result { () throws(RequestError) in try read(value) }
            }
        } catch let error as JSONError {
            outcome = .failure(RequestError("RequestInvalidJSON: %@", error.message))
        } catch {
            outcome = .failure(RequestError("InternalFailure: %@", String(describing: error)))
        }
        switch outcome {
        case .success(let value): return value
        case .failure(let error): throw failure(error, in: locale ?? defaults.request.locale)
        }
    }

    func failure(
        _ error: RequestError, in locale: LocaleIdentifier, kind: Failure.Kind = .request
    ) -> Failure {
        Failure(kind: kind, message: localizedTexts.texts(for: locale).words(for: error.message))
    }

    /// More workspaces are not kept: there are never more threads that do something.
    private static let workspaceLimit = 64

    func withWorkspace<Result>(
        _ body: (Workspace, Snapshot) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let (workspace, snapshot) = state.withLock { state in
            (
                state.workspaces.popLast() ?? Workspace(generation: state.generation),
                Snapshot(engine: state.engine, available: state.available)
            )
        }
        defer {
            state.withLock { state in
                if workspace.generation == state.generation, state.workspaces.count < Self.workspaceLimit {
                    state.workspaces.append(workspace)
                }
            }
        }
        return try body(workspace, snapshot)
    }
}

extension SearchService.Failure.Kind {
    fileprivate init(_ error: SearchError) {
        self =
            switch error {
            case .damagedIndex(let catalog): .damagedIndex(catalog: catalog)
            case .icu: .system
            case .queryTooLong: .queryTooLong
            case .cancelled: .cancelled
            default: .request
            }
    }
}

extension SearchEngine {
    /// The id of the scope that a user names by its id or, in any case, by its label; `nil` for all.
    package func scope(named name: String?, _ wording: Wording) throws(SearchError) -> String? {
        guard let name, name != SearchResults.allScopes else { return nil }
        if scopes.contains(where: { $0.id == name }) { return name }
        let labelled = scopes.first { wording.scope($0.id, $0.label).lowercased() == name.lowercased() }
        if labelled?.id == SearchResults.allScopes { return nil }
        guard let labelled else { throw .unknownScope(name, known: scopes.map(\.id)) }
        return labelled.id
    }
}
