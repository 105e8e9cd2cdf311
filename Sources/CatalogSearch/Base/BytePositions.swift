// All positions of a pattern in a text.

/// The positions of a pattern in a text, ascending, overlapping ones included. Finds them in time linear in
/// the text, and ends when the task is cancelled.
struct BytePositions {
    private let pattern: BytePattern
    private let text: UnsafeBufferPointer<UInt8>
    /// Where the next position may be.
    private var position = 0
    private var comparisons = 0
    private var automaton: KnuthMorrisPratt?
    private var interruption = Interruption()

    /// Bytes read between two checks for cancellation.
    private static let chunk = 1 << 15

    /// - Parameter text: valid as long as this value.
    init(_ pattern: BytePattern, in text: UnsafeBufferPointer<UInt8>) {
        self.pattern = pattern
        self.text = text
    }

    /// The next position; `nil` after the last one.
    ///
    /// - Throws: `SegmentError.cancelled`.
    mutating func next() throws(SegmentError) -> Int? {
        let length = pattern.bytes.count
        while automaton == nil {
            guard position <= text.count - length else { return nil }
            let end = min(text.count, position + length + Self.chunk)
            let before = position
            let probe = pattern.probe(text, position..<end, since: 0, &comparisons)
            switch probe {
            case .found(let found):
                position = found + 1
                comparisons += length
                try interruption.count(1 + (position - before) / Interruption.bytes)
                if BytePattern.isTooCostly(comparisons, for: position) {
                    automaton = KnuthMorrisPratt(pattern, from: position)
                }
                return found
            case .missing:
                position = end - length + 1
                try interruption.count(1 + (position - before) / Interruption.bytes)
            case .tooCostly(let rest):
                automaton = KnuthMorrisPratt(pattern, from: rest)
                try interruption.count(1 + (rest - before) / Interruption.bytes)
            }
        }
        return try nextOfAutomaton()
    }

    private mutating func nextOfAutomaton() throws(SegmentError) -> Int? {
        while automaton!.position < text.count {
            let before = automaton!.position
            let end = min(text.count, before + Self.chunk / Interruption.bytes)
            let found = automaton!.next(in: text, upTo: end)
            try interruption.count(1 + automaton!.position - before)
            if let found { return found }
        }
        return nil
    }
}
