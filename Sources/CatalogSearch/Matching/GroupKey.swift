// Identifies a group of records, in whichever segment or process they are.

/// The value that the records of a group have.
enum GroupKey: Hashable {
    /// The bytes of the id.
    case text([UInt8])
    case number(DecimalNumber)
}

extension GroupKey: Comparable {
    static func < (left: GroupKey, right: GroupKey) -> Bool {
        switch (left, right) {
        case (.text(let one), .text(let other)): one.lexicographicallyPrecedes(other)
        case (.number(let one), .number(let other)): one < other
        case (.text, .number): true
        case (.number, .text): false
        }
    }
}

extension AttributeColumn {
    /// The key of the group that a value stands for.
    func groupKey(_ value: Int) throws(SegmentError) -> GroupKey {
        switch try self.value(value) {
        case .text(let id, _): return .text(Array(id.utf8))
        case .number(let number): return .number(number)
        case .date, .boolean, .place: throw .damaged
        }
    }

    /// The key of the group of a record; `nil` if it is in none.
    func groupKey(ofRecord record: Int) throws(SegmentError) -> GroupKey? {
        guard let value = try firstValue(of: record) else { return nil }
        return try groupKey(value)
    }
}
