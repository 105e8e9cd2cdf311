// The values of one attribute in a segment.

internal import KitSupport

/// The values of one attribute: the distinct values in order, and the numbers of each record's values; valid as long as
/// the segment's file.
struct AttributeColumn: Sendable {
    let type: AttributeType
    /// The number of distinct values. They are numbered in ascending order; texts by the bytes of their ids.
    let valueCount: Int
    private let recordCount: Int
    private let numbers: CheckedBytes?
    private let scales: CheckedBytes?
    private let texts: StringList?
    /// The codes of the records, if none has several values.
    private let codes: CheckedBytes?
    private let starts: CheckedBytes?
    private let lists: CheckedBytes?
    private let width: Int
    let frequentValues: [UInt32]
    private let frequentSets: CheckedBytes?

    /// - Parameter number: the number of the attribute in the file.
    init(_ file: SegmentFile, _ number: Int, _ type: AttributeType) throws(SegmentError) {
        self.type = type
        recordCount = file.recordCount
        texts = try StringList.read(file.section(.attributeTexts, field: number))?.list
        numbers = file.section(.attributeNumbers, field: number)
        if let numbers, numbers.count % 8 != 0 { throw .damaged }
        let count = type == .text ? texts?.count ?? 0 : (numbers?.count ?? 0) / 8
        guard count < Int(UInt32.max) else { throw .damaged }
        valueCount = count
        width = AttributeCoding.width(valueCount: count)
        scales = try file.list(.attributeScales, field: number, width: 1, count: count)
        codes = try file.list(.attributeCodes, field: number, width: width, count: recordCount)
        starts = try file.list(.attributeStarts, field: number, width: 4, count: recordCount + 1)
        lists = file.section(.attributeLists, field: number)
        if let lists, lists.count % width != 0 { throw .damaged }
        guard count == 0 || codes != nil || starts != nil && lists != nil else { throw .damaged }
        var frequent: [UInt32] = []
        if let listed = file.section(.frequentValues, field: number) {
            for index in 0..<listed.count / 4 {
                let value = try listed.number(index, as: UInt32.self)
                guard value < count, frequent.last.map({ $0 < value }) ?? true else { throw .damaged }
                frequent.append(value)
            }
        }
        frequentValues = frequent
        frequentSets = try file.list(
            .frequentValueSets, field: number, width: 8, count: frequent.count * ((recordCount + 63) / 64))
        guard frequent.isEmpty || frequentSets != nil else { throw .damaged }
    }

    /// Whether a record has several values.
    var hasLists: Bool { codes == nil }

    // MARK: Values

    /// A value by its number.
    func value(_ number: Int) throws(SegmentError) -> AttributeValue {
        if type == .text {
            let (id, labels) = try text(number)
            return .text(id, labels: labels)
        }
        guard let numbers else { throw .damaged }
        return try AttributeCoding.value(
            type, numbers.number(number, as: Int64.self), scale: scales?.number(number, as: UInt8.self) ?? 0)
    }

    /// The id of a text, and the record's own labels.
    func text(_ number: Int) throws(SegmentError) -> (id: String, labels: [LocaleIdentifier: String]) {
        guard let texts else { throw .damaged }
        var reader = VarintReader(try texts[number])
        let id = String(decoding: try reader.bytes(), as: UTF8.self)
        var labels: [LocaleIdentifier: String] = [:]
        while !reader.isAtEnd {
            let name = String(decoding: try reader.bytes(), as: UTF8.self)
            guard let locale = LocaleIdentifier(name) else { throw .damaged }
            labels[locale] = String(decoding: try reader.bytes(), as: UTF8.self)
        }
        return (id, labels)
    }

    /// Compares a value with one of another column of the same type: less than 0 if it comes first, 0 if they are equal. Texts
    /// are compared by their ids.
    func compare(_ value: Int, _ other: AttributeColumn, _ otherValue: Int) throws(SegmentError) -> Int {
        if let texts, let otherTexts = other.texts {
            var (reader, otherReader) = (
                VarintReader(try texts[value]), VarintReader(try otherTexts[otherValue])
            )
            return try reader.bytes().order(try otherReader.bytes())
        }
        guard let numbers, let otherNumbers = other.numbers else { throw .damaged }
        let (one, two) = (
            try numbers.number(value, as: Int64.self), try otherNumbers.number(otherValue, as: Int64.self)
        )
        let scale = try scales?.number(value, as: UInt8.self) ?? 0
        let otherScale = try other.scales?.number(otherValue, as: UInt8.self) ?? 0
        if scale == otherScale { return one < two ? -1 : one > two ? 1 : 0 }
        guard let left = DecimalNumber(significand: one, scale: Int(scale)),
            let right = DecimalNumber(significand: two, scale: Int(otherScale))
        else { throw .damaged }
        return left < right ? -1 : left > right ? 1 : 0
    }

    /// Whether a text has labels of its own.
    func isLabelled(_ number: Int) throws(SegmentError) -> Bool {
        guard let texts else { return false }
        var reader = VarintReader(try texts[number])
        _ = try reader.bytes()
        return !reader.isAtEnd
    }

    /// The values whose id is a text: several if records label it differently.
    func values(withID id: String) throws(SegmentError) -> Range<Int> {
        guard let texts else { return 0..<0 }
        func first(_ isBehind: (UnsafeRawBufferPointer) -> Bool) throws(SegmentError) -> Int {
            try (0..<texts.count).partitioningIndex { (number) throws(SegmentError) in
                var reader = VarintReader(try texts[number])
                return isBehind(try reader.bytes())
            }
        }
        let lower = try first { !$0.lexicographicallyPrecedes(id.utf8) }
        var upper = lower
        while upper < texts.count {
            var reader = VarintReader(try texts[upper])
            guard try reader.bytes().elementsEqual(id.utf8) else { break }
            upper += 1
        }
        return lower..<upper
    }

