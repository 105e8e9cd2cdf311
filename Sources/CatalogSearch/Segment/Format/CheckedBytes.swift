// Reads bytes of a file that may be damaged: within bounds, and after verifying the checksum of each page.

internal import Synchronization

/// A range of a mapped file. Each page is compared with its checksum when it is first read.
///
/// Trivial on purpose: copies count no references. Valid as long as the ``SegmentFile`` it comes from.
struct CheckedBytes: Sendable {
    /// The data shared by all ranges of a file.
    struct File: Sendable {
        // `nonisolated(unsafe)`: this process never writes to the mapped bytes, and `verified` is atomic.
        nonisolated(unsafe) let base: UnsafeRawPointer
        /// The checksums of the pages; the checksum of the footer covers them.
        nonisolated(unsafe) let checksums: UnsafeRawPointer
        /// The end of the last page: the number of bytes that checksums cover.
        let checkedCount: Int
        /// One bit for each page that passed its check.
        nonisolated(unsafe) let verified: UnsafeMutablePointer<Atomic<UInt64>>
    }

    private let file: File
    /// The start of the range in the file.
    private let start: Int
    let count: Int

    /// - Parameter range: within the file's checked bytes.
    init(_ file: File, _ range: Range<Int>) {
        self.file = file
        start = range.lowerBound
        count = range.count
    }

    /// Bytes of this range.
    ///
    /// - Parameter range: half-open, in bytes from the start of this range.
    /// - Throws: `damaged` if the range is out of bounds, or the checksum of a page is wrong.
    @inline(__always)
    func bytes(_ range: Range<Int>) throws(SegmentError) -> UnsafeRawBufferPointer {
        guard range.lowerBound >= 0, range.upperBound <= count else { throw .damaged }
        if range.isEmpty { return UnsafeRawBufferPointer(start: nil, count: 0) }
        try verify(start + range.lowerBound, start + range.upperBound)
        return UnsafeRawBufferPointer(start: file.base + start + range.lowerBound, count: range.count)
    }

    /// All bytes of this range.
    func all() throws(SegmentError) -> UnsafeRawBufferPointer { try bytes(0..<count) }

    /// Bytes between two offsets that the file stores.
    @inline(__always)
    func bytes(from lower: UInt32, to upper: UInt32) throws(SegmentError) -> UnsafeRawBufferPointer {
        guard lower <= upper else { throw .damaged }
        return try bytes(Int(lower)..<Int(upper))
    }

    /// The number at an index of this range, which is a list of such numbers.
    @inline(__always)
    func number<Number: FixedWidthInteger>(_ index: Int, as type: Number.Type = Number.self)
        throws(SegmentError) -> Number
    {
        let offset = try offset(ofNumber: index, size: MemoryLayout<Number>.size)
        return Number(littleEndian: file.base.load(fromByteOffset: offset, as: Number.self))
    }

    /// The same for the type of most lists: without whole-module optimization, the generic function takes
    /// many times as long.
    @inline(__always)
    func number(_ index: Int, as type: UInt32.Type = UInt32.self) throws(SegmentError) -> UInt32 {
        let offset = try offset(ofNumber: index, size: 4)
        return UInt32(littleEndian: file.base.load(fromByteOffset: offset, as: UInt32.self))
    }

    /// The offset of a number in the file, after verifying its page.
    @inline(__always)
    private func offset(ofNumber index: Int, size: Int) throws(SegmentError) -> Int {
        guard index >= 0, index < count / size else { throw .damaged }
        // Sections are aligned, so no number crosses a page.
        let offset = start + index * size
        try verify(page: offset / IndexLayout.pageSize)
        return offset
    }

    /// A subrange of this range.
    func slice(_ range: Range<Int>) throws(SegmentError) -> CheckedBytes {
        guard range.lowerBound >= 0, range.upperBound <= count else { throw .damaged }
        return CheckedBytes(file, start + range.lowerBound..<start + range.upperBound)
    }

    @inline(__always)
    private func verify(_ lower: Int, _ upper: Int) throws(SegmentError) {
        var page = lower / IndexLayout.pageSize
        let last = (upper - 1) / IndexLayout.pageSize
        while page <= last {
            try verify(page: page)
            page += 1
        }
    }

    @inline(__always)
    private func verify(page: Int) throws(SegmentError) {
        if file.verified[page >> 6].load(ordering: .relaxed) & 1 << UInt64(page & 63) == 0 {
            try check(page)
        }
    }

    @inline(never)
    private func check(_ page: Int) throws(SegmentError) {
        let start = page * IndexLayout.pageSize
        let end = min(start + IndexLayout.pageSize, file.checkedCount)
        let checksum = Checksum.of(UnsafeRawBufferPointer(start: file.base + start, count: end - start))
        let expected = file.checksums.loadUnaligned(fromByteOffset: page * 8, as: UInt64.self)
        guard checksum == UInt64(littleEndian: expected) else { throw .damaged }
        file.verified[page >> 6].bitwiseOr(1 << UInt64(page & 63), ordering: .relaxed)
    }
}

/// Concatenated strings after their offsets.
struct StringList: Sendable {
    private let offsets: CheckedBytes
    private let bytes: CheckedBytes
    let count: Int

    /// The list at the beginning of a part of the file; `nil` if the part is missing.
    ///
    /// - Returns: also the size of the list in bytes.
    static func read(_ part: CheckedBytes?) throws(SegmentError) -> (list: StringList, size: Int)? {
        guard let part else { return nil }
        guard part.count >= 8 else { throw .damaged }
        let count = Int(try part.number(0, as: UInt32.self))
        let header = 4 * (count + 2)
        guard header <= part.count else { throw .damaged }
        let offsets = try part.slice(4..<header)
        let size = Int(try offsets.number(count, as: UInt32.self))
        guard header + size <= part.count else { throw .damaged }
        let bytes = try part.slice(header..<header + size)
        return (StringList(offsets: offsets, bytes: bytes, count: count), header + size)
    }

    private init(offsets: CheckedBytes, bytes: CheckedBytes, count: Int) {
        self.offsets = offsets
        self.bytes = bytes
        self.count = count
    }

    subscript(index: Int) -> UnsafeRawBufferPointer {
        get throws(SegmentError) {
            guard index < count else { throw .damaged }
            return try bytes.bytes(from: offsets.number(index), to: offsets.number(index + 1))
        }
    }

    func string(_ index: Int) throws(SegmentError) -> String {
        String(decoding: try self[index], as: UTF8.self)
    }

    func strings() throws(SegmentError) -> [String] {
        var strings: [String] = []
        strings.reserveCapacity(count)
        for index in 0..<count { strings.append(try string(index)) }
        return strings
    }
}

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
