// What was searched for before? Kept by whoever owns the value; nothing is kept where it is turned off.

/// The searches a user made, most recent first, each once.
///
/// Laws: never more than ``limit``; no two entries of the same input, whatever their case and the white space around them;
/// what was added last is first. While it is off, nothing is added and nothing suggested, but what is there stays.
public struct RecentSearches: Hashable, Sendable {
    /// One search.
    public struct Entry: Hashable, Sendable, Codable {
        /// The text, without white space around it.
        public let text: String
        /// The tokens.
        public let tokens: [SearchToken]

        /// A search; `nil` where there is neither text nor a token.
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
    /// How many are kept.
    public var limit: Int {
        didSet {
            limit = max(0, limit)
            trim()
        }
    }
    /// How many are suggested at most.
    public var suggestionLimit = 5
    /// Whether searches are kept and suggested.
    public var isEnabled: Bool

    /// No searches yet.
    public init(limit: Int = 100, isEnabled: Bool = true) {
        self.limit = max(0, limit)
        self.isEnabled = isEnabled
    }

    /// Puts a search first. An empty one is none.
    public mutating func add(text: String, tokens: [SearchToken] = []) {
        guard isEnabled, let entry = Entry(text: text, tokens: tokens) else { return }
        remove(entry)
        entries.insert(entry, at: 0)
        trim()
    }

    /// Forgets a search.
    public mutating func remove(_ entry: Entry) { entries.removeAll { $0.isSameSearch(as: entry) } }

    /// Forgets all searches.
    public mutating func removeAll() { entries = [] }

    private mutating func trim() {
        if entries.count > limit { entries.removeLast(entries.count - limit) }
    }
}

extension RecentSearches: SuggestionSource {
    /// The searches that begin with what was typed, whatever its case, and the tokens of which it has; all of them before
    /// anything was put in. The search that stands in the bar is no suggestion.
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

    /// Reads searches; the laws hold for them, whatever was stored.
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

    /// Writes all of it.
    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(entries, forKey: .entries)
        try members.encode(limit, forKey: .limit)
        try members.encode(suggestionLimit, forKey: .suggestionLimit)
        try members.encode(isEnabled, forKey: .isEnabled)
    }
}
