// Sets of records in little memory.

internal import Support

/// Some records of a segment: few are listed, many are a set, which takes a bit for each record of the
/// segment.
enum CompactRecords: Sendable {
    case set(RecordSet)
    /// Ascending, without duplicates.
    case list([Int32])

    /// The records of a set.
    ///
    /// - Parameter count: the number of its records.
    init(_ set: RecordSet, count: Int) {
        self = count * MemoryLayout<Int32>.stride < set.byteCount ? .list(set.records) : .set(set)
    }

    var count: Int {
        switch self {
        case .set(let set): set.count
        case .list(let list): list.count
        }
    }

    /// What the records take.
    var byteCount: Int {
        switch self {
        case .set(let set): set.byteCount
        case .list(let list): list.count * MemoryLayout<Int32>.stride
        }
    }

    func contains(_ record: Int) -> Bool {
        switch self {
        case .set(let set): return set.contains(record)
        case .list(let list):
            let position = list.partitioningIndex { Int($0) >= record }
            return position < list.count && Int(list[position]) == record
        }
    }

    func forEach(_ body: (Int) -> Void) {
        switch self {
        case .set(let set): set.forEach { (record: Int) throws(Never) in body(record) }
        case .list(let list): for record in list { body(Int(record)) }
        }
    }

    /// Whether one of the records is in a set.
    func isAny(in others: RecordSet) -> Bool {
        switch self {
        case .set(let set): set.countOfIntersection(others) > 0
        case .list(let list): list.contains { others.contains(Int($0)) }
        }
    }

    /// Adds the records to a set.
    func insert(into found: inout RecordSet) {
        switch self {
        case .set(let set): found.formUnion(set)
        case .list(let list): for record in list { found.insert(Int(record)) }
        }
    }
}
