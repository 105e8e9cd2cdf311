// The records of each value of an attribute, for filters with rare values.

internal import Support
internal import Synchronization

/// The records of each value of an attribute, in the order of the values.
struct ValueRecords: Sendable {
    /// The index in `records` of each value's first record, then the number of all.
    private let starts: [UInt32]
    private let records: [UInt32]

    /// Reads all values of a column.
    init(_ column: AttributeColumn) throws(SegmentError) {
        var interruption = Interruption()
        var starts = [UInt32](repeating: 0, count: column.valueCount + 1)
        for record in 0..<column.recordCount {
            try interruption.count()
            try column.forEachValue(of: record) { starts[$0 + 1] += 1 }
        }
        for value in 0..<column.valueCount { starts[value + 1] += starts[value] }
        var next = starts
        var records = [UInt32](repeating: 0, count: Int(starts.last!))
        for record in 0..<column.recordCount {
            try interruption.count()
            try column.forEachValue(of: record) {
                records[Int(next[$0])] = UInt32(truncatingIfNeeded: record)
                next[$0] += 1
            }
        }
        self.starts = starts
        self.records = records
    }

    /// The size of the lists, in bytes.
    var byteCount: Int { (starts.count + records.count) * MemoryLayout<UInt32>.stride }

    /// The number of records with values of a range; a record counts once for each value.
    func count(of values: Range<Int>) -> Int { Int(starts[values.upperBound] - starts[values.lowerBound]) }

    /// The number of records with each value.
    var counts: [Int] { zip(starts.dropFirst(), starts).map { Int($0 - $1) } }

    /// Adds the records with values of a range to a set.
    func insertRecords(of values: Range<Int>, into set: inout RecordSet) {
        set.withWords { words in
            for record in records[Int(starts[values.lowerBound])..<Int(starts[values.upperBound])] {
                words[Int(record >> 6)] |= 1 << UInt64(record & 63)
            }
        }
    }
}

/// Caches the records of values, for the attributes of one segment.
typealias ValueRecordsCache = Cache<Int, ValueRecords>

/// Caches the records of an attribute's values, once reading all codes has cost more than making the lists.
final class CachedValueRecords: Sendable {
    private let number: Int
    private let cache: ValueRecordsCache
    private let uses = Atomic<Int>(0)

    /// The number of uses after which the lists are made.
    private static let fewUses = 8

    /// - Parameter number: the number of the attribute.
    init(_ number: Int, in cache: ValueRecordsCache) {
        self.number = number
        self.cache = cache
    }

    /// The cached records; `nil` until they were requested often enough.
    func lists(
        _ make: () throws(SegmentError) -> ValueRecords
    ) throws(SegmentError) -> ValueRecords? {
        if let known = cache[number] { return known }
        guard uses.wrappingAdd(1, ordering: .relaxed).newValue > Self.fewUses else { return nil }
        return try cache.value(of: number, make)
    }
}
