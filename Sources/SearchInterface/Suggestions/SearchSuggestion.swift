// What may the user choose in place of typing on?

/// A suggestion below the search bar. ``SearchController/select(_:)`` does what it says.
///
/// UIKit's `UISearchSuggestion` with an effect, so that choosing one means the same in every front end.
public struct SearchSuggestion: Hashable, Sendable {
    /// Where a suggestion comes from; front ends show them apart.
    public enum Kind: Hashable, Sendable, CaseIterable {
        /// What was typed, completed.
        case completion
        /// An earlier search.
        case recent
        /// A scope that holds results.
        case scope
        /// What was probably meant.
        case correction
    }

    /// What choosing a suggestion does.
    public enum Effect: Hashable, Sendable {
        /// Makes this the text, and these the tokens; the tokens stay where `nil`.
        case input(text: String, tokens: [SearchToken]? = nil)
        /// Adds a token behind the others, and leaves this of the text.
        case token(SearchToken, text: String)
        /// Selects the scope of this id.
        case scope(String)
    }

    /// Where the suggestion comes from.
    public var kind: Kind
    /// What the user sees, in the user's language.
    public var localizedSuggestion: String
    /// More about it, in the user's language: a second line, what a screen reader says.
    public var localizedDescription: String?
    /// The name of a picture beside it, for front ends that have pictures.
    public var icon: String?
    /// Parts to be emphasized, half-open, in Unicode scalars of ``localizedSuggestion``.
    public var emphasizedRanges: [Range<Int>]
    /// How many records it would find; `nil` where that is not known.
    public var count: Int?
    /// What choosing it does.
    public var effect: Effect
    /// Something of the front end's own.
    public var representedValue: String?

    /// A suggestion.
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

    /// A text in place of the one that was typed: a completion, or a correction.
    public init(_ kind: Kind, text: String, count: Int? = nil) {
        self.init(kind, text, count: count, effect: .input(text: text))
    }
}
