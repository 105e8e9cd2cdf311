// The keys of terms that only ``LetterSections`` find, in one array: one pass finds a pattern in all of them.

internal import Support

/// Identifies these keys in the caches of a locale.
struct LetterTextsKey: CachedKey {
    let language: String

    static func cost(of value: LetterTexts) -> Int { value.byteCount }
}

/// The keys of some terms, contiguous in memory.
struct LetterTexts: Sendable {
    /// Ascending.
    private let terms: [UInt32]
    /// The keys of the terms, with a zero behind each.
    private var keys: [UInt8] = []
    /// The start of each term's keys, then the end of the last one's.
    private var starts = [0]

    /// - Parameter terms: ascending.
    init(_ terms: [UInt32], of index: LocaleIndex, _ language: String) throws(SegmentError) {
        self.terms = terms
        let letters = LetterKeys(language)
        var interruption = Interruption()
        for term in terms {
            var keys: [UInt8] = []
            try index.term(Int(term)).withSource { letters.appendKeys(of: $0, to: &keys) }
            try interruption.count(1 + keys.count / Interruption.bytes)
            self.keys += keys
            starts.append(self.keys.count)
        }
    }

    var byteCount: Int {
        keys.count + terms.count * MemoryLayout<UInt32>.stride + starts.count * MemoryLayout<Int>.stride
    }

    /// Calls `body` with each term that has a key with a pattern, ascending.
    func forEachTerm(holding pattern: BytePattern, _ body: (UInt32) -> Void) throws(SegmentError) {
        var interruption = Interruption()
        try keys.withUnsafeBufferPointer { keys throws(SegmentError) in
            var position = 0
            while position < keys.count {
                let found = pattern.first(in: keys, position..<keys.count)
                try interruption.count(1 + ((found ?? keys.count) - position) / Interruption.bytes)
                guard let found else { return }
                let next = starts.partitioningIndex { $0 > found }
                body(terms[next - 1])
                position = starts[next]
            }
        }
    }
}
