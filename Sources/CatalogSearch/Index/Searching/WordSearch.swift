// The terms of one locale that contain a word of a query.

internal import ICU

/// A word and the terms of a locale that contain it. For one query and one thread.
final class WordSearch {
    let level: SearchedLevel
    /// The index of the word in the query.
    let word: Int
    let alternative: PreparedQuery.Alternative
    let form: PreparedQuery.Form
    let folding: Folding?
    let matcher: RecordMatcher
    /// The terms that contain the word, ascending; before they are read (see ``readTerms()``) those that may.
    private(set) var terms: [UInt32] = []
    var summaries: [TermSummary] = []
    /// Whether all terms are known to contain the word.
    private var areTermsRead: Bool
    /// The indices of terms in which the word may begin at a word bound, if they were read.
    private var begins: [Int32]?
    private var knownBeginnings: [Beginning]?
    /// The spelling that is searched for.
    let spelling: [UInt8]
    let typedSpelling: BytePattern
    /// Whether both foldings keep the word's first character: a match never begins with an ignored one.
    let beginsPlainly: Bool

    init(
        _ query: PreparedQuery, word: Int, _ alternative: PreparedQuery.Alternative, _ level: SearchedLevel,
        _ matcher: RecordMatcher
    ) throws(SegmentError) {
        self.level = level
        self.word = word
        self.alternative = alternative
        self.matcher = matcher
        form = alternative.forms[level.position]
        folding = query.foldings[level.position]
        spelling = Array(alternative.spelling.utf8)
        typedSpelling = BytePattern(spelling)
        let first = String(alternative.spelling.unicodeScalars.prefix(1))
        beginsPlainly =
            folding.map { !$0.standard.folded(first).isEmpty && !$0.search.folded(first).isEmpty } ?? false
        (terms, areTermsRead) = try TermFinder(level.index).candidates(form)
    }

    /// The number of terms loaded at once, so that their scattered memory is fetched in parallel.
    private static let block = 32

    /// Keeps only the terms that contain the word, for callers that read all of them. Indices change.
    func readTerms() throws(SegmentError) {
        if areTermsRead { return }
        areTermsRead = true
        knownBeginnings = nil
        let candidates = self.terms
        let index = level.index
        var terms: [UInt32] = []
        var beginnings: [Int32] = []
        var summaries: [TermSummary] = []
        terms.reserveCapacity(candidates.count)
        summaries.reserveCapacity(candidates.count)
        var next = 0
        var interruption = Interruption()
        while next < candidates.count {
            try interruption.count(Self.block)
            let block = next..<min(next + Self.block, candidates.count)
            next = block.upperBound
            try index.touch(candidates[block])
            for candidate in candidates[block] {
                let term = try index.term(Int(candidate))
                var summary = TermSummary.unknown
                let begins: Bool
                if isSimple(term) {
                    // A complete answer costs no more.
                    summary = try simpleSummary(term)
                    guard summary.isMatch else { continue }
                    begins = summary.begins
                } else if isLong(term) {
                    summary = try mappedSummary(term)
                    guard summary.isMatch else { continue }
                    begins = summary.begins
                } else {
                    guard let lie = try lie(in: term) else { continue }
                    begins = lie == .begins
                }
                if begins { beginnings.append(Int32(truncatingIfNeeded: terms.count)) }
                terms.append(candidate)
                summaries.append(summary)
            }
        }
        self.terms = terms
        self.summaries = summaries
        begins = beginnings
    }

    /// A match position in a term, by its foldings alone.
    private enum Lie {
        /// Inside words only.
        case inside
        /// Somewhere at the beginning of a word, or the whole term.
        case begins
    }

    @inline(__always)
    private func lie(in term: IndexedTerm) throws(SegmentError) -> Lie? {
        let standard = try lie(of: form.standard, in: term.standard) { start, end throws(SegmentError) in
            try term.matchClass(start, end)
        }
        if standard == .begins || form.isSame && !term.isSplit { return standard }
        let search = try lie(of: form.search, in: term.search) { start, end throws(SegmentError) in
            try term.searchMatchClass(start, end)
        }
        return search ?? standard
    }

