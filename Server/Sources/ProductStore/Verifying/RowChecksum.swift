// Checksums of stored rows, and of lines of backups: bits that rot on a disk are noticed when they are read.

/// The checksum of a row in SQLite: the sum of its numbers and of the hashes of its bytes.
///
/// It is a sum so that a statement that changes one column changes it by a difference, without knowing the others: a row that was damaged
/// before stays damaged. Each flipped bit changes the sum.
enum RowChecksum {
    // Those of FNV-1a.
    private static let offset: UInt64 = 0xCBF2_9CE4_8422_2325
    private static let prime: UInt64 = 0x100_0000_01B3

    /// The hash of a column of bytes, or of a line: FNV-1a over words of 8 bytes, lowest first, whose upper half is folded into the lower one
    /// after each. It has 61 bits, so that sums do not overflow.
    static func hash(_ bytes: [UInt8]) -> Int64 {
        bytes.withUnsafeBytes { bytes in
            var hash = offset ^ UInt64(bytes.count)
            func add(_ word: UInt64) {
                hash = (hash ^ word) &* prime
                hash ^= hash >> 32
            }
            let whole = bytes.count & ~7
            for start in stride(from: 0, to: whole, by: 8) {
                add(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self)))
            }
            add(bytes[whole...].reversed().reduce(0) { $0 << 8 | UInt64($1) })
            return Int64(hash >> 3)
        }
    }

    /// The hash of a column with a text.
    static func hash(_ text: String) -> Int64 { hash(Array(text.utf8)) }
}
