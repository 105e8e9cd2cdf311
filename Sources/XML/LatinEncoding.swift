// The encodings of one byte for each character in which older files are written.

/// ISO 8859-1 or windows-1252.
package enum LatinEncoding {
    case iso88591, windows1252

    /// The encoding of a name in lower case; `nil` for another one.
    init?(name: String) {
        switch name {
        case "iso-8859-1", "iso8859-1", "iso_8859-1", "latin1", "latin-1": self = .iso88591
        case "windows-1252", "cp1252": self = .windows1252
        default: return nil
        }
    }

    /// A text in UTF-8.
    package func utf8(_ bytes: [UInt8]) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count + bytes.count / 8)
        for byte in bytes {
            if byte < 0x80 {
                text.append(byte)
            } else {
                text += UTF8.encode(scalar(byte)) ?? UTF8.encodedReplacementCharacter
            }
        }
        return text
    }

    /// A text in ISO 8859-1.
    ///
    /// - Parameter replacement: what stands for a character that the encoding does not have, in ASCII.
    package func bytes(_ utf8: [UInt8], replacement: (Unicode.Scalar) -> String) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(utf8.count)
        for scalar in String(decoding: utf8, as: UTF8.self).unicodeScalars {
            if scalar.value <= 0xFF {
                bytes.append(UInt8(scalar.value))
            } else {
                bytes += replacement(scalar).utf8
            }
        }
        return bytes
    }

    private func scalar(_ byte: UInt8) -> Unicode.Scalar {
        guard self == .windows1252, (0x80...0x9F).contains(byte) else { return Unicode.Scalar(byte) }
        return Self.signs[Int(byte - 0x80)]
    }

    /// The characters of 0x80 to 0x9F in windows-1252 (Unicode's CP1252.TXT); bytes without one are U+FFFD.
    private static let signs =
        Array(
            "\u{20AC}\u{FFFD}\u{201A}\u{0192}\u{201E}\u{2026}\u{2020}\u{2021}\u{02C6}\u{2030}\u{0160}\u{2039}\u{0152}"
                .unicodeScalars)
        + Array(
            "\u{FFFD}\u{017D}\u{FFFD}\u{FFFD}\u{2018}\u{2019}\u{201C}\u{201D}\u{2022}\u{2013}\u{2014}\u{02DC}\u{2122}"
                .unicodeScalars) + Array("\u{0161}\u{203A}\u{0153}\u{FFFD}\u{017E}\u{0178}".unicodeScalars)
}
