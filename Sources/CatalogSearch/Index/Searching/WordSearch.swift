// The terms of one locale that contain a word of a query.

internal import ICU
internal import KitSupport

/// Identifies the records of a segment that contain a word.
struct WordSetKey: Hashable {
    let level: SearchedLevelKey
    /// The word's foldings; empty for none.
    let standard: [UInt8]
    let search: [UInt8]
}

/// A word and the terms of a locale that contain it. For one query and one thread.
final class WordSearch {
    let level: SearchedLevel
    /// The index of the word in the query.
    let word: Int
    let alternative: PreparedQuery.Alternative
    let form: PreparedQuery.Form
    let folding: Folding?
    let matcher: RecordMatcher
    /// The terms that may contain the word, ascending, once they are looked up.
    private var candidates: [UInt32]?
    /// Whether all of ``candidates`` are known to contain the word.
    private var areTermsRead = false
    /// The summaries of the terms that were read.
    private var summaries: [UInt32: TermSummary] = [:]
    private var knownBeginnings: [Beginning]?
    /// Identifies the records that contain the word.
    let key: WordSetKey
    /// These records, deleted or not, if they are cached.
    let knownRecords: RecordSet?
    /// The spelling that is searched for.
    let spelling: [UInt8]
    let typedSpelling: BytePattern
    /// Whether both foldings keep the word's first character: a match never begins with an ignored one.
    let beginsPlainly: Bool

    init(
        _ query: PreparedQuery, word: Int, _ alternative: PreparedQuery.Alternative, _ level: SearchedLevel,
        _ matcher: RecordMatcher, _ cache: Cache<WordSetKey, RecordSet>?
    ) {
        self.level = level
        self.word = word
        self.alternative = alternative
        self.matcher = matcher
        form = alternative.forms[level.position]
        key = WordSetKey(
            level: level.key, standard: form.standard?.bytes ?? [], search: form.search?.bytes ?? [])
        knownRecords = cache?[key]
        folding = query.foldings[level.position]
        spelling = Array(alternative.spelling.utf8)
        typedSpelling = BytePattern(spelling)
        let first = String(alternative.spelling.unicodeScalars.prefix(1))
        beginsPlainly =
            folding.map { !$0.standard.folded(first).isEmpty && !$0.search.folded(first).isEmpty } ?? false
    }

    // MARK: Terms

    /// The terms that may contain the word, ascending.
    func mayHold() throws(SegmentError) -> [UInt32] {
        if let candidates { return candidates }
        let (terms, isExact) = try TermFinder(level.index).candidates(form)
        candidates = terms
        areTermsRead = isExact
        return terms
    }

    /// Whether ``mayHold()`` costs nothing.
    var areTermsKnown: Bool { candidates != nil }

    /// The number of terms loaded at once, so that their scattered memory is fetched in parallel.
    private static let block = 32

    /// The terms that contain the word, ascending, for callers that need all of them.
    func terms() throws(SegmentError) -> [UInt32] {
        let candidates = try mayHold()
        if areTermsRead { return candidates }
        let index = level.index
        var terms: [UInt32] = []
        terms.reserveCapacity(candidates.count)
        var next = 0
        var interruption = Interruption()
        while next < candidates.count {
            try interruption.count(Self.block)
            let block = next..<min(next + Self.block, candidates.count)
            next = block.upperBound
            try index.touch(candidates[block])
            for candidate in candidates[block] where try isHeld(by: try index.term(Int(candidate))) {
                terms.append(candidate)
            }
        }
        self.candidates = terms
        areTermsRead = true
        return terms
    }

    /// Whether a term contains the word.
    @inline(__always)
    private func isHeld(by term: IndexedTerm) throws(SegmentError) -> Bool {
        if isLong(term) { return try mappedSummary(term).isMatch }
        if let pattern = form.standard, pattern.place(in: term.standard, from: 0) != nil { return true }
        if form.isSame && !term.isSplit { return false }
        guard let pattern = form.search else { return false }
        return pattern.place(in: term.search, from: 0) != nil
    }

    /// The approximate number of texts that contain the terms. Damage is found when the postings are read.
    private(set) lazy var estimatedTexts: Double = estimate()

    private func estimate() -> Double {
        if let knownRecords { return Double(knownRecords.count) }
        guard let terms = try? mayHold() else { return 0 }
        return (try? level.index.estimatedTexts(of: terms)) ?? Double(terms.count)
    }

    /// Whether a term that may contain the word contains it.
    @inline(__always)
    func holds(_ term: Int) throws(SegmentError) -> Bool {
        if areTermsRead { return true }
        return try summary(ofTerm: term).isMatch
    }

    // MARK: Beginnings

    /// A term in which the word begins at a word bound, or which it equals.
    struct Beginning {
        let term: UInt32
        /// The best match in a text with more terms.
        let match: MatchClass
        /// The best match in a text that is the term.
        let wholeMatch: MatchClass

        /// Whether the word is a whole word of the term, or the whole term.
        var isWord: Bool { match <= .wholeWord || wholeMatch == .wholeField }
    }

    /// The terms in which the word does not only occur inside words, ascending.
    func beginnings() throws(SegmentError) -> [Beginning] {
        if let knownBeginnings { return knownBeginnings }
        var found: [Beginning] = []
        var interruption = Interruption()
        let terms = try TermFinder(level.index).terms(beginningWith: form)
        for (place, number) in terms.enumerated() {
            try interruption.count()
            if place % Self.block == 0 {
                try level.index.touch(terms[place..<min(place + Self.block, terms.count)])
            }
            let term = try level.index.term(Int(number))
            if !term.listsBounds {
                // Both foldings of the term are words.
                if let length = beginningLength(of: term) {
                    let match: MatchClass = length == .whole ? .wholeWord : .wordPrefix
                    found.append(
                        Beginning(
                            term: number, match: match,
                            wholeMatch: length == .whole ? .wholeField : .wordPrefix))
                }
                continue
            }
            let summary = try summary(of: term)
            guard summary.begins else { continue }
            found.append(
                Beginning(term: number, match: summary.grade.match, wholeMatch: summary.wholeGrade.match))
        }
        knownBeginnings = found
        return found
    }

    private enum BeginningLength {
        case part
        case whole
    }

    /// How much of a folding of a term the word is that the folding begins with; `nil` if none does.
    @inline(__always)
    private func beginningLength(of term: IndexedTerm) -> BeginningLength? {
        var length: BeginningLength?
        if let pattern = form.standard, pattern.begins(term.standard) {
            if pattern.bytes.count == term.standard.count { return .whole }
            length = .part
        }
        if form.isSame && !term.isSplit { return length }
        guard let pattern = form.search, pattern.begins(term.search) else { return length }
        return pattern.bytes.count == term.search.count ? .whole : .part
    }

    // MARK: Summaries

    /// The summary of the word in a term.
    @inline(__always)
    func summary(ofTerm term: Int) throws(SegmentError) -> TermSummary {
        let number = UInt32(truncatingIfNeeded: term)
        if let known = summaries[number] { return known }
        let summary = try summary(of: try level.index.term(term))
        summaries[number] = summary
        return summary
    }

    private func summary(of entry: IndexedTerm) throws(SegmentError) -> TermSummary {
        if isSimple(entry) { return try simpleSummary(entry) }
        if isLong(entry) { return try mappedSummary(entry) }
        return try isHeld(by: entry) ? makeSummary(entry) : TermSummary()
    }
}
