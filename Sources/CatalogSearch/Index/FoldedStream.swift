// Folded texts in one piece of memory, for fast scans.

/// Folded texts with their word bounds; immutable and shared.
final class FoldedStream: Sendable {
    /// The folded texts, each terminated by a byte that UTF-8 never contains, so that no match crosses it.
    let bytes: [UInt8]
    /// Where each text begins in `bytes`, and the end of the last.
    let starts: [Int]
    /// One bit for each offset into `bytes` at which a word begins or ends.
    private let bounds: [UInt64]

    private static let terminator: UInt8 = 0xFF

    /// Collects texts into a stream.
    struct Builder {
        fileprivate var bytes: [UInt8] = []
        fileprivate var starts: [Int] = [0]
        fileprivate var bounds: [UInt64] = []

        var count: Int { starts.count - 1 }

        /// Adds a text.
        mutating func append(_ text: FoldedText.Form) {
            let start = bytes.count
            bytes.append(contentsOf: text.bytes)
            bytes.append(FoldedStream.terminator)
            starts.append(bytes.count)
            let words = bytes.count >> 6 + 1
            if bounds.count < words {
                bounds.append(contentsOf: repeatElement(0, count: words - bounds.count))
            }
            for bound in text.wordBounds {
                let position = start + Int(bound)
                bounds[position >> 6] |= 1 << UInt64(position & 63)
            }
        }
    }

    init(_ builder: Builder) {
        bytes = builder.bytes
        starts = builder.starts
        bounds = builder.bounds
    }

    /// The folded bytes of a text, without its terminator.
    func range(of text: Int) -> Range<Int> { starts[text]..<starts[text + 1] - 1 }

    @inline(__always)
    func isWordBound(_ position: Int) -> Bool { bounds[position >> 6] & 1 << UInt64(position & 63) != 0 }

    /// The match position of the bytes from `start` to `end` of a text.
    @inline(__always)
    func matchClass(_ start: Int, _ end: Int, inText text: Range<Int>) -> MatchClass {
        if start == text.lowerBound, end == text.upperBound { return .wholeField }
        guard isWordBound(start) else { return .insideWord }
        return isWordBound(end) ? .wholeWord : .wordPrefix
    }

    /// Calls `body` with the number of each text that contains the pattern, and its best match position.
    ///
    /// - Throws: `SegmentError.cancelled`.
    func forEachText(
        containing pattern: BytePattern, _ body: (_ text: Int, _ best: MatchClass) -> Void
    ) throws(SegmentError) {
        try bytes.withUnsafeBufferPointer { bytes throws(SegmentError) in
            var positions = BytePositions(pattern, in: bytes)
            var text = 0
            var next = try positions.next()
            while let found = next {
                while starts[text + 1] <= found { text += 1 }
                let range = range(of: text)
                var best = matchClass(found, found + pattern.bytes.count, inText: range)
                next = try betterMatch(than: &best, of: pattern, range, &positions)
                body(text, best)
                if next == nil {
                    positions.skip(to: range.upperBound + 1)
                    next = try positions.next()
                }
            }
        }
    }

    /// The best match position of the pattern in a text; `nil` where the text does not contain it.
    ///
    /// - Throws: `SegmentError.cancelled`.
    func bestMatch(of pattern: BytePattern, inText text: Int) throws(SegmentError) -> MatchClass? {
        let range = range(of: text)
        return try bytes.withUnsafeBufferPointer { bytes throws(SegmentError) in
            let end = UnsafeBufferPointer(rebasing: bytes[..<range.upperBound])
            var positions = BytePositions(pattern, in: end, from: range.lowerBound)
            guard let first = try positions.next() else { return nil }
            var best = matchClass(first, first + pattern.bytes.count, inText: range)
            _ = try betterMatch(than: &best, of: pattern, range, &positions)
            return best
        }
    }

    /// Finds the best match position among further positions in a text.
    ///
    /// - Returns: the first position beyond the text, if it was reached.
    @inline(__always)
    private func betterMatch(
        than best: inout MatchClass, of pattern: BytePattern, _ text: Range<Int>,
        _ positions: inout BytePositions
    ) throws(SegmentError) -> Int? {
        while best > .wholeWord, let again = try positions.next() {
            if again >= text.upperBound { return again }
            best = min(best, matchClass(again, again + pattern.bytes.count, inText: text))
        }
        return nil
    }

    /// Calls `body` with a text.
    func withForm<Result, Failure: Error>(
        _ text: Int, _ body: (FoldedForm) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let range = range(of: text)
        return try bytes.withUnsafeBufferPointer { bytes throws(Failure) in
            try body(
                FoldedForm(bytes: UnsafeBufferPointer(rebasing: bytes[range])) { start, end in
                    self.matchClass(range.lowerBound + start, range.lowerBound + end, inText: range)
                })
        }
    }
}
