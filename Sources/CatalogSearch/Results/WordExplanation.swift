// Why records match, word by word.

/// Why a word of the query matched a record.
public struct WordExplanation: Hashable, Sendable {
    /// Why word and text count as equal.
    public enum Rule: Hashable, Sendable {
        /// Spelled exactly as typed.
        case exact
        /// By the locale's standard collation alone.
        case standardCollation
        /// By the locale's search collation alone.
        case searchCollation
        case bothCollations
        /// The same letters, apart from differences that the locale makes, see ``Relaxation/Kind/letters``.
        case letters
        /// Another form of the word, or a synonym, see ``Relaxation/Kind/forms``.
        case forms
        /// A typing error, see ``Relaxation/Kind/typos``.
        case typos
        /// An equivalent spelling, see ``Equivalence``.
        case edges
        case separators
        case units
        case script
        case elision
        case segments
        case compound
    }

    /// One match of the word.
    public struct Location: Hashable, Sendable {
        /// The field of the text.
        public var field: FieldName
        /// The locale of the text.
        public var locale: LocaleIdentifier
        /// The match position in the text, or in its word that names the kind of thing.
        public var match: MatchClass
        /// Whether the match is in the word of the text that names the kind of thing, such as
        /// "adapter" in "AC adapter for laptops".
        public var isKind = false
        public var rule: Rule
        /// The part of the text that matched.
        public var matchedText: String
        /// The score of the match; a word counts its best one, limited by those of the other words.
        public var score: Int
    }

    /// The word as typed.
    public var word: String
    /// The best match in each field and locale, best first.
    public var locations: [Location]
    /// The numeric fields whose value equals the word.
    public var numbers: [FieldName]
}
