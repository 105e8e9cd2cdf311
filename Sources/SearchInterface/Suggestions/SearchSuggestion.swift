// Suggestions below the search bar.

/// A suggestion below the search bar. ``SearchController/select(_:)`` applies its effect.
///
/// UIKit's `UISearchSuggestion` with an effect, so that selecting one means the same in every front end.
public struct SearchSuggestion: Hashable, Sendable {
    /// The origin of a suggestion; front ends may show them differently.
    public enum Kind: Hashable, Sendable, CaseIterable {
        /// A completion of the typed text.
        case completion
        /// An earlier search.
        case recent
        /// A scope with matches.
        case scope
        case correction
        /// The name of an attribute, or a value of one.
        case attribute
    }

    /// What selecting a suggestion does.
    public enum Effect: Hashable, Sendable {
        /// Replaces the text, and the tokens unless these are `nil`.
        case input(text: String, tokens: [SearchToken]? = nil)
        /// Adds a token after the others, and replaces the text.
        case token(SearchToken, text: String)
        /// Selects the scope with this id.
        case scope(String)
    }

    /// The origin of the suggestion.
    public var kind: Kind
    /// The text shown, in the user's language.
    public var localizedSuggestion: String
    /// An additional description, in the user's language: a second line, or a text for screen readers.
    public var localizedDescription: String?
    /// The name of an icon, for front ends that have icons.
    public var icon: String?
    /// Ranges to emphasize, half-open, in Unicode scalars of ``localizedSuggestion``.
    public var emphasizedRanges: [Range<Int>]
    /// The number of records that it would find; `nil` if unknown.
    public var count: Int?
    /// What selecting it does.
    public var effect: Effect
    /// A value for the front end's own use.
    public var representedValue: String?

    public init(
        _ kind: Kind, _ localizedSuggestion: String, localizedDescription: String? = nil, icon: String? = nil,
        emphasizedRanges: [Range<Int>] = [], count: Int? = nil, effect: Effect,
        representedValue: String? = nil
    ) {
        self.kind = kind
        self.localizedSuggestion = localizedSuggestion
        self.localizedDescription = localizedDescription
        self.icon = icon
        self.emphasizedRanges = emphasizedRanges
        self.count = count
        self.effect = effect
        self.representedValue = representedValue
    }

    /// A suggestion that replaces the typed text: a completion, or a correction.
    public init(_ kind: Kind, text: String, count: Int? = nil) {
        self.init(kind, text, count: count, effect: .input(text: text))
    }
}
