// Patterns are found at all positions, in one pass over the text.

import TestSupport
import Testing

@testable import CatalogSearch

@Suite struct BytePositionsTests {
    private static func positions(of pattern: [UInt8], in text: [UInt8]) throws -> [Int] {
        try text.withUnsafeBufferPointer { text throws(SegmentError) in
            var positions = BytePositions(BytePattern(pattern), in: text)
            var found: [Int] = []
            while let position = try positions.next() { found.append(position) }
            return found
        }
    }

    private static func expected(_ pattern: [UInt8], in text: [UInt8]) -> [Int] {
        guard pattern.count <= text.count else { return [] }
        return (0...text.count - pattern.count).filter {
            text[$0..<$0 + pattern.count].elementsEqual(pattern)
        }
    }

    /// Words of two letters, with long repetitions, so that both ways of searching are used.
    @Test(arguments: [1, 2, 3, 9, 40, 300]) func findsAllPositions(length: Int) throws {
        var random = SeededGenerator(seed: UInt64(length))
        for round in 0..<30 {
            let period = (0..<Int.random(in: 1...6, using: &random)).map { _ in
                UInt8.random(in: 97...98, using: &random)
            }
            var text = (0..<Int.random(in: length...4_000, using: &random)).map { period[$0 % period.count] }
            for _ in 0..<round % 4 { text[Int.random(in: text.indices, using: &random)] = 97 }
            let start = Int.random(in: 0...text.count - length, using: &random)
            var pattern = Array(text[start..<start + length])
            if round % 3 == 0 { pattern[length - 1] = 99 }
            let all = Self.expected(pattern, in: text)
            #expect(try Self.positions(of: pattern, in: text) == all)
            text.withUnsafeBufferPointer { text in
                #expect(BytePattern(pattern).first(in: text, start..<text.count) == all.first { $0 >= start })
                #expect(
                    BytePattern(pattern).place(in: UnsafeRawBufferPointer(text), from: start)
                        == all.first { $0 >= start })
            }
        }
    }
}