    /// The number of the first value for which a predicate holds; values are in ascending order, and it holds for all
    /// values behind one for which it does.
    func firstValue(
        where holds: (AttributeValue) throws(SegmentError) -> Bool
    ) throws(SegmentError) -> Int {
        try (0..<valueCount).partitioningIndex { (number) throws(SegmentError) in try holds(value(number)) }
    }

    // MARK: Records

    @inline(__always)
    private func code(_ bytes: UnsafeRawBufferPointer, _ index: Int) -> Int {
        switch width {
        case 1: Int(bytes[index])
        case 2: Int(UInt16(littleEndian: bytes.load(fromByteOffset: 2 * index, as: UInt16.self)))
        default: Int(UInt32(littleEndian: bytes.load(fromByteOffset: 4 * index, as: UInt32.self)))
        }
    }

    /// The numbers of a record's values, in the record's order.
    func values(of record: Int) throws(SegmentError) -> [Int] {
        var found: [Int] = []
        try forEachValue(of: record) { found.append($0) }
        return found
    }

    /// The number of a record's first value; `nil` without one.
    @inline(__always)
    func firstValue(of record: Int) throws(SegmentError) -> Int? {
        guard codes == nil else {
            let code = try Self.code(codes!, record, width)
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
            let code = try Self.code(codes, record, width)
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
            let code = try Self.code(lists, index, width)
            guard code >= 1, code <= valueCount else { throw .damaged }
            try body(code - 1)
        }
    }

    @inline(__always)
    private static func code(_ bytes: CheckedBytes, _ index: Int, _ width: Int) throws(SegmentError) -> Int {
        switch width {
        case 1: Int(try bytes.number(index, as: UInt8.self))
        case 2: Int(try bytes.number(index, as: UInt16.self))
        default: Int(try bytes.number(index, as: UInt32.self))
        }
    }

    /// The records with a value.
    func owners() throws(SegmentError) -> RecordSet { try records(withValues: 0..<valueCount) }

    /// The records with one of the values in a range of numbers.
    func records(withValues values: Range<Int>) throws(SegmentError) -> RecordSet {
        guard !values.isEmpty else { return RecordSet(universe: recordCount) }
        if values.count == 1, let stored = try storedSet(values.lowerBound) { return stored }
        return try records { values.contains($0) }
    }

    /// The records with one of some values.
    ///
    /// - Parameter values: a set of the numbers of values.
    func records(withValues values: RecordSet) throws(SegmentError) -> RecordSet {
        let count = values.count
        guard count > 0 else { return RecordSet(universe: recordCount) }
        var found = RecordSet(universe: recordCount)
        var rest = values
        for value in frequentValues where values.contains(Int(value)) {
            guard let stored = try storedSet(Int(value)) else { continue }
            found.formUnion(stored)
            rest.remove(Int(value))
        }
        guard !rest.isEmpty else { return found }
        found.formUnion(try records { rest.contains($0) })
        return found
    }

    private func storedSet(_ value: Int) throws(SegmentError) -> RecordSet? {
        guard let sets = frequentSets, let place = frequentValues.firstIndex(of: UInt32(value)) else {
            return nil
        }
        let size = (recordCount + 63) / 64 * 8
        return RecordSet(universe: recordCount, words: try sets.bytes(place * size..<(place + 1) * size))
    }

    /// Reads all codes.
    @inline(__always)
    private func records(where isWanted: (Int) -> Bool) throws(SegmentError) -> RecordSet {
        var found = RecordSet(universe: recordCount)
        if let codes {
            let bytes = try codes.all()
            let count = valueCount
            var interruption = Interruption()
            for first in stride(from: 0, to: recordCount, by: 64) {
                try interruption.count()
                var word: UInt64 = 0
                for record in first..<min(first + 64, recordCount) {
                    let code = code(bytes, record)
                    guard code <= count else { throw .damaged }
                    if code > 0, isWanted(code - 1) { word |= 1 << UInt64(record & 63) }
                }
                found.setWord(first >> 6, word)
            }
            return found
        }
        var interruption = Interruption()
        for record in 0..<recordCount {
            try interruption.count()
            try forEachValue(of: record) { if isWanted($0) { found.insert(record) } }
        }
        return found
    }

    /// The number of records of a set with each value.
    ///
    /// - Returns: the counts by value number, and the number of records with any value.
    func counts(in set: RecordSet) throws(SegmentError) -> (values: [Int], records: Int) {
        var counts = [Int](repeating: 0, count: valueCount + 1)
        var records = 0
        var interruption = Interruption()
        try counts.withUnsafeMutableBufferPointer { counts throws(SegmentError) in
            if let codes {
                let bytes = try codes.all()
                try set.forEach { record throws(SegmentError) in
                    try interruption.count()
                    let code = code(bytes, record)
                    guard code < counts.count else { throw .damaged }
                    counts[code] += 1
                }
                return
            }
            try set.forEach { record throws(SegmentError) in
                try interruption.count()
                var hasValue = false
                try forEachValue(of: record) {
                    counts[$0 + 1] += 1
                    hasValue = true
                }
                if hasValue { records += 1 }
            }
        }
        if codes != nil { records = counts.dropFirst().reduce(0, +) }
        return (Array(counts.dropFirst()), records)
    }
}

extension UnsafeRawBufferPointer {
    /// The order of bytes: less than 0 if these come before the others, 0 if they are equal.
    fileprivate func order(_ other: UnsafeRawBufferPointer) -> Int {
        for index in 0..<Swift.min(count, other.count) where self[index] != other[index] {
            return Int(self[index]) - Int(other[index])
        }
        return count - other.count
    }
}
