// Values of statements, and rows of results, in PostgreSQL's binary formats.

internal import CPostgreSQL

/// A parameter of a statement. The statement's cast determines its type.
enum SQLValue {
    /// `bigint`.
    case integer(Int64)
    /// `bytea`, or `uuid` of 16 bytes.
    case bytes([UInt8])
    /// `bigint[]`.
    case integers([Int64])
    /// `boolean[]`.
    case flags([Bool])
    /// `bytea[]`; an element may be NULL.
    case lists([[UInt8]?])

    /// The value in binary format.
    var binary: [UInt8] {
        switch self {
        case .integer(let number): number.bigEndianBytes
        case .bytes(let bytes): bytes
        case .integers(let numbers): Self.array(of: 20, numbers.map(\.bigEndianBytes))
        case .flags(let flags): Self.array(of: 16, flags.map { [$0 ? 1 : 0] })
        case .lists(let lists): Self.array(of: 17, lists)
        }
    }

    /// An array with one dimension (PostgreSQL's array_send): dimensions, whether there are NULLs,
    /// type, count, first index, elements.
    private static func array(of type: Int32, _ elements: [[UInt8]?]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(20 + elements.reduce(0) { $0 + 4 + ($1?.count ?? 0) })
        let hasNull: Int32 = elements.contains { $0 == nil } ? 1 : 0
        for number in [elements.isEmpty ? 0 : 1, hasNull, type] { bytes += number.bigEndianBytes }
        if elements.isEmpty { return bytes }
        for number in [Int32(elements.count), 1] { bytes += number.bigEndianBytes }
        for element in elements {
            bytes += Int32(element?.count ?? -1).bigEndianBytes
            if let element { bytes += element }
        }
        return bytes
    }
}

extension FixedWidthInteger {
    fileprivate var bigEndianBytes: [UInt8] { withUnsafeBytes(of: bigEndian) { Array($0) } }
}

/// The rows of a result.
final class SQLRows {
    private let result: OpaquePointer

    init(_ result: OpaquePointer) { self.result = result }

    deinit { PQclear(result) }

    /// The number of rows.
    var count: Int { Int(PQntuples(result)) }

    /// The name of the executed statement, such as `COMMIT`.
    var status: String { String(cString: PQcmdStatus(result)) }

    /// A number, of any size.
    func integer(_ row: Int, _ column: Int) throws(PostgreSQLError) -> Int64 {
        guard let bytes = bytes(row, column), (1...8).contains(bytes.count) else {
            throw .damaged(message: "no number in column \(column)")
        }
        let isNegative = bytes[0] & 0x80 != 0
        return bytes.reduce(isNegative ? -1 : 0) { $0 << 8 | Int64($1) }
    }

    /// A number that is not negative and cannot overflow when others are added.
    func count(_ row: Int, _ column: Int) throws(PostgreSQLError) -> Int64 {
        let number = try integer(row, column)
        guard (0..<1 << 53).contains(number) else {
            throw .damaged(message: "no count in column \(column)")
        }
        return number
    }

    func revision(_ row: Int, _ column: Int) throws(PostgreSQLError) -> Revision {
        Revision(try count(row, column))
    }

    /// A truth value.
    func flag(_ row: Int, _ column: Int) throws(PostgreSQLError) -> Bool {
        try integer(row, column) != 0
    }

    /// Bytes; `nil` for NULL.
    func bytes(_ row: Int, _ column: Int) -> [UInt8]? {
        let (row, column) = (Int32(row), Int32(column))
        guard PQgetisnull(result, row, column) == 0, let value = PQgetvalue(result, row, column) else {
            return nil
        }
        let size = Int(PQgetlength(result, row, column))
        return Array(UnsafeRawBufferPointer(start: value, count: size))
    }

    /// Bytes that are not NULL.
    func present(_ row: Int, _ column: Int) throws(PostgreSQLError) -> [UInt8] {
        guard let bytes = bytes(row, column) else { throw .damaged(message: "NULL in column \(column)") }
        return bytes
    }
}
