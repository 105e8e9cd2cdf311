// What of a search outlives the program? A versioned value that any encoder writes.

public import CatalogSearch

extension SearchController {
    /// What a search is restored from. `Codable`: which format it is stored in is the program's choice.
    public struct State: Hashable, Sendable {
        /// The version that this code writes, and the only one that it reads.
        public static let currentVersion = 1

        /// Whether the search goes on.
        public var isActive: Bool
        /// Whether the bar takes what is typed; only while the search goes on.
        public var isFirstResponder: Bool
        /// What was typed.
        public var text: String
        /// The tokens before it.
        public var tokens: [SearchToken]
        /// The id of the selected scope; `nil` where there was no choice.
        public var scope: String?
        /// The chosen result.
        public var selection: RecordReference?
        /// The row of the first result that was to be seen; not negative.
        public var scrollPosition: Int
        /// The locale; `nil` leaves the one that the program took from elsewhere.
        public var locale: LocaleIdentifier?

        /// The state of a search that is not active, and whatever is given beside.
        public init(
            isActive: Bool = false, isFirstResponder: Bool = false, text: String = "",
            tokens: [SearchToken] = [],
            scope: String? = nil, selection: RecordReference? = nil, scrollPosition: Int = 0,
            locale: LocaleIdentifier? = nil
        ) {
            self.isActive = isActive
            self.isFirstResponder = isFirstResponder
            self.text = text
            self.tokens = tokens
            self.scope = scope
            self.selection = selection
            self.scrollPosition = max(0, scrollPosition)
            self.locale = locale
        }
    }
}

/// Why a stored state is not used.
public enum StateFault: Error, Hashable, Sendable {
    /// A newer program, or a stranger, wrote it.
    case unknownVersion(Int)
    /// A member is missing, of another type, or not a value that it can have: its name, behind the names and the places
    /// of what it stands in (`["tokens", "0", "kind"]`).
    case damaged(path: [String])
    /// It could not be read at all: the decoder found no such thing, or the program no file.
    case unreadable
}

extension SearchController.State: Codable {
    private enum CodingKeys: CodingKey {
        case version, isActive, isFirstResponder, text, tokens, scope, selection, scrollPosition, locale
    }

    /// Reads a state.
    ///
    /// - Throws: `StateFault`, `DecodingError`, and what the decoder throws;
    ///   ``SearchController/restore(from:)`` makes one of these out of all.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        let version = try members.decode(Int.self, forKey: .version)
        // Of another version nothing else is known, not even which members there are.
        guard version == Self.currentVersion else { throw StateFault.unknownVersion(version) }
        isActive = try members.decode(Bool.self, forKey: .isActive)
        isFirstResponder = try members.decode(Bool.self, forKey: .isFirstResponder)
        text = try members.decode(String.self, forKey: .text)
        tokens = try members.decode([SearchToken].self, forKey: .tokens)
        scope = try members.decodeIfPresent(String.self, forKey: .scope)
        selection = try members.decodeIfPresent(RecordReference.self, forKey: .selection)
        scrollPosition = try members.decode(Int.self, forKey: .scrollPosition)
        locale = nil
        if let spelling = try members.decodeIfPresent(String.self, forKey: .locale) {
            locale = LocaleIdentifier(spelling)
            guard locale?.storedSpelling != nil else {
                throw StateFault.damaged(path: [CodingKeys.locale.stringValue])
            }
        }
        if scrollPosition < 0 { throw StateFault.damaged(path: [CodingKeys.scrollPosition.stringValue]) }
        if text.unicodeScalars.count > SearchRequest.maximumQueryLength {
            throw StateFault.damaged(path: [CodingKeys.text.stringValue])
        }
    }

    /// Writes the state, with its version; the locale as ICU spells it, which keeps all of it.
    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(Self.currentVersion, forKey: .version)
        try members.encode(isActive, forKey: .isActive)
        try members.encode(isFirstResponder, forKey: .isFirstResponder)
        try members.encode(text, forKey: .text)
        try members.encode(tokens, forKey: .tokens)
        try members.encodeIfPresent(scope, forKey: .scope)
        try members.encodeIfPresent(selection, forKey: .selection)
        try members.encode(scrollPosition, forKey: .scrollPosition)
        try members.encodeIfPresent(locale?.storedSpelling, forKey: .locale)
    }
}

extension LocaleIdentifier {
    /// The spelling that is read back as the same locale; `nil` for strange ones that have none (`de@modifiers_of_any_length`),
    /// which are not stored.
    fileprivate var storedSpelling: String? {
        LocaleIdentifier(icuIdentifier) == self ? icuIdentifier : nil
    }
}
