// The terms that contain a word, cached for later searches: people search for the same words.

/// Identifies the terms of a locale that may contain a word.
struct WordTermsKey: CachedKey {
    /// The word's foldings; empty for none.
    let standard: [UInt8]
    let search: [UInt8]
    /// Whether the word may end a compound.
    let endsCompounds: Bool
    /// The spelling whose marks count; empty if they do not.
    let marked: [UInt8]

    static func cost(of value: WordTerms) -> Int { value.terms.count * MemoryLayout<UInt32>.stride }
}

/// Identifies the terms that may have a word as a whole word, or all that have it. Short words have many such
/// terms, which are needed often.
struct WholeWordTermsKey: CachedKey {
    let word: WordTermsKey
    /// Whether all terms are known to have it.
    let isExact: Bool

    static func cost(of value: WordTerms) -> Int { value.terms.count * MemoryLayout<UInt32>.stride }
}

/// Identifies whether a term has a word as a whole word, for the components of split words.
struct KnownWordKey: CachedKey {
    let word: WordTermsKey

    static func cost(of value: Bool) -> Int { 0 }
}

/// The terms that may contain a word.
struct WordTerms: Sendable {
    /// Ascending.
    let terms: [UInt32]
    /// Whether all of them contain it.
    let isExact: Bool
}
