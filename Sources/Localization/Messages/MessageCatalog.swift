// All messages of one table in one locale, by their keys.

public import ICU

/// A table of messages in one locale, such as the contents of `de.lproj/Localizable.strings`.
public struct MessageCatalog: Sendable {
    /// The locale in which the messages are written: its rules select among plural forms.
    public let locale: LocaleIdentifier
    /// The messages by key.
    public let messages: [String: Message]
    /// The keys in the file's order.
    public let keys: [String]
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
        var builder = MessageCatalogBuilder(readsVariations: readsVariations)
        for (index, entry) in strings.entries.enumerated() {
            // Of duplicates the last one counts; the parser has reported them.
            guard let text = entry.text, strings.lastEntryIndex(forKey: entry.key) == index else { continue }
            builder.add(key: entry.key, text: text, comment: entry.comment, position: entry.position)
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
        var byKey: [String: Message] = [:]
        byKey.reserveCapacity(messages.count)
        var keys: [String] = []
        keys.reserveCapacity(messages.count)
        for message in messages where byKey.updateValue(message, forKey: message.key) == nil {
            keys.append(message.key)
        }
        self.messages = byKey
        self.keys = keys
    }

    /// The message of a key.
    public subscript(key: String) -> Message? { messages[key] }
}
