// Which key an entry of a gettext file means.

internal import Localization

/// Finds keys: by the context, else by the source text where it is the text of one
/// key only, else the text is the key.
struct GettextKeys {
    private(set) var diagnostics: [GettextDiagnostic] = []
    private let sources: [String: MessageCatalog]
    private let identifiers: GettextOptions.Identifiers
    private let sharedContexts: Set<String>
    /// The keys of each source text, by table; made on first use.
    private var keysByText: [String: [UTF8Key: [String]]] = [:]

    init(
        sources: [String: MessageCatalog], identifiers: GettextOptions.Identifiers,
        sharedContexts: Set<String> = []
    ) {
        self.sharedContexts = sharedContexts
        self.sources = sources
        self.identifiers = identifiers
    }

    /// The message that an entry is of, and the part; `nil` where that is ambiguous.
    mutating func context(of entry: POEntry, table: String) -> GettextContext? {
        let found: GettextContext
        if identifiers == .key {
            found = GettextContext(entry.identifier)
        } else if let context = entry.context, sharedContexts.contains(context) {
            found = GettextContext(
                key: SharedContexts.key(context, entry.identifier), part: .message)
        } else if let context = entry.context {
            found = GettextContext(context)
        } else {
            guard let key = key(of: entry, table) else { return nil }
            found = GettextContext(key: key, part: .message)
        }
        if !entry.isObsolete, let source = sources[table], source[found.key] == nil {
            report(.unknownMessage, found.key, entry)
        }
        return found
    }

    private mutating func key(of entry: POEntry, _ table: String) -> String? {
        guard let source = sources[table] else { return entry.identifier }
        // A key that is its own text is meant by that text.
        if source[entry.identifier] != nil { return entry.identifier }
        if keysByText[table] == nil { keysByText[table] = Self.keysByText(source) }
        let keys = keysByText[table]?[UTF8Key(entry.identifier)] ?? []
        if keys.count > 1 {
            report(.ambiguousSource(first: keys[0], second: keys[1]), entry.identifier, entry)
            return nil
        }
        return keys.first ?? entry.identifier
    }

    private mutating func report(_ kind: GettextDiagnostic.Kind, _ key: String, _ entry: POEntry) {
        diagnostics.append(GettextDiagnostic(kind, key: key, position: entry.position))
    }

    /// Two keys are enough to know that a text is ambiguous.
    private static func keysByText(_ source: MessageCatalog) -> [UTF8Key: [String]] {
        var keys: [UTF8Key: [String]] = [:]
        for key in source.keys {
            guard let message = source[key] else { continue }
            for text in Set(
                [message.text, message.plural[.one] ?? message.plural[.other]].compactMap(\.?.source))
            {
                if keys[UTF8Key(text), default: []].count < 2 { keys[UTF8Key(text), default: []].append(key) }
            }
        }
        return keys
    }
}
