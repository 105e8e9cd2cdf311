// Similar words: when a search looks for them, which kinds there are, and what it found.

/// The words that a search found instead of words that were typed.
public struct Relaxation: Hashable, Sendable {
    /// How a word of the texts may differ from the word that was typed, strictest first.
    public enum Kind: String, Hashable, Sendable, CaseIterable, Comparable {
        /// The same letters, apart from differences that the locale makes: marks on letters (`å` for `a`), letters
        /// written as two (`oe` for `ø`), hyphens omitted or added.
        case letters
        /// Another form of the word (plural, case, person) by Snowball's stems, or a synonym from the catalog.
        case forms
        /// Letters omitted, added, replaced or transposed: one in words of at least four letters, two from eight.
        case typos

        /// Stricter kinds are less.
        public static func < (left: Kind, right: Kind) -> Bool { left.place < right.place }

        private var place: Int {
            switch self {
            case .letters: 0
            case .forms: 1
            case .typos: 2
            }
        }
    }

    /// When a search looks for similar words.
    public enum Policy: String, Hashable, Sendable, CaseIterable {
        /// If nothing matches strictly; each kind only if the stricter ones found nothing.
        case auto
        /// Always, ranked after strict matches.
        case always
        /// Never: the texts must contain all words.
        case never
    }

    /// A word and what was found in its place.
    public struct Word: Hashable, Sendable {
        /// The word as typed.
        public var word: String
        /// The words of the texts that were taken for it, best first, as a text spells them.
        public var found: [String]

        /// A word and what was found in its place.
        public init(word: String, found: [String]) {
            self.word = word
            self.found = found
        }
    }

    /// The maximum number of words of a query that are replaced.
    public static let maximumWordCount = 10
    /// The maximum number of Unicode scalars in a word of the texts that replaces or completes a typed one.
    public static let maximumSpellingLength = 100

    /// The least strict of the kinds that were needed.
    public var kind: Kind
    /// The words that were relaxed, in the order typed.
    public var words: [Word]

    /// The similar words that a search found.
    public init(kind: Kind, words: [Word]) {
        self.kind = kind
        self.words = words
    }
}
