// The encodings of `.strings` files: detection and encoding.

/// The encodings that readers of `.strings` files accept.
public enum TextEncoding: String, Sendable, Hashable, CaseIterable {
    /// UTF-8, the most common encoding.
    case utf8 = "UTF-8"
    /// UTF-16, most significant byte first.
    case utf16BigEndian = "UTF-16BE"
    /// UTF-16, least significant byte first, which `genstrings` writes on current machines.
    case utf16LittleEndian = "UTF-16LE"
    /// UTF-32, most significant byte first.
    case utf32BigEndian = "UTF-32BE"
    /// UTF-32, least significant byte first.
    case utf32LittleEndian = "UTF-32LE"

    /// The byte order mark U+FEFF in this encoding.
    public var byteOrderMark: [UInt8] { encoded("\u{FEFF}") }

    /// A text in this encoding, without a byte order mark.
    public func encoded(_ text: String) -> [UInt8] {
        switch self {
        case .utf8: return Array(text.utf8)
        case .utf16BigEndian: return text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        case .utf16LittleEndian: return text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        case .utf32BigEndian:
            return text.unicodeScalars.flatMap { scalar in
                [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: scalar.value >> $0) }
            }
        case .utf32LittleEndian:
            return text.unicodeScalars.flatMap { scalar in
                [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: scalar.value >> $0) }
            }
        }
    }

    /// The encoding detected from the first bytes, and whether they are a byte order mark.
    static func detected(in bytes: [UInt8]) -> (encoding: TextEncoding, hasByteOrderMark: Bool) {
        // UTF-32 is first because its little-endian mark begins with that of UTF-16.
        for encoding in [utf32LittleEndian, utf32BigEndian, utf8, utf16LittleEndian, utf16BigEndian] {
            if bytes.starts(with: encoding.byteOrderMark) { return (encoding, true) }
        }
        return (encodingByZeroBytes(in: bytes) ?? .utf8, false)
    }

    /// UTF-16 without a mark, recognised by the zero bytes of its ASCII characters. Each line has some
    /// (quotes, `=`, `;`, line breaks), and all are at even or all at odd offsets.
    private static func encodingByZeroBytes(in bytes: [UInt8]) -> TextEncoding? {
        let sample = bytes.prefix(4096)
        guard sample.count >= 2 else { return nil }
        var zeros = [0, 0]
        for (index, byte) in sample.enumerated() where byte == 0 { zeros[index & 1] += 1 }
        let total = zeros[0] + zeros[1]
        // A single NUL in UTF-8 text must not change the encoding of the whole file.
        guard total * 8 >= sample.count else { return nil }
        if zeros[0] * 10 >= total * 9 { return .utf16BigEndian }
        if zeros[1] * 10 >= total * 9 { return .utf16LittleEndian }
        return nil
    }
}
