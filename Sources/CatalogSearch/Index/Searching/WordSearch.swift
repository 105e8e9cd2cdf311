// One word of a query in one locale: the terms that hold it, and how.

internal import ICU

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

/// A word and the terms of a locale that hold it. Made for one query, by one thread.
final class WordSearch {
    let level: SearchedLevel
    /// The word's place in the query.
    let word: Int
    private let form: PreparedQuery.Form
    private let matcher: RecordMatcher
    /// The terms that hold the word, rising.
    let terms: [UInt32]
    private var set: RecordSet?
    private var known: [UInt32: [TermOccurrence]] = [:]

    init(_ query: PreparedQuery, word: Int, _ level: SearchedLevel, _ matcher: RecordMatcher)
        throws(SegmentError)
    {
        self.level = level
        self.word = word
        self.matcher = matcher
        form = query.words[word].forms[level.position]
        terms = try TermFinder(level.index).terms(holding: form)
    }

    /// About how many texts hold the terms: frequent terms come first, and how often falls as their number rises.
    var estimatedTexts: Double { terms.reduce(0) { $0 + 1 / Double($1 + 10) } * Double(level.index.textCount) }

    /// Whether a term holds the word.
    @inline(__always)
    func holds(_ term: Int) -> Bool {
        if let set { return set.contains(term) }
        var low = 0
        var high = terms.count
        while low < high {
            let middle = (low + high) / 2
            if terms[middle] < term { low = middle + 1 } else { high = middle }
        }
        return low < terms.count && terms[low] == term
    }

    /// Prepares for many questions whether a term holds the word.
    func prepareForLookups() {
        guard set == nil, terms.count > 16 else { return }
        var set = RecordSet(universe: level.index.termCount)
        set.withWords { words in
            for term in terms { words[Int(term >> 6)] |= 1 << UInt64(term & 63) }
        }
        self.set = set
    }

    /// A term in which the word begins where a word of the text does, or which it is.
    struct Beginning {
        let term: UInt32
        let match: MatchClass
        let isWhole: Bool
    }

    /// The terms in which the word is better placed than amid a word, rising.
    private(set) lazy var beginnings: Result<[Beginning], SegmentError> = Result {
        () throws(SegmentError) in try findBeginnings()
    }

    private func findBeginnings() throws(SegmentError) -> [Beginning] {
        var found: [Beginning] = []
        for term in try TermFinder(level.index).termsBeginning(with: form, among: terms) {
            let entry = try level.index.term(Int(term))
            var best = MatchClass.insideWord
            var isWhole = false
            if entry.isOneWord {
                if let pattern = form.standard { Self.classify(pattern, entry.standard, &best, &isWhole) }
                if entry.isSplit || !form.isSame, let pattern = form.search {
                    Self.classify(pattern, entry.search, &best, &isWhole)
                }
            } else {
                for occurrence in try occurrences(in: Int(term)) {
                    best = min(best, occurrence.match)
                    isWhole = isWhole || occurrence.isWhole
                }
            }
            if best < .insideWord || isWhole { found.append(Beginning(term: term, match: best, isWhole: isWhole)) }
        }
        return found
    }

    /// How a pattern lies in a folding that is one word.
    @inline(__always)
    private static func classify(
        _ pattern: BytePattern, _ folding: UnsafeRawBufferPointer, _ best: inout MatchClass,
        _ isWhole: inout Bool
    ) {
        guard folding.count >= pattern.bytes.count,
            folding[..<pattern.bytes.count].elementsEqual(pattern.bytes)
        else { return }
        if folding.count == pattern.bytes.count {
            best = .wholeWord
            isWhole = true
        } else {
            best = min(best, .wordPrefix)
        }
    }

    /// Where the word stands in a term, rising.
    func occurrences(in term: Int) throws(SegmentError) -> [TermOccurrence] {
        if let known = known[UInt32(term)] { return known }
        let entry = try level.index.term(term)
        let (bounds, source) = try entry.details()
        // Folding relies on valid UTF-8, which a forged file need not have.
        guard source.isValidUTF8 else { throw .damaged }
        let standard = entry.standard.assumingMemoryBound(to: UInt8.self)
        let search = entry.search.assumingMemoryBound(to: UInt8.self)
        let found = source.withUnsafeBufferPointer { source in
            matcher.occurrences(
                of: word, level: level.position, source: source,
                standard: Self.form(standard, bounds.standard),
                search: entry.isSplit ? Self.form(search, bounds.search) : nil)
        }
        let occurrences = found.map { occurrence in
            // The class `wholeField` says here that it is the whole term, which it may be in one of the foldings.
            let isWhole = occurrence.match == .wholeField
            var match = occurrence.match
            if isWhole {
                match = MatchClass.insideWord
                if occurrence.byStandard, form.standard?.bytes.count == standard.count {
                    match = IndexedTerm.Bounds.matchClass(
                        0, standard.count, length: standard.count, bounds: bounds.standard)
                }
                if occurrence.bySearch, form.search?.bytes.count == search.count {
                    match = min(
                        match,
                        IndexedTerm.Bounds.matchClass(
                            0, search.count, length: search.count, bounds: bounds.search))
                }
            }
            return TermOccurrence(
                match: match, isRespelled: occurrence.isRespelled, scalars: occurrence.scalars,
                isWhole: isWhole)
        }
        known[UInt32(term)] = occurrences
        return occurrences
    }

    private static func form(_ bytes: UnsafeBufferPointer<UInt8>, _ bounds: [UInt32]?) -> FoldedForm {
        FoldedForm(bytes: bytes) { start, end in
            if start == 0, end == bytes.count { return .wholeField }
            return IndexedTerm.Bounds.matchClass(start, end, length: bytes.count, bounds: bounds)
        }
    }
}

extension [UInt8] {
    fileprivate var isValidUTF8: Bool {
        allSatisfy { $0 < 0x80 } || String(validating: self, as: UTF8.self) != nil
    }
}
