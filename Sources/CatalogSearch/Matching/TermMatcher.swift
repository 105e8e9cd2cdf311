// Finds a query's words in stored texts by their terms, whose foldings are stored: no text is folded.

/// A match in a stored text.
struct TermMatch {
    /// The index of the word.
    let word: Int
    let occurrence: Occurrence
    /// The index of its term among the text's terms, counted from 0.
    let term: Int
}

/// Finds the words of a query, but not the excluded ones, in texts of segments. For one query and one thread.
final class TermMatcher {
    /// A spelling to look for in the terms of a locale. Trivial, because each term of a text is compared with
    /// it.
    private struct Spelling: BitwiseCopyable {
        /// The index of the word.
        let word: Int
        /// The index of the spelling among the word's.
        let number: Int
        /// The foldings; `nil` if empty.
        let standard: UnsafeRawBufferPointer?
        let search: UnsafeRawBufferPointer?
        let isSame: Bool

        /// Whether a term contains it.
        @inline(__always)
        func isContained(by entry: IndexedTerm) -> Bool {
            if let standard, BytePattern.holds(entry.standard, standard) { return true }
            if isSame && !entry.isSplit { return false }
            guard let search else { return false }
            return BytePattern.holds(entry.search, search)
        }
    }

    private let query: PreparedQuery
    private let matcher: RecordMatcher
    /// Whether the query has no phrases, which extend over several terms. ``RecordScanner`` finds equivalents
    /// of several words.
    private let hasNoPhrases: Bool
    private let mayCrossTerms: Bool
    /// By field and level, once they are needed.
    private var spellings: [[[Spelling]?]]
    /// Copies of the words' foldings.
    private var foldings: [UnsafeMutableRawBufferPointer] = []
    /// The locales read so far, and whether each match in their texts is within one term.
    private var known: [(index: LocaleIndex, isSuitable: Bool)] = []

    init(_ query: PreparedQuery, _ matcher: RecordMatcher) {
        self.query = query
        self.matcher = matcher
        hasNoPhrases = query.words.allSatisfy { !$0.hasPhrase }
        mayCrossTerms = query.mayCrossTerms
        spellings = query.fields.map { _ in query.foldings.map { _ in nil } }
    }

    deinit { for folding in foldings { folding.deallocate() } }

    /// The most matches of a record that are held in memory at once.
    private static let mostMatches = 1 << 14
    /// The matches found in the texts of the record that is read.
    private var matchCount = 0

    /// Resets the count of matches for the next record.
    func startRecord() { matchCount = 0 }

    /// Reads a text, and finds the words in it.
    ///
    /// - Parameter field: the field of the text.
    /// - Returns: no matches if the text is not searched, or if the caller must search the text itself
    ///   because words may be in several terms or matches are very many.
    /// - Throws: `SegmentError.damaged`, `SegmentError.cancelled`.
    func read(
        _ number: Int, of index: LocaleIndex, _ field: FieldName
    ) throws(SegmentError) -> (text: String, matches: [TermMatch]?) {
        guard let field = query.fields.firstIndex(of: field),
            let level = query.request.chain.firstIndex(of: index.locale), isSuitable(index, level: level)
        else { return (try index.text(number), nil) }
        let spellings = spellings(field, level)
        let isSingle = try index.isSingleTerm(number)
        let length = TextLength(rawValue: try index.lengthClass(ofText: number))!
        var matches: [TermMatch] = []
        let most = Self.mostMatches - matchCount
        var scalars = (count: 0, offset: 0)
        var term = 0
        let bytes = try index.bytes(ofText: number) { entry, bytes throws(SegmentError) in
            for spelling in spellings where matches.count <= most && spelling.isContained(by: entry) {
                let offset = bytes.count
                let passed = UnsafeBufferPointer(
                    start: bytes.base + scalars.offset, count: offset - scalars.offset)
                scalars = (scalars.count + passed.scalarCount, offset)
                let alternative = query.words[spelling.word].alternatives[spelling.number]
                try matcher.forEachOccurrence(of: alternative, level: level, inTerm: entry) {
                    if matches.count > most { return }
                    var occurrence = $0
                    if isSingle, $1 { occurrence.match = .wholeField }
                    occurrence.move(bytes: offset, scalars: scalars.count)
                    matcher.rank(
                        &occurrence, of: alternative, spelling.number, field: field,
                        step: query.step(ofLevel: level), length: length)
                    matches.append(TermMatch(word: spelling.word, occurrence: occurrence, term: term))
                }
            }
            term += 1
        }
        let source = UnsafeBufferPointer(start: bytes.base, count: bytes.count)
        // The bytes of a forged file may be invalid UTF-8; then the text differs from its terms.
        guard let text = String(validating: source, as: UTF8.self) else {
            return (String(decoding: source, as: UTF8.self), nil)
        }
        guard matches.count <= most else { return (text, nil) }
        matchCount += matches.count
        return (text, matches)
    }

    /// Whether each match in a text of a locale is within one of its terms.
    private func isSuitable(_ index: LocaleIndex, level: Int) -> Bool {
        guard hasNoPhrases else { return false }
        guard mayCrossTerms else { return true }
        if let known = known.first(where: { $0.index === index }) { return known.isSuitable }
        let isSuitable = !query.crossesTerms(of: index, level: level)
        known.append((index, isSuitable))
        return isSuitable
    }

    private func spellings(_ field: Int, _ level: Int) -> [Spelling] {
        if let known = spellings[field][level] { return known }
        let new = query.words.enumerated().flatMap { word, value in
            value.alternatives.enumerated().filter {
                !$1.isComposite && $1.searches(query.fields[field])
            }.map {
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
    /// Moves the match from offsets in a term to offsets in the text.
    fileprivate mutating func move(bytes: Int, scalars: Int) {
        self.bytes = self.bytes.lowerBound + bytes..<self.bytes.upperBound + bytes
        self.scalars = self.scalars.lowerBound + scalars..<self.scalars.upperBound + scalars
    }
}
