// Reads numbers of variable length from a file that may be damaged.

/// Reads LEB128 numbers from a section of a file.
///
/// It may read three bytes past the end of the section; at least the file's footer follows.
struct VarintReader {
    private var position: UnsafeRawPointer?
    private let end: UnsafeRawPointer?

    init(_ bytes: UnsafeRawBufferPointer) {
        position = bytes.baseAddress
        end = bytes.baseAddress.map { $0 + bytes.count }
    }

    @inline(__always)
    var isAtEnd: Bool { position == end }

    /// The number of bytes left.
    @inline(__always)
    var remaining: Int { position.map { end! - $0 } ?? 0 }

    /// The next number, of at most 32 bits.
    @inline(__always)
    mutating func next() throws(SegmentError) -> UInt32 {
        guard let pointer = position, let end, pointer < end else { throw .damaged }
        // Load four bytes at once, whatever follows the number: this avoids a branch on its length.
        let word = UInt32(littleEndian: pointer.loadUnaligned(as: UInt32.self))
        let ends = ~word & 0x8080_8080
        guard ends != 0 else { return try nextOfFive(pointer, end) }
        let next = pointer + (ends.trailingZeroBitCount >> 3 + 1)
        guard next <= end else { throw .damaged }
        position = next
        let bits = word & (ends ^ (ends &- 1))
        return bits & 0x7F | bits >> 1 & 0x3F80 | bits >> 2 & 0x1F_C000 | bits >> 3 & 0xFE0_0000
    }

    /// A number of five bytes.
    @inline(never)
    private mutating func nextOfFive(
        _ pointer: UnsafeRawPointer, _ end: UnsafeRawPointer
    ) throws(SegmentError) -> UInt32 {
        guard end - pointer >= 5 else { throw .damaged }
        position = pointer + 5
        var value: UInt32 = 0
        for byte in 0..<4 {
            value |= UInt32(pointer.load(fromByteOffset: byte, as: UInt8.self) & 0x7F) << UInt32(7 * byte)
        }
        let last = pointer.load(fromByteOffset: 4, as: UInt8.self)
        guard last < 0x10 else { throw .damaged }
        return value | UInt32(last) << 28
    }

    /// The next bytes, preceded by their count.
    @inline(__always)
    mutating func bytes() throws(SegmentError) -> UnsafeRawBufferPointer {
        try bytes(count: Int(try next()))
    }

    @inline(__always)
    mutating func bytes(count: Int) throws(SegmentError) -> UnsafeRawBufferPointer {
        guard count > 0 else { return UnsafeRawBufferPointer(start: nil, count: 0) }
        guard let pointer = position, let end, end - pointer >= count else { throw .damaged }
        position = pointer + count
        return UnsafeRawBufferPointer(start: pointer, count: count)
    }
}
