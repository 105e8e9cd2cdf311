// Ascending numbers take as few bytes as their distances allow, and are read back as they were.

import TestSupport
import Testing

@testable import CatalogSearch

struct AscendingNumbersTests {
    /// Writes numbers as the text offsets of a file, and reads that section.
    private static func stored(_ numbers: [UInt32]) throws -> (bytes: Int, numbers: [UInt32]) {
        let section = numbers.withUnsafeBufferPointer {
            AscendingNumbers.section(.textOffsets, locale: 3, field: 2, $0)
        }
        var output = MemoryOutput()
        var frame = try FileFrame(&output)
        try frame.write(section, to: &output)
        try frame.finish(recordCount: 0, to: &output)
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: output.bytes.count, alignment: 8)
        defer { bytes.deallocate() }
        bytes.copyBytes(from: output.bytes)
        let file = try SegmentFile(UnsafeRawBufferPointer(bytes), owner: 0)
        defer { withExtendedLifetime(file) {} }
        let list = try #require(try file.ascending(.textOffsets, locale: 3, field: 2, count: numbers.count))
        #expect(throws: SegmentError.self) { try list[numbers.count] }
        #expect(throws: SegmentError.self) { try list[-1] }
        return (section.withBytes(\.count), try numbers.indices.map { try list[$0] })
    }

    /// Invariant: reading a section gives the numbers that were written, and no form of it is read as
    /// another.
    @Test(arguments: [1, 2, 3, 31, 32, 33, 34, 63, 64, 65, 96, 1_000])
    func areReadAsWritten(count: Int) throws {
        for step in [0, 1, 8, 9, 2_000, 3_000, 100_000] as [UInt32] {
            let numbers = (0..<UInt32(count)).map { 7 + $0 * step }
            #expect(try Self.stored(numbers).numbers == numbers)
        }
        #expect(try Self.stored([UInt32](repeating: .max, count: count)).numbers.allSatisfy { $0 == .max })
    }

    @Test func takeTheBytesOfTheGreatestDistance() throws {
        func bytes(step: UInt32) throws -> Int { try Self.stored((0..<64).map { $0 * step }).bytes }
        // The last number of a block is 31 steps behind its first.
        #expect(try bytes(step: 8) == 2 * 4 + 64)
        #expect(try bytes(step: 9) == 2 * 4 + 2 * 64)
        #expect(try bytes(step: 2_114) == 2 * 4 + 2 * 64)
        #expect(try bytes(step: 2_115) == 4 * 64)
    }
}