    @inline(__always)
    private func lie(
        of pattern: BytePattern?, in folding: UnsafeRawBufferPointer,
        _ matchClass: (_ start: Int, _ end: Int) throws(SegmentError) -> MatchClass
    ) throws(SegmentError) -> Lie? {
        guard let pattern, var start = pattern.place(in: folding, from: 0) else { return nil }
        while true {
            let end = start + pattern.bytes.count
            if start == 0, end == folding.count { return .begins }
            if try matchClass(start, end) != .insideWord { return .begins }
            guard let next = pattern.place(in: folding, from: start + 1) else { return .inside }
            start = next
        }
    }

    /// The approximate number of texts that contain the terms. Damage is found when the postings are read.
    private(set) lazy var estimatedTexts: Double =
        (try? level.index.estimatedTexts(of: terms)) ?? Double(terms.count)

    /// The index of a term among those that contain the word.
    @inline(__always)
    func place(of term: Int) throws(SegmentError) -> Int? {
        let place = terms.withUnsafeBufferPointer { terms -> Int? in
            var low = 0
            var high = terms.count
            while low < high {
                let middle = (low + high) / 2
                if terms[middle] < term { low = middle + 1 } else { high = middle }
            }
            return low < terms.count && terms[low] == term ? low : nil
        }
        guard let place, !areTermsRead else { return place }
        return try summary(place).isMatch ? place : nil
    }

    /// The summary of the word in a term; `nil` if the term does not contain it.
    @inline(__always)
    func summary(ofTerm term: Int) throws(SegmentError) -> TermSummary? {
        guard let place = try place(of: term) else { return nil }
        let summary = try summary(place)
        // Damaged leaves name terms that do not contain the word.
        return summary.isMatch ? summary : nil
    }

    /// Whether one of ``terms`` contains the word.
    @inline(__always)
    func holds(_ term: Int) throws(SegmentError) -> Bool {
        if areTermsRead { return true }
        return try place(of: term) != nil
    }

    /// A term in which the word begins at a word bound, or which it equals.
    struct Beginning {
        /// The index of the term among those that contain the word.
        let place: Int
        /// Whether the word is a whole word of the term, or the whole term.
        let isWord: Bool
    }

    /// The terms in which the word does not only occur inside words, ascending.
    func beginnings() throws(SegmentError) -> [Beginning] {
        if let knownBeginnings { return knownBeginnings }
        let found = try findBeginnings()
        knownBeginnings = found
        return found
    }

    private func findBeginnings() throws(SegmentError) -> [Beginning] {
        var found: [Beginning] = []
        var interruption = Interruption()
        func look(_ place: Int) throws(SegmentError) {
            try interruption.count()
            let summary = try summary(place)
            guard summary.begins else { return }
            found.append(
                Beginning(
                    place: place,
                    isWord: summary.grade.match <= .wholeWord || summary.wholeGrade.match == .wholeField))
        }
        if let begins {
            for place in begins { try look(Int(place)) }
        } else {
            let beginning = try TermFinder(level.index).termsBeginning(with: form, among: terms)
            for (number, term) in beginning.enumerated() {
                if number % Self.block == 0 {
                    try level.index.touch(beginning[number..<min(number + Self.block, beginning.count)])
                }
                if let place = try place(of: Int(term)) { try look(place) }
            }
        }
        return found
    }

    /// The summary of the word in the term with an index.
    @inline(__always)
    func summary(_ place: Int) throws(SegmentError) -> TermSummary {
        if summaries.isEmpty { summaries = [TermSummary](repeating: .unknown, count: terms.count) }
        let known = summaries[place]
        if !known.isUnknown { return known }
        let summary = try areTermsRead ? makeSummary(Int(terms[place])) : firstSummary(Int(terms[place]))
        summaries[place] = summary
        return summary
    }

    /// The summary of a term that was not read yet; without a key if it does not contain the word.
    private func firstSummary(_ term: Int) throws(SegmentError) -> TermSummary {
        let entry = try level.index.term(term)
        if isSimple(entry) { return try simpleSummary(entry) }
        if isLong(entry) { return try mappedSummary(entry) }
        return try lie(in: entry) == nil ? TermSummary() : makeSummary(term)
    }
}
