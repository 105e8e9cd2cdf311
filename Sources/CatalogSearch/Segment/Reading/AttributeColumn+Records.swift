// The values of records, and the records with some values.

internal import Support

extension AttributeColumn {
    /// The numbers of a record's values, in the record's order; of a tree without the nodes above them.
    func values(of record: Int) throws(SegmentError) -> [Int] {
        var found: [Int] = []
        try forEachValue(of: record) { found.append($0) }
        guard isTree else { return found }
        var above: Set<Int> = []
        for value in found { if let parent = try parent(of: value) { above.insert(parent) } }
        return found.filter { !above.contains($0) }
    }

    /// The number of a record's first value; `nil` without one.
    @inline(__always)
    func firstValue(of record: Int) throws(SegmentError) -> Int? {
        guard codes == nil else {
            let code = try codes!.code(record, width: width)
            guard code <= valueCount else { throw .damaged }
            return code > 0 ? code - 1 : nil
        }
        var first: Int?
        try forEachValue(of: record) { if first == nil { first = $0 } }
        return first
    }

    /// Calls `body` with the number of each value of a record.
    @inline(__always)
    func forEachValue(of record: Int, _ body: (Int) throws(SegmentError) -> Void) throws(SegmentError) {
        if let codes {
            let code = try codes.code(record, width: width)
            guard code <= valueCount else { throw .damaged }
            if code > 0 { try body(code - 1) }
            return
        }
        guard let starts, let lists else { return }
        let (start, end) = (
            Int(try starts.number(record, as: UInt32.self)),
            Int(try starts.number(record + 1, as: UInt32.self))
        )
        guard start <= end, end <= lists.count / width else { throw .damaged }
        for index in start..<end {
            let code = try lists.code(index, width: width)
            guard code >= 1, code <= valueCount else { throw .damaged }
            try body(code - 1)
        }
    }

    /// Calls `body` with the number of each value of a record; of a tree without the nodes above them.
    @inline(__always)
    func forEachOwnValue(
        of record: Int, _ body: (Int) throws(SegmentError) -> Void
    ) throws(SegmentError) {
        guard isTree else { return try forEachValue(of: record, body) }
        for value in try values(of: record) { try body(value) }
    }

    /// The codes of all records; `nil` if some have several values.
    private func allCodes() throws(SegmentError) -> ColumnCodes? {
        try codes.map { codes throws(SegmentError) in
            ColumnCodes(try codes.all(), width: width, recordCount: recordCount, valueCount: valueCount)
        }
    }

    // MARK: Records with values

    /// The records with a value.
    func owners() throws(SegmentError) -> RecordSet { try records(withValues: 0..<valueCount) }

    /// The records with one of the values in a range of numbers.
    func records(withValues values: Range<Int>) throws(SegmentError) -> RecordSet {
        guard !values.isEmpty else { return RecordSet(universe: recordCount) }
        if values.count == 1, let stored = try storedSet(values.lowerBound) { return stored }
        if let lists = try valueRecords(), lists.count(of: values) <= recordCount / Self.fewer {
            var found = RecordSet(universe: recordCount)
            lists.insertRecords(of: values, into: &found)
            return found
        }
        if let codes = try allCodes() { return try codes.records(withValues: values) }
        return try recordsByLists { values.contains($0) }
    }

    /// The records with one of these values.
    ///
    /// - Parameter values: the numbers of the values.
    func records(withValues values: RecordSet) throws(SegmentError) -> RecordSet {
        guard !values.isEmpty else { return RecordSet(universe: recordCount) }
        var found = RecordSet(universe: recordCount)
        var rest = values
        for value in frequentValues where values.contains(Int(value)) {
            guard let stored = try storedSet(Int(value)) else { continue }
            found.formUnion(stored)
            rest.remove(Int(value))
        }
        guard !rest.isEmpty else { return found }
        if let lists = try valueRecords() {
            var count = 0
            rest.forEach { count += lists.count(of: $0..<$0 + 1) }
            if count <= recordCount / Self.fewer {
                rest.forEach { lists.insertRecords(of: $0..<$0 + 1, into: &found) }
                return found
            }
        }
        if let codes = try allCodes() {
            found.formUnion(try codes.records(withValues: rest))
        } else {
            found.formUnion(try recordsByLists { rest.contains($0) })
        }
        return found
    }

    /// Reading the codes of this many records takes as long as inserting one record in order.
    private static let fewer = 16

    private func storedSet(_ value: Int) throws(SegmentError) -> RecordSet? {
        guard let sets = frequentSets, let position = frequentValues.firstIndex(of: UInt32(value)) else {
            return nil
        }
        let size = (recordCount + 63) / 64 * 8
        return RecordSet(
            universe: recordCount, words: try sets.bytes(position * size..<(position + 1) * size))
    }

    /// Reads the values of all records; for columns with lists of values.
    @inline(__always)
    private func recordsByLists(where isWanted: (Int) -> Bool) throws(SegmentError) -> RecordSet {
        var found = RecordSet(universe: recordCount)
        var interruption = Interruption()
        for record in 0..<recordCount {
            try interruption.count()
            try forEachValue(of: record) { if isWanted($0) { found.insert(record) } }
        }
        return found
    }

    /// The records of each value, once they have been requested often enough.
    private func valueRecords() throws(SegmentError) -> ValueRecords? {
        // Few values have stored sets, or are so frequent that reading all codes is faster.
        guard valueCount >= Self.manyValues else { return nil }
        return try recordLists.lists { () throws(SegmentError) in try ValueRecords(self) }
    }

    private static let manyValues = 64

    // MARK: Counting

    /// The number of records of a set with each value.
    ///
    /// - Returns: the counts by value number, and the number of records with any value.
    func counts(in set: RecordSet) throws(SegmentError) -> (values: [Int], records: Int) {
        if let codes = try allCodes() {
            if let lists = try valueRecords(), set.count == recordCount {
                let counts = lists.counts
                return (counts, counts.reduce(0, +))
            }
            let counts = try codes.counts(in: set)
            return (counts, counts.reduce(0, +))
        }
        var counts = [Int](repeating: 0, count: valueCount)
        var records = 0
        var interruption = Interruption()
        try counts.withUnsafeMutableBufferPointer { counts throws(SegmentError) in
            try set.forEach { record throws(SegmentError) in
                try interruption.count()
                var hasValue = false
                try forEachValue(of: record) {
                    counts[$0] += 1
                    hasValue = true
                }
                if hasValue { records += 1 }
            }
        }
        return (counts, records)
    }
}
