// Fragments of a term, in the term's spelling.

internal import Support

/// Fragments of one term, in its spelling, without those too long to be suggested.
struct TermFragments {
    private let source: [UInt8]
    private(set) var spellings: [String] = []
    private var known: Set<String> = []
    /// The distance of the fragments from the searched word.
    private(set) var distance = Int.max

    init(_ source: [UInt8]) { self.source = source }

    /// Adds fragments of the term.
    mutating func enter(_ ranges: [Range<Int>]) {
        source.withUnsafeBufferPointer { source in for range in ranges { add(source[range], 0) } }
    }

    /// Adds fragments of a folding, mapped by a table, unless nearer ones are known.
    mutating func enter(
        _ ranges: [Range<Int>], of folding: UnsafeRawBufferPointer, distance: Int, _ table: FoldingTable
    ) {
        guard distance <= self.distance, !ranges.isEmpty else { return }
        source.withUnsafeBufferPointer { source in
            // Most terms are one word in plain letters, and need no map.
            if ranges == [0..<folding.count], Self.isSpelled(source, folding) {
                return add(source[...], distance)
            }
            let map = SourceMap(source, table)
            for range in ranges { add(source[map.sourceRange(ofFolded: range)], distance) }
        }
    }

    /// Whether a spelling, in UTF-8, has at most ``SpellingLength/maximum`` scalars.
    static func isShort(_ spelling: some Collection<UInt8>) -> Bool {
        // A scalar has at most four bytes.
        spelling.count <= 4 * SpellingLength.maximum
            && spelling.scalarCount <= SpellingLength.maximum
    }

    private mutating func add(_ piece: Slice<UnsafeBufferPointer<UInt8>>, _ distance: Int) {
        guard !piece.isEmpty, Self.isShort(piece) else { return }
        if distance < self.distance { (spellings, known) = ([], []) }
        self.distance = distance
        let spelling = String(decoding: piece, as: UTF8.self)
        if known.insert(spelling).inserted { spellings.append(spelling) }
    }

    /// Whether a folding equals the term in lower-case ASCII, so that each character
    /// of the term has its folded byte.
    private static func isSpelled(
        _ source: UnsafeBufferPointer<UInt8>, _ folding: UnsafeRawBufferPointer
    ) -> Bool {
        guard source.count == folding.count else { return false }
        return zip(source, folding).allSatisfy { byte, folded in
            byte < 0x80 && (byte == folded || (0x41...0x5A).contains(byte) && byte | 0x20 == folded)
        }
    }
}
