// All messages of one table in one locale, by key.

public import ICU
internal import Support

/// A table of messages in one locale, such as the contents of `de.lproj/Localizable.strings`.
public struct MessageCatalog: Sendable {
    /// The locale of the messages, whose rules select the plural forms.
    public let locale: LocaleIdentifier
    /// The messages in the file's order.
    public let list: [Message]
    private let indices: Indices
    /// The findings about the forms of the messages.
    public let diagnostics: [MessageDiagnostic]

    /// The index of each message in `list`, by its key.
    private enum Indices: Sendable {
        case made(KeyIndex)
        /// Made at the first search for a key. Most checks of most files only look where the key probably is.
        case lazy(Lazy<KeyIndex>)

        var index: KeyIndex {
            switch self {
            case .made(let index): index
            case .lazy(let index): index.value
            }
        }
    }

    /// A catalog of messages. If two have the same key, the last one is used.
    public init(locale: LocaleIdentifier, messages: [Message]) {
        self.init(locale: locale, messages: messages, diagnostics: [])
    }

    /// The messages of a `.strings` file.
    ///
    /// - Parameter readsVariations: whether keys with a suffix such as `|==|plural.one` are forms of one
    ///   message. If not, all keys are literal.
    public init(locale: LocaleIdentifier, strings: StringsFile, readsVariations: Bool = true) {
        let hasDuplicates = strings.hasDuplicates
        if !hasDuplicates,
            !readsVariations
                || strings.entries.indices.allSatisfy({ !VariationKey.mayBe(strings.entries[$0].key) })
        {
            self.init(locale: locale, checking: Self.plainMessages(strings), haveDistinctKeys: true)
            return
        }
        var builder = MessageCatalogBuilder(readsVariations: readsVariations, capacity: strings.entries.count)
        // Entries are large, so only the needed parts are copied.
        for index in strings.entries.indices {
            // The last of several duplicates is used; the parser has reported them.
            guard let text = strings.entries[index].text,
                !hasDuplicates || strings.lastEntryIndex(forKey: strings.entries[index].key) == index
            else { continue }
            builder.add(
                key: strings.entries[index].key, text: text, comment: strings.entries[index].comment,
                position: strings.entries[index].position)
        }
        self.init(locale: locale, builder: builder)
    }

    /// The messages of a file in which each entry is one.
    private static func plainMessages(_ strings: StringsFile) -> [Message] {
        var messages: [Message] = []
        messages.reserveCapacity(strings.entries.count)
        for index in strings.entries.indices {
            guard let text = strings.entries[index].text else { continue }
            messages.append(
                Message(
                    key: strings.entries[index].key, text: text, comment: strings.entries[index].comment,
                    position: strings.entries[index].position))
        }
        return messages
    }

    /// Messages that were read from a file of another format, and the findings about their forms.
    ///
    /// - Parameter haveDistinctKeys: whether no two messages are known to have the same key.
    package init(locale: LocaleIdentifier, checking messages: [Message], haveDistinctKeys: Bool = false) {
        var builder = MessageCatalogBuilder()
        for message in messages { builder.check(message) }
        if haveDistinctKeys {
            self.init(
                locale: locale, list: messages, indices: .lazy(Lazy { Self.indices(of: messages) }),
                diagnostics: builder.diagnostics)
        } else {
            self.init(locale: locale, messages: messages, diagnostics: builder.diagnostics)
        }
    }

    private init(
        locale: LocaleIdentifier, list: [Message], indices: Indices, diagnostics: [MessageDiagnostic]
    ) {
        (self.locale, self.list, self.indices, self.diagnostics) = (locale, list, indices, diagnostics)
    }

    init(locale: LocaleIdentifier, builder: MessageCatalogBuilder) {
        var builder = builder
        let messages = builder.finish()
        self.init(locale: locale, messages: messages, diagnostics: builder.diagnostics)
    }

    private init(locale: LocaleIdentifier, messages: [Message], diagnostics: [MessageDiagnostic]) {
        let indices = Self.indices(of: messages)
        // Most catalogs have no key twice.
        guard indices.count < messages.count else {
            self.init(locale: locale, list: messages, indices: .made(indices), diagnostics: diagnostics)
            return
        }
        var list: [Message] = []
        var first = KeyIndex(capacity: indices.count)
        for message in messages {
            if let known = first.number(of: message.key, key: { list[$0].key }) {
                list[known] = message
            } else {
                list.append(message)
                first.update(list.count - 1, for: message.key, key: { list[$0].key })
            }
        }
        self.init(locale: locale, list: list, indices: .made(first), diagnostics: diagnostics)
    }

    private static func indices(of messages: [Message]) -> KeyIndex {
        KeyIndex(count: messages.count) { messages[$0].key }
    }

    /// The keys in the file's order.
    public var keys: [String] { list.map(\.key) }

    /// The messages by key, in a dictionary created on each access. For a single message, use the subscript.
    public var messages: [String: Message] {
        Dictionary(list.lazy.map { ($0.key, $0) }, uniquingKeysWith: { $1 })
    }

    /// The message for a key, which is probably at the given index of `list`. Tables of two locales usually
    /// have the same order, so looking there first is faster than a lookup by key.
    ///
    /// - Parameter index: the probable index; any number is allowed.
    public func message(for key: String, near index: Int) -> Message? {
        if list.indices.contains(index), list[index].key == key { return list[index] }
        return self[key]
    }

    public subscript(key: String) -> Message? {
        indices.index.number(of: key) { list[$0].key }.map { list[$0] }
    }
}
