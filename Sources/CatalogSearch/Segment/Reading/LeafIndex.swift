// Finds the terms whose foldings contain some bytes, by the sorted suffixes of the foldings.

internal import Support

/// One set of leaves of a locale. A leaf is a range of the sorted suffixes: its first suffix, and the terms
/// that have one of its suffixes.
struct LeafIndex {
    let set: IndexLayout.LeafSet
    let count: Int
    private let termCount: Int
    /// The first eight bytes of each leaf's first suffix, see ``Suffix``.
    private let keys: CheckedBytes
    /// The term and the offset of each leaf's first suffix.
    private let beginnings: CheckedBytes
    private let offsets: CheckedBytes
    private let lists: CheckedBytes

    init?(
        _ file: SegmentFile, locale: Int, _ set: IndexLayout.LeafSet, termCount: Int
    ) throws(SegmentError) {
        guard let section = file.section(.leaves, locale: locale, field: set.rawValue) else { return nil }
        self.set = set
        self.termCount = termCount
        count = Int(try section.number(0, as: UInt32.self))
        let (begin, positions) = (8 + 8 * count, 8 + 16 * count)
        let start = positions + 4 * (count + 1)
        guard count > 0, start <= section.count else { throw .damaged }
        keys = try section.slice(8..<begin)
        beginnings = try section.slice(begin..<positions)
        offsets = try section.slice(positions..<start)
        lists = try section.slice(start..<section.count)
    }

    /// The leaves that may have suffixes beginning with some bytes.
    struct Matches {
        /// The leaves; empty if no suffix begins with the bytes.
        let leaves: Range<Int>
        /// The leaves whose terms all have such a suffix.
        let whole: Range<Int>

        /// The others: at most two.
        var others: [Int] {
            Array(leaves.lowerBound..<whole.lowerBound) + Array(whole.upperBound..<leaves.upperBound)
        }
    }

    /// The leaves that may have suffixes beginning with a pattern.
    ///
    /// - Parameter pattern: 1 to ``IndexLayout/suffixLength`` bytes.
    func matches(_ pattern: [UInt8], _ index: LocaleIndex) throws(SegmentError) -> Matches {
        let prefix = KeyPrefix(pattern)
        let first = try (0..<count).partitioningIndex { (leaf) throws(SegmentError) in
            try order(of: leaf, prefix, pattern, index) >= 0
        }
        let end = try (first..<count).partitioningIndex { (leaf) throws(SegmentError) in
            try order(of: leaf, prefix, pattern, index) > 0
        }
        // Suffixes before a leaf's first one are in the previous leaf. If the next leaf begins with the
        // pattern too, all suffixes in between do.
        return Matches(leaves: max(0, first - 1)..<end, whole: first..<max(first, end - 1))
    }

    /// The leaves that may have suffixes with a pattern that no letter of the same word follows: few of those
    /// with a short pattern.
    ///
    /// - Parameter pattern: at least ``FollowingLetters/longest`` bytes shorter
    ///   than ``IndexLayout/suffixLength``.
    func wholeWords(_ pattern: [UInt8], _ index: LocaleIndex) throws(SegmentError) -> [Range<Int>] {
        let all = try matches(pattern, index).leaves
        if all.count < 2 { return all.isEmpty ? [] : [all] }
        func first(_ bytes: [UInt8]) throws(SegmentError) -> Int {
            min(max(try matches(pattern + bytes, index).leaves.lowerBound, all.lowerBound), all.upperBound)
        }
        var ranges: [Range<Int>] = []
        var start = all.lowerBound
        // The leaf at each bound may have suffixes from both sides.
        func add(upTo end: Int) {
            let (lower, upper) = (max(start, ranges.last?.upperBound ?? 0), min(end + 1, all.upperBound))
            if lower < upper { ranges.append(lower..<upper) }
        }
        for letters in FollowingLetters.behind(pattern) {
            add(upTo: try first(letters.first))
            start = try first(letters.end)
        }
        add(upTo: all.upperBound - 1)
        return ranges
    }

    /// The first bytes of a pattern, to be compared with keys.
    private struct KeyPrefix {
        let key: UInt64
        let mask: UInt64

        init(_ pattern: [UInt8]) {
            var key: UInt64 = 0
            for byte in pattern.prefix(8) { key = key << 8 | UInt64(byte) }
            let unused = UInt64(64 - 8 * min(8, pattern.count))
            mask = unused == 64 ? 0 : UInt64.max << unused
            self.key = unused == 64 ? 0 : key << unused
        }
    }

    /// Whether a leaf's first suffix precedes a pattern (-1), begins with it (0), or follows it (1).
    @inline(__always)
    private func order(
        of leaf: Int, _ prefix: KeyPrefix, _ pattern: [UInt8], _ index: LocaleIndex
    ) throws(SegmentError) -> Int {
        let key = try keys.number(leaf, as: UInt64.self) & prefix.mask
        if key != prefix.key { return key < prefix.key ? -1 : 1 }
        return pattern.count <= 8 ? 0 : try orderBehindKey(leaf, pattern, index)
    }

    private func orderBehindKey(
        _ leaf: Int, _ pattern: [UInt8], _ index: LocaleIndex
    ) throws(SegmentError) -> Int {
        let term = try index.term(Int(beginnings.number(2 * leaf, as: UInt32.self)))
        let folding = set.isOfSearch ? term.search : term.standard
        let offset = Int(try beginnings.number(2 * leaf + 1, as: UInt32.self))
        guard offset < folding.count else { throw .damaged }
        return folding.order(of: pattern, from: offset)
    }

    /// Calls `body` with the list of each leaf.
    @inline(__always)
    func forEachList(
        _ leaves: Range<Int>, _ body: (UnsafeRawBufferPointer) throws(SegmentError) -> Void
    ) throws(SegmentError) {
        guard !leaves.isEmpty else { return }
        var start: UInt32 = try offsets.number(leaves.lowerBound)
        for leaf in leaves {
            let end: UInt32 = try offsets.number(leaf + 1)
            try body(try lists.bytes(from: start, to: end))
            start = end
        }
    }

    /// The terms of a leaf, ascending.
    func terms(_ leaf: Int) throws(SegmentError) -> [UInt32] {
        var terms: [UInt32] = []
        terms.reserveCapacity(set.leafSize)
        try forEachList(leaf..<leaf + 1) { list throws(SegmentError) in
            var reader = VarintReader(list)
            var term = -1
            while !reader.isAtEnd {
                term += Int(try reader.next()) + 1
                guard term < termCount else { throw .damaged }
                terms.append(UInt32(truncatingIfNeeded: term))
            }
        }
        return terms
    }
}

extension UnsafeRawBufferPointer {
    /// Whether the bytes from an offset precede a pattern (-1), begin with it (0), or follow it (1). They are
    /// empty beyond the end: terms of a damaged file may be shorter than the order implies.
    @inline(__always)
    func order(of pattern: [UInt8], from offset: Int) -> Int {
        let count = Swift.min(Swift.max(0, self.count - offset), pattern.count)
        for index in 0..<count {
            let (own, other) = (self[offset + index], pattern[index])
            if own != other { return own < other ? -1 : 1 }
        }
        return count < pattern.count ? -1 : 0
    }
}
