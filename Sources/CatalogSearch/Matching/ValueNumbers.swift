// One number for each value of an attribute in a whole catalog, across all segments.

internal import Support

/// The values of an attribute in the segments of a catalog. Values with the same id are equal, whatever their
/// labels.
struct ValueNumbers: Sendable {
    /// The values in one segment.
    struct Part: Sendable {
        let column: AttributeColumn
        /// The number in the catalog of each value of the segment; `nil` if they are the same.
        let numbers: [UInt32]?

        @inline(__always)
        func number(of value: Int) -> Int { numbers.map { Int($0[value]) } ?? value }

        /// The number of a record's first value; `nil` without one.
        @inline(__always)
        func number(ofRecord record: Int) throws(SegmentError) -> Int? {
            try column.firstValue(of: record).map { number(of: $0) }
        }

        /// The records that have a value with one of these numbers.
        func records(ofNumbers wanted: RecordSet) throws(SegmentError) -> RecordSet {
            var values = RecordSet(universe: column.valueCount)
            if let numbers {
                for (value, number) in numbers.enumerated() where wanted.contains(Int(number)) {
                    values.insert(value)
                }
            } else {
                wanted.forEach { if $0 < column.valueCount { values.insert($0) } }
            }
            return try column.records(withValues: values)
        }
    }

    /// By segment; `nil` where no record has a value.
    let parts: [Part?]
    /// The number of distinct values.
    let count: Int

    /// Numbers the values, those of the largest segment first, so that a small new segment does not change
    /// the numbers of the others.
    init(
        _ segments: [IndexedSegment], _ name: AttributeName, _ type: AttributeType
    ) throws(SegmentError) {
        var columns: [(position: Int, column: AttributeColumn)] = []
        for (position, segment) in segments.enumerated() {
            if let column = segment.attributes.column(name), column.type == type, column.valueCount > 0 {
                columns.append((position, column))
            }
        }
        columns.sort { left, right in
            let (one, other) = (segments[left.position].serialNumber, segments[right.position].serialNumber)
            return left.column.valueCount == right.column.valueCount
                ? one < other : left.column.valueCount > right.column.valueCount
        }
        var parts = [Part?](repeating: nil, count: segments.count)
        var known: [Part] = []
        var serials: [UInt64] = []
        var count = 0
        for (position, column) in columns {
            let segment = segments[position]
            let key = ValueNumbersKey(attribute: name, segments: serials)
            let own = try segment.opened.caches.value(of: key) { () throws(SegmentError) in
                let hasTwins = type == .text ? try segment.hasOwnLabels(name, column) : false
                return try NumberedValues(column, hasTwins: hasTwins, behind: known, count: count)
            }
            let part = Part(column: column, numbers: own.numbers)
            parts[position] = part
            known.append(part)
            serials.append(segment.serialNumber)
            count = own.end
        }
        self.parts = parts
        self.count = count
    }
}

/// Identifies the numbers of a segment's values: they depend on the larger segments.
struct ValueNumbersKey: CachedKey {
    let attribute: AttributeName
    let segments: [UInt64]

    static func cost(of value: NumberedValues) -> Int { value.byteCount }
}

/// The numbers of one segment's values.
struct NumberedValues: Sendable {
    let numbers: [UInt32]?
    /// The number after the last one in use.
    let end: Int

    /// The size of the numbers, in bytes.
    var byteCount: Int { (numbers?.count ?? 0) * MemoryLayout<UInt32>.stride }

    /// - Parameters:
    ///   - hasTwins: whether values may have the same id.
    ///   - known: the values that have numbers, below `count`.
    fileprivate init(
        _ column: AttributeColumn, hasTwins: Bool, behind known: [ValueNumbers.Part], count: Int
    ) throws(SegmentError) {
        guard !known.isEmpty || hasTwins else {
            numbers = nil
            end = column.valueCount
            return
        }
        let none = UInt32.max
        var numbers = [UInt32](repeating: none, count: column.valueCount)
        for part in known { try Self.find(column, in: part, &numbers) }
        var next = count
        var interruption = Interruption()
        for value in numbers.indices where numbers[value] == none {
            try interruption.count()
            if hasTwins, value > 0, try column.compare(value, column, value - 1) == 0 {
                numbers[value] = numbers[value - 1]
            } else {
                numbers[value] = UInt32(truncatingIfNeeded: next)
                next += 1
            }
        }
        self.numbers = numbers
        end = next
    }

    /// Looks up the values without a number among the values of another segment.
    private static func find(
        _ column: AttributeColumn, in part: ValueNumbers.Part, _ numbers: inout [UInt32]
    ) throws(SegmentError) {
        let other = part.column
        // A few values are looked up one by one; many are merged in order.
        let isFew = column.valueCount < other.valueCount / 16
        var position = 0
        var interruption = Interruption()
        for value in numbers.indices where numbers[value] == .max {
            try interruption.count(isFew ? 16 : 1)
            if isFew {
                position = try (0..<other.valueCount).partitioningIndex { position throws(SegmentError) in
                    try other.compare(position, column, value) >= 0
                }
            } else {
                while position < other.valueCount, try other.compare(position, column, value) < 0 {
                    try interruption.count()
                    position += 1
                }
            }
            guard position < other.valueCount else {
                if isFew { continue } else { return }
            }
            if try other.compare(position, column, value) == 0 {
                numbers[value] = UInt32(truncatingIfNeeded: part.number(of: position))
            }
        }
    }
}
