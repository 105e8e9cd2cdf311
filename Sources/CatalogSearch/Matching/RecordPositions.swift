// Numbers the records of a set, so that arrays of their values need no memory for other records.

/// The position of each record of a set, counted from 0.
struct RecordPositions: Sendable {
    let set: RecordSet
    /// The number of records of the set before each of its words of bits.
    private let before: [Int32]
    let count: Int
    /// The size of the set and the numbers, in bytes.
    var byteCount: Int { self.set.byteCount + before.count * MemoryLayout<Int32>.stride }

    init(_ set: RecordSet) {
        self.set = set
        var count = 0
        before = set.words.map { word in
            defer { count += word.nonzeroBitCount }
            return Int32(truncatingIfNeeded: count)
        }
        self.count = count
    }

    /// The position of a record of the set.
    @inline(__always)
    subscript(record: Int) -> Int {
        let word = set.words[record >> 6] & (1 << UInt64(record & 63) - 1)
        return Int(before[record >> 6]) + word.nonzeroBitCount
    }
}
