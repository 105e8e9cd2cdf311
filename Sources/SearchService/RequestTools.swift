// Costly tools that requests reuse: a JSON parser, and words for locales.

internal import JSON
internal import Localization
internal import Synchronization

/// Tools for one request at a time.
final class RequestTools: Sendable {
    /// The generation of catalogs whose labels the wordings have.
    let generation: Int
    /// Never contended, because only one thread uses them at a time.
    private let tools = Mutex(Tools())

    struct Tools {
        let parser = JSONParser()
        let cropper = TextCropper()
        private var wordings: [LocaleIdentifier: ResultMessages] = [:]

        /// The most wordings to keep; clients may use any number of locales.
        private static let wordingLimit = 50

        mutating func wording(_ locale: LocaleIdentifier, _ make: () -> ResultMessages) -> ResultMessages {
            if let wording = wordings[locale] { return wording }
            let wording = make()
            if wordings.count >= Self.wordingLimit { wordings.removeAll() }
            wordings[locale] = wording
            return wording
        }
    }

    init(generation: Int) { self.generation = generation }

    func withTools<Result: Sendable, Failure>(
        _ body: @Sendable (inout Tools) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try tools.withLock { tools throws(Failure) in try body(&tools) }
    }
}
