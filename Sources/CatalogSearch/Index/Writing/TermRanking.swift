// Which terms get the smallest numbers? Those that are met most often, so that texts take few bytes.

/// The final numbers of a table's pieces: by falling number of occurrences, then by their bytes.
struct TermRanking: ~Copyable, @unchecked Sendable {
    /// The table's number for each final number.
    let order: GrowingBuffer<UInt32>
    /// The final number for each of the table's numbers.
    let ranks: GrowingBuffer<UInt32>

    private struct Entry {
        /// The first eight bytes, as a number that orders as they do.
        let prefix: UInt64
        /// All ones less the count.
        let rarity: UInt32
        let number: UInt32
    }

    init(_ table: borrowing TermTable) {
        let count = table.count
        var entries: [Entry] = []
        entries.reserveCapacity(count)
        for number in 0..<count {
            entries.append(
                Entry(
                    prefix: BytePrefix.of(table[number]), rarity: ~table.counts[number],
                    number: UInt32(number)))
        }
        let starts = table.starts.base
        let bytes = table.bytes.base
        func piece(_ number: UInt32) -> UnsafeRawBufferPointer {
            let start = Int(starts[Int(number)])
            return UnsafeRawBufferPointer(
                start: bytes + start, count: Int(starts[Int(number) + 1]) - start)
        }
        entries.sort { left, right in
            if left.rarity != right.rarity { return left.rarity < right.rarity }
            if left.prefix != right.prefix { return left.prefix < right.prefix }
            return piece(left.number).lexicographicallyPrecedes(piece(right.number))
        }
        var order = GrowingBuffer<UInt32>(capacity: count)
        var ranks = GrowingBuffer<UInt32>(repeating: 0, count: count)
        for (rank, entry) in entries.enumerated() {
            order.append(entry.number)
            ranks[Int(entry.number)] = UInt32(rank)
        }
        self.order = order
        self.ranks = ranks
    }
}

/// The beginning of bytes as a number.
enum BytePrefix {
    /// The first eight bytes, zeros behind: the order of such numbers is that of the bytes, as far as they go.
    @inline(__always)
    static func of(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        if bytes.count >= 8 { return UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)) }
        var prefix: UInt64 = 0
        for byte in bytes { prefix = prefix << 8 | UInt64(byte) }
        return bytes.isEmpty ? 0 : prefix << UInt64(8 * (8 - bytes.count))
    }
}
