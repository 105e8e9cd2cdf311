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
    func forEachText(containing pattern: BytePattern, _ body: (_ text: Int, _ best: MatchClass) -> Void) {
        bytes.withUnsafeBufferPointer { bytes in
            var position = 0
            var text = 0
            while let found = pattern.first(in: bytes, position..<bytes.count) {
                while starts[text + 1] <= found { text += 1 }
                let range = range(of: text)
                body(text, bestMatch(of: pattern, in: bytes, range, from: found))
                position = range.upperBound + 1
            }
        }
    }

    /// The best match position of the pattern in a text; `nil` where the text does not contain it.
    func bestMatch(of pattern: BytePattern, inText text: Int) -> MatchClass? {
        let range = range(of: text)
        return bytes.withUnsafeBufferPointer { bytes in
            pattern.first(in: bytes, range).map { bestMatch(of: pattern, in: bytes, range, from: $0) }
        }
    }

    /// The best match position from a first match on.
    private func bestMatch(
        of pattern: BytePattern, in bytes: UnsafeBufferPointer<UInt8>, _ text: Range<Int>, from first: Int
    ) -> MatchClass {
        let length = pattern.bytes.count
        var best = matchClass(first, first + length, inText: text)
        var next = first + 1
        while best > .wholeWord, next < text.upperBound,
            let again = pattern.first(in: bytes, next..<text.upperBound)
        {
            best = min(best, matchClass(again, again + length, inText: text))
            next = again + 1
        }
        return best
    }

    /// Calls `body` with a text.
    func withForm<Result>(_ text: Int, _ body: (FoldedForm) -> Result) -> Result {
        let range = range(of: text)
        return bytes.withUnsafeBufferPointer { bytes in
            body(
                FoldedForm(bytes: UnsafeBufferPointer(rebasing: bytes[range])) { start, end in
                    self.matchClass(range.lowerBound + start, range.lowerBound + end, inText: range)
                })
        }
    }
}
