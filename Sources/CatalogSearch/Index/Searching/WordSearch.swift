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

/// How a word lies at best in a term, and where it does so first.
struct TermSummary {
    /// Class and spelling, see ``OpenKeys``; `max` where there is none.
    var key = UInt32.max
    var start: Int32 = 0
    /// The same where the term is all of a text.
    var wholeKey = UInt32.max
    var wholeStart: Int32 = 0

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

/// A word and the terms of a locale that hold it. Made for one query, by one thread.
final class WordSearch {
    let level: SearchedLevel
    /// The word's place in the query.
    let word: Int
    private let form: PreparedQuery.Form
    private let matcher: RecordMatcher
    /// The terms that hold the word, rising.
    let terms: [UInt32]
    private var summaries: [TermSummary?] = []
    private var known: [UInt32: [TermOccurrence]] = [:]
    /// Whether the word is typed as it is folded, or so but for a capital in front.
    private let isTypedFolded: Bool
    private let isTypedCapitalized: Bool

    init(_ query: PreparedQuery, word: Int, _ level: SearchedLevel, _ matcher: RecordMatcher)
        throws(SegmentError)
    {
        self.level = level
        self.word = word
        self.matcher = matcher
        form = query.words[word].forms[level.position]
        let spelling = query.words[word].spelling.utf8
        let folded = form.standard?.bytes ?? []
        isTypedFolded = spelling.elementsEqual(folded)
        isTypedCapitalized =
            !folded.isEmpty && (0x61...0x7A).contains(folded[0]) && spelling.first == folded[0] - 0x20
            && spelling.dropFirst().elementsEqual(folded.dropFirst())
        terms = try TermFinder(level.index).terms(holding: form)
    }

    /// About how many texts hold the terms: frequent terms come first, and how often falls as their number rises.
    var estimatedTexts: Double { terms.reduce(0) { $0 + 1 / Double($1 + 10) } * Double(level.index.textCount) }

    /// The place of a term among those that hold the word.
    @inline(__always)
    func place(of term: Int) -> Int? {
        terms.withUnsafeBufferPointer { terms in
            var low = 0
            var high = terms.count
            while low < high {
                let middle = (low + high) / 2
                if terms[middle] < term { low = middle + 1 } else { high = middle }
            }
            return low < terms.count && terms[low] == term ? low : nil
        }
    }

    /// A term in which the word begins where a word of the text does, or which it is.
    struct Beginning {
        /// The term's place among those that hold the word.
        let place: Int
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
            guard let place = place(of: Int(term)) else { continue }
            let summary = try summary(place)
            let match = OpenKeys.match(summary.key)
            let isWhole = OpenKeys.match(summary.wholeKey) == .wholeField
            if match < .insideWord || isWhole {
                found.append(Beginning(place: place, match: match, isWhole: isWhole))
            }
        }
        return found
    }

    /// How the word lies at best in the term at a place.
    @inline(__always)
    func summary(_ place: Int) throws(SegmentError) -> TermSummary {
        if summaries.isEmpty { summaries = [TermSummary?](repeating: nil, count: terms.count) }
        if let known = summaries[place] { return known }
        let summary = try makeSummary(Int(terms[place]))
        summaries[place] = summary
        return summary
    }

    private func makeSummary(_ term: Int) throws(SegmentError) -> TermSummary {
        var summary = TermSummary()
        let entry = try level.index.term(term)
        let source = IndexLayout.TermFlags.Source(rawValue: entry.flags.rawValue >> 2 & 3)
        if entry.flags.contains(.isAligned), entry.isOneWord, form.isSame, source != .listed,
            let pattern = form.standard
        {
            // Plain letters, each of which is one byte: the usual case, without any map from folding to source.
            let length = pattern.bytes.count
            var position = 0
            while position + length <= entry.standard.count {
                guard let start = pattern.place(in: entry.standard, from: position) else { break }
                let end = start + length
                let match =
                    start > 0 ? .insideWord : end == entry.standard.count ? MatchClass.wholeWord : .wordPrefix
                let isTyped = start == 0 && source == .capitalized ? isTypedCapitalized : isTypedFolded
                summary.add(
                    match, isRespelled: !isTyped, start: start,
                    isWhole: start == 0 && end == entry.standard.count)
                position = start + 1
            }
            return summary
        }
        for occurrence in try occurrences(in: term) {
            summary.add(
                occurrence.match, isRespelled: occurrence.isRespelled, start: occurrence.scalars.lowerBound,
                isWhole: occurrence.isWhole)
        }
        return summary
    }

    /// Where the word stands in a term, rising.
    func occurrences(in term: Int) throws(SegmentError) -> [TermOccurrence] {
        if let known = known[UInt32(term)] { return known }
        let entry = try level.index.term(term)
        let (bounds, source) = try entry.details()
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
