// What of a term is sought: pieces of its foldings, as the term itself spells them.

/// The pieces of one term that are sought, as they are spelled.
struct TermPieces {
    private let source: [UInt8]
    private(set) var spellings: [String] = []
    /// How far they are from what is sought.
    private(set) var distance = Int.max

    init(_ source: [UInt8]) { self.source = source }

    /// Enters pieces of a folding by a table, unless there are nearer ones.
    mutating func enter(
        _ ranges: [Range<Int>], of folding: UnsafeRawBufferPointer, distance: Int, _ table: FoldingTable
    ) {
        guard distance <= self.distance, !ranges.isEmpty else { return }
        if distance < self.distance { spellings = [] }
        self.distance = distance
        source.withUnsafeBufferPointer { source in
            // Most terms are one word in plain letters, which needs no map.
            if ranges == [0..<folding.count], Self.isSpelled(source, folding) { return add(source[...]) }
            let map = SourceMap(source, table)
            for range in ranges { add(source[map.sourceRange(ofFolded: range)]) }
        }
    }

    private mutating func add(_ piece: Slice<UnsafeBufferPointer<UInt8>>) {
        let spelling = String(decoding: piece, as: UTF8.self)
        if !spelling.isEmpty, !spellings.contains(spelling) { spellings.append(spelling) }
    }

    /// Whether a folding is the term in small letters, all of them ASCII, and so nothing of the term is without a trace
    /// in it.
    private static func isSpelled(
        _ source: UnsafeBufferPointer<UInt8>, _ folding: UnsafeRawBufferPointer
    ) -> Bool {
        guard source.count == folding.count else { return false }
        return zip(source, folding).allSatisfy { byte, folded in
            byte < 0x80 && (byte == folded || (0x41...0x5A).contains(byte) && byte | 0x20 == folded)
        }
    }
}

/// A folding taken apart into letters.
struct LetteredText {
    private(set) var letters: [UInt32] = []
    /// Where each letter begins, and the last one ends, in bytes.
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
    /// - Parameter bounds: in bytes, rising; `nil` for the whole.
    func words(_ bounds: [UInt32]?) -> [Range<Int>] {
        guard let bounds else { return Self.isWord(letters[...]) ? [letters.indices] : [] }
        var words: [Range<Int>] = []
        var start: Int?
        for bound in bounds {
            guard let end = starts.firstIndex(of: Int(bound)) else { continue }
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
