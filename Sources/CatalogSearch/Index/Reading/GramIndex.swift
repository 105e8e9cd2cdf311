// Finds the terms that contain a sequence of two or three characters.

internal import KitSupport

/// The index from the grams of the foldings of a locale's terms to the terms.
struct GramIndex {
    private let keys: CheckedBytes
    private let offsets: CheckedBytes
    private let lists: CheckedBytes
    private let count: Int
    private let termCount: Int

    init?(_ file: SegmentFile, locale: Int, termCount: Int) throws(SegmentError) {
        guard let keys = file.section(.gramKeys, locale: locale) else { return nil }
        count = keys.count / 8
        guard let offsets = try file.list(.gramOffsets, locale: locale, width: 4, count: count + 1),
            let lists = file.section(.gramLists, locale: locale)
        else { throw .damaged }
        self.keys = keys
        self.offsets = offsets
        self.lists = lists
        self.termCount = termCount
    }

    /// The numbers of the grams with keys in a range.
    func grams(_ keys: ClosedRange<UInt64>) throws(SegmentError) -> Range<Int> {
        let first = try firstGram(from: keys.lowerBound)
        return first..<max(first, try firstGram(from: keys.upperBound + 1))
    }

    private func firstGram(from key: UInt64) throws(SegmentError) -> Int {
        try (0..<count).partitioningIndex { (gram) throws(SegmentError) in
            try keys.number(gram, as: UInt64.self) >= key
        }
    }

    /// The terms that have a gram, ascending.
    struct TermList {
        let count: Int
        private var reader: VarintReader
        private var last = -1
        private var left: Int
        private let termCount: Int

        init(_ bytes: UnsafeRawBufferPointer, termCount: Int) throws(SegmentError) {
            reader = VarintReader(bytes)
            count = Int(try reader.next())
            left = count
            self.termCount = termCount
            guard count <= termCount else { throw .damaged }
        }

        @inline(__always)
        mutating func next() throws(SegmentError) -> UInt32? {
            guard left > 0 else { return nil }
            left -= 1
            last += Int(try reader.next()) + 1
            guard last < termCount else { throw .damaged }
            return UInt32(truncatingIfNeeded: last)
        }

        /// The remaining terms.
        mutating func terms() throws(SegmentError) -> [UInt32] {
            var terms: [UInt32] = []
            terms.reserveCapacity(left)
            while let term = try next() { terms.append(term) }
            return terms
        }

        /// Those of ascending terms that are also in this list.
        mutating func intersection(_ others: [UInt32]) throws(SegmentError) -> [UInt32] {
            var both: [UInt32] = []
            var index = 0
            while index < others.count, let term = try next() {
                while others[index] < term {
                    index += 1
                    if index == others.count { return both }
                }
                if others[index] == term {
                    both.append(term)
                    index += 1
                }
            }
            return both
        }
    }

    func list(_ gram: Int) throws(SegmentError) -> TermList {
        try TermList(
            lists.bytes(from: offsets.number(gram), to: offsets.number(gram + 1)), termCount: termCount)
    }
}
