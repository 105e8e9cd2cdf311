// Similar words: when a search looks for them, which kinds there are, and what it found.

/// The words that a search found instead of words that were typed.
public struct Relaxation: Hashable, Sendable {
    /// How the words that were found may differ from those that were typed, strictest first.
    public enum Kind: String, Hashable, Sendable, CaseIterable, Comparable {
        /// Another form of the word (plural, case, person) by Snowball's stems,
        /// or a synonym from the catalog.
        case forms
        /// The same letters, apart from differences that the locale makes: marks on letters (`å` for `a`),
        /// letters written as two (`oe` for `ø`), hyphens omitted or added, two words joined or one split.
        case letters
        /// Words left out.
        case fewer
        /// Letters omitted, added, replaced or transposed: one in words of at
        /// least four letters, two from eight.
        case typos

        /// Whether the words found are what the user meant, so that their records are no second best.
        public var keepsMeaning: Bool { self == .forms }

        /// Stricter kinds are less.
        public static func < (left: Kind, right: Kind) -> Bool { left.position < right.position }

        private var position: Int {
            switch self {
            case .forms: 0
            case .letters: 1
            case .fewer: 2
            case .typos: 3
            }
        }
    }

    /// When a search looks for similar words.
    public enum Policy: String, Hashable, Sendable, CaseIterable {
        /// Always for other forms and synonyms; if nothing is found, for the other kinds, one after the
        /// other.
        case auto
        /// Always for words of all kinds; if nothing is found, for records that lack words.
        case always
        /// Never: the texts must contain all words as typed.
        case never
    }

    /// A word and what was found in its position.
    public struct Word: Hashable, Sendable {
        /// The word as typed.
        public var word: String
        /// The words of the texts that were taken for it, best first, as a text spells them.
        public var found: [String]

        /// A word and what was found in its position.
        public init(word: String, found: [String]) {
            self.word = word
            self.found = found
        }
    }

    /// How much a word of the query says about a record, where matches may lack words.
    public struct Weight: Hashable, Sendable {
        /// The word as typed.
        public var word: String
        /// 100 times the binary logarithm of how many times as many records there are as records
        /// with the word; 0 if none has it.
        public var weight: Int

        /// How much a word says.
        public init(word: String, weight: Int) {
            self.word = word
            self.weight = weight
        }
    }

    /// The maximum number of words of a query that are replaced.
    public static let maximumWordCount = 10
    /// The maximum number of Unicode scalars in a word of the texts that replaces or completes a typed one.
    public static let maximumSpellingLength = SpellingLength.maximum

    /// The least strict of the kinds that were needed.
    public var kind: Kind
    /// The words that were relaxed, in the order typed.
    public var words: [Word]
    /// The words that were left out, in the order typed: those that the records with
    /// the most of the query do not have.
    public var omitted: [String]
    /// What each word says about a record, in the order typed; empty unless words were left out.
    public var weights: [Weight]
    /// Whether other records match all words as typed.
    public var addsToStrict: Bool

    /// The similar words that a search found.
    public init(
        kind: Kind, words: [Word], omitted: [String] = [], weights: [Weight] = [], addsToStrict: Bool = false
    ) {
        self.kind = kind
        self.words = words
        self.omitted = omitted
        self.weights = weights
        self.addsToStrict = addsToStrict
    }
}
