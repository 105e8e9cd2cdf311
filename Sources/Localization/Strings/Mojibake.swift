// Whether a text is UTF-8 that somebody took for Windows-1252 and encoded once more.

/// Recognises doubly encoded text (`fÃ¼r` for `für`).
enum Mojibake {
    /// The text that was meant; `nil` where the text looks as it should.
    ///
    /// The whole text must make sense as UTF-8 once its characters are taken for bytes of Windows-1252, and a
    /// suspicious letter behind a capital does not count: `AMANHÃ…` is Portuguese.
    static func repaired(_ text: String) -> String? {
        guard text.utf8.contains(where: { $0 >= 0xC2 }) else { return nil }
        var bytes: [UInt8] = []
        var previousIsUppercase: [Bool] = []
        var isAfterCapital = false
        for scalar in text.unicodeScalars {
            guard let byte = byte(of: scalar) else { return nil }
            bytes.append(byte)
            previousIsUppercase.append(isAfterCapital)
            isAfterCapital = scalar.properties.isUppercase
        }
        var evidence = 0
        var position = 0
        while position < bytes.count {
            let length = UTF8Sequence.length(at: position, in: bytes)
            guard length > 0 else { return nil }
            if length > 1, !previousIsUppercase[position] { evidence += weight(ofLead: bytes[position]) }
            position += length
        }
        return evidence >= 2 ? String(decoding: bytes, as: UTF8.self) : nil
    }

    /// How much a leading byte proves: those of Latin letters and punctuation are enough by themselves, those
    /// of other scripts are where there are two of them.
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

    /// The characters that Windows-1252 has between 0x80 and 0x9F.
    private static let windows1252: [UInt32: UInt8] = [
        0x20AC: 0x80, 0x201A: 0x82, 0x0192: 0x83, 0x201E: 0x84, 0x2026: 0x85, 0x2020: 0x86, 0x2021: 0x87,
        0x02C6: 0x88, 0x2030: 0x89, 0x0160: 0x8A, 0x2039: 0x8B, 0x0152: 0x8C, 0x017D: 0x8E, 0x2018: 0x91,
        0x2019: 0x92, 0x201C: 0x93, 0x201D: 0x94, 0x2022: 0x95, 0x2013: 0x96, 0x2014: 0x97, 0x02DC: 0x98,
        0x2122: 0x99, 0x0161: 0x9A, 0x203A: 0x9B, 0x0153: 0x9C, 0x017E: 0x9E, 0x0178: 0x9F,
    ]
}
