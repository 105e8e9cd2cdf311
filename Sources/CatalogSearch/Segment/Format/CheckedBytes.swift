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

    /// The code at an index of this range, which is a list of codes of 1, 2 or 4 bytes.
    @inline(__always)
    func code(_ index: Int, width: Int) throws(SegmentError) -> Int {
        switch width {
        case 1: Int(try number(index, as: UInt8.self))
        case 2: Int(try number(index, as: UInt16.self))
        default: Int(try number(index, as: UInt32.self))
        }
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
