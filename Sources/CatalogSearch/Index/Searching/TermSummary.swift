// How does a word lie in a term?

/// Where a word stands in a term.
struct TermOccurrence {
    /// How it lies there, were the term amid others: never `wholeField`.
    let match: MatchClass
    let isRespelled: Bool
    /// Where it stands in the term, in scalars.
    let scalars: Range<Int>
    /// Whether it is all of the term's folding.
    let isWhole: Bool
}

/// How a word lies at best in a term, and where it does so first.
struct TermSummary {
    /// Class and spelling, see ``OpenKeys``; `max` where there is none.
    var key = UInt32.max
    var start: Int32 = 0
    /// The same where the term is all of a text.
    var wholeKey = UInt32.max
    var wholeStart: Int32 = 0

    /// Stands for a start that was not needed yet.
    static let unknownStart = -1

    /// Whether the word begins where a word of the text does, or is all of the term.
    @inline(__always)
    var begins: Bool {
        OpenKeys.match(key) < .insideWord || OpenKeys.match(wholeKey) == .wholeField
    }

    /// Stands for a summary that was not needed yet.
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
