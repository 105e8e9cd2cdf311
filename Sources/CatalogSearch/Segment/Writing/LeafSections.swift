// Finds terms by any part of their foldings: sorts all suffixes, with the terms that have them.

/// Writes kind 39 of a locale, from the terms of kind 35.
///
/// Suffixes are collected and sorted in chunks: all at once would take more memory than everything else.
struct LeafSections: ~Copyable {
    /// The number of bytes that may be read after the last term.
    static let readBeyond = 8
    /// The least number of suffixes that are sorted together, unless there are fewer.
    static let leastChunk = 1 << 19

    private let locale: Int
    private let scanner: SuffixScanner
    private var sections: [FinishedSection] = []
    private var leaves = LeafList(.insideStandard)

    /// The leaves of some terms.
    ///
    /// - Parameters:
    ///   - terms: kind 35; ``readBeyond`` bytes after it are readable.
    ///   - offsets: the numbers of kind 34.
    ///   - leastChunk: affects only memory, not the leaves.
    static func make(
        locale number: Int, terms: UnsafeRawBufferPointer, offsets: UnsafeBufferPointer<UInt32>,
        leastChunk: Int = leastChunk
    ) throws(SegmentWriterError) -> [FinishedSection] {
        let scanner = SuffixScanner(terms: terms, offsets: offsets)
        guard !scanner.isOverlong else { throw .sectionTooLong(kind: IndexLayout.Section.terms.rawValue) }
        var maker = LeafSections(locale: number, scanner: scanner)
        // Each suffix begins at a byte of its own.
        if terms.count <= leastChunk {
            try maker.append(0...SuffixScanner.lastBucket, capacity: terms.count)
        } else {
            let sizes = scanner.bucketSizes()
            var total = 0
            for bucket in 0..<sizes.count { total += Int(sizes[bucket]) }
            // Each chunk reads all terms.
            let chunk = max(leastChunk, total / 8)
            var first = 0
            while first <= SuffixScanner.lastBucket {
                var (last, size) = (first, Int(sizes[first]))
                while last < SuffixScanner.lastBucket, size + Int(sizes[last + 1]) <= chunk {
                    last += 1
                    size += Int(sizes[last])
                }
                if size > 0 { try maker.append(first...last, capacity: size) }
                first = last + 1
            }
        }
        return try maker.finish()
    }

    private init(locale: Int, scanner: SuffixScanner) {
        self.locale = locale
        self.scanner = scanner
    }

    /// Appends all suffixes of some buckets.
    private mutating func append(_ buckets: ClosedRange<Int>, capacity: Int) throws(SegmentWriterError) {
        let sorter = SuffixSorter(scanner, buckets, capacity: capacity)
        sorter.sort()
        for index in 0..<sorter.count {
            let suffix = sorter[index]
            if suffix.set != leaves.set { try finishSet(next: suffix.set) }
            leaves.append(suffix, scanner)
        }
    }

    /// Finishes the leaves of a set and begins another set.
    private mutating func finishSet(next: IndexLayout.LeafSet) throws(SegmentWriterError) {
        var finished = LeafList(next)
        swap(&finished, &leaves)
        let set = finished.set
        let bytes = try finished.finish()
        if bytes.count > 0 {
            sections.append(FinishedSection(.leaves, locale: locale, field: set.rawValue, bytes))
        }
    }

    private consuming func finish() throws(SegmentWriterError) -> [FinishedSection] {
        try finishSet(next: .insideStandard)
        return sections
    }
}

/// The leaves of one set.
private struct LeafList: ~Copyable {
    let set: IndexLayout.LeafSet
    private var keys = GrowingBuffer<UInt64>()
    private var beginnings = GrowingBuffer<UInt32>()
    private var offsets = GrowingBuffer<UInt32>()
    private var lists = GrowingBuffer<UInt8>()
    /// The terms of the last leaf, with duplicates.
    private var terms: GrowingBuffer<UInt32>

    init(_ set: IndexLayout.LeafSet) {
        self.set = set
        // Sorting uses the second half.
        terms = GrowingBuffer(capacity: 2 * set.leafSize)
    }

    @inline(__always)
    mutating func append(_ suffix: Suffix, _ scanner: SuffixScanner) {
        if terms.count == 0 {
            keys.append(scanner.key(of: suffix, at: 0))
            beginnings.append(suffix.term)
            beginnings.append(suffix.offset)
            offsets.append(UInt32(truncatingIfNeeded: lists.count))
        }
        terms.append(suffix.term)
        if terms.count == set.leafSize { endLeaf() }
    }

    private mutating func endLeaf() {
        SuffixSorter.sort(terms.base, count: terms.count, spare: terms.base + set.leafSize)
        lists.reserve(5 * terms.count)
        var written = lists.base + lists.count
        let begin = written
        var previous: UInt32 = .max
        for index in 0..<terms.count {
            let term = terms.base[index]
            if term == previous { continue }
            written += Varint.write(Int(term &- previous &- 1), to: written)
            previous = term
        }
        lists.advance(written - begin)
        terms.clear()
    }

    /// The content of the section; empty without suffixes.
    consuming func finish() throws(SegmentWriterError) -> GrowingBuffer<UInt8> {
        if terms.count > 0 { endLeaf() }
        guard lists.count <= Int(UInt32.max) else {
            throw .sectionTooLong(kind: IndexLayout.Section.leaves.rawValue)
        }
        guard keys.count > 0 else { return GrowingBuffer() }
        offsets.append(UInt32(lists.count))
        var bytes = GrowingBuffer<UInt8>(
            capacity: 8 + keys.size + beginnings.size + offsets.size + lists.count)
        bytes.append(number: UInt32(keys.count))
        bytes.append(number: 0)
        for index in 0..<keys.count { withUnsafeBytes(of: keys[index].littleEndian) { bytes.append($0) } }
        for index in 0..<beginnings.count { bytes.append(number: beginnings[index]) }
        for index in 0..<offsets.count { bytes.append(number: offsets[index]) }
        bytes.append(lists.base, count: lists.count)
        return bytes
    }
}
