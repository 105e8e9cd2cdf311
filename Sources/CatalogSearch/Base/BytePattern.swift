// Finds bytes in bytes, sixteen positions at a time, and in linear time whatever the bytes are.

/// A byte pattern, ready for search.
///
/// Two bytes of the pattern that are rare in texts are compared at sixteen positions at once; the whole
/// pattern is compared only where both match. Where that happens too often, as in `aaaa…`, the automaton of
/// Knuth, Morris and Pratt goes on, which looks at each byte once.
struct BytePattern {
    let bytes: [UInt8]
    private let firstProbe: Int
    private let secondProbe: Int

    /// - Parameter bytes: not empty.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        // The two rarest bytes; a pattern of one byte probes it twice.
        var first = 0
        var second = bytes.count > 1 ? 1 : 0
        for index in bytes.indices.dropFirst() {
            if Self.commonness(bytes, index) < Self.commonness(bytes, first) {
                second = first
                first = index
            } else if second == first || Self.commonness(bytes, index) < Self.commonness(bytes, second) {
                second = index
            }
        }
        firstProbe = first
        secondProbe = second
    }

    /// The first position of the pattern within `range`, in time linear in the range.
    @inline(__always)
    func first(in text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Int? {
        var comparisons = 0
        switch probe(text, range, since: range.lowerBound, &comparisons) {
        case .found(let position): return position
        case .missing: return nil
        case .tooCostly(let rest):
            var automaton = KnuthMorrisPratt(self, from: rest)
            return automaton.next(in: text, upTo: range.upperBound)
        }
    }

    /// The outcome of comparing the pattern at many positions.
    enum Probe {
        case found(Int)
        case missing
        /// The text looks like the pattern in too many places. The pattern is at no position before this one.
        case tooCostly(Int)
    }

    /// Compares the pattern at the positions of a range, as long as that costs
    /// a few comparisons for each byte.
    ///
    /// - Parameters:
    ///   - start: the position from which on comparisons are counted.
    ///   - comparisons: the number of bytes compared since then.
    @inline(__always)
    func probe(
        _ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, since start: Int, _ comparisons: inout Int
    ) -> Probe {
        bytes.withUnsafeBufferPointer { pattern in
            var position = range.lowerBound
            let last = range.upperBound - pattern.count
            guard position <= last, let base = text.baseAddress else { return .missing }
            let raw = UnsafeRawPointer(base)
            let firstByte = SIMD16<UInt8>(repeating: pattern[firstProbe])
            let secondByte = SIMD16<UInt8>(repeating: pattern[secondProbe])
            while position + 15 <= last {
                let first = raw.loadUnaligned(fromByteOffset: position + firstProbe, as: SIMD16<UInt8>.self)
                let second = raw.loadUnaligned(fromByteOffset: position + secondProbe, as: SIMD16<UInt8>.self)
                let hits = (first .== firstByte) .& (second .== secondByte)
                if any(hits) {
                    for lane in 0..<16 where hits[lane] {
                        let equal = Self.equalCount(pattern, base + position + lane)
                        if equal == pattern.count { return .found(position + lane) }
                        comparisons += equal
                    }
                    if Self.isTooCostly(comparisons, for: position - start) {
                        return .tooCostly(position + 16)
                    }
                }
                position += 16
            }
            while position <= last {
                let equal = Self.equalCount(pattern, base + position)
                if equal == pattern.count { return .found(position) }
                comparisons += equal
                position += 1
                if Self.isTooCostly(comparisons, for: position - start) { return .tooCostly(position) }
            }
            return .missing
        }
    }

    /// Whether so many comparisons are too many for a number of positions.
    @inline(__always)
    static func isTooCostly(_ comparisons: Int, for positions: Int) -> Bool {
        comparisons > 8 * positions + 1_024
    }

    /// The number of equal bytes at the beginning.
    @inline(__always)
    private static func equalCount(
        _ pattern: UnsafeBufferPointer<UInt8>, _ text: UnsafePointer<UInt8>
    ) -> Int {
        for index in pattern.indices where text[index] != pattern[index] { return index }
        return pattern.count
    }

    /// A rough rank of a byte's frequency in folded texts: lead bytes of UTF-8 only tell the script, as the
    /// bytes behind those of three and four bytes do in most scripts.
    private static func commonness(_ bytes: [UInt8], _ index: Int) -> Int {
        let byte = bytes[index]
        if byte >= 0xC0 { return 100 }
        if byte >= 0x80 { return index > 0 && bytes[index - 1] >= 0xE0 ? 90 : 20 }
        return commonnessOfASCII[Int(byte)]
    }

    private static let commonnessOfASCII: [Int] = {
        var ranks = [Int](repeating: 10, count: 128)
        for (place, letter) in " enirtasoldhcu".utf8.enumerated() { ranks[Int(letter)] = 60 - place }
        return ranks
    }()
}

/// Finds a pattern by the lengths of its borders: prefixes that are also suffixes (Knuth, Morris and
/// Pratt, "Fast Pattern Matching in Strings", 1977). It finds overlapping occurrences, too, and
/// looks at each byte of a text once.
struct KnuthMorrisPratt {
    private let pattern: [UInt8]
    /// The length of the longest proper border of each prefix, by the prefix's length.
    private let borders: [Int32]
    private(set) var position: Int
    /// The length of the prefix that ends at the position.
    private var matched = 0

    /// - Parameter position: the first position in the text.
    init(_ pattern: BytePattern, from position: Int) {
        let bytes = pattern.bytes
        var borders = [Int32](repeating: 0, count: bytes.count + 1)
        var border = 0
        for index in bytes.indices.dropFirst() {
            while border > 0, bytes[index] != bytes[border] { border = Int(borders[border]) }
            if bytes[index] == bytes[border] { border += 1 }
            borders[index + 1] = Int32(border)
        }
        self.pattern = bytes
        self.borders = borders
        self.position = position
    }

    /// The start of the next occurrence that ends before `end`; `nil` if there
    /// is none, and all bytes were read.
    mutating func next(in text: UnsafeBufferPointer<UInt8>, upTo end: Int) -> Int? {
        pattern.withUnsafeBufferPointer { pattern in
            while position < end {
                let byte = text[position]
                while matched > 0, pattern[matched] != byte { matched = Int(borders[matched]) }
                if pattern[matched] == byte { matched += 1 }
                position += 1
                if matched == pattern.count {
                    matched = Int(borders[matched])
                    return position - pattern.count
                }
            }
            return nil
        }
    }
}
