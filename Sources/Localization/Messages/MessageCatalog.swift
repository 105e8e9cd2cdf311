// All messages of one table in one locale, by their keys.

public import ICU

/// A table of messages in one locale, such as the contents of `de.lproj/Localizable.strings`.
public struct MessageCatalog: Sendable {
    /// The locale in which the messages are written: its rules select among plural forms.
    public let locale: LocaleIdentifier
    /// The messages in the file's order.
    public let list: [Message]
    private let indices: [String: Int]
    /// What was found while the messages were put together.
    public let diagnostics: [MessageDiagnostic]

    /// A catalog of messages; of two with the same key the last one counts.
    public init(locale: LocaleIdentifier, messages: [Message]) {
        self.init(locale: locale, messages: messages, diagnostics: [])
    }

    /// The messages of a `.strings` file.
    ///
    /// - Parameter readsVariations: whether keys with a suffix such as `|==|plural.one` are forms of one
    ///   message. Without that, all keys are taken literally.
    public init(locale: LocaleIdentifier, strings: StringsFile, readsVariations: Bool = true) {
        var builder = MessageCatalogBuilder(readsVariations: readsVariations, capacity: strings.entries.count)
        let hasDuplicates = strings.hasDuplicates
        // Entries are large; only the parts that are needed are copied out of them.
        for index in strings.entries.indices {
            // Of duplicates the last one counts; the parser has reported them.
            guard let text = strings.entries[index].text,
                !hasDuplicates || strings.lastEntryIndex(forKey: strings.entries[index].key) == index
            else { continue }
            builder.add(
                key: strings.entries[index].key, text: text, comment: strings.entries[index].comment,
                position: strings.entries[index].position)
        }
        self.init(locale: locale, builder: builder)
    }

    init(locale: LocaleIdentifier, builder: MessageCatalogBuilder) {
        var builder = builder
        let messages = builder.finish()
        self.init(locale: locale, messages: messages, diagnostics: builder.diagnostics)
    }

    private init(locale: LocaleIdentifier, messages: [Message], diagnostics: [MessageDiagnostic]) {
        self.locale = locale
        self.diagnostics = diagnostics
        var list: [Message] = []
        list.reserveCapacity(messages.count)
        var indices: [String: Int] = [:]
        indices.reserveCapacity(messages.count)
        for message in messages {
            if let known = indices[message.key] {
                list[known] = message
            } else {
                indices[message.key] = list.count
                list.append(message)
            }
        }
        self.list = list
        self.indices = indices
    }

    /// The keys in the file's order.
    public var keys: [String] { list.map(\.key) }

    /// The messages by key: a dictionary made anew each time. For one message, ask for its key.
    public var messages: [String: Message] {
        Dictionary(list.lazy.map { ($0.key, $0) }, uniquingKeysWith: { $1 })
    }

    /// The message of a key that is probably at a place of `list`: tables of two locales mostly have one order, and
    /// looking there first costs less than searching.
    ///
    /// - Parameter index: any number.
    public func message(for key: String, near index: Int) -> Message? {
        if list.indices.contains(index), list[index].key == key { return list[index] }
        return self[key]
    }

    /// The message of a key.
    public subscript(key: String) -> Message? { indices[key].map { list[$0] } }
}
