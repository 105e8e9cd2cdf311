// The vectors of records, collected record by record, and their sections.

/// Collects the vectors of a segment, by space.
struct VectorColumns {
    /// The vectors of one space.
    private final class Column {
        let space: VectorSpace
        /// For each vector, the number of its record in the order added; ascending.
        var records = GrowingBuffer<UInt32>()
        var scales = GrowingBuffer<UInt32>()
        var lengths = GrowingBuffer<UInt32>()
        /// A row for each vector, see ``VectorProduct/rowSize(_:)``.
        var rows = GrowingBuffer<UInt8>()

        init(_ space: VectorSpace) { self.space = space }
    }

    private var columns: [Column] = []

    /// The most spaces of a segment. Vectors of further spaces are not stored, so that names do not take more
    /// memory than vectors.
    static let mostSpaces = 64

    /// The memory used, in bytes.
    var size: Int { columns.reduce(0) { $0 + $1.rows.size + 3 * $1.scales.size } }

    /// Adds a record's vectors.
    ///
    /// - Parameter number: the record's number in the order added.
    mutating func append(_ record: borrowing CatalogRecord, number: UInt32) {
        var names: Set<String> = []
        for vector in record.vectors where names.insert(vector.name).inserted {
            var column = columns.first { $0.space == vector.space }
            if column == nil, columns.count < Self.mostSpaces {
                column = Column(vector.space)
                columns.append(column!)
            }
            guard let column else { continue }
            column.records.append(number)
            column.scales.append(vector.vector.scale.bitPattern)
            column.lengths.append(UInt32(vector.vector.squaredLength))
            let numbers = vector.vector.numbers
            numbers.withUnsafeBytes { column.rows.append($0) }
            for _ in numbers.count..<VectorProduct.rowSize(numbers.count) { column.rows.append(0) }
        }
    }

    /// Kinds 80 to 84.
    ///
    /// - Parameter order: the number, in the order added, of each record of the file.
    func sections(order: [UInt32]) throws(SegmentWriterError) -> [FinishedSection] {
        guard !columns.isEmpty else { return [] }
        var positions = [UInt32](repeating: 0, count: order.count)
        for (position, arrival) in order.enumerated() { positions[Int(arrival)] = UInt32(position) }
        let names = columns.flatMap { [$0.space.name, $0.space.model ?? "", String($0.space.count)] }
        var sections = [FinishedSection(.vectorSpaces, try StringListBuffer.make(.vectorSpaces, names))]
        for (number, column) in columns.enumerated() {
            let sorted = (0..<column.records.count).sorted {
                positions[Int(column.records[$0])] < positions[Int(column.records[$1])]
            }
            let size = VectorProduct.rowSize(column.space.count)
            var records = GrowingBuffer<UInt32>(capacity: sorted.count)
            var scales = GrowingBuffer<UInt32>(capacity: sorted.count)
            var lengths = GrowingBuffer<UInt32>(capacity: sorted.count)
            var rows = GrowingBuffer<UInt8>(capacity: column.rows.count)
            for index in sorted {
                records.append(positions[Int(column.records[index])])
                scales.append(column.scales[index])
                lengths.append(column.lengths[index])
                rows.append(UnsafeRawBufferPointer(start: column.rows.base + index * size, count: size))
            }
            sections += [
                FinishedSection(.vectorRecords, field: number, records),
                FinishedSection(.vectorScales, field: number, scales),
                FinishedSection(.vectorLengths, field: number, lengths),
                FinishedSection(.vectors, field: number, rows),
            ]
        }
        return sections
    }
}
