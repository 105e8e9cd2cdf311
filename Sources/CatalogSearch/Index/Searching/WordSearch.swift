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

    /// Stands for a start that was not needed yet.
    static let unknownStart = -1

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
    private let folding: Folding?
    private let matcher: RecordMatcher
    /// The terms that hold the word, rising.
    private(set) var terms: [UInt32] = []
    private var summaries: [TermSummary?] = []
    private var known: [UInt32: [TermOccurrence]] = [:]
    /// Whether the word is typed as it is folded, or so but for a capital in front.
    private let spelling: [UInt8]
    private let typedSpelling: BytePattern
    private let isTypedFolded: Bool
    /// Whether the word's first character counts in both foldings: a match never begins with one that does not.
    private let beginsPlainly: Bool
    private let isTypedCapitalized: Bool

    init(_ query: PreparedQuery, word: Int, _ level: SearchedLevel, _ matcher: RecordMatcher)
        throws(SegmentError)
    {
        self.level = level
        self.word = word
        self.matcher = matcher
        form = query.words[word].forms[level.position]
        folding = query.foldings[level.position]
        spelling = Array(query.words[word].spelling.utf8)
        typedSpelling = BytePattern(spelling)
        let folded = form.standard?.bytes ?? []
        isTypedFolded = spelling.elementsEqual(folded)
        let first = String(query.words[word].spelling.unicodeScalars.prefix(1))
        beginsPlainly =
            folding.map { !$0.standard.folded(first).isEmpty && !$0.search.folded(first).isEmpty } ?? false
        isTypedCapitalized =
            !folded.isEmpty && (0x61...0x7A).contains(folded[0]) && spelling.first == folded[0] - 0x20
            && spelling.dropFirst().elementsEqual(folded.dropFirst())
        let finder = TermFinder(level.index)
        let candidates = try finder.candidates(form)
        if candidates.isExact {
            terms = candidates.terms
            return
        }
        // A look at a term that tells whether it holds the word often tells how, too.
        var terms: [UInt32] = []
        var summaries: [TermSummary?] = []
        terms.reserveCapacity(candidates.terms.count)
        summaries.reserveCapacity(candidates.terms.count)
        var next = 0
        while next < candidates.terms.count {
            // Terms lie all over the dictionary: to touch some at once lets memory answer them side by side.
            let block = next..<min(next + 32, candidates.terms.count)
            next = block.upperBound
            try level.index.touch(candidates.terms[block])
            for candidate in candidates.terms[block] {
                let entry = try level.index.term(Int(candidate))
                if isSimple(entry) {
                    let summary = try simpleSummary(entry)
                    guard summary.key != .max else { continue }
                    summaries.append(summary)
                } else if let summary = try unambiguousSummary(entry) {
                    guard summary.key != .max else { continue }
                    summaries.append(summary)
                } else {
                    guard TermFinder.holds(entry, form) else { continue }
                    summaries.append(nil)
                }
                terms.append(candidate)
            }
        }
        self.terms = terms
        self.summaries = summaries
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

    /// Whether a term and its folding are as long and alike, so that nothing needs to be mapped: the usual case.
    @inline(__always)
    private func isSimple(_ entry: IndexedTerm) -> Bool {
        !entry.isSplit && form.isSame && form.standard != nil
            && (entry.source != .listed || entry.flags.contains(.isAligned))
    }

    @inline(__always)
    private func simpleSummary(_ entry: IndexedTerm) throws(SegmentError) -> TermSummary {
        var summary = TermSummary()
        let pattern = form.standard!
        guard var start = pattern.place(in: entry.standard, from: 0) else { return summary }
        let listed = entry.source == .listed ? try entry.listedSource() : nil
        if let listed, listed.count != entry.standard.count { throw .damaged }
        let length = pattern.bytes.count
        while true {
            let end = start + length
            let isTyped =
                if let listed {
                    listed[start..<end].elementsEqual(spelling)
                } else {
                    start == 0 && entry.source == .capitalized ? isTypedCapitalized : isTypedFolded
                }
            summary.add(
                try entry.matchClass(start, end), isRespelled: !isTyped,
                start: entry.flags.contains(.isAligned)
                    ? start : UnsafeRawBufferPointer(rebasing: entry.standard[..<start]).scalarCount,
                isWhole: start == 0 && end == entry.standard.count)
            guard let next = pattern.place(in: entry.standard, from: start + 1) else { return summary }
            start = next
        }
    }

    /// The summary of a term whose foldings are not as long as itself, where the word stands in it once: then what is
    /// spelled as typed and what is found is one place, and nothing needs to be mapped.
    ///
    /// - Returns: `nil` where it takes more to tell.
    private func unambiguousSummary(_ entry: IndexedTerm) throws(SegmentError) -> TermSummary? {
        guard entry.source == .listed, let folding, beginsPlainly else { return nil }
        var summary = TermSummary()
        let standard = try onlyPlace(of: form.standard, in: entry.standard)
        let needsSearch = !form.isSame || entry.isSplit
        let search = needsSearch ? try onlyPlace(of: form.search, in: entry.search) : .none
        if case .several = standard { return nil }
        if case .several = search { return nil }
        var match: MatchClass?
        if case .one(let place) = standard { match = try entry.matchClass(place.lowerBound, place.upperBound) }
        if case .one(let place) = search {
            let other = try entry.searchMatchClass(place.lowerBound, place.upperBound)
            if let match, match != other { return nil }
            match = other
        }
        guard let match else { return summary }
        let source = try entry.listedSource()
        guard let typed = typedSpelling.place(in: source, from: 0) else {
            summary.add(match, isRespelled: true, start: TermSummary.unknownStart, isWhole: false)
            return summary
        }
        let end = typed + spelling.count
        // Marks and contractions may reach over the ends of what looks like the word.
        guard typedSpelling.place(in: source, from: typed + 1) == nil,
            end == source.count || (0x20..<0x80).contains(source[end]),
            stands(source, typed..<end, standard, folding.standard)
                || stands(source, typed..<end, search, folding.search)
        else { return nil }
        let start = UnsafeRawBufferPointer(rebasing: source[..<typed]).scalarCount
        summary.add(match, isRespelled: false, start: start, isWhole: false)
        return summary
    }

    private enum Place {
        case none
        case one(Range<Int>)
        /// Several, or all of the folding.
        case several
    }

    @inline(__always)
    private func onlyPlace(
        of pattern: BytePattern?, in folding: UnsafeRawBufferPointer
    ) throws(SegmentError) -> Place {
        guard let pattern, let start = pattern.place(in: folding, from: 0) else { return .none }
        guard pattern.bytes.count < folding.count, pattern.place(in: folding, from: start + 1) == nil else {
            return .several
        }
        return .one(start..<start + pattern.bytes.count)
    }

    /// Whether a piece of a term is what gave a piece of its folding.
    private func stands(
        _ source: UnsafeRawBufferPointer, _ typed: Range<Int>, _ place: Place, _ table: FoldingTable
    ) -> Bool {
        guard case .one(let folded) = place else { return false }
        // Up to there plain letters give a byte each.
        if table.foldsASCIIByteByByte, typed == folded,
            source[..<typed.upperBound].allSatisfy({ $0 >= 0x20 && $0 < 0x7F })
        {
            return true
        }
        return table.foldedCount(source, upTo: typed.lowerBound) == folded.lowerBound
            && table.foldedCount(source, upTo: typed.upperBound) == folded.upperBound
    }

    /// How the word lies in the term at a place, with where it begins.
    func exactSummary(_ place: Int) throws(SegmentError) -> TermSummary {
        var summary = try summary(place)
        guard summary.start == Int32(TermSummary.unknownStart) else { return summary }
        summary = try mappedSummary(Int(terms[place]))
        summaries[place] = summary
        return summary
    }

    private func makeSummary(_ term: Int) throws(SegmentError) -> TermSummary {
        let entry = try level.index.term(term)
        if isSimple(entry) { return try simpleSummary(entry) }
        if let summary = try unambiguousSummary(entry) { return summary }
        return try mappedSummary(term)
    }

    private func mappedSummary(_ term: Int) throws(SegmentError) -> TermSummary {
        var summary = TermSummary()
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

extension Collection<UInt8> {
    /// Whether folding may rely on these bytes, which a forged file could have made up.
    fileprivate var isValidUTF8: Bool {
        allSatisfy { $0 < 0x80 } || String(validating: self, as: UTF8.self) != nil
    }
}

extension FoldingTable {
    /// How many bytes the beginning of a text folds to; -1 where it is no valid UTF-8.
    fileprivate func foldedCount(_ text: UnsafeRawBufferPointer, upTo end: Int) -> Int {
        guard text[..<end].isValidUTF8 else { return -1 }
        var folded: [UInt8] = []
        var sink = NoSink()
        let start = UnsafeRawBufferPointer(rebasing: text[..<end]).assumingMemoryBound(to: UInt8.self)
        fold(start, into: &folded, sink: &sink)
        return folded.count
    }
}
