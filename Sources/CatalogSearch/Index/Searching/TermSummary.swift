// How a word matches in a term.

/// A match of a word in a term.
struct TermOccurrence {
    /// Its match position in a text with more terms: never `wholeField`.
    let match: MatchClass
    let isRespelled: Bool
    /// Its position in the term, in scalars.
    let scalars: Range<Int>
    /// Whether it is all of the term's folding.
    let isWhole: Bool
}

/// The matches of a word in a term, as far as ranks need them: their number is bounded, however long the term is.
struct TermMatches {
    private(set) var summary = TermSummary()
    /// The first of the matches that rank as the best one, ascending.
    private var best: [TermOccurrence] = []
    /// The matches that are all of the term's folding, at most one for each folding.
    private var wholes: [TermOccurrence] = []

    /// Adds a match. Matches must ascend.
    mutating func append(_ occurrence: TermOccurrence) {
        let known = summary.key
        summary.add(
            occurrence.match, isRespelled: occurrence.isRespelled, start: occurrence.scalars.lowerBound,
            isWhole: occurrence.isWhole)
        if summary.key < known { best = [] }
        if best.count < Rank.arrangedOccurrences,
            OpenKeys.key(occurrence.match, occurrence.isRespelled) == summary.key
        {
            best.append(occurrence)
        }
        if occurrence.isWhole { wholes.append(occurrence) }
    }

    /// The first matches among which the best ones are, ascending.
    ///
    /// - Parameter isWholeText: whether the term is the whole text.
    func occurrences(isWholeText: Bool) -> [TermOccurrence] {
        isWholeText && !wholes.isEmpty ? wholes : best
    }
}

/// The best match of a word in a term, and where it first occurs.
struct TermSummary {
    /// Class and spelling, see ``OpenKeys``; `max` if the word does not match.
    var key = UInt32.max
    var start: Int32 = 0
    /// The same if the term is the whole text.
    var wholeKey = UInt32.max
    var wholeStart: Int32 = 0

    /// The start is not known yet.
    static let unknownStart = -1

    /// Whether the word begins at a word bound, or is the whole term.
    @inline(__always)
    var begins: Bool {
        OpenKeys.match(key) < .insideWord || OpenKeys.match(wholeKey) == .wholeField
    }

    /// The summary is not known yet.
    static let unknown = TermSummary(key: .max - 1)
    var isUnknown: Bool { key == .max - 1 }

    @inline(__always)
    mutating func add(_ match: MatchClass, isRespelled: Bool, start: Int, isWhole: Bool) {
        let next = OpenKeys.key(match, isRespelled)
        if next < key {
            key = next
            self.start = Int32(truncatingIfNeeded: start)
        }
        let whole = isWhole ? OpenKeys.key(.wholeField, isRespelled) : next
        if whole < wholeKey {
            wholeKey = whole
            wholeStart = Int32(truncatingIfNeeded: start)
        }
    }
}
