// Decodes one term of a dictionary.

internal import Support

/// A term as stored in the file; valid as long as the file.
struct IndexedTerm {
    let flags: IndexLayout.TermFlags
    /// The term folded by the standard collation.
    let standard: UnsafeRawBufferPointer
    /// The term folded by the search collation; the same bytes if both foldings are equal.
    let search: UnsafeRawBufferPointer
    private let rest: VarintReader

    @inline(__always)
    init(_ bytes: UnsafeRawBufferPointer) throws(SegmentError) {
        guard let base = bytes.baseAddress else { throw .damaged }
        flags = IndexLayout.TermFlags(rawValue: base.load(as: UInt8.self))
        var reader = VarintReader(UnsafeRawBufferPointer(start: base + 1, count: bytes.count - 1))
        standard = try reader.bytes()
        search = flags.contains(.isSplit) ? try reader.bytes() : standard
        rest = reader
    }

    @inline(__always)
    var isSplit: Bool { flags.contains(.isSplit) }

    /// Whether any folding has word bounds of its own, so that it is not one word.
    @inline(__always)
    var listsBounds: Bool { !flags.isDisjoint(with: [.listsBounds, .listsSearchBounds]) }

    /// Calls `body` with the spelling, which may have the case of the folding.
    func withSource(_ body: (UnsafeRawBufferPointer) -> Void) throws(SegmentError) {
        switch source {
        case .folded, .capitalized, .uppercase: body(standard)
        case .listed: body(try listedSource())
        }
    }

    /// Whether the spelling has neither letters nor digits, so that it only separates words.
    func isWordless() throws(SegmentError) -> Bool {
        var hasLetters = false
        try withSource { hasLetters = $0.hasLetters }
        return !hasLetters
    }

    /// The length of the shortest word of the foldings, in bytes; 0 if the foldings do not determine it.
    func shortestWord() throws(SegmentError) -> Int {
        let shorter = min(standard.count, search.count)
        guard listsBounds else { return shorter }
        // Here a match is a word if it is one in the spelling.
        guard flags.contains(.isAligned) else { return 0 }
        let bounds = try details().bounds
        var shortest = shorter
        for offsets in [bounds.standard, bounds.search] {
            guard let offsets else { continue }
            for (first, second) in zip(offsets, offsets.dropFirst()) {
                shortest = min(shortest, Int(second - first))
            }
        }
        return shortest
    }

    /// Where words begin or end in the foldings, in bytes.
    struct Bounds {
        /// `nil` if the whole folding is one word.
        var standard: [UInt32]?
        var search: [UInt32]?
    }

    /// The word bounds of both foldings, and the term's spelling.
    func details() throws(SegmentError) -> (bounds: Bounds, source: [UInt8]) {
        var reader = rest
        var bounds = Bounds()
        if flags.contains(.listsBounds) {
            bounds.standard = try Self.offsets(&reader, within: standard.count)
        }
        if flags.isSuperset(of: [.isSplit, .listsSearchBounds]) {
            bounds.search = try Self.offsets(&reader, within: search.count)
        }
        if !isSplit { bounds.search = bounds.standard }
        switch source {
        case .folded: return (bounds, Array(standard))
        case .capitalized:
            var source = Array(standard)
            guard let first = source.first, (0x61...0x7A).contains(first) else { throw .damaged }
            source[0] = first - 0x20
            return (bounds, source)
        case .uppercase: return (bounds, standard.map(\.uppercaseASCII))
        case .listed: return (bounds, Array(try reader.bytes()))
        }
    }

    /// Appends the term's spelling.
    @inline(__always)
    func appendSource(to bytes: inout GrowingBuffer<UInt8>) throws(SegmentError) {
        switch source {
        case .folded: bytes.append(standard)
        case .capitalized:
            guard let first = standard.first, (0x61...0x7A).contains(first) else { throw .damaged }
            let position = bytes.count
            bytes.append(standard)
            bytes[position] = first - 0x20
        case .uppercase:
            bytes.reserve(standard.count)
            for byte in standard { bytes.append(byte.uppercaseASCII) }
        case .listed: bytes.append(try listedSource())
        }
    }

    /// The classes of matches in a folding, in a text with more terms.
    @inline(__always)
    func matchClasses(inSearch isSearch: Bool) -> MatchClasses {
        let isOther = isSearch && isSplit
        return MatchClasses(
            length: isOther ? search.count : standard.count,
            bounds: flags.contains(isOther ? .listsSearchBounds : .listsBounds) ? rest : nil,
            followOthers: isOther && flags.contains(.listsBounds))
    }

    /// Determines the classes of one match after the other. Each bound is read once if their starts ascend: a
    /// text without spaces is one term, of any length.
    struct MatchClasses {
        private let length: Int
        /// The bounds from the first one on; `nil` if the whole folding is one word.
        private let bounds: VarintReader?
        /// Whether they follow those of the other folding.
        private let followOthers: Bool
        private var next: Position?

