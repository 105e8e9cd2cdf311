// The letters of a folding, and its words in letters.

internal import Support

/// A folding split into letters.
struct LetteredText {
    private(set) var letters: [UInt32] = []
    /// The start of each letter, then the end of the last one, in bytes.
    private var starts = [0]

    init(_ folding: UnsafeRawBufferPointer) {
        var reader = FoldedLetters(folding)
        while let letter = reader.next() {
            letters.append(letter)
            starts.append(reader.position)
        }
    }

    func bytes(of range: Range<Int>) -> Range<Int> { starts[range.lowerBound]..<starts[range.upperBound] }

    /// The ranges between bounds that begin with a letter or a digit.
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
