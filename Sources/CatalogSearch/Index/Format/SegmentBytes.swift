// Where is a segment kept that needs no file? In memory.

/// A segment's file in memory, while it is written.
package struct SegmentBytes: SegmentOutput {
    /// The bytes written so far.
    package private(set) var bytes: [UInt8] = []

    package init() {}

    package mutating func write(_ bytes: UnsafeRawBufferPointer) { self.bytes.append(contentsOf: bytes) }

    /// Opens what was written.
    ///
    /// - Throws: `SegmentError`.
    package func segment() throws(SegmentError) -> IndexedSegment { try Self.segment(bytes) }

    /// Opens a segment from a copy of its file's bytes.
    ///
    /// - Throws: `SegmentError`.
    package static func segment(_ bytes: [UInt8]) throws(SegmentError) -> IndexedSegment {
        let copy = Copy(bytes)
        return try IndexedSegment(UnsafeRawBufferPointer(copy.buffer), owner: copy)
    }

    /// Bytes at an address that does not change.
    private final class Copy: @unchecked Sendable {
        // `@unchecked`: nobody writes to it after it was made.
        let buffer: UnsafeMutableRawBufferPointer

        init(_ bytes: [UInt8]) {
            buffer = .allocate(byteCount: bytes.count, alignment: 16)
            buffer.copyBytes(from: bytes)
        }

        deinit { buffer.deallocate() }
    }
}
