// Validation finds the first ill-formed sequence.

import Support
import Testing

@Suite struct UTF8ValidationTests {
    @Test(
        arguments: [
            ([], nil), (Array("Grüße 👋".utf8), nil), ([0x61, 0xFF], 1), ([0xC3], 0),
            ([0x61, 0xE2, 0x82, 0x62], 1),
            ([0xED, 0xA0, 0x80], 0), (Array("ü".utf8) + [0x80], 2), ([0xC0, 0xAF], 0),
        ] as [([UInt8], Int?)])
    func theOffsetIsThatOfTheSequence(bytes: [UInt8], offset: Int?) {
        #expect(bytes.span.firstInvalidUTF8 == offset)
    }
}
