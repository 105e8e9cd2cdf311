// Collects the terms of many lists: the hot loop of finding terms.

/// A set of terms of a locale, made from ranges and from the lists of leaves.
struct TermUnion: ~Copyable {
    private let termCount: Int
    /// A bit for each term. Words of a block outside `blocks` are uninitialized, so small sets cost little.
    private let words: UnsafeMutablePointer<UInt64>
    /// A bit for each block of 64 words: whether it has terms.
    private let blocks: UnsafeMutableBufferPointer<UInt64>
    private var interruption = Interruption()

    init(termCount: Int) {
        self.termCount = termCount
        words = .allocate(capacity: (termCount >> 12 + 1) << 6)
        blocks = .allocate(capacity: termCount >> 18 + 1)
        blocks.initialize(repeating: 0)
    }

    deinit {
        words.deallocate()
        blocks.deallocate()
    }

    @inline(__always)
    func contains(_ term: UInt32) -> Bool {
        blocks[Int(term >> 18)] & 1 << UInt64(term >> 12 & 63) != 0
            && words[Int(term >> 6)] & 1 << UInt64(term & 63) != 0
    }

    /// Adds a term below the number of terms.
    @inline(__always)
    func insert(_ term: UInt32) {
        use(Int(term >> 12))
        words[Int(term >> 6)] |= 1 << UInt64(term & 63)
    }

    /// Removes a term that is in the set.
    @inline(__always)
    func remove(_ term: UInt32) { words[Int(term >> 6)] &= ~(1 << UInt64(term & 63)) }

    /// Makes a block ready for terms.
    @inline(__always)
    private func use(_ block: Int) {
        let bit: UInt64 = 1 << UInt64(block & 63)
        if blocks[block >> 6] & bit == 0 {
            // With `|=` the compiler makes invalid code here for ThreadSanitizer.
            blocks[block >> 6] = blocks[block >> 6] | bit
            (words + block << 6).initialize(repeating: 0, count: 64)
        }
    }

    /// Adds a range of terms.
    mutating func insert(_ terms: Range<Int>) throws(SegmentError) {
        guard !terms.isEmpty else { return }
        try interruption.count(1 + terms.count / 64)
        let (first, last) = (terms.lowerBound >> 6, (terms.upperBound - 1) >> 6)
        for index in first...last {
            if index == first || index & 63 == 0 { use(index >> 6) }
            var word = UInt64.max
            if index == first { word &= .max << UInt64(terms.lowerBound & 63) }
            if index == last { word &= .max >> UInt64(63 - (terms.upperBound - 1) & 63) }
            words[index] = words[index] | word
        }
    }

    /// Adds all terms of some leaves.
    mutating func insert(_ leaves: Range<Int>, of index: LeafIndex) throws(SegmentError) {
        var interruption = interruption
        let count = termCount
        try index.forEachList(leaves) { list throws(SegmentError) in
            try interruption.count(1 + list.count / Interruption.bytes)
            var reader = VarintReader(list)
            var term = -1
            while !reader.isAtEnd {
                term += Int(try reader.next()) + 1
                guard term < count else { throw .damaged }
                insert(UInt32(truncatingIfNeeded: term))
            }
        }
        self.interruption = interruption
    }

    /// The terms, ascending.
    var terms: [UInt32] {
        var total = 0
        forEachWord { _, word in total += word.nonzeroBitCount }
        return [UInt32](unsafeUninitializedCapacity: total) { target, count in
            var position = 0
            forEachWord { index, word in
                var rest = word
                while rest != 0 {
                    target[position] = UInt32(truncatingIfNeeded: index << 6 | rest.trailingZeroBitCount)
                    position += 1
                    rest &= rest - 1
                }
            }
            count = position
        }
    }

    @inline(__always)
    private func forEachWord(_ body: (_ index: Int, _ word: UInt64) -> Void) {
        for group in blocks.indices {
            var used = blocks[group]
            while used != 0 {
                let block = group << 6 | used.trailingZeroBitCount
                used &= used - 1
                for index in block << 6..<(block + 1) << 6 { body(index, words[index]) }
            }
        }
    }
}
