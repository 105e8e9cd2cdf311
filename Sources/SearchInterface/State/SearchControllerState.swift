// The state of a search, as a versioned `Codable` value.

public import CatalogSearch

extension SearchController {
    /// The state to restore a search from. `Codable`: the program chooses the format.
    public struct State: Hashable, Sendable {
        /// The version that this code writes, and the only one that it can read.
        public static let currentVersion = 1

        public var isActive: Bool
        /// Whether the bar is first responder; only while the search is active.
        public var isFirstResponder: Bool
        /// The typed text.
        public var text: String
        /// The tokens before it.
        public var tokens: [SearchToken]
        /// The id of the selected scope; `nil` if there was no choice.
        public var scope: String?
        /// The selected result.
        public var selection: RecordReference?
        /// The first visible row of the results; not negative.
        public var scrollPosition: Int
        /// The locale; `nil` keeps the program's own.
        public var locale: LocaleIdentifier?

        /// The state of an inactive search; arguments that are left out have their defaults.
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
    /// A newer or another program wrote it.
    case unknownVersion(Int)
    /// A member is missing, has another type, or an impossible value. The path consists of names and indices
    /// (`["tokens", "0", "kind"]`).
    case damaged(path: [String])
    /// It could not be read at all: the decoder found no state, or the program no file.
    case unreadable
}

extension StateFault: CustomStringConvertible {
    /// The fault in English, for logs.
    public var description: String {
        switch self {
        case .unknownVersion(let version): "unknown version of the stored state: \(version)"
        case .damaged(let path): "damaged member of the stored state: \(path.joined(separator: "."))"
        case .unreadable: "the stored state cannot be read"
        }
    }
}

extension SearchController.State: Codable {
    private enum CodingKeys: CodingKey {
        case version, isActive, isFirstResponder, text, tokens, scope, selection, scrollPosition, locale
    }

    /// Reads a state.
    ///
    /// - Throws: `StateFault`, `DecodingError`, and what the decoder throws;
    ///   ``SearchController/restore(from:)`` turns all of these into a `StateFault`.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        let version = try members.decode(Int.self, forKey: .version)
        // The members of other versions are unknown.
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

    /// Writes the state with its version, and the locale in ICU's spelling, which loses nothing.
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
    /// The spelling that is read back as the same locale; `nil` for locales without one
    /// (`de@modifiers_of_any_length`), which are not stored.
    fileprivate var storedSpelling: String? {
        LocaleIdentifier(icuIdentifier) == self ? icuIdentifier : nil
    }
}
