// One word of a query in one locale: the terms that hold it, and how.

internal import ICU

/// A word and the terms of a locale that hold it. Made for one query, by one thread.
final class WordSearch {
    let level: SearchedLevel
    /// The word's place in the query.
    let word: Int
    let form: PreparedQuery.Form
    let folding: Folding?
    let matcher: RecordMatcher
    /// The terms that hold the word, rising.
    private(set) var terms: [UInt32] = []
    var summaries: [TermSummary?] = []
    var known: [UInt32: [TermOccurrence]] = [:]
    /// Whether the word is typed as it is folded, or so but for a capital in front.
    let spelling: [UInt8]
    let typedSpelling: BytePattern
    let isTypedFolded: Bool
    /// Whether the word's first character counts in both foldings: a match never begins with one that does not.
    let beginsPlainly: Bool
    let isTypedCapitalized: Bool

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
    var estimatedTexts: Double {
        terms.reduce(0) { $0 + 1 / Double($1 + 10) } * Double(level.index.textCount)
    }

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
}
