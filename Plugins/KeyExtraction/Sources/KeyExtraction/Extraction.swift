// What extraction gives: keys, and what was in the way of others.

/// A key of a text, found where a program asks for the text.
public struct ExtractedKey: Sendable, Hashable {
    /// The key, as the program looks it up: interpolations are format specifiers.
    public var key: String
    /// The text in the source language, where the program says one; `nil` where the key itself is all there is.
    public var value: String?
    /// The comment for translators.
    public var comment: String?
    /// The table that the program names; `nil` is the default one, `Localizable`.
    public var table: String?
    /// The classes of the arguments that the text takes, in the order of the specifiers.
    public var arguments: [ArgumentClass]
    /// The source file, as it was given.
    public var file: String
    /// Where the key is written.
    public var position: SourcePosition

    /// Whether the text counts something, so that languages may need several forms of it.
    public var isCounted: Bool { arguments.contains(.integer) }

    /// A key and what is said about it.
    public init(
        key: String, value: String? = nil, comment: String? = nil, table: String? = nil,
        arguments: [ArgumentClass] = [], file: String, position: SourcePosition
    ) {
        self.key = key
        self.value = value
        self.comment = comment
        self.table = table
        self.arguments = arguments
        self.file = file
        self.position = position
    }
}

/// The classes of arguments of a format: to exchange one for another between translations is an error.
public enum ArgumentClass: String, Sendable, Hashable, CaseIterable {
    /// `%d`, `%lld`, `%u`, `%x` and the like.
    case integer
    /// `%f`, `%g`, `%e`, `%a`.
    case floatingPoint
    /// `%c`.
    case character
    /// `%s`: text in memory.
    case string
    /// `%@`: anything, as text.
    case object
    /// `%p`.
    case pointer
}

/// What was found in one source file, or in several.
public struct Extraction: Sendable, Hashable {
    /// The keys in the order of the source, each as often as it is used.
    public var keys: [ExtractedKey] = []
    /// What could not be read, or not with certainty, in the order of the source.
    public var findings: [ExtractionFinding] = []

    /// Nothing.
    public init() {}
}
