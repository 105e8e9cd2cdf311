// Lists the suffixes of the foldings of terms.

/// A suffix of a folding of a term.
struct Suffix: BitwiseCopyable {
    /// Eight bytes of the suffix, padded with zeros, as a number with the same order.
    var key: UInt64
    let term: UInt32
    /// The set of leaves in the two top bits, then the offset in the folding, in bytes.
    let place: UInt32

    @inline(__always)
    var set: IndexLayout.LeafSet { IndexLayout.LeafSet(rawValue: Int(place >> 30)).unsafelyUnwrapped }
    @inline(__always)
    var offset: UInt32 { place & 0x3FFF_FFFF }
}

/// Reads encoded terms that are known to be valid.
struct SuffixScanner {
    private let terms: UnsafePointer<UInt8>
    private let offsets: UnsafeBufferPointer<UInt32>
    private let count: Int

    /// The buckets into which suffixes are sorted: by set, then by their first two bytes.
    static let lastBucket = 4 << 16 - 1

    /// - Parameters:
    ///   - terms: kind 35; ``LeafSections/readBeyond`` bytes after it are readable.
    ///   - offsets: the numbers of kind 34.
    init(terms: UnsafeRawBufferPointer, offsets: UnsafeBufferPointer<UInt32>) {
        self.terms = terms.baseAddress!.assumingMemoryBound(to: UInt8.self)
        self.offsets = offsets
        count = offsets.count - 1
    }

    @inline(__always)
    private func offset(_ term: Int) -> Int { Int(offsets[term]) }

    /// Whether a term is too long for a suffix's offset.
    var isOverlong: Bool { (0..<count).contains { offset($0 + 1) - offset($0) >= 1 << 30 } }

    /// The number of suffixes in each bucket.
    func bucketSizes() -> GrowingBuffer<UInt32> {
        let sizes = GrowingBuffer<UInt32>(repeating: 0, count: Self.lastBucket + 1)
        forEachSuffix { _, place, suffix, left in sizes.base[Self.bucket(place, suffix, left)] += 1 }
        return sizes
    }

    /// Adds the suffixes of some buckets, by term, then by offset.
    func append(_ buckets: ClosedRange<Int>, to suffixes: inout GrowingBuffer<Suffix>) {
        var count = 0
        let target = suffixes.base
        forEachSuffix { term, place, suffix, left in
            guard buckets.contains(Self.bucket(place, suffix, left)) else { return }
            target[count] = Suffix(key: Self.key(suffix, left), term: term, place: place)
            count += 1
        }
        suffixes.advance(count)
    }

    @inline(__always)
    private static func bucket(_ place: UInt32, _ suffix: UnsafePointer<UInt8>, _ left: Int) -> Int {
        Int(place >> 30) << 16 | Int(suffix[0]) << 8 | (left > 1 ? Int(suffix[1]) : 0)
    }

    @inline(__always)
    private static func key(_ bytes: UnsafePointer<UInt8>, _ left: Int) -> UInt64 {
        let key = UInt64(bigEndian: UnsafeRawPointer(bytes).loadUnaligned(as: UInt64.self))
        return left >= 8 ? key : key & ~(UInt64.max >> UInt64(8 * left))
    }

    /// Eight bytes of a suffix.
    ///
    /// - Parameter depth: the number of bytes of the suffix before these.
    @inline(__always)
    func key(of suffix: Suffix, at depth: Int) -> UInt64 {
        let start = terms + offset(Int(suffix.term))
        var position = start + 1
        var folding = Self.bytes(&position)
        if suffix.set.isOfSearch { folding = Self.bytes(&position) }
        let offset = Int(suffix.offset) + depth
        guard offset < folding.count else { return 0 }
        return Self.key(folding.baseAddress! + offset, folding.count - offset)
    }

    @inline(__always)
    private static func bytes(_ position: inout UnsafePointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        let count = Varint.read(&position)
        defer { position += count }
        return UnsafeBufferPointer(start: position, count: count)
    }

    /// Calls `body` with each suffix: its ``Suffix/place``, its first byte, and the number of its bytes.
    @inline(__always)
    private func forEachSuffix(
        _ body: (_ term: UInt32, _ place: UInt32, _ suffix: UnsafePointer<UInt8>, _ left: Int) -> Void
    ) {
        typealias Set = IndexLayout.LeafSet
        for term in 0..<count {
            let start = terms + offset(term)
            let flags = IndexLayout.TermFlags(rawValue: start[0])
            var position = start + 1
            let standard = Self.bytes(&position)
            let search = flags.contains(.isSplit) ? Self.bytes(&position) : nil
            let listed = WordBounds(position, isListed: flags.contains(.listsBounds))
            var bounds = listed
            // The order of the terms finds whole foldings.
            for offset in 1..<max(1, standard.count) where standard[offset] & 0xC0 != 0x80 {
                let set = bounds.contains(offset) ? Set.atBoundsStandard : .insideStandard
                body(
                    UInt32(truncatingIfNeeded: term), Self.place(set, offset),
                    standard.baseAddress! + offset, standard.count - offset)
            }
            guard let search else { continue }
            // After their last difference, both foldings have the same suffixes.
            var equal = 0
            while equal < min(standard.count, search.count),
                standard[standard.count - 1 - equal] == search[search.count - 1 - equal]
            {
                equal += 1
            }
            var others = listed
            bounds = WordBounds(listed.end, isListed: flags.contains(.listsSearchBounds))
            for offset in 0..<search.count where search[offset] & 0xC0 != 0x80 {
                let isKnown = offset >= search.count - equal
                let set: Set
                if bounds.contains(offset) || offset == 0 {
                    let place = offset - search.count + standard.count
                    if isKnown, place == 0 || others.contains(place) { continue }
                    set = .atBoundsSearch
                } else {
                    if isKnown { continue }
                    set = .insideSearch
                }
                body(
                    UInt32(truncatingIfNeeded: term), Self.place(set, offset), search.baseAddress! + offset,
                    search.count - offset)
            }
        }
    }

    @inline(__always)
    private static func place(_ set: IndexLayout.LeafSet, _ offset: Int) -> UInt32 {
        UInt32(set.rawValue) << 30 | UInt32(truncatingIfNeeded: offset)
    }

    /// The word bounds of a folding, for ascending offsets.
    private struct WordBounds {
        private var position: UnsafePointer<UInt8>
        private var left: Int
        private var next: Int

        init(_ position: UnsafePointer<UInt8>, isListed: Bool) {
            self.position = position
            left = isListed ? Varint.read(&self.position) : 0
            next = 0
            if left > 0 { advance() } else { next = isListed ? .max : 0 }
        }

        @inline(__always)
        private mutating func advance() {
            guard left > 0 else {
                next = .max
                return
            }
            left -= 1
            next += Varint.read(&position)
        }

        /// Whether an offset before the folding's end is a bound.
        @inline(__always)
        mutating func contains(_ offset: Int) -> Bool {
            while next < offset { advance() }
            return next == offset
        }

        /// The end of the list.
        var end: UnsafePointer<UInt8> {
            var rest = self
            while rest.left > 0 { rest.advance() }
            return rest.position
        }
    }
}
