// How far a translation is.

/// The progress of a translation.
public enum TranslationState: String, Sendable, Hashable, CaseIterable {
    /// There is no translation yet.
    case new
    /// The translation needs review: the source text changed, or a program guessed.
    case needsReview
    /// The translation is done.
    case translated
    /// The source no longer has the message, whether or not it is translated.
    case obsolete
}

extension TranslationState {
    /// The flag that says so in the comments of an entry; `nil` for `translated`.
    public var flag: String? {
        switch self {
        case .new: "untranslated"
        case .needsReview: "fuzzy"
        case .translated: nil
        case .obsolete: "unmatched"
        }
    }

    /// The name of the state in comments.
    var annotation: String { flag ?? "translated" }

    /// The state that a comment names.
    init?(annotation: some StringProtocol) {
        guard let state = Self.allCases.first(where: { $0.annotation == annotation }) else { return nil }
        self = state
    }
}
