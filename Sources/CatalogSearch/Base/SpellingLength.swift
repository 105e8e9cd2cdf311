// The longest spelling that searches compare with typed words.

/// How many Unicode scalars a word of the texts may have that replaces or completes a typed one.
enum SpellingLength {
    static let maximum = 100
}
