// A filter of the adjacent words in the texts of a locale.

/// Makes kind 53 of a locale: a Bloom filter (B. H. Bloom, 1970) of blocks of 64 bits.
struct BigramFilter: ~Copyable {
    /// What the texts of a locale have at the ends of a term, as a number.
    ///
    /// It is 0 for a term that is not a word and does not separate words, the number of a term's only word,
    /// or, with the top bit set, the index of a ``TermEdges``.
    typealias Edge = UInt64

    private var words: GrowingBuffer<UInt64>
    private var edges: [TermEdges] = []
    /// The words that the text so far may end with.
    private var last: [UInt64] = []
    private var isEmpty = true

    private static let listed: UInt64 = 1 << 63
    /// The most words that a text so far may end with; usual texts need far fewer.
    private static let mostLast = 64
    /// The greatest share of set bits in a filter that was made smaller.
    private static let greatestShare = 0.33

    /// - Parameter termCount: the number of occurrences of terms in all texts.
    init(termCount: Int) {
        // Eight bits for each pair, if all are different.
        var count = 1
        while count * 8 < termCount { count *= 2 }
        words = GrowingBuffer(repeating: 0, count: count)
    }

    /// The edge of a term; adds the pairs inside it.
    mutating func edge(of term: IndexedTerm) throws(SegmentError) -> Edge {
        let edges = try TermEdges(term)
        if edges.isTransparent, edges.first.isEmpty { return 0 }
        for pair in edges.inner { insert(pair) }
        if !edges.isTransparent, edges.first.count == 1, edges.last == edges.first { return edges.first[0] }
        self.edges.append(edges)
        return Self.listed | UInt64(self.edges.count - 1)
    }

    mutating func beginText() { last.removeAll(keepingCapacity: true) }

    /// Adds the next term of the text.
    @inline(__always)
    mutating func append(_ edge: Edge) {
        if edge == 0 { return }
        guard edge & Self.listed == 0 else { return append(edges[Int(edge & ~Self.listed)]) }
        for word in last { insert(WordBigram.pair(word, edge)) }
        last.removeAll(keepingCapacity: true)
        last.append(edge)
    }

    private mutating func append(_ edges: TermEdges) {
        for first in edges.first {
            for word in last { insert(WordBigram.pair(word, first)) }
        }
        if !edges.isTransparent { last.removeAll(keepingCapacity: true) }
        for word in edges.last where last.count < Self.mostLast && !last.contains(word) { last.append(word) }
    }

    @inline(__always)
    private mutating func insert(_ pair: UInt64) {
        let index = WordBigram.index(of: pair, count: words.count)
        words.base[index] |= WordBigram.bits(of: pair)
        isEmpty = false
    }

    /// The section of a locale; empty if no words are adjacent.
    consuming func sections(locale number: Int) -> [FinishedSection] {
        guard !isEmpty else { return [] }
        // Half as many blocks have the bits of both halves.
        var count = words.count
        while count > 1 {
            let half = count / 2
            var bits = 0
            for index in 0..<half { bits += (words[index] | words[index + half]).nonzeroBitCount }
            guard Double(bits) <= Self.greatestShare * Double(64 * half) else { break }
            for index in 0..<half { words[index] |= words[index + half] }
            count = half
        }
        var kept = GrowingBuffer<UInt64>(capacity: count)
        kept.append(words.base, count: count)
        return [FinishedSection(.wordBigrams, locale: number, kept)]
    }
}
