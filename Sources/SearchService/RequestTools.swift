// Costly tools that requests reuse: a JSON parser, and the messages of locales.

internal import JSON
internal import Localization
internal import Synchronization

/// Tools that one request uses at a time.
final class RequestTools: Sendable {
    /// The generation of catalogs whose labels the messages have.
    let generation: Int
    /// Never contended, because only one thread uses them at a time.
    private let tools = Mutex(Tools())

    struct Tools {
        let parser = JSONParser()
        let cropper = TextCropper()
        private var cached: [LocaleIdentifier: ResultMessages] = [:]

        /// The most locales whose messages are cached; clients may use any number of locales.
        private static let localeLimit = 50

        mutating func messages(_ locale: LocaleIdentifier, _ make: () -> ResultMessages) -> ResultMessages {
            if let messages = cached[locale] { return messages }
            let messages = make()
            if cached.count >= Self.localeLimit { cached.removeAll() }
            cached[locale] = messages
            return messages
        }
    }

    init(generation: Int) { self.generation = generation }

    func withTools<Result: Sendable, Failure>(
        _ body: @Sendable (inout Tools) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try tools.withLock { tools throws(Failure) in try body(&tools) }
    }
}
