// The vectors of a segment's records.

internal import Support

/// The vectors of one space, ascending by record.
struct VectorColumn: Sendable {
    let space: VectorSpace
    /// The number of vectors.
    let count: Int
    private let recordCount: Int
    private let records: CheckedBytes
    private let scales: CheckedBytes
    private let lengths: CheckedBytes
    private let rows: CheckedBytes
    private let rowSize: Int

    /// The number of vectors whose records and lengths are verified at once.
    private static let blockSize = 256

    /// The columns of a file.
    ///
    /// - Throws: `damaged` if sections are missing or have wrong sizes.
    static func all(of file: SegmentFile, recordCount: Int) throws(SegmentError) -> [VectorColumn] {
        guard let spaces = try StringList.read(file.section(.vectorSpaces))?.list else { return [] }
        guard spaces.count % 3 == 0, spaces.count / 3 <= VectorColumns.mostSpaces else { throw .damaged }
        var columns: [VectorColumn] = []
        for number in 0..<spaces.count / 3 {
            let model = try spaces.string(3 * number + 1)
            guard let count = Int(try spaces.string(3 * number + 2)),
                1...QuantizedVector.maximumCount ~= count
            else { throw .damaged }
            let space = VectorSpace(
                name: try spaces.string(3 * number), model: model.isEmpty ? nil : model, count: count)
            columns.append(try VectorColumn(space, file, field: number, recordCount: recordCount))
        }
        return columns
    }

    private init(
        _ space: VectorSpace, _ file: SegmentFile, field: Int, recordCount: Int
    ) throws(SegmentError) {
        guard let records = file.section(.vectorRecords, field: field) else { throw .damaged }
        let count = records.count / 4
        let rowSize = VectorProduct.rowSize(space.count)
        guard records.count % 4 == 0, count <= recordCount,
            let scales = try file.list(.vectorScales, field: field, width: 4, count: count),
            let lengths = try file.list(.vectorLengths, field: field, width: 4, count: count),
            let rows = try file.list(.vectors, field: field, width: rowSize, count: count)
        else { throw .damaged }
        self.space = space
        self.count = count
        self.recordCount = recordCount
        self.rowSize = rowSize
        (self.records, self.scales, self.lengths, self.rows) = (records, scales, lengths, rows)
    }

    @inline(__always)
    func record(_ position: Int) throws(SegmentError) -> Int {
        let record = Int(try records.number(position, as: UInt32.self))
        guard record < recordCount else { throw .damaged }
        return record
    }

    /// The vector of a record; `nil` if it has none in this space.
    func vector(of record: Int) throws(SegmentError) -> CatalogRecord.Vector? {
        let position = try (0..<count).partitioningIndex { position throws(SegmentError) in
            try self.record(position) >= record
        }
        guard position < count, try self.record(position) == record else { return nil }
        return CatalogRecord.Vector(try vector(position), name: space.name, model: space.model)
    }

    private func vector(_ position: Int) throws(SegmentError) -> QuantizedVector {
        let row = try rows.bytes(position * rowSize..<(position + 1) * rowSize)
        let scale = Float(bitPattern: try scales.number(position, as: UInt32.self))
        guard
            let vector = QuantizedVector(
                numbers: row.prefix(space.count).map { Int8(bitPattern: $0) }, scale: scale)
        else { throw .damaged }
        return vector
    }

    /// Calls `body` with the score of each record of a set that has a vector, ascending.
    ///
    /// - Parameters:
    ///   - bar: records with lower scores may be left out.
    ///   - body: returns the bar for the records that follow.
    func forEachScore(
        of records: RecordSet, _ product: VectorProduct, atLeast bar: Double,
        _ body: (_ record: Int, _ score: Double) -> Double
    ) throws(SegmentError) {
        var interruption = Interruption()
        var bar = bar
        for first in stride(from: 0, to: count, by: Self.blockSize) {
            let block = first..<min(count, first + Self.blockSize)
            try interruption.count(block.count)
            let numbers = try self.records.bytes(block.lowerBound * 4..<block.upperBound * 4)
            let lengths = try self.lengths.bytes(block.lowerBound * 4..<block.upperBound * 4)
            for position in block {
                let offset = (position - first) * 4
                let record = Int(UInt32(littleEndian: numbers.load(fromByteOffset: offset, as: UInt32.self)))
                guard record < recordCount else { throw .damaged }
                guard records.contains(record) else { continue }
                let row = try rows.bytes(position * rowSize..<(position + 1) * rowSize)
                let length = Int(UInt32(littleEndian: lengths.load(fromByteOffset: offset, as: UInt32.self)))
                guard length > 0, let row = row.baseAddress else { throw .damaged }
                if let score = product.cosine(row, squaredLength: length, atLeast: bar) {
                    bar = body(record, score)
                }
            }
        }
    }

    /// Checks the invariants of the column.
    ///
    /// - Throws: `SegmentError.damaged`, `.cancelled`.
    func check() throws(SegmentError) {
        var interruption = Interruption()
        var last = -1
        for position in 0..<count {
            try interruption.count()
            let record = try record(position)
            let row = try rows.bytes(position * rowSize..<(position + 1) * rowSize)
            guard record > last, row.dropFirst(space.count).allSatisfy({ $0 == 0 }),
                try vector(position).squaredLength == Int(try lengths.number(position, as: UInt32.self))
            else { throw .damaged }
            last = record
        }
    }
}
