// Invariant: a position found with checkpoints equals the one that is found by counting from the beginning.

import Localization
import TestSupport
import Testing

@Suite struct SourcePositionTests {
    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func placesAreThoseThatCountingFinds(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let pieces = ["a", "b", "\n", "\r", "\r\n", "ä", "日", "😀", String(repeating: "x", count: 90)]
        let text = (0..<60).map { _ in pieces.randomElement(using: &generator)! }.joined()
        let bytes = Array(text.utf8)
        let index = PositionIndex(bytes)
        var (line, column) = (1, 1)
        for offset in bytes.indices {
            let place = index.place(at: offset, in: bytes)
            #expect((place.line, place.column) == (line, column), "\(offset) in \(text)")
            let isReturn = bytes[offset] == 0x0D && (offset + 1 == bytes.count || bytes[offset + 1] != 0x0A)
            if bytes[offset] == 0x0A || isReturn {
                (line, column) = (line + 1, 1)
            } else if bytes[offset] & 0xC0 != 0x80 {
                column += 1
            }
        }
    }
}
