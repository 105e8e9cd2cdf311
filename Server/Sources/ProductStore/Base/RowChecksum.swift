// Checksums of stored rows, and of lines of backups: they reveal flipped bits when rows are read.

internal import GRDB

/// The checksum of a row in SQLite: the sum of its numbers and of the hashes of its bytes.
///
/// It is a sum so that a statement that changes one column changes it by a difference, without knowing the
/// others: a row that was damaged before stays damaged. Each flipped bit changes the sum.
enum RowChecksum {
    // The constants of FNV-1a.
    private static let offset: UInt64 = 0xCBF2_9CE4_8422_2325
    private static let prime: UInt64 = 0x100_0000_01B3

    /// The hash of a column of bytes, or of a line: FNV-1a over words of 8 bytes, lowest first, whose upper
    /// half is folded into the lower one after each. It has 61 bits, so that sums do not overflow.
    static func hash(_ bytes: [UInt8]) -> Int64 {
        var hash = offset ^ UInt64(bytes.count)
        forEachWord(of: bytes) { hash = step(hash, $0) }
        return Int64(hash >> 3)
    }

    private static func step(_ hash: UInt64, _ word: UInt64) -> UInt64 {
        let product = (hash ^ word) &* prime
        return product ^ product >> 32
    }

    private static func forEachWord(of bytes: [UInt8], _ body: (UInt64) -> Void) {
        bytes.withUnsafeBytes { bytes in
            let whole = bytes.count & ~7
            for start in stride(from: 0, to: whole, by: 8) {
                body(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self)))
            }
            body(bytes[whole...].reversed().reduce(0) { $0 << 8 | UInt64($1) })
        }
    }

    /// The hash of a column with a text.
    static func hash(_ text: String) -> Int64 { hash(Array(text.utf8)) }

    // MARK: Whole rows

    /// The SQL function `rowHash(column, …)`, for rows that no statement changes without reading them.
    static let function = DatabaseFunction("rowHash", pure: true) { hash(row: $0) }

    /// One hash of the values of all columns, with their types.
    static func hash(row: [DatabaseValue]) -> Int64 {
        var bytes: [UInt8] = []
        func add(_ type: UInt8, _ number: UInt64) {
            bytes.append(type)
            withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
        }
        for value in row {
            switch value.storage {
            case .null: add(0, 0)
            case .int64(let number): add(1, UInt64(bitPattern: number))
            case .double(let number): add(2, number.bitPattern)
            case .string(let text):
                add(3, UInt64(text.utf8.count))
                bytes += text.utf8
            case .blob(let data):
                add(4, UInt64(data.count))
                bytes += data
            }
        }
        return hash(bytes)
    }

    // MARK: Restoring

    /// Restores bytes after one bit flipped.
    ///
    /// A step of the hash can be undone. So the states computed forwards from the first word, and backwards
    /// from the hash, meet only at the word with the flipped bit.
    ///
    /// - Parameter hash: the hash of the bytes before.
    /// - Returns: the bytes before; `nil` if more than one bit differs.
    static func restored(_ bytes: [UInt8], hash: Int64) -> [UInt8]? {
        guard hash >= 0, hash < 1 << 61 else { return nil }
        var words: [UInt64] = []
        forEachWord(of: bytes) { words.append($0) }
        var before = [offset ^ UInt64(bytes.count)]
        for word in words { before.append(step(before[before.count - 1], word)) }
        // The hash lacks the lowest bits of the last state.
        for low in 0..<UInt64(8) {
            var after = UInt64(hash) << 3 | low
            for index in words.indices.reversed() {
                after = (after ^ after >> 32) &* inverse
                let flipped = after ^ before[index] ^ words[index]
                if flipped.nonzeroBitCount == 1 {
                    let bit = index * 64 + flipped.trailingZeroBitCount
                    guard bit / 8 < bytes.count else { continue }
                    var restored = bytes
                    restored[bit / 8] ^= 1 << UInt8(bit % 8)
                    return restored
                }
                after ^= words[index]
            }
        }
        return nil
    }

    /// Restores the columns of a row after one bit flipped.
    ///
    /// - Parameters:
    ///   - columns: the columns with bytes.
    ///   - sum: the checksum of the current row.
    ///   - stored: the checksum stored with the row.
    /// - Returns: the original columns; `nil` if more than one bit differs.
    static func restored(_ columns: [[UInt8]], sum: Int64, stored: Int64) -> [[UInt8]]? {
        // The flipped bit is in a number or in the checksum itself: all columns are correct.
        if (stored &- sum).magnitude.nonzeroBitCount == 1 { return columns }
        for (index, column) in columns.enumerated() {
            guard let restored = restored(column, hash: stored &- (sum &- hash(column))) else { continue }
            var columns = columns
            columns[index] = restored
            return columns
        }
        return nil
    }

    /// The inverse of `prime` modulo 2^64, by Newton's method.
    private static let inverse = (0..<6).reduce(prime) { inverse, _ in inverse &* (2 &- prime &* inverse) }
}
