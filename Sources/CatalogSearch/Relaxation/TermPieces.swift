// The pieces of a term that match a search, as the term spells them.

internal import KitSupport

/// The matching pieces of one term, as spelled, except for those that are too long to be suggested.
struct TermPieces {
    private let source: [UInt8]
    private(set) var spellings: [String] = []
    private var known: Set<String> = []
    /// The distance of the pieces from the searched word.
    private(set) var distance = Int.max

    init(_ source: [UInt8]) { self.source = source }

    /// Adds pieces of a folding by a table, unless nearer ones are known.
    mutating func enter(
        _ ranges: [Range<Int>], of folding: UnsafeRawBufferPointer, distance: Int, _ table: FoldingTable
    ) {
        guard distance <= self.distance, !ranges.isEmpty else { return }
        source.withUnsafeBufferPointer { source in
            // Most terms are one word in plain letters and need no map.
            if ranges == [0..<folding.count], Self.isSpelled(source, folding) {
                return add(source[...], distance)
            }
            let map = SourceMap(source, table)
            for range in ranges { add(source[map.sourceRange(ofFolded: range)], distance) }
        }
    }

    private mutating func add(_ piece: Slice<UnsafeBufferPointer<UInt8>>, _ distance: Int) {
        guard !piece.isEmpty, FoundWord.isShort(piece) else { return }
        if distance < self.distance { (spellings, known) = ([], []) }
        self.distance = distance
        let spelling = String(decoding: piece, as: UTF8.self)
        if known.insert(spelling).inserted { spellings.append(spelling) }
    }

    /// Whether a folding equals the term in lower-case ASCII, so that each character of the term has its folded byte.
    private static func isSpelled(
        _ source: UnsafeBufferPointer<UInt8>, _ folding: UnsafeRawBufferPointer
    ) -> Bool {
        guard source.count == folding.count else { return false }
        return zip(source, folding).allSatisfy { byte, folded in
            byte < 0x80 && (byte == folded || (0x41...0x5A).contains(byte) && byte | 0x20 == folded)
        }
    }
}

/// A folding split into letters.
struct LetteredText {
    private(set) var letters: [UInt32] = []
    /// Where each letter begins, and where the last one ends, in bytes.
    private var starts = [0]

    init(_ folding: UnsafeRawBufferPointer) {
        var reader = FoldedLetters(folding)
        while let letter = reader.next() {
            letters.append(letter)
            starts.append(reader.position)
        }
    }

    func bytes(of range: Range<Int>) -> Range<Int> { starts[range.lowerBound]..<starts[range.upperBound] }

    /// The pieces between bounds that begin with a letter or a digit.
    ///
    /// - Parameter bounds: in bytes, ascending; `nil` for the whole.
    func words(_ bounds: [UInt32]?) -> [Range<Int>] {
        guard let bounds else { return Self.isWord(letters[...]) ? [letters.indices] : [] }
        var words: [Range<Int>] = []
        var start: Int?
        for bound in bounds {
            let end = starts.partitioningIndex { $0 >= Int(bound) }
            guard end < starts.count, starts[end] == Int(bound) else { continue }
            if let start, start < end, Self.isWord(letters[start..<end]) { words.append(start..<end) }
            start = end
        }
        return words
    }

    private static func isWord(_ letters: ArraySlice<UInt32>) -> Bool {
        guard let first = letters.first, let scalar = Unicode.Scalar(first) else { return false }
        return scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    }
}
