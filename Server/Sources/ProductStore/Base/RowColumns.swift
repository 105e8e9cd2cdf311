// The columns of a row in SQLite.

internal import FoundationEssentials
internal import GRDB

/// Columns of a row. GRDB's own subscripts end the process if a damaged database has a value of another type.
extension Row {
    /// A number that is not negative and cannot overflow when others are added.
    func integer(_ column: Int) throws(StoreError) -> Int64 {
        guard case .int64(let number) = (self[column] as DatabaseValue).storage,
            (0..<1 << 53).contains(number)
        else { throw .unavailable(.damaged(message: "no number in column \(column)")) }
        return number
    }

    func revision(_ column: Int) throws(StoreError) -> Revision { Revision(try integer(column)) }

    func bytes(_ column: Int) throws(StoreError) -> [UInt8] {
        guard case .blob(let data) = (self[column] as DatabaseValue).storage
        else { throw .unavailable(.damaged(message: "no bytes in column \(column)")) }
        return [UInt8](data)
    }

    func text(_ column: Int) throws(StoreError) -> String {
        String(decoding: try bytes(column), as: UTF8.self)
    }

    /// Whether a column has this checksum. Rows written by an older version have none.
    func hasChecksum(_ checksum: Int64, _ column: Int) -> Bool {
        switch (self[column] as DatabaseValue).storage {
        case .int64(let stored): stored == checksum
        case .null: true
        case .double, .string, .blob: false
        }
    }

    /// The columns of bytes, corrected to match their stored checksum; `nil` if more than one bit differs.
    func restored(_ columns: [[UInt8]], sum: Int64, _ column: Int) -> [[UInt8]]? {
        guard case .int64(let stored) = (self[column] as DatabaseValue).storage else { return nil }
        return RowChecksum.restored(columns, sum: sum, stored: stored)
    }
    /// The hash that one column of bytes had when the row was written, if the others are intact.
    func writtenHash(of bytes: [UInt8], sum: Int64, _ column: Int) -> Int64? {
        guard case .int64(let stored) = (self[column] as DatabaseValue).storage else { return nil }
        return stored &- (sum &- RowChecksum.hash(bytes))
    }
}
