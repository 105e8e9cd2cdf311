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

    var isEmpty: Bool {
        switch self {
        case .set(let set): set.isEmpty
        case .list(let list): list.isEmpty
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

    @inline(__always)
    func forEach<Failure: Error>(_ body: (Int) throws(Failure) -> Void) throws(Failure) {
        switch self {
        case .set(let set): try set.forEach(body)
        case .list(let list): for record in list { try body(Int(record)) }
        }
    }

    /// The records that are in both.
    func intersection(_ others: CompactRecords) -> CompactRecords {
        switch (self, others) {
        case (.list(let list), _): return .list(list.filter { others.contains(Int($0)) })
        case (_, .list(let list)): return .list(list.filter { contains(Int($0)) })
        case (.set(var set), .set(let others)):
            set.formIntersection(others)
            return CompactRecords(set, count: set.count)
        }
    }

    func set(universe: Int) -> RecordSet {
        if case .set(let set) = self { return set }
        var found = RecordSet(universe: universe)
        insert(into: &found)
        return found
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
