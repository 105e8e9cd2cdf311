// Who asks what somebody else has just asked? Many: the first letters of words are always the same.

internal import CatalogSearch
internal import Hummingbird
internal import KitSupport
internal import SearchService
internal import Synchronization

/// Keeps answers, until there are too many of them, for whoever asks the same of the same catalogs.
///
/// Two generations are enough to keep what is asked for often: a new answer is young; when the young ones fill half of the
/// cache they become the old ones, and the old ones before them are forgotten. Whatever is asked for again is young again.
final class AnswerCache: Sendable {
    /// All that an answer depends on, in full: a digest could be made to be the same for two questions.
    struct Question: Hashable, Sendable {
        /// The version of all that is searched.
        let version: String
        /// The address with its parameters.
        let address: String
        /// What whoever asks prefers.
        let locales: [String]

        /// - Parameter version: that of all that is searched.
        init(_ question: ServiceRequest, _ request: Request, version: String) {
            self.version = version
            address = request.uri.string
            locales = ([question.request.locale] + question.preferredLocales).map(\.identifier)
        }

        /// The version of the answer, for whoever has asked before.
        var tag: EntityTag {
            var fingerprint = Fingerprint()
            for text in [address] + locales { fingerprint.add(text) }
            return EntityTag(value: version + "-" + fingerprint.text, isWeak: true)
        }

        fileprivate var size: Int {
            version.utf8.count + address.utf8.count + locales.reduce(0) { $0 + $1.utf8.count }
        }
    }

    private struct State {
        var young: [Question: SearchService.Reply] = [:]
        var old: [Question: SearchService.Reply] = [:]
        /// Bytes of the young ones.
        var size = 0
    }

    private let capacity: Int
    private let state = Mutex(State())

    /// What an entry takes beside its texts, about.
    private static let overhead = 200

    /// - Parameter capacity: how many bytes answers may take, about; 0 to keep none.
    init(capacity: Int) { self.capacity = capacity }

    /// The answer to a question, if it is kept.
    subscript(question: Question) -> SearchService.Reply? {
        guard capacity > 0 else { return nil }
        return state.withLock { state in
            if let reply = state.young[question] { return reply }
            guard let reply = state.old[question] else { return nil }
            keep(reply, for: question, &state)
            return reply
        }
    }

    /// Keeps an answer, unless it would take the place of too many others.
    func keep(_ reply: SearchService.Reply, for question: Question) {
        guard size(reply, question) <= capacity / 100 else { return }
        state.withLock { keep(reply, for: question, &$0) }
    }

    private func keep(_ reply: SearchService.Reply, for question: Question, _ state: inout State) {
        guard state.young.updateValue(reply, forKey: question) == nil else { return }
        state.size += size(reply, question)
        guard state.size > capacity / 2 else { return }
        state.old = state.young
        state.young = [:]
        state.size = 0
    }

    private func size(_ reply: SearchService.Reply, _ question: Question) -> Int {
        reply.json.utf8.count + question.size + Self.overhead
    }
}
