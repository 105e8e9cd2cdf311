// The changes of messages that a format makes in a file.

/// A change of one message in a file of translations.
public enum TranslationEdit: Sendable, Hashable {
    /// Gives a message texts, states and notes. Forms that the unit lacks stay; a
    /// message that the file lacks is added.
    case set(TranslationUnit)
    /// Adds a message where the source has it. What the file has under its key stays.
    case add(TranslationUnit)
    /// Gives the message of a key the key, states and notes of a unit, whose texts are those of the message.
    ///
    /// A file with its own source texts has the new key already: there, the unit is set.
    case rename(String, to: TranslationUnit)
    /// Replaces what the comment of a message says to people.
    case replaceComment(of: String, String, with: String)
    /// Takes a message away, with its comments.
    case remove(String)
}
