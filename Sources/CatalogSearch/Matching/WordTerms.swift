// The terms that contain a word, kept for later searches: people search for the same words.

internal import Support

/// Identifies the terms of a locale that contain a word.
struct WordTermsKey: Hashable {
    /// The word's foldings; empty for none.
    let standard: [UInt8]
    let search: [UInt8]
    /// Whether the word may end a compound.
    let endsCompounds: Bool
    /// The spelling whose marks count; empty if they do not.
    let marked: [UInt8]
}

/// The terms that may contain a word.
struct WordTerms: Sendable {
    /// Ascending.
    let terms: [UInt32]
    /// Whether all of them contain it.
    let isExact: Bool
}
