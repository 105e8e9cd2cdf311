// Sets of records, one bit each.

/// A set of the records of a segment.
package struct RecordSet: Sendable, Equatable {
    /// The number of records in the segment.
    package let universe: Int
    private(set) var words: [UInt64]
    /// What the set takes.
    var byteCount: Int { words.count * MemoryLayout<UInt64>.stride }

    /// An empty set.
    package init(universe: Int) {
        self.universe = universe
        words = [UInt64](repeating: 0, count: (universe + 63) / 64)
    }

    package init(all universe: Int) {
        self.universe = universe
        words = [UInt64](repeating: .max, count: (universe + 63) / 64)
        clearTail()
    }

    /// The set stored in little-endian words of 64 bits; records past their end are not in it.
    package init(universe: Int, words bytes: UnsafeRawBufferPointer) {
        self.init(universe: universe)
        for index in 0..<min(words.count, bytes.count / 8) {
            words[index] = UInt64(
                littleEndian: bytes.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self))
        }
        clearTail()
    }

    /// The words of the set, little-endian.
    package var bytes: [UInt8] {
        words.flatMap { word in withUnsafeBytes(of: word.littleEndian) { Array($0) } }
    }

    private mutating func clearTail() {
        if universe & 63 != 0, let last = words.indices.last {
            words[last] &= 1 << UInt64(universe & 63) - 1
        }
    }

    package var count: Int {
        words.withUnsafeBufferPointer { words in
            var count = 0
            for word in words { count += word.nonzeroBitCount }
            return count
        }
    }

    package var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

    @inline(__always)
    package func contains(_ record: Int) -> Bool { words[record >> 6] & 1 << UInt64(record & 63) != 0 }

    @inline(__always)
    package mutating func insert(_ record: Int) { words[record >> 6] |= 1 << UInt64(record & 63) }

    /// Replaces 64 records at once.
    ///
    /// - Parameters:
    ///   - index: the number of the first of them divided by 64.
    ///   - word: one bit for each, least first; none behind the end of the set.
    @inline(__always)
    mutating func setWord(_ index: Int, _ word: UInt64) { words[index] = word }

    @inline(__always)
    package mutating func remove(_ record: Int) { words[record >> 6] &= ~(1 << UInt64(record & 63)) }

    /// Calls `body` with the words, for fast loops.
    @inline(__always)
    mutating func withWords<Result, Failure: Error>(
        _ body: (UnsafeMutableBufferPointer<UInt64>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try words.withUnsafeMutableBufferPointer { words throws(Failure) in try body(words) }
    }

    package mutating func formUnion(_ other: RecordSet) { combine(other) { $0 | $1 } }
    package mutating func formIntersection(_ other: RecordSet) { combine(other) { $0 & $1 } }
    package mutating func subtract(_ other: RecordSet) { combine(other) { $0 & ~$1 } }

    @inline(__always)
    private mutating func combine(_ other: RecordSet, _ operation: (UInt64, UInt64) -> UInt64) {
        words.withUnsafeMutableBufferPointer { words in
            other.words.withUnsafeBufferPointer { others in
                for index in 0..<min(words.count, others.count) {
                    words[index] = operation(words[index], others[index])
                }
            }
        }
    }

    /// The number of records in both sets.
    package func countOfIntersection(_ other: RecordSet) -> Int {
        words.withUnsafeBufferPointer { words in
            other.words.withUnsafeBufferPointer { others in
                var count = 0
                for index in 0..<min(words.count, others.count) {
                    count += (words[index] & others[index]).nonzeroBitCount
                }
                return count
            }
        }
    }

    /// Calls `body` with each record of the set, ascending.
    @inline(__always)
    package func forEach<Failure: Error>(_ body: (Int) throws(Failure) -> Void) throws(Failure) {
        for index in words.indices {
            var word = words[index]
            while word != 0 {
                try body(index << 6 | word.trailingZeroBitCount)
                word &= word - 1
            }
        }
    }

    /// The records, ascending.
    package var records: [Int32] {
        var records: [Int32] = []
        forEach { (record: Int) throws(Never) in records.append(Int32(truncatingIfNeeded: record)) }
        return records
    }
}
