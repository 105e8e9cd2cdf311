// The strings of a PO file, with the escapes of C.

extension POParser {
    /// Appends the string at the current position to the buffer. A string ends at the end of its line at the
    /// latest.
    mutating func parseString(_ end: Int) {
        let start = position
        position += 1
        var plain = position
        while position < end {
            switch text[position] {
            case 0x22:
                buffer += text[plain..<position]
                position += 1
                return
            case 0x5C where position + 1 < end:
                buffer += text[plain..<position]
                parseEscape(end)
                plain = position
            default: position += 1
            }
        }
        var last = end
        if last > plain, text[last - 1] == 0x0D { last -= 1 }
        buffer += text[plain..<last]
        report(.unterminatedString(excerpt(start, last)), at: start)
    }

    private mutating func parseEscape(_ end: Int) {
        let start = position
        let sign = text[position + 1]
        position += 2
        switch sign {
        case 0x6E: buffer.append(0x0A)
        case 0x74: buffer.append(0x09)
        case 0x72: buffer.append(0x0D)
        case 0x61: buffer.append(0x07)
        case 0x62: buffer.append(0x08)
        case 0x66: buffer.append(0x0C)
        case 0x76: buffer.append(0x0B)
        case 0x22, 0x5C: buffer.append(sign)
        case 0x30...0x37:
            var value = UInt32(sign - 0x30)
            let most = min(start + 4, end)
            while position < most, (0x30...0x37).contains(text[position]) {
                value = value * 8 + UInt32(text[position] - 0x30)
                position += 1
            }
            if value > 0xFF { report(.invalidEscape(excerpt(start, position)), at: start) }
            buffer.append(UInt8(truncatingIfNeeded: value))
        case 0x78:
            var value: UInt8 = 0
            let most = min(start + 4, end)
            while position < most, let digit = Self.hexadecimalValue(text[position]) {
                value = value << 4 | digit
                position += 1
            }
            if position == start + 2 {
                report(.invalidEscape("\\x"), at: start)
                buffer.append(sign)
            } else {
                buffer.append(value)
            }
        default:
            // Drop the backslash. The byte after it may be the first of several in a character.
            position = start + 1
            if sign != 0x0D { report(.invalidEscape(excerpt(start, characterEnd(position, end))), at: start) }
            buffer.append(sign)
            position += 1
        }
    }

    private func characterEnd(_ start: Int, _ end: Int) -> Int {
        var next = start + 1
        while next < end, text[next] & 0xC0 == 0x80 { next += 1 }
        return next
    }

    private static func hexadecimalValue(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x41 + 10
        case 0x61...0x66: byte - 0x61 + 10
        default: nil
        }
    }
}
