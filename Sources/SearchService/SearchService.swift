// How does a program answer requests that come as JSON, in the user's language? In one place, whatever carries them.

public import CatalogSearch
internal import JSONCoding
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
            /// The index of this catalog, which must be built anew.
            case damagedIndex(catalog: String)
            /// The machine, which lacks memory or data.
            case system
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

    private let folders: [String]
    private let texts: Texts
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
    private final class Workspace: @unchecked Sendable {
        let generation: Int
        let parser = JSONParser()
        var wordings: [LocaleIdentifier: Wording] = [:]

        init(generation: Int) { self.generation = generation }
    }

    /// Answers out of an engine.
    ///
    /// - Parameters:
    ///   - localizations: folders of `.lproj` folders with the texts of the answers, best first.
    ///   - defaults: what requests mean that do not say it.
    ///   - preferredLocales: the locales of whoever asks in the default locale; that one alone where empty.
    public convenience init(
        _ engine: SearchEngine, localizations: [String],
        defaults: ServiceRequest = ServiceRequest(SearchRequest("", locale: LocaleIdentifier("en")!)),
        preferredLocales: [LocaleIdentifier] = []
    ) {
        let preferred = preferredLocales.isEmpty ? [defaults.request.locale] : preferredLocales
        self.init(
            engine, folders: localizations, defaults: defaults, preferredLocales: preferred,
            texts: Texts.opened(folders: localizations, preferred: preferred))
    }

    /// The same with texts at hand for the default locale.
    package init(
        _ engine: SearchEngine, folders: [String], defaults: ServiceRequest,
        preferredLocales: [LocaleIdentifier], texts: Texts
    ) {
        self.folders = folders
        self.defaults = defaults
        self.preferredLocales = preferredLocales
        self.texts = texts
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

    // MARK: Answers

    /// The answer to a request as JSON.
    ///
    /// - Parameter json: one JSON object in UTF-8.
    /// - Throws: `Failure`, in the default locale where the request is malformed.
    public func answer(_ json: [UInt8]) throws(Failure) -> Reply {
        try withWorkspace { (workspace, snapshot) throws(Failure) in
            let request: ServiceRequest
            do throws(UsageError) {
                request = try self.request(json, workspace.parser)
            } catch {
                throw Failure(kind: .request, message: texts.words(for: error))
            }
            return try answer(request, workspace, snapshot)
        }
    }

    /// The answer to a request.
    ///
    /// - Throws: `Failure`, in the request's locale.
    public func answer(_ request: ServiceRequest) throws(Failure) -> Reply {
        try withWorkspace { (workspace, snapshot) throws(Failure) in
            try answer(request, workspace, snapshot)
        }
    }

    /// A request out of parameters such as those of a URL (`q`, `locale`, `limit`, …, as the members of a JSON request):
    /// lists with commas between their elements, `true` or `false` for what is or is not. Others are passed over; an
    /// empty one is as good as none, and without `q` all records are found.
    ///
    /// - Throws: `Failure`, in the default locale.
    public func request(
        parameters: some Sequence<(name: String, value: String)>
    ) throws(Failure) -> ServiceRequest {
        do throws(UsageError) {
            return try ServiceRequest(parameters: parameters, defaults)
        } catch {
            throw Failure(kind: .request, message: texts.words(for: error))
        }
    }

    private func request(_ json: [UInt8], _ parser: JSONParser) throws(UsageError) -> ServiceRequest {
        do {
            return try parser.withValue(of: json) { value in try ServiceRequest(value, defaults) }
        } catch let error as UsageError {
            throw error
        } catch let error as JSONError {
            throw UsageError("RequestInvalidJSON: %@", error.message)
        } catch {
            throw UsageError("InternalFailure: %@", String(describing: error))
        }
    }

    /// What a request is answered from.
    private struct Snapshot {
        let engine: SearchEngine
        let available: Set<LocaleIdentifier>
    }

    private func answer(
        _ service: ServiceRequest, _ workspace: Workspace, _ snapshot: Snapshot
    ) throws(Failure) -> Reply {
        var request = service.request
        let wording = wording(request.locale, workspace, snapshot)
        do throws(SearchError) {
            request.chain =
                service.chain
                ?? LocaleNegotiation.chain(
                    preferred: preferredLocales.preferred(for: request.locale), available: snapshot.available)
            request.scope = try snapshot.engine.scope(named: request.scope, wording)
            let object = try object(request, service, snapshot.engine, wording)
            return Reply(json: object.text, locale: request.locale)
        } catch {
            let kind: Failure.Kind =
                switch error {
                case .damagedIndex(let catalog): .damagedIndex(catalog: catalog)
                case .icu: .system
                default: .request
                }
            throw Failure(kind: kind, message: wording.texts.words(for: error))
        }
    }

    private func object(
        _ request: SearchRequest, _ service: ServiceRequest, _ engine: SearchEngine, _ wording: Wording
    ) throws(SearchError) -> JSONObject {
        let answer = JSONAnswer(wording: wording, explains: service.explains)
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
            let corrections = try engine.corrections(of: request, limit: request.limit)
            return answer.object(completions, corrections, request, nanoseconds: nanoseconds)
        }
    }

    // MARK: Words

    /// So many locales a workspace keeps words for, not all that may be asked for.
    private static let wordingLimit = 50
    /// More workspaces are not kept: there are never more threads that do something.
    private static let workspaceLimit = 64

    private func wording(
        _ locale: LocaleIdentifier, _ workspace: Workspace, _ snapshot: Snapshot
    ) -> Wording {
        if let wording = workspace.wordings[locale] { return wording }
        let texts =
            locale == texts.locale
            ? texts
            : Texts.load(folders: folders, preferred: [locale], tables: ["Localizable", "Errors"]).texts
        let wording = Wording(texts, catalogs: snapshot.engine.catalogs)
        if workspace.wordings.count >= Self.wordingLimit { workspace.wordings.removeAll() }
        workspace.wordings[locale] = wording
        return wording
    }

    private func withWorkspace<Result>(
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

extension Duration {
    /// The duration in whole nanoseconds.
    package var nanoseconds: Int {
        Int(components.seconds) * 1_000_000_000 + Int(components.attoseconds / 1_000_000_000)
    }
}
