// Numbers the records of a set, so that values of them need no memory for other records.

/// The place of each record of a set among them, counted from 0.
struct RecordPositions: Sendable {
    let set: RecordSet
    /// The number of records of the set before each of its words of bits.
    private let before: [Int32]
    let count: Int
    /// What the set and the numbers take.
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

    /// The place of a record of the set.
    @inline(__always)
    subscript(record: Int) -> Int {
        let word = set.words[record >> 6] & (1 << UInt64(record & 63) - 1)
        return Int(before[record >> 6]) + word.nonzeroBitCount
    }
}
