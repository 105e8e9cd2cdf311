// Detection of mojibake: UTF-8 that was read as Windows-1252 and encoded again.

/// Recognises doubly encoded text (`fÃ¼r` for `für`).
package enum Mojibake {
    /// The repaired text; `nil` if the text looks correct.
    ///
    /// The characters of the text, as bytes of Windows-1252, must be valid UTF-8. A suspicious letter after a
    /// capital is no evidence, unless a small letter follows (`LÃ¤nge`): `AMANHÃ…` is Portuguese.
    package static func repaired(_ text: String) -> String? {
        guard mayBeMojibake(text) else { return nil }
        var bytes: [UInt8] = []
        let scalars = Array(text.unicodeScalars)
        for scalar in scalars {
            guard let byte = byte(of: scalar) else { return nil }
            bytes.append(byte)
        }
        func isInCapitals(_ range: Range<Int>) -> Bool {
            range.lowerBound > 0 && scalars[range.lowerBound - 1].properties.isUppercase
                && !(range.upperBound < scalars.count && scalars[range.upperBound].properties.isLowercase)
        }
        var evidence = 0
        var position = 0
        while position < bytes.count {
            let length = UTF8Sequence.length(at: position, in: bytes)
            guard length > 0 else { return nil }
            if length > 1, !isInCapitals(position..<position + length) {
                evidence += weight(ofLead: bytes[position])
            }
            position += length
        }
        return evidence >= 2 ? String(decoding: bytes, as: UTF8.self) : nil
    }

    /// Whether a letter from U+00C2 to U+00F0, which a leading byte becomes, precedes another character
    /// beyond ASCII. This check rules out most texts quickly.
    private static func mayBeMojibake(_ text: String) -> Bool {
        var before: UInt8 = 0
        var isLead = false
        for byte in text.utf8 {
            if isLead, byte >= 0xC2 { return true }
            isLead = before == 0xC3 && (0x82...0xB0).contains(byte)
            before = byte
        }
        return false
    }

    /// The weight of a leading byte as evidence. One of Latin letters or punctuation is enough;
    /// of other scripts, two are needed.
    private static func weight(ofLead byte: UInt8) -> Int {
        switch byte {
        case 0xC2...0xC5, 0xE2: 2
        case 0xCE, 0xCF, 0xD0, 0xD1, 0xD7...0xD9, 0xE0, 0xE1, 0xE3...0xED, 0xEF, 0xF0: 1
        default: 0
        }
    }

    private static func byte(of scalar: Unicode.Scalar) -> UInt8? {
        if scalar.value < 0x100 { return UInt8(scalar.value) }
        return windows1252[scalar.value]
    }

    /// The characters of Windows-1252 from 0x80 to 0x9F.
    private static let windows1252: [UInt32: UInt8] = [
        0x20AC: 0x80, 0x201A: 0x82, 0x0192: 0x83, 0x201E: 0x84, 0x2026: 0x85, 0x2020: 0x86, 0x2021: 0x87,
        0x02C6: 0x88, 0x2030: 0x89, 0x0160: 0x8A, 0x2039: 0x8B, 0x0152: 0x8C, 0x017D: 0x8E, 0x2018: 0x91,
        0x2019: 0x92, 0x201C: 0x93, 0x201D: 0x94, 0x2022: 0x95, 0x2013: 0x96, 0x2014: 0x97, 0x02DC: 0x98,
        0x2122: 0x99, 0x0161: 0x9A, 0x203A: 0x9B, 0x0153: 0x9C, 0x017E: 0x9E, 0x0178: 0x9F,
    ]
}
