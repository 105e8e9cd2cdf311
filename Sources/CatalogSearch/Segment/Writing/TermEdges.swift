// The words with which a term begins and ends.

internal import ICU

/// The words at the ends of a term in both foldings, as numbers of ``WordBigram``. With words of adjacent
/// terms they make pairs.
struct TermEdges: Sendable {
    /// Words at the beginning and the end of the term, ignoring characters that are neither letters nor
    /// digits.
    private(set) var first: [UInt64] = []
    private(set) var last: [UInt64] = []
    /// The pairs inside of the term.
    private(set) var inner: [UInt64] = []
    /// Whether the term has neither letters nor digits: then the terms on both sides are adjacent, too.
    private(set) var isTransparent = true

    /// The most adjoining parts of a folding that are one word: `m²` has two.
    private static let mostParts = 4
    /// The most parts that may consist of symbols if it is uncertain: `™` is folded to letters.
    private static let mostSymbols = 8

    /// - Parameter term: its bytes must be a folding; only forged files have others.
    init(_ term: IndexedTerm) throws(SegmentError) {
        isTransparent = try term.isWordless()
        guard term.listsBounds else {
            first = Self.words([term.standard] + (term.isSplit ? [term.search] : []))
            last = first
            return
        }
        let bounds = try term.details().bounds
        var foldings = [Self.parts(of: term.standard, bounds.standard)]
        if term.isSplit { foldings.append(Self.parts(of: term.search, bounds.search)) }
        let count = foldings.map(\.count).max()!
        // If offsets in the foldings differ from those in the term, letters may be the folding of a symbol.
        let isSure = term.flags.contains(.isAligned) && foldings.allSatisfy { $0.count == count }
        let haveLetters = (0..<count).map { part in isSure && foldings.allSatisfy { $0[part].hasLetters } }
        add(foldings, haveLetters, isSure: isSure)
    }

    private static func words(_ foldings: [UnsafeRawBufferPointer]) -> [UInt64] {
        foldings.compactMap(WordBigram.word)
    }

    private static func parts(
        of folding: UnsafeRawBufferPointer, _ bounds: [UInt32]?
    ) -> [UnsafeRawBufferPointer] {
        let bounds = bounds?.map(Int.init) ?? [0, folding.count]
        return zip(bounds, bounds.dropFirst()).compactMap { start, end in
            start < end ? UnsafeRawBufferPointer(rebasing: folding[start..<end]) : nil
        }
    }

    private mutating func add(_ foldings: [[UnsafeRawBufferPointer]], _ haveLetters: [Bool], isSure: Bool) {
        // By the index of their first part.
        var words: [[(end: Int, word: UInt64)]] = Array(repeating: [], count: haveLetters.count)
        for parts in foldings {
            for start in parts.indices {
                for end in start + 1...min(start + Self.mostParts, parts.count) {
                    let whole = UnsafeRawBufferPointer(
                        start: parts[start].baseAddress,
                        count: parts[start..<end].reduce(0) { $0 + $1.count })
                    guard let word = WordBigram.word(whole) else { break }
                    words[start].append((end, word))
                }
            }
        }
        // The range of parts at which the next word may begin.
        func next(_ start: Int) -> Range<Int> {
            var end = start
            let limit = isSure ? words.count : min(words.count, start + Self.mostSymbols)
            while end < limit {
                end += 1
                if haveLetters[end - 1] { break }
            }
            return start..<end
        }
        for start in next(0) { first += words[start].map(\.word) }
        for found in words {
            for (end, word) in found {
                let followers = next(end)
                for other in followers {
                    inner += words[other].map { WordBigram.pair(word, $0.word) }
                }
                if followers.upperBound == words.count, !(followers.last.map { haveLetters[$0] } ?? false) {
                    last.append(word)
                }
            }
        }
    }
}
