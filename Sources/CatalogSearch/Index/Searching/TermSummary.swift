// How a word matches in a term.

/// A match position and whether the spelling differs from the typed one; the least is the best.
struct MatchGrade: RawRepresentable, Comparable, Hashable, BitwiseCopyable {
    let rawValue: UInt8

    @inline(__always)
    init(rawValue: UInt8) { self.rawValue = rawValue }

    @inline(__always)
    init(_ match: MatchClass, isRespelled: Bool) { rawValue = match.rawValue << 1 | (isRespelled ? 1 : 0) }

    /// The number of grades of matches.
    static let count = 2 * MatchClass.allCases.count
    /// The word does not match.
    static let none = MatchGrade(rawValue: .max)

    /// The match position; the grade must be that of a match.
    @inline(__always)
    var match: MatchClass { MatchClass(rawValue: rawValue >> 1)! }
    var isRespelled: Bool { rawValue & 1 != 0 }

    @inline(__always)
    static func < (left: MatchGrade, right: MatchGrade) -> Bool { left.rawValue < right.rawValue }
}

/// The best match of a word in a term.
struct TermSummary: BitwiseCopyable {
    /// In a text with more terms: never `wholeField`.
    var grade = MatchGrade.none
    /// If the term is the whole text.
    var wholeGrade = MatchGrade.none

    @inline(__always)
    var isMatch: Bool { grade != .none }

    /// Whether the word begins at a word bound, or is the whole term.
    @inline(__always)
    var begins: Bool { isMatch && (grade.match < .insideWord || wholeGrade.match == .wholeField) }

    @inline(__always)
    mutating func add(_ match: MatchClass, isRespelled: Bool, isWhole: Bool) {
        let next = MatchGrade(match, isRespelled: isRespelled)
        grade = min(grade, next)
        wholeGrade = min(wholeGrade, isWhole ? MatchGrade(.wholeField, isRespelled: isRespelled) : next)
    }
}