        /// A place in the list of bounds.
        private struct Position {
            /// The bounds behind this one.
            var reader: VarintReader
            var remaining: Int
            /// The bound before this one; -1 if this is the first.
            var last = -1
            var offset = 0

            /// Moves on to the first bound at or after an offset, or to the last bound.
            ///
            /// - Returns: whether it is at the offset.
            mutating func find(_ wanted: Int) throws(SegmentError) -> Bool {
                while offset < wanted, remaining > 0 {
                    last = offset
                    offset += Int(try reader.next())
                    remaining -= 1
                }
                return offset == wanted
            }
        }

        @inline(__always)
        fileprivate init(length: Int, bounds: VarintReader?, followOthers: Bool) {
            (self.length, self.bounds, self.followOthers) = (length, bounds, followOthers)
        }

        /// The class of a match of bytes.
        @inline(__always)
        mutating func matchClass(_ start: Int, _ end: Int) throws(SegmentError) -> MatchClass {
            guard let bounds else {
                return IndexedTerm.Bounds.matchClass(start, end, length: length, bounds: nil)
            }
            return try matchClass(start, end, bounds)
        }

        private mutating func matchClass(
            _ start: Int, _ end: Int, _ bounds: VarintReader
        ) throws(SegmentError) -> MatchClass {
            // Several matches in one word are before the same bound.
            var position = if let next, next.last < start { next } else { try first(bounds) }
            let beginsAtBound = try position.find(start)
            next = position
            guard beginsAtBound else { return .insideWord }
            return try position.find(end) ? .wholeWord : .wordPrefix
        }

        private func first(_ bounds: VarintReader) throws(SegmentError) -> Position {
            var reader = bounds
            if followOthers { try IndexedTerm.skipBounds(&reader) }
            let count = Int(try reader.next())
            guard count > 0 else { return Position(reader: reader, remaining: 0, offset: -1) }
            let offset = Int(try reader.next())
            return Position(reader: reader, remaining: count - 1, offset: offset)
        }
    }

    fileprivate static func skipBounds(_ reader: inout VarintReader) throws(SegmentError) {
        for _ in 0..<Int(try reader.next()) { _ = try reader.next() }
    }

    /// How the term's spelling is stored.
    @inline(__always)
    var source: IndexLayout.TermFlags.Source {
        // All numbers of two bits have a meaning.
        IndexLayout.TermFlags.Source(rawValue: flags.rawValue >> 2 & 3).unsafelyUnwrapped
    }

    /// The term's spelling, if it is stored.
    func listedSource() throws(SegmentError) -> UnsafeRawBufferPointer {
        var reader = rest
        if flags.contains(.listsBounds) { try Self.skipBounds(&reader) }
        if flags.isSuperset(of: [.isSplit, .listsSearchBounds]) { try Self.skipBounds(&reader) }
        return try reader.bytes()
    }

    private static func offsets(
        _ reader: inout VarintReader, within length: Int
    ) throws(SegmentError) -> [UInt32] {
        let count = Int(try reader.next())
        guard count <= length + 1 else { throw .damaged }
        var offsets: [UInt32] = []
        offsets.reserveCapacity(count)
        var last: UInt32 = 0
        for _ in 0..<count {
            let (next, overflows) = last.addingReportingOverflow(try reader.next())
            guard !overflows, next <= length else { throw .damaged }
            offsets.append(next)
            last = next
        }
        return offsets
    }
}

extension UInt8 {
    /// This byte, or the capital of an ASCII letter.
    var uppercaseASCII: UInt8 { (0x61...0x7A).contains(self) ? self - 0x20 : self }
}

extension IndexedTerm.Bounds {
    /// The match class of bytes from `start` to `end` in a folding of a term, which is part of a text.
    static func matchClass(_ start: Int, _ end: Int, length: Int, bounds: [UInt32]?) -> MatchClass {
        if let bounds {
            guard bounds.holdsSorted(start) else { return .insideWord }
            return bounds.holdsSorted(end) ? .wholeWord : .wordPrefix
        }
        guard start == 0 || start == length else { return .insideWord }
        return end == length || end == 0 ? .wholeWord : .wordPrefix
    }
}

extension Array where Element: BinaryInteger {
    /// The start of the word that ends with a match, if it starts before the match. The elements are
    /// ascending word bounds.
    func startOfLongerWord(_ start: Int, _ end: Int) -> Int? {
        let position = partitioningIndex { Int($0) >= end }
        guard position > 0, position < count, Int(self[position]) == end, Int(self[position - 1]) < start
        else {
            return nil
        }
        return Int(self[position - 1])
    }
}

extension [UInt32] {
    /// Whether this ascending list contains a number. By binary search: a term may have as many bounds as a
    /// book has words.
    fileprivate func holdsSorted(_ number: Int) -> Bool {
        let position = partitioningIndex { $0 >= number }
        return position < count && self[position] == number
    }
}
