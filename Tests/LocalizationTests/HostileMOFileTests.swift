// Malicious MO files: each causes an error that describes the fault.

import Localization
import TestSupport
import Testing

@Suite struct HostileMOFileTests {
    /// The file from `msgfmt` with one of its 32-bit numbers replaced.
    static func patched(_ word: Int, _ value: UInt32) -> [UInt8] {
        var bytes = MOFixtures.littleEndian
        for index in 0..<4 {
            bytes[word * 4 + index] = UInt8(truncatingIfNeeded: value >> (8 * UInt32(index)))
        }
        return bytes
    }

    static let cases: [([UInt8], MOError)] = [
        ([], .truncatedHeader(size: 0)),
        (Array(MOFixtures.littleEndian.prefix(27)), .truncatedHeader(size: 27)),
        (Array(MOFixtures.littleEndian.prefix(47)), .truncatedHeader(size: 47)),
        (patched(0, 0x1234_5678), .badMagic(0x1234_5678)),
        (patched(1, 0x0002_0000), .unsupportedRevision(0x0002_0000)),
        (patched(2, .max), .tableOutOfBounds(.originals, offset: 48, count: 0xFFFF_FFFF)),
        (patched(3, .max - 3), .tableOutOfBounds(.originals, offset: 0xFFFF_FFFC, count: 3)),
        (patched(4, 538), .tableOutOfBounds(.translations, offset: 538, count: 3)),
        (patched(4, 48), .overlap(offset: 48)),
        (patched(5, .max), .tableOutOfBounds(.hash, offset: 96, count: 0xFFFF_FFFF)),
        (patched(24, 77), .invalidHashTable),
        (patched(14, .max), .stringOutOfBounds(.originals, index: 1, offset: 253, length: 0xFFFF_FFFF)),
        (patched(15, .max), .stringOutOfBounds(.originals, index: 1, offset: 0xFFFF_FFFF, length: 5)),
        (patched(14, 4), .unterminatedString(.originals, index: 1)),
        (patched(7, .max), .tableOutOfBounds(.segments, offset: 124, count: 0xFFFF_FFFF)),
        (patched(9, .max), .tableOutOfBounds(.systemDependentOriginals, offset: 140, count: 0xFFFF_FFFF)),
        // Without a free slot, a search in the hash table would never end.
        (MOFixtures.file([([0x61], [0x62])], hash: [1, 1, 1]), .invalidHashTable),
    ]

    @Test(arguments: cases)
    func givesATypedError(bytes: [UInt8], error: MOError) {
        #expect(throws: error) { try MOFile(bytes) }
    }

    @Test func refusesStringsThatShareBytes() {
        var bytes = MOFixtures.file([("abc", "x"), ("bcd", "y")])
        // The second original becomes the last two bytes of the first.
        bytes[28 + 8] = 2
        bytes[28 + 12] = bytes[28 + 4] + 1
        #expect(throws: MOError.overlap(offset: 61)) { try MOFile(bytes) }
    }

    /// A thousand descriptors of one long string would need a thousand times its memory.
    @Test func refusesToMultiplyStrings() {
        let long = [UInt8](repeating: 0x61, count: 100_000)
        var bytes = MOFixtures.file([(long, [])] + (0..<1000).map { _ in ([0x62], []) })
        for index in 1...1000 {
            for byte in 0..<8 { bytes[28 + index * 8 + byte] = bytes[28 + byte] }
        }
        #expect(throws: MOError.overlap(offset: 28 + 16 * 1001)) { try MOFile(bytes) }
    }

    @Test(arguments: [false, true])
    func survivesAnyFile(isBigEndian: Bool) {
        var generator = SeededGenerator(seed: 99)
        let seed = isBigEndian ? MOFixtures.bigEndian : MOFixtures.littleEndian
        var readable = 0
        for _ in 0..<8000 {
            var bytes = seed
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                // Most changes affect the numbers at the beginning, on which the reader depends most.
                let most = Bool.random(using: &generator) ? 244 : bytes.count
                let values: [UInt8] = [0, 1, 0x7F, 0x80, 0xFF, UInt8.random(in: 0...255, using: &generator)]
                bytes[Int.random(in: 0..<most, using: &generator)] = values.randomElement(using: &generator)!
            }
            if Int.random(in: 0..<8, using: &generator) == 0 {
                bytes.removeLast(Int.random(in: 0...bytes.count, using: &generator))
            }
            guard let file = try? MOFile(bytes) else { continue }
            readable += 1
            _ = file.ngettext("%ld byte", "%ld bytes", 3)
            _ = try? file.messageCatalog(locale: LocaleIdentifier("ru")!)
        }
        #expect(readable > 100)
    }
}
