// The values of attributes, collected record by record, and their sections.

/// Collects the values of all attributes of a catalog.
struct AttributeColumns {
    private let columns: [AttributeCollector]
    private let positions: [AttributeName: Int]

    init(_ description: CatalogDescription) {
        columns = description.attributes.map { AttributeCollector($0) }
        positions = Dictionary(
            description.attributes.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first }
        )
    }

    /// Columns of no attribute.
    init() {
        columns = []
        positions = [:]
    }

    /// The memory used, in bytes.
    var size: Int { columns.reduce(0) { $0 + $1.size } }

    /// Adds a record's values.
    func append(_ record: borrowing CatalogRecord) {
        guard !columns.isEmpty else { return }
        var last: (name: AttributeName, position: Int)?
        for attribute in record.attributes {
            // Values of one attribute are adjacent.
            let position = last?.name == attribute.name ? last?.position : positions[attribute.name]
            guard let position else { continue }
            last = (attribute.name, position)
            columns[position].append(attribute.value)
        }
        for column in columns { column.endRecord() }
    }

    /// Kinds 60 and 61.
    func headSections() throws(SegmentWriterError) -> [FinishedSection] {
        guard !columns.isEmpty else { return [] }
        var types = GrowingBuffer<UInt8>()
        for column in columns {
            types.append(UInt8(AttributeCoding.types.firstIndex(of: column.attribute.type)!))
        }
        let names = columns.map(\.attribute.name.rawValue)
        return [
            FinishedSection(.attributes, try StringListBuffer.make(.attributes, names)),
            FinishedSection(.attributeTypes, types),
        ]
    }

    /// The jobs that make the sections of each attribute. Nothing may be added afterwards.
    ///
    /// - Parameter order: the number, in the order added, of each record of the file.
    func jobs(order: [UInt32]) -> [@Sendable () throws -> [FinishedSection]] {
        columns.enumerated().map { number, column in
            { try column.sections(field: number, order: order) }
        }
    }
}

/// Collects the values of one attribute.
///
/// `@unchecked Sendable`: one task at a time uses it.
private final class AttributeCollector: @unchecked Sendable {
    let attribute: CatalogDescription.Attribute
    /// The distinct values, encoded, in the order of their first occurrence.
    private var values = TermTable()
    /// The value numbers of all records, in the order added.
    private var numbers = GrowingBuffer<UInt32>()
    /// The end of each record's values.
    private var ends = GrowingBuffer<UInt32>()
    /// The last record, in the order added, with each value.
    private var lastRecords = GrowingBuffer<UInt32>()
    /// The node above each value of a tree; ``IndexLayout/none`` at the root.
    private var parents = GrowingBuffer<UInt32>()
    private var start = 0
    private var hasLists = false
    private var scratch = GrowingBuffer<UInt8>()

    init(_ attribute: CatalogDescription.Attribute) { self.attribute = attribute }

    var size: Int { values.size + numbers.size + ends.size }

    /// Adds a value of the current record, unless it already has it. After a path follow the nodes above it.
    func append(_ value: AttributeValue) {
        guard attribute.isPath else {
            if value.type == attribute.type { append(self.number(of: value)) }
            return
        }
        guard let path = value.asPath else { return }
        var next = pathNumber(of: path)
        while next != IndexLayout.none {
            append(next)
            next = parents[Int(next)]
        }
    }

    private func number(of value: AttributeValue) -> UInt32 {
        scratch.clear()
        scratch.append(value)
        return UInt32(values.number(of: scratch.base, length: scratch.count))
    }

    /// The number of a path, which has a parent if it is not at the root.
    private func pathNumber(of path: AttributeValue) -> UInt32 {
        let number = number(of: path)
        if Int(number) < parents.count { return number }
        parents.append(IndexLayout.none)
        if let parent = path.parent { parents[Int(number)] = pathNumber(of: parent) }
        return number
    }

    private func append(_ number: UInt32) {
        let record = UInt32(truncatingIfNeeded: ends.count)
        while lastRecords.count <= Int(number) { lastRecords.append(IndexLayout.none) }
        if lastRecords[Int(number)] == record { return }
        lastRecords[Int(number)] = record
        numbers.append(number)
    }

    func endRecord() {
        hasLists = hasLists || numbers.count - start > 1
        start = numbers.count
        ends.append(UInt32(truncatingIfNeeded: start))
    }

    /// Kinds 62 to 69, and 74.
    func sections(field: Int, order: [UInt32]) throws(SegmentWriterError) -> [FinishedSection] {
        guard values.count > 0 else { return [] }
        guard numbers.count < Int(UInt32.max), !values.isOverlong else {
            throw .sectionTooLong(kind: IndexLayout.Section.attributeLists.rawValue)
        }
        var sections: [FinishedSection] = []
        let sorted: [UInt32]
        if attribute.type == .text {
            let pieces = values.pieces
            sorted = textOrder()
            let list = try StringListBuffer.make(.attributeTexts, count: pieces.count) {
                pieces[Int(sorted[$0])]
            }
            sections.append(FinishedSection(.attributeTexts, field: field, list))
        } else {
            sorted = appendNumbers(field: field, to: &sections)
        }
        var positions = [UInt32](repeating: 0, count: sorted.count)
        for (position, number) in sorted.enumerated() { positions[Int(number)] = UInt32(position) }
        if attribute.isPath {
            var above = GrowingBuffer<UInt32>(capacity: sorted.count)
            for number in sorted {
                let parent = parents[Int(number)]
                above.append(parent == IndexLayout.none ? parent : positions[Int(parent)])
            }
            sections.append(FinishedSection(.attributeParents, field: field, above))
        }
        appendCodes(positions, order, field: field, to: &sections)
        appendFrequent(positions, order, field: field, to: &sections)
        return sections
    }

