// Suggested queries, as values.

/// A query whose last word is completed.
public struct Completion: Hashable, Sendable {
    /// The query with its last word completed and the rest as typed.
    public var query: String
    /// The last word as a text spells it, or the label of a value.
    public var word: String
    /// The number of records that it finds as typed; equivalent spellings may find more.
    public var count: Int

    /// A completed query.
    public init(query: String, word: String, count: Int) {
        self.query = query
        self.word = word
        self.count = count
    }
}

/// A query that may be meant instead of one that finds little.
public struct Correction: Hashable, Sendable {
    /// The query with replaced words, separated by single spaces.
    public var query: String
    /// The kind of relaxation used.
    public var relaxation: Relaxation.Kind
    /// The number of records it finds strictly, with all restrictions of the request.
    public var count: Int

    /// A corrected query.
    public init(query: String, relaxation: Relaxation.Kind, count: Int) {
        self.query = query
        self.relaxation = relaxation
        self.count = count
    }
}

/// Queries suggested instead of a typed one.
public struct QuerySuggestions: Hashable, Sendable {
    /// The query with its last word completed; those that find the most records come first.
    public var completions: [Completion]
    /// The query with other words, if it finds little: all of one kind of relaxation, nearest
    /// first, then those that find most.
    public var corrections: [Correction]
    /// Whether all words were tried that the request wants; `false` if ``SearchRequest/relaxationTime`` was
    /// spent before, or if more than ``Relaxation/maximumWordCount`` words were to be corrected.
    public var isComplete: Bool

    /// Suggested queries.
    public init(completions: [Completion] = [], corrections: [Correction] = [], isComplete: Bool = true) {
        self.completions = completions
        self.corrections = corrections
        self.isComplete = isComplete
    }
}
