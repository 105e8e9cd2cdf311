// LEB128 numbers are read as written, whatever bytes follow them.

import TestSupport
import Testing

@testable import CatalogSearch

@Suite struct VarintReaderTests {
    /// Reads all numbers of the first bytes, with three other bytes after them.
    private static func numbers(_ bytes: [UInt8], behind: UInt8) throws -> [UInt32] {
        let all = bytes + [behind, behind, behind]
        var numbers: [UInt32] = []
        let count = bytes.count
        try all.withUnsafeBytes { all in
            var reader = VarintReader(UnsafeRawBufferPointer(rebasing: all[..<count]))
            while !reader.isAtEnd { numbers.append(try reader.next()) }
        }
        return numbers
    }

    private static func bytes(_ number: UInt32) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = number
        while rest >= 0x80 {
            bytes.append(UInt8(rest & 0x7F) | 0x80)
            rest >>= 7
        }
        return bytes + [UInt8(rest)]
    }

    @Test func readsWhatWasWritten() throws {
        var random = SeededGenerator(seed: 5)
        var numbers: [UInt32] = [0, .max]
        for bit in 0..<32 { numbers += [1 << UInt32(bit), (1 << UInt32(bit)) - 1] }
        for _ in 0..<200 {
            numbers.append(
                UInt32.random(in: 0...UInt32.max >> UInt32.random(in: 0..<32, using: &random), using: &random)
            )
        }
        numbers.shuffle(using: &random)
        for behind: UInt8 in [0, 0x7F, 0x80, 0xFF] {
            #expect(try Self.numbers(numbers.flatMap(Self.bytes), behind: behind) == numbers)
        }
    }

    @Test(
        arguments: [
            [0x80], [0xFF, 0xFF], [0x80, 0x80, 0x80], [0x80, 0x80, 0x80, 0x80], [1, 0x80],
            // More than 32 bits, and more than five bytes.
            [0xFF, 0xFF, 0xFF, 0xFF, 0x10], [0xFF, 0xFF, 0xFF, 0xFF, 0x80, 0x00],
        ] as [[UInt8]])
    func refusesWhatIsNoNumber(bytes: [UInt8]) {
        #expect(throws: SegmentError.self) { try Self.numbers(bytes, behind: 0) }
    }
}
