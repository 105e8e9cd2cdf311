// Finds a query's words in stored texts by their terms, whose foldings are stored: no text is folded.

/// Where a text is stored; valid as long as the segment's file.
struct TextPlace {
    let index: LocaleIndex
    /// The number of the text in the locale.
    let number: Int
}

/// Finds the words of a query in texts of segments. For one query and one thread.
final class TermMatcher {
    /// A spelling to look for in the terms of a locale. Trivial, because each term of a text is compared with it.
    private struct Spelling: BitwiseCopyable {
        /// The index of the word; those of excluded words follow.
        let word: Int
        /// The index of the spelling among the word's.
        let number: Int
        /// The foldings; `nil` where nothing remains.
        let standard: UnsafeRawBufferPointer?
        let search: UnsafeRawBufferPointer?
        let isSame: Bool

        /// Whether a term contains it.
        @inline(__always)
        func isHeld(by entry: IndexedTerm) -> Bool {
            if let standard, BytePattern.holds(entry.standard, standard) { return true }
            if isSame && !entry.isSplit { return false }
            guard let search else { return false }
            return BytePattern.holds(entry.search, search)
        }
    }

    private let query: PreparedQuery
    private let words: [PreparedQuery.Word]
    private let matcher: RecordMatcher
    /// Whether the query has no phrases, whose words are in several terms.
    private let hasNoPhrases: Bool
    private let mayCrossTerms: Bool
    /// By field and level, once they are needed.
    private var spellings: [[[Spelling]?]]
    /// Copies of the words' foldings.
    private var foldings: [UnsafeMutableRawBufferPointer] = []
    /// The spelling of a term.
    private var spelling = GrowingBuffer<UInt8>()
    /// The locales looked at, and whether each of their terms contains all of a word or nothing.
    private var known: [(index: LocaleIndex, isSuitable: Bool)] = []

    init(_ query: PreparedQuery, _ matcher: RecordMatcher) {
        self.query = query
        self.matcher = matcher
        words = query.words + query.excluded
        hasNoPhrases = words.allSatisfy { !$0.hasPhrase }
        mayCrossTerms = query.mayCrossTerms
        spellings = query.fields.map { _ in query.foldings.map { _ in nil } }
    }

    deinit { for folding in foldings { folding.deallocate() } }

    /// Whether each match in a text is within one of its terms.
    ///
    /// - Parameter level: the index of the text's locale in the fallback chain.
    func isSuitable(_ place: TextPlace, level: Int) -> Bool {
        guard hasNoPhrases else { return false }
        guard mayCrossTerms else { return true }
        if let known = known.first(where: { $0.index === place.index }) { return known.isSuitable }
        let isSuitable = !query.crossesTerms(of: place.index, level: level)
        known.append((place.index, isSuitable))
        return isSuitable
    }

    /// Calls `body` with each match in a suitable text, term after term.
    ///
    /// - Parameters:
    ///   - source: the text.
    ///   - field: the index of the text's field among those searched.
    ///   - level: the index of the text's locale in the fallback chain.
    ///   - body: receives the index of the word, where those of excluded words follow; the match; and the place of its term among
    ///     the text's terms, counted from 0.
    /// - Throws: `SegmentError.damaged`, `SegmentError.cancelled`.
    func forEachOccurrence(
        in place: TextPlace, source: UnsafeBufferPointer<UInt8>, field: Int, level: Int,
        _ body: (_ word: Int, Occurrence, _ term: Int) -> Void
    ) throws(SegmentError) {
        let index = place.index
        let spellings = spellings(field, level)
        let isSingle = try index.isSingleTerm(place.number)
        let length = TextLength(rawValue: try index.lengthClass(ofText: place.number))!
        var scalars = ScalarCounter(source)
        var offset = 0
        var number = 0
        try index.forEachPiece(ofText: place.number) { piece throws(SegmentError) in
            guard case .term(let entry) = piece else {
                if case .separators(let separators) = piece { offset += separators.count }
                return
            }
            for spelling in spellings where spelling.isHeld(by: entry) {
                try check(entry, at: offset, in: source)
                let scalarsBefore = scalars.scalars(before: offset)
                let alternative = words[spelling.word].alternatives[spelling.number]
                try matcher.forEachOccurrence(of: alternative, level: level, inTerm: entry) {
                    var occurrence = $0
                    if isSingle, $1 { occurrence.match = .wholeField }
                    occurrence.move(bytes: offset, scalars: scalarsBefore)
                    matcher.rank(
                        &occurrence, of: alternative, spelling.number, field: field,
                        step: query.step(ofLevel: level), length: length)
                    body(spelling.word, occurrence, number)
                }
            }
            number += 1
            offset += try entry.sourceCount
        }
    }

    /// Checks that the text has a term at an offset: a text of a forged file, whose bytes are no UTF-8, is not its terms.
    private func check(
        _ entry: IndexedTerm, at offset: Int, in source: UnsafeBufferPointer<UInt8>
    ) throws(SegmentError) {
        spelling.clear()
        try entry.appendSource(to: &spelling)
        guard source.count - offset >= spelling.count else { throw .damaged }
        for index in 0..<spelling.count where source[offset + index] != spelling[index] { throw .damaged }
    }

    private func spellings(_ field: Int, _ level: Int) -> [Spelling] {
        if let known = spellings[field][level] { return known }
        let new = words.enumerated().flatMap { word, value in
            value.alternatives.enumerated().filter { $1.searches(query.fields[field]) }.map {
                let form = $1.forms[level]
                return Spelling(
                    word: word, number: $0, standard: copy(form.standard), search: copy(form.search),
                    isSame: form.isSame)
            }
        }
        spellings[field][level] = new
        return new
    }

    private func copy(_ pattern: BytePattern?) -> UnsafeRawBufferPointer? {
        guard let pattern else { return nil }
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: pattern.bytes.count, alignment: 1)
        copy.copyBytes(from: pattern.bytes)
        foldings.append(copy)
        return UnsafeRawBufferPointer(copy)
    }
}

extension Occurrence {
    /// Moves the match in a term to its place in the text.
    fileprivate mutating func move(bytes: Int, scalars: Int) {
        self.bytes = self.bytes.lowerBound + bytes..<self.bytes.upperBound + bytes
        self.scalars = self.scalars.lowerBound + scalars..<self.scalars.upperBound + scalars
    }
}
