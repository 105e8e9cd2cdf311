// How well a word matches.

/// The match position of a word in a text, best first.
public enum MatchClass: UInt8, Comparable, Sendable, CaseIterable {
    /// The word is the whole text of the field.
    case wholeField
    /// The match begins and ends at word boundaries.
    case wholeWord
    /// The match begins at a word boundary.
    case wordPrefix
    /// The match is anywhere else.
    case insideWord

    /// Better classes are smaller.
    public static func < (left: MatchClass, right: MatchClass) -> Bool { left.rawValue < right.rawValue }
}
