// Requests for words of the texts that resemble a word of a query, and the words found.

/// A word of the texts that may replace a word of a query.
package struct FoundWord: Sendable {
    /// The spelling of a text.
    package var spelling: String
    /// The distance from the typed word, 0 for the nearest; see ``EditPattern``.
    package var distance: Int
    /// The number of texts with terms that contain this spelling; 0 if they are not counted, so that sums do
    /// not depend on how texts are divided.
    package var uses = 0
}

/// How the words of the texts resemble the word of the query.
package enum WordQuery: Hashable, Sendable {
    /// Words with the same letters, ignoring marks and hyphens.
    case letters
    /// Words with the same stem.
    case stems
    /// Words within a few edits.
    case typos
    /// Words that begin with the word, also after removing a separator.
    case completions
    /// Words with other separators between the parts of the word, or none.
    case joined
    /// The word with a hyphen, as words of the texts begin. Only for words with
    /// ``lengthsOfHyphenatedBeginnings``.
    case hyphenatedBeginnings
    /// Neighbouring words with spaces between them that form the word together.
    case apart
    /// Words that are components of the word in a script without spaces, or its last component in a compound,
    /// and their other forms.
    case parts
    /// Words within the word, which is in a script without spaces.
    case inside
    /// Words that are parts of a compound from some positions on, except for its last part.
    case partsFrom(CompoundPlaces)
    /// Words that are read as the word.
    case readings

    /// The numbers of scalars of words that are searched as beginnings of words with a hyphen: two letters
    /// begin too many, and each letter costs a lookup.
    static let lengthsOfHyphenatedBeginnings = 3...8
}
