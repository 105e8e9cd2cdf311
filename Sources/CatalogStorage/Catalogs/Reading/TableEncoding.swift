// The encodings of tables: spreadsheets and shop systems also export others than UTF-8.

enum TableEncoding: String {
    case utf8 = "UTF-8"
    case utf16LittleEndian = "UTF-16LE"
    case utf16BigEndian = "UTF-16BE"
    case windows1252 = "Windows-1252"

    /// The encoding that a byte order mark identifies, or the zero bytes of a heading in UTF-16 without one;
    /// `nil` if there is neither.
    ///
    /// - Parameter length: the number of bytes of the mark.
    static func marked(_ bytes: UnsafeBufferPointer<UInt8>, length: inout Int) -> TableEncoding? {
        let first = bytes.prefix(3)
        length = 2
        if first.starts(with: [0xFF, 0xFE]) { return .utf16LittleEndian }
        if first.starts(with: [0xFE, 0xFF]) { return .utf16BigEndian }
        length = 3
        if first.elementsEqual([0xEF, 0xBB, 0xBF]) { return .utf8 }
        length = 0
        guard bytes.count >= 4, bytes.count(where: { $0 == 0 }) * 3 > bytes.count else { return nil }
        if bytes[1] == 0, bytes[3] == 0 { return .utf16LittleEndian }
        return bytes[0] == 0 && bytes[2] == 0 ? .utf16BigEndian : nil
    }

    /// The encoding of bytes without a mark; `nil` if they are ASCII, which fits several. Bytes that are not
    /// UTF-8 are Windows-1252 if all of them are letters or marks of it, and few of the others form UTF-8;
    /// otherwise the text is UTF-8 with errors, which are reported.
    static func guessed(_ bytes: some Sequence<UInt8>) -> TableEncoding? {
        var valid = 0
        var invalid = 0
        var isText = true
        var sequence: (first: UInt8, rest: Int)?
        for byte in bytes {
            if let (first, rest) = sequence {
                if byte & 0xC0 == 0x80 {
                    sequence = rest > 1 ? (first, rest - 1) : nil
                    if rest == 1 { valid += 1 }
                    continue
                }
                sequence = nil
                invalid += 1
            }
            switch byte {
            case 0..<0x80: if byte < 0x20, ![0x09, 0x0A, 0x0D].contains(byte) { isText = false }
            case 0xC2...0xDF: sequence = (byte, 1)
            case 0xE0...0xEF: sequence = (byte, 2)
            case 0xF0...0xF4: sequence = (byte, 3)
            default:
                invalid += 1
                // 0xFF (ÿ) hardly occurs in texts, but often in binary files.
                if byte == 0xFF || byte < 0xA0 && Self.highControls[Int(byte - 0x80)] == nil {
                    isText = false
                }
            }
        }
        if valid == 0, invalid == 0 { return nil }
        return isText && invalid > valid ? .windows1252 : .utf8
    }

    /// The characters of Windows-1252 for the bytes 0x80 to 0x9F; the others are the first 256 scalars of
    /// Unicode. Source: https://encoding.spec.whatwg.org/index-windows-1252.txt, without its control
    /// characters.
    static let highControls: [Unicode.Scalar?] = [
        "€", nil, "‚", "ƒ", "„", "…", "†", "‡", "ˆ", "‰", "Š", "‹", "Œ", nil, "Ž", nil,
        nil, "‘", "’", "“", "”", "•", "–", "—", "˜", "™", "š", "›", "œ", nil, "ž", "Ÿ",
    ]
}
