// How a word matches in a term.

/// A match class and whether the spelling differs from the typed one; the least is the best.
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

    /// The match class; the grade must not be ``none``.
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

    /// Whether the word is a whole word of the term, or the whole term.
    @inline(__always)
    var isWholeWord: Bool {
        isMatch && (grade.match <= .wholeWord || wholeGrade.match == .wholeField)
    }

    @inline(__always)
    mutating func add(_ match: MatchClass, isRespelled: Bool, isWhole: Bool) {
        let next = MatchGrade(match, isRespelled: isRespelled)
        grade = min(grade, next)
        wholeGrade = min(wholeGrade, isWhole ? MatchGrade(.wholeField, isRespelled: isRespelled) : next)
    }
}

/// The summaries of a word in terms that were read. Not a dictionary: they are looked up for each term of
/// many texts, and hashing would take longer than all else.
struct TermSummaries {
    /// Terms plus 1, each in the first free slot from its own on; 0 in free slots. The number of slots is a
    /// power of two.
    private var terms: [UInt32] = []
    private var summaries: [TermSummary] = []
    private var count = 0

    /// The summary of a term; `nil` if it was not read.
    @inline(__always)
    subscript(term: UInt32) -> TermSummary? {
        if terms.isEmpty { return nil }
        let place = place(of: term)
        return terms[place] == 0 ? nil : summaries[place]
    }

    /// Adds the summary of a term that has none.
    mutating func insert(_ summary: TermSummary, of term: UInt32) {
        // At least half of the slots stay free.
        if 2 * count >= terms.count { grow() }
        let place = place(of: term)
        terms[place] = term + 1
        summaries[place] = summary
        count += 1
    }

    @inline(__always)
    private func place(of term: UInt32) -> Int {
        let mask = terms.count - 1
        // Fibonacci hashing: consecutive terms go to distant slots.
        var place = Int((term &* 0x9E37_79B1) >> 7) & mask
        while terms[place] != 0, terms[place] != term + 1 { place = (place + 1) & mask }
        return place
    }

    private mutating func grow() {
        let old = (terms: terms, summaries: summaries)
        let places = max(64, 2 * terms.count)
        terms = [UInt32](repeating: 0, count: places)
        summaries = [TermSummary](repeating: TermSummary(), count: places)
        for (place, term) in old.terms.enumerated() where term != 0 {
            let new = self.place(of: term - 1)
            terms[new] = term
            summaries[new] = old.summaries[place]
        }
    }
}
