// The terms of a text, as far as ranking needs them.

internal import Support

/// Where the terms of a text begin.
struct TermStarts {
    /// In bytes, ascending.
    private var starts: [Int] = []
    /// The number of words by which the length of the text is measured, see ``TextLength/words(ofTerm:)``.
    private(set) var wordCount = 0

    /// - Parameter text: valid UTF-8.
    init(_ text: UnsafeBufferPointer<UInt8>, _ borders: TermBorders) {
        borders.classes.withUnsafeBufferPointer { classes in
            var tokenizer = TermTokenizer(text, borders, classes)
            while !tokenizer.isAtEnd {
                let piece = tokenizer.next()
                guard piece.hasTerm else { continue }
                starts.append(piece.start)
                wordCount += TextLength.words(
                    ofTerm: UnsafeBufferPointer(rebasing: text[piece.start..<piece.termEnd]))
            }
        }
    }

    /// The first and the last term of a match, as indices.
    func terms(of match: Range<Int>) -> ClosedRange<Int> {
        let first = max(0, starts.partitioningIndex { $0 > match.lowerBound } - 1)
        return first...max(first, starts.partitioningIndex { $0 >= match.upperBound } - 1)
    }
}
