// What may be taken for a word that is not found: the kinds of relaxation, and what they found.

/// How a word of the texts may differ from the word that was typed, strictest first.
public enum Relaxation: String, Hashable, Sendable, CaseIterable, Comparable {
    /// The same letters but for what the locale holds apart: marks on letters (`å` for `a`), letters written as two
    /// (`oe` for `ø`), hyphens left out or put in.
    case letters
    /// Another form of the word (plural, case, person) by the stems of Snowball, or another word for the same, as the
    /// catalog says.
    case forms
    /// Letters left out, put in, exchanged or turned round: one from four letters on, two from eight.
    case typos

    /// Stricter kinds are less.
    public static func < (left: Relaxation, right: Relaxation) -> Bool { left.place < right.place }

    private var place: Int {
        switch self {
        case .letters: 0
        case .forms: 1
        case .typos: 2
        }
    }
}

/// When words are looked for that are only similar to those typed.
public enum Relaxing: String, Hashable, Sendable, CaseIterable {
    /// Where nothing is found otherwise, each kind only where the stricter ones found nothing.
    case auto
    /// Always, behind what matches strictly.
    case always
    /// Never: all words must stand in the texts.
    case never
}

/// What was looked for instead of the words that were typed.
public struct AppliedRelaxation: Hashable, Sendable {
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

    /// The least strict of the kinds that were needed.
    public var kind: Relaxation
    /// The words that were relaxed, in the order typed.
    public var words: [Word]

    /// What was looked for instead of some words.
    public init(kind: Relaxation, words: [Word]) {
        self.kind = kind
        self.words = words
    }
}
