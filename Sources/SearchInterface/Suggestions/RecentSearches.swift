// The user's recent searches. The program stores the value; nothing is added while it is disabled.

/// The searches of a user, most recent first, without duplicates.
///
/// Invariants: never more than ``limit`` entries; no two entries with the same input, ignoring case
/// and surrounding white space; the last search added is first. While disabled, nothing is
/// added or suggested, but entries stay.
public struct RecentSearches: Hashable, Sendable {
    public struct Entry: Hashable, Sendable, Codable {
        /// The text, without surrounding white space.
        public let text: String
        public let tokens: [SearchToken]

        /// A search; `nil` if there is neither text nor a token.
        public init?(text: String, tokens: [SearchToken] = []) {
            let scalars = text.unicodeScalars
            let head = scalars.drop { $0.properties.isWhitespace }
            let last = head.lastIndex { !$0.properties.isWhitespace }
            self.text = last.map { String(head[...$0]) } ?? ""
            self.tokens = tokens
            if self.text.isEmpty && tokens.isEmpty { return nil }
        }

        fileprivate func isSameSearch(as other: Entry) -> Bool {
            tokens.map(\.representedValue) == other.tokens.map(\.representedValue)
                && text.lowercased() == other.text.lowercased()
        }
    }

    /// The searches, most recent first.
    public private(set) var entries: [Entry] = []
    /// The maximum number of entries.
    public var limit: Int {
        didSet {
            limit = max(0, limit)
            trim()
        }
    }
    /// The maximum number of suggestions.
    public var suggestionLimit = 5
    /// Whether searches are added and suggested.
    public var isEnabled: Bool

    /// No searches yet.
    public init(limit: Int = 100, isEnabled: Bool = true) {
        self.limit = max(0, limit)
        self.isEnabled = isEnabled
    }

    /// Adds a search as the first one; an empty one is ignored.
    public mutating func add(text: String, tokens: [SearchToken] = []) {
        guard isEnabled, let entry = Entry(text: text, tokens: tokens) else { return }
        remove(entry)
        entries.insert(entry, at: 0)
        trim()
    }

    public mutating func remove(_ entry: Entry) { entries.removeAll { $0.isSameSearch(as: entry) } }

    /// Removes all searches.
    public mutating func removeAll() { entries = [] }

    private mutating func trim() {
        if entries.count > limit { entries.removeLast(entries.count - limit) }
    }
}

extension RecentSearches: SuggestionSource {
    /// The searches that begin with the typed text, ignoring case, and contain its tokens; all of them while
    /// the input is empty. The search in the bar is not suggested.
    public func suggestions(for context: SuggestionContext) -> [SearchSuggestion] {
        guard isEnabled else { return [] }
        let current = Entry(text: context.text, tokens: context.tokens)
        let typed = current?.text.lowercased() ?? ""
        let found = entries.lazy.filter { entry in
            if let current, entry.isSameSearch(as: current) { return false }
            return entry.text.lowercased().hasPrefix(typed)
                && context.tokens.allSatisfy { token in
                    entry.tokens.contains { $0.representedValue == token.representedValue }
                }
        }
        return found.prefix(max(0, suggestionLimit)).map { entry in
            let words = entry.tokens.map(\.text) + (entry.text.isEmpty ? [] : [entry.text])
            return SearchSuggestion(
                .recent, words.joined(separator: " "), effect: .input(text: entry.text, tokens: entry.tokens))
        }
    }
}

extension RecentSearches: Codable {
    private enum CodingKeys: CodingKey {
        case entries, limit, suggestionLimit, isEnabled
    }

    /// Reads searches. The invariants hold for any stored value.
    ///
    /// - Throws: `DecodingError`, and what the decoder throws.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        self.init(limit: try members.decode(Int.self, forKey: .limit))
        suggestionLimit = max(0, try members.decode(Int.self, forKey: .suggestionLimit))
        for entry in try members.decode([Entry].self, forKey: .entries).reversed() {
            add(text: entry.text, tokens: entry.tokens)
        }
        isEnabled = try members.decode(Bool.self, forKey: .isEnabled)
    }

    /// Writes all properties.
    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(entries, forKey: .entries)
        try members.encode(limit, forKey: .limit)
        try members.encode(suggestionLimit, forKey: .suggestionLimit)
        try members.encode(isEnabled, forKey: .isEnabled)
    }
}
