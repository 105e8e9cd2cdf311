// The terms of one locale that contain a word of a query.

internal import ICU
internal import Support

/// Identifies the records of a segment that contain a word.
struct WordSetKey: CachedKey {
    let level: SearchedLevelKey
    /// The word's foldings; empty for none.
    let standard: [UInt8]
    let search: [UInt8]
    /// Whether only whole words match, and whether ends of compounds match as well.
    let isWhole: Bool
    let endsCompounds: Bool
    /// The spelling whose marks count; empty if they do not.
    let marked: [UInt8]

    static func cost(of value: CompactRecords) -> Int { value.byteCount }
}

/// A word and the terms of a locale that contain it. For one query and one thread.
final class WordSearch {
    let level: SearchedLevel
    /// The index of the word in the query.
    let word: Int
    let alternative: PreparedQuery.Alternative
    let form: PreparedQuery.Form
    /// Whether ends of compounds match, besides whole words.
    let endsCompounds: Bool
    let folding: Folding?
    let matcher: RecordMatcher
    /// The terms that may contain the word, ascending, once they are looked up.
    private var candidates: [UInt32]?
    /// Whether all of ``candidates`` are known to contain the word.
    private(set) var areTermsRead = false
    /// The summaries of the terms that were read.
    private var summaries = TermSummaries()
    private var knownBeginnings: TermFinder.Beginnings?
    /// Identifies the records that contain the word.
    let key: WordSetKey
    /// The records that contain the word, deleted or not, if they are cached.
    let knownRecords: CompactRecords?
    let spelling: [UInt8]
    private(set) lazy var typedSpelling = BytePattern(spelling)
    /// Whether case is ignored, because no capital was typed.
    private(set) lazy var isSmall = TypedCase.isSmall(alternative.spelling)
    /// Whether both foldings keep the word's first character: a match never begins with an ignored one.
    private(set) lazy var beginsPlainly: Bool = {
        let first = String(alternative.spelling.unicodeScalars.prefix(1))
        return folding.map { !$0.standard.folded(first).isEmpty && !$0.search.folded(first).isEmpty } ?? false
    }()

    /// The numbers of the word in pairs of neighbours, see ``WordBigram``; `nil` if the pairs do not list it.
    private(set) lazy var bigramWords: [UInt64]? = {
        guard alternative.isWhole, !endsCompounds else { return nil }
        let words = form.patterns.map { $0.bytes.withUnsafeBytes(WordBigram.word) }
        return words.isEmpty || words.contains(nil) ? nil : words.compactMap(\.self)
    }()

    init(
        _ query: PreparedQuery, word: Int, _ alternative: PreparedQuery.Alternative, _ level: SearchedLevel,
        _ matcher: RecordMatcher, _ cache: Cache<WordSetKey, CompactRecords>?
    ) {
        self.level = level
        self.word = word
        self.alternative = alternative
        self.matcher = matcher
        form = alternative.forms[level.position]
        endsCompounds = alternative.compoundLevels.contains(level.position)
        spelling = Array(alternative.spelling.utf8)
        key = WordSetKey(
            level: level.key, standard: form.standard?.bytes ?? [], search: form.search?.bytes ?? [],
            isWhole: alternative.isWhole, endsCompounds: endsCompounds,
            marked: alternative.countsMarks ? spelling : [])
        knownRecords = cache?[key]
        folding = query.foldings[level.position]
    }

    // MARK: Terms

    /// The terms that may contain the word, ascending.
    func mayHold() throws(SegmentError) -> [UInt32] {
        if let candidates { return candidates }
        let found = try alternative.isWhole ? mayHaveWord() : TermFinder(level.index).candidates(form)
        candidates = found.terms
        areTermsRead = found.isExact
        return found.terms
    }

    /// The most terms that are read at once to decide whether they have a whole word. If there are more,
    /// terms are read when a text contains them, if few records are wanted.
    private static let mostRead = 512

    private var termsKey: WordTermsKey {
        WordTermsKey(form, endsCompounds: endsCompounds, marked: key.marked)
    }

