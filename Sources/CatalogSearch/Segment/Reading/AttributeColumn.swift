// The values of one attribute in a segment.

internal import Support

/// The values of one attribute: the distinct values in order, and the numbers of each record's values;
/// valid as long as the segment's file.
struct AttributeColumn: Sendable {
    let type: AttributeType
    /// The number of distinct values. Their numbers ascend with the values; texts are ordered by the bytes of
    /// their ids.
    let valueCount: Int
    let recordCount: Int
    private let numbers: CheckedBytes?
    private let scales: CheckedBytes?
    private let texts: StringList?
    /// The codes of the records, if none has several values.
    let codes: CheckedBytes?
    let starts: CheckedBytes?
    let lists: CheckedBytes?
    let width: Int
    let frequentValues: [UInt32]
    let frequentSets: CheckedBytes?
    /// The nodes above the values of a tree; `nil` if they are not paths.
    private let parents: CheckedBytes?

    /// The cached records of each value, once they are worth caching.
    let recordLists: CachedValueRecords

    /// - Parameters:
    ///   - number: the number of the attribute in the file.
    ///   - lists: the cache of records for all attributes of the segment.
    init(
        _ file: SegmentFile, _ number: Int, _ type: AttributeType, _ lists: ValueRecordsCache
    ) throws(SegmentError) {
        self.type = type
        recordLists = CachedValueRecords(number, in: lists)
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
        parents = try file.list(.attributeParents, field: number, width: 4, count: count)
        self.lists = file.section(.attributeLists, field: number)
        if let lists = self.lists, lists.count % width != 0 { throw .damaged }
        guard count == 0 || codes != nil || starts != nil && self.lists != nil else { throw .damaged }
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

    /// Whether the values are paths: then each record has the nodes above its own.
    var isTree: Bool { parents != nil }

    // MARK: Values

    /// The node above a value of a tree; `nil` at the root.
    func parent(of value: Int) throws(SegmentError) -> Int? {
        guard let parents else { return nil }
        let parent = try parents.number(value, as: UInt32.self)
        if parent == IndexLayout.none { return nil }
        // A path comes after its parent.
        guard parent < value else { throw .damaged }
        return Int(parent)
    }

    /// The values directly below a node of a tree, or at the root for `nil`. Several values may have the same
    /// id.
    func children(of nodes: Range<Int>?) throws(SegmentError) -> RecordSet {
        var found = RecordSet(universe: valueCount)
        for value in (nodes?.upperBound ?? 0)..<valueCount {
            let parent = try parent(of: value)
            if let nodes {
                if let parent, nodes.contains(parent) { found.insert(value) }
            } else if parent == nil {
                found.insert(value)
            }
        }
        return found
    }

    func value(_ number: Int) throws(SegmentError) -> AttributeValue {
        if type == .text {
            let (id, labels) = try text(number)
            return .text(id, labels: labels)
        }
        guard let numbers else { throw .damaged }
        return try AttributeCoding.value(
            type, numbers.number(number, as: Int64.self), scale: scales?.number(number, as: UInt8.self) ?? 0)
    }

    /// Coordinates by their number; the column must be of type `place`.
    @inline(__always)
    func place(_ number: Int) throws(SegmentError) -> Coordinates {
        guard let numbers, let place = Coordinates(packed: try numbers.number(number, as: Int64.self)) else {
            throw .damaged
        }
        return place
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

    /// Compares a value with one of another column of the same type: less than 0 if it comes first, 0 if they
    /// are equal. Texts are compared by their ids.
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
        guard let left = DecimalNumber(significand: one, storedScale: scale),
            let right = DecimalNumber(significand: two, storedScale: otherScale)
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

    /// The values with an id: several if records label it differently.
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

    /// The number of the first value for which a predicate holds. Values ascend, and the predicate must hold
    /// for all values after one for which it holds.
    func firstValue(
        where holds: (AttributeValue) throws(SegmentError) -> Bool
    ) throws(SegmentError) -> Int {
        try (0..<valueCount).partitioningIndex { (number) throws(SegmentError) in try holds(value(number)) }
    }
}

extension UnsafeRawBufferPointer {
    /// The order by bytes: less than 0 if this precedes the other, 0 if both are equal.
    fileprivate func order(_ other: UnsafeRawBufferPointer) -> Int {
        for index in 0..<Swift.min(count, other.count) where self[index] != other[index] {
            return Int(self[index]) - Int(other[index])
        }
        return count - other.count
    }
}
