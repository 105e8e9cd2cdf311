// Segments in memory, without a file.

/// The bytes of a segment's file while it is written.
package struct SegmentBytes: SegmentOutput {
    /// The bytes written so far.
    package private(set) var bytes: [UInt8] = []

    package init() {}

    package mutating func write(_ bytes: UnsafeRawBufferPointer) { self.bytes.append(contentsOf: bytes) }

    /// Opens the written segment.
    ///
    /// - Throws: `SegmentError`.
    package func segment() throws(SegmentError) -> IndexedSegment { try Self.segment(bytes) }

    /// Opens a segment from a copy of its file's bytes.
    ///
    /// - Throws: `SegmentError`.
    package static func segment(_ bytes: [UInt8]) throws(SegmentError) -> IndexedSegment {
        let copy = Copy(bytes)
        return try IndexedSegment(copy.bytes, owner: copy)
    }

    /// Bytes at a fixed address. Stored as words, because segments must be aligned to 8 bytes.
    private final class Copy: Sendable {
        private let words: GrowingBuffer<UInt64>
        private let count: Int

        init(_ bytes: [UInt8]) {
            words = GrowingBuffer(repeating: 0, count: (bytes.count + 7) / 8)
            count = bytes.count
            UnsafeMutableRawBufferPointer(start: words.base, count: count).copyBytes(from: bytes)
        }

        var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: words.base, count: count) }
    }
}

extension SegmentWriter {
    /// The size in memory, in bytes, from which the records of a segment on the heap are divided.
    package static let sizeLimitOnHeap = 64 << 20

    /// Makes a segment on the heap, on all cores. The writer is unusable afterwards.
    ///
    /// - Throws: as ``finish(metadata:storesFoldings:to:)`` does.
    package nonisolated(nonsending) func segment() async throws -> IndexedSegment {
        var output = SegmentBytes()
        try await finish(metadata: [], storesFoldings: false, to: &output)
        return try output.segment()
    }

    /// The same without suspension.
    package func segmentAtOnce() throws -> IndexedSegment {
        var output = SegmentBytes()
        try finishAtOnce(metadata: [], storesFoldings: false, to: &output)
        return try output.segment()
    }
}