    private func wholeWordKey(isExact: Bool) -> WholeWordTermsKey {
        WholeWordTermsKey(word: termsKey, isExact: isExact)
    }

    /// The terms that may contain the word as a whole word, or that it may end as a part of a compound.
    private func mayHaveWord() throws(SegmentError) -> WordTerms {
        let cache = level.index.caches[WholeWordTermsKey.self]
        if let known = cache[wholeWordKey(isExact: true)] ?? cache[wholeWordKey(isExact: false)] {
            return known
        }
        let found = try TermFinder(level.index).terms(mayHaveWord: form, endsCompounds: endsCompounds)
        if found.count <= Self.mostRead {
            return WordTerms(terms: try wholeWords(among: found), isExact: true)
        }
        return cache.keep(WordTerms(terms: found, isExact: false), as: wholeWordKey(isExact: false))
    }

    /// The terms that have the word as a whole word, ascending. With ``endsCompounds`` it may also end a part
    /// of a compound in them.
    func termsWithWholeWord() throws(SegmentError) -> [UInt32] {
        let found = try mayHaveWord()
        return found.isExact ? found.terms : try wholeWords(among: found.terms)
    }

    /// The terms among these that contain the word as a whole word, or that it ends as a part of a compound.
    private func wholeWords(among terms: [UInt32]) throws(SegmentError) -> [UInt32] {
        try level.index.caches.value(of: wholeWordKey(isExact: true)) { () throws(SegmentError) in
            var found: [UInt32] = []
            var interruption = Interruption()
            for term in terms {
                try interruption.count()
                if try hasWholeWord(term) { found.append(term) }
            }
            return WordTerms(terms: found, isExact: true)
        }.terms
    }

    /// Whether a term matches a word that must be whole.
    private func hasWholeWord(_ term: UInt32) throws(SegmentError) -> Bool {
        if !endsCompounds, !alternative.countsMarks {
            let entry = try level.index.term(Int(term))
            if isLong(entry) { return foldingsHold(entry) ? try hasWholeWord(inLong: entry) : false }
        }
        let summary = try summary(ofTerm: Int(term))
        return alternative.isWhole ? summary.isMatch : summary.isWholeWord
    }

    /// Sets the terms that contain the word, found by another search for it.
    func know(_ terms: [UInt32]) {
        candidates = terms
        areTermsRead = true
    }

    /// Whether ``mayHold()`` costs nothing.
    var areTermsKnown: Bool { candidates != nil }

    /// The number of terms loaded at once, so that their scattered memory is fetched in parallel.
    static let block = 32

