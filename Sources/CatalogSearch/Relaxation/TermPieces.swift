// What of a term is sought: pieces of its foldings, as the term itself spells them.

/// The pieces of one term that are sought, as they are spelled.
struct TermPieces {
    private let source: [UInt8]
    private(set) var spellings: [String] = []
    /// How far they are from what is sought.
    private(set) var distance = Int.max

    init(_ source: [UInt8]) { self.source = source }

    /// Enters pieces of a folding, unless there are nearer ones.
    mutating func enter(_ ranges: [Range<Int>], distance: Int, _ table: FoldingTable) {
        guard distance <= self.distance, !ranges.isEmpty else { return }
        if distance < self.distance { spellings = [] }
        self.distance = distance
        source.withUnsafeBufferPointer { source in
            let map = SourceMap(source, table)
            for range in ranges {
                let piece = map.sourceRange(ofFolded: range)
                let spelling = String(decoding: source[piece], as: UTF8.self)
                if !spelling.isEmpty, !spellings.contains(spelling) { spellings.append(spelling) }
            }
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