    /// The values of texts in the order of their bytes without length prefixes: by id, then by labels.
    private func textOrder() -> [UInt32] {
        let pieces = values.pieces
        func id(_ number: UInt32) -> UnsafeRawBufferPointer {
            let piece = pieces[Int(number)]
            var start = piece.baseAddress!.assumingMemoryBound(to: UInt8.self)
            let length = Varint.read(&start)
            return UnsafeRawBufferPointer(start: start, count: length)
        }
        return (0..<UInt32(pieces.count)).sorted { left, right in
            let (first, second) = (id(left), id(right))
            if first.elementsEqual(second) {
                return pieces[Int(left)].lexicographicallyPrecedes(pieces[Int(right)])
            }
            return first.lexicographicallyPrecedes(second)
        }
    }

    /// Adds kinds 62 and 63.
    ///
    /// - Returns: the values in order.
    private func appendNumbers(field: Int, to sections: inout [FinishedSection]) -> [UInt32] {
        let pieces = values.pieces
        var decoded: [(number: UInt32, significand: Int64, scale: UInt8)] = []
        decoded.reserveCapacity(pieces.count)
        for number in 0..<pieces.count {
            let piece = pieces[number]
            let significand = Int64(littleEndian: piece.loadUnaligned(as: Int64.self))
            decoded.append((UInt32(number), significand, piece[8]))
        }
        let hasScales = decoded.contains { $0.scale != 0 }
        if hasScales {
            func decimal(_ value: (number: UInt32, significand: Int64, scale: UInt8)) -> DecimalNumber {
                DecimalNumber(significand: value.significand, storedScale: value.scale)!
            }
            decoded.sort { decimal($0) < decimal($1) }
        } else {
            decoded.sort { $0.significand < $1.significand }
        }
        var significands = GrowingBuffer<Int64>(capacity: decoded.count)
        var scales = GrowingBuffer<UInt8>(capacity: decoded.count)
        for value in decoded {
            significands.append(value.significand)
            scales.append(value.scale)
        }
        sections.append(FinishedSection(.attributeNumbers, field: field, significands))
        if hasScales { sections.append(FinishedSection(.attributeScales, field: field, scales)) }
        return decoded.map(\.number)
    }

    @inline(__always)
    private func valueRange(_ arrival: UInt32) -> Range<Int> {
        (arrival == 0 ? 0 : Int(ends[Int(arrival) - 1]))..<Int(ends[Int(arrival)])
    }

    /// Adds kind 65, or kinds 66 and 67.
    private func appendCodes(
        _ positions: [UInt32], _ order: [UInt32], field: Int, to sections: inout [FinishedSection]
    ) {
        let width = AttributeCoding.width(valueCount: positions.count)
        var codes = GrowingBuffer<UInt8>(capacity: width * (hasLists ? numbers.count : order.count))
        guard hasLists else {
            for arrival in order {
                codes.append(
                    code: valueRange(arrival).first.map { positions[Int(numbers[$0])] + 1 } ?? 0, width: width
                )
            }
            return sections.append(FinishedSection(.attributeCodes, field: field, codes))
        }
        var starts = GrowingBuffer<UInt32>(capacity: order.count + 1)
        starts.append(0)
        for arrival in order {
            let range = valueRange(arrival)
            for index in range { codes.append(code: positions[Int(numbers[index])] + 1, width: width) }
            starts.append(starts[starts.count - 1] + UInt32(range.count))
        }
        sections.append(FinishedSection(.attributeStarts, field: field, starts))
        sections.append(FinishedSection(.attributeLists, field: field, codes))
    }

    /// Adds kinds 68 and 69.
    private func appendFrequent(
        _ positions: [UInt32], _ order: [UInt32], field: Int, to sections: inout [FinishedSection]
    ) {
        var counts = [Int](repeating: 0, count: positions.count)
        for index in 0..<numbers.count { counts[Int(positions[Int(numbers[index])])] += 1 }
        let frequent = counts.indices.filter { counts[$0] > order.count / AttributeCoding.storedSetShare }
        guard !frequent.isEmpty else { return }
        let wordCount = (order.count + 63) / 64
        var setOfPlace = [Int](repeating: -1, count: positions.count)
        var listed = GrowingBuffer<UInt32>(capacity: frequent.count)
        for (set, position) in frequent.enumerated() {
            setOfPlace[position] = set
            listed.append(UInt32(position))
        }
        var words = GrowingBuffer<UInt64>(repeating: 0, count: frequent.count * wordCount)
        for (record, arrival) in order.enumerated() {
            for index in valueRange(arrival) {
                let set = setOfPlace[Int(positions[Int(numbers[index])])]
                if set >= 0 { words[set * wordCount + (record >> 6)] |= 1 << UInt64(record & 63) }
            }
        }
        sections.append(FinishedSection(.frequentValues, field: field, listed))
        sections.append(FinishedSection(.frequentValueSets, field: field, words))
    }
}

extension GrowingBuffer<UInt8> {
    /// Appends a number in `width` bytes.
    @inline(__always)
    mutating func append(code: UInt32, width: Int) {
        withUnsafeBytes(of: code.littleEndian) {
            append(UnsafeRawBufferPointer(rebasing: $0[..<width]))
        }
    }
}