    /// The terms that contain the word, ascending, for callers that need all of them.
    func terms() throws(SegmentError) -> [UInt32] {
        let candidates = try mayHold()
        if areTermsRead { return candidates }
        if alternative.isWhole {
            know(try wholeWords(among: candidates))
            return self.candidates!
        }
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
            for candidate in candidates[block] where try isContained(by: try index.term(Int(candidate))) {
                terms.append(candidate)
            }
        }
        self.candidates = terms
        areTermsRead = true
        return terms
    }

    /// Whether a term contains the word.
    @inline(__always)
    private func isContained(by term: IndexedTerm) throws(SegmentError) -> Bool {
        guard foldingsHold(term) else { return false }
        return try isLong(term) ? mappedSummary(term).isMatch : true
    }

    /// Whether a folding of a term contains the folded word.
    @inline(__always)
    private func foldingsHold(_ term: IndexedTerm) -> Bool {
        if let pattern = form.standard, pattern.place(in: term.standard, from: 0) != nil { return true }
        if form.isSame && !term.isSplit { return false }
        guard let pattern = form.search else { return false }
        return pattern.place(in: term.search, from: 0) != nil
    }

    /// About the number of postings that could be read in the time to find ``terms()``.
    func costOfTerms() throws(SegmentError) -> Double {
        guard alternative.isWhole, knownRecords == nil else { return 0 }
        let found = try mayHold()
        return areTermsRead ? 0 : Double(found.count) * Self.postingsOfTerm
    }

    /// The cost of examining a term for a whole word, in postings.
    private static let postingsOfTerm = 128.0

    /// The approximate number of texts that contain the terms. Damage is found when the postings are read.
    private(set) lazy var estimatedTexts: Double = estimate()

    private func estimate() -> Double {
        if let knownRecords { return Double(knownRecords.count) }
        guard let terms = try? mayHold() else { return 0 }
        let key = EstimatedTextsKey(word: termsKey, isWhole: alternative.isWhole)
        let estimate = try? level.index.caches.value(of: key) { () throws(SegmentError) in
            try level.index.estimatedTexts(of: terms)
        }
        return estimate ?? Double(terms.count)
    }

    // MARK: Beginnings

    /// The terms in which the word may begin at a word bound.
    func beginnings() throws(SegmentError) -> TermFinder.Beginnings {
        if let knownBeginnings { return knownBeginnings }
        let found =
            alternative.isWhole
            ? TermFinder.Beginnings(
                ranges: [], others: try wholeBeginnings(), isExact: false, length: form.length)
            : try TermFinder(level.index).beginnings(form)
        knownBeginnings = found
        return found
    }

    /// The terms that begin with the word as a whole word.
    private func wholeBeginnings() throws(SegmentError) -> [UInt32] {
        guard endsCompounds else { return try terms() }
        var found: [UInt32] = []
        for term in try terms() where try summary(ofTerm: Int(term)).begins { found.append(term) }
        return found
    }

    /// How the word begins a term at a word bound, or equals it.
    struct Beginning {
        /// The best match in a text with more terms.
        let match: MatchClass
        /// The best match in a text that is the term.
        let wholeMatch: MatchClass

        /// The word is all of the term.
        static let whole = Beginning(match: .wholeWord, wholeMatch: .wholeField)
        /// The word is the beginning of a term that is one word.
        static let part = Beginning(match: .wordPrefix, wholeMatch: .wordPrefix)
    }

    /// How the word begins a term; `nil` if it does not.
    func beginning(ofTerm number: Int) throws(SegmentError) -> Beginning? {
        let term = try level.index.term(number)
        // Each folding of such a term is one word.
        if !term.listsBounds, !endsCompounds, !alternative.countsMarks { return beginning(of: term) }
        let summary = try summary(of: term)
        guard summary.begins else { return nil }
        return Beginning(match: summary.grade.match, wholeMatch: summary.wholeGrade.match)
    }

    /// How the word begins a folding of a term; `nil` if it begins none.
    @inline(__always)
    private func beginning(of term: IndexedTerm) -> Beginning? {
        var found: Beginning?
        if let pattern = form.standard, pattern.begins(term.standard) {
            if pattern.bytes.count == term.standard.count { return .whole }
            found = .part
        }
        if form.isSame && !term.isSplit { return found }
        guard let pattern = form.search, pattern.begins(term.search) else { return found }
        return pattern.bytes.count == term.search.count ? .whole : .part
    }

    // MARK: Summaries

    @inline(__always)
    func summary(ofTerm term: Int) throws(SegmentError) -> TermSummary {
        let number = UInt32(truncatingIfNeeded: term)
        if let known = summaries[number] { return known }
        var summary = try summary(of: try level.index.term(term))
        if alternative.isWhole, !endsCompounds, !summary.isWholeWord { summary = TermSummary() }
        summaries.insert(summary, of: number)
        return summary
    }

    private func summary(of entry: IndexedTerm) throws(SegmentError) -> TermSummary {
        if alternative.countsMarks { return try isContained(by: entry) ? readSummary(entry) : TermSummary() }
        if isSimple(entry) { return try simpleSummary(entry) }
        // Most terms do not contain the word, and finding the position takes longer.
        guard foldingsHold(entry) else { return TermSummary() }
        return try isLong(entry) || endsCompounds ? mappedSummary(entry) : makeSummary(entry)
    }
}
