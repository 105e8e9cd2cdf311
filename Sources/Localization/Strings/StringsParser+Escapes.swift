// The escapes in strings.

internal import Support

extension StringsParser {
    /// The text of a string's content with its escapes resolved.
    mutating func unescaped(_ content: Range<Int>, hasEscapes: Bool) -> String {
        guard hasEscapes else { return String(streamSafe: text[content]) }
        var result: [UInt8] = []
        result.reserveCapacity(content.count)
        var index = content.lowerBound
        while index < content.upperBound {
            guard text[index] == 0x5C, index + 1 < content.upperBound else {
                result.append(text[index])
                index += 1
                continue
            }
            let escape = index
            let byte = text[index + 1]
            index += 2
            switch byte {
            case 0x61: result.append(0x07)
            case 0x62: result.append(0x08)
            case 0x66: result.append(0x0C)
            case 0x6E: result.append(0x0A)
            case 0x72: result.append(0x0D)
            case 0x74: result.append(0x09)
            case 0x76: result.append(0x0B)
            // Apple's reader knows a backslash before a line break, too. Platforms for translation export a
            // slash as JSON may spell it, and all readers read `/`.
            case 0x0A, 0x0D, 0x22, 0x27, 0x2F, 0x5C: result.append(byte)
            case 0x30...0x37: readOctal(escape, &index, content.upperBound, into: &result)
            case 0x55, 0x75: readUnicode(escape, &index, content.upperBound, into: &result)
            default:
                // Drop the backslash and keep the character after it, of any length.
                index = escape + 1
                var end = index + 1
                while end < content.upperBound, text[end] & 0xC0 == 0x80 { end += 1 }
                report(.unknownEscape(String(decoding: text[escape..<end], as: UTF8.self)), at: escape)
                result += text[index..<end]
                index = end
            }
        }
        return String(streamSafe: result)
    }

    /// `\ooo`: up to three octal digits, which are a code of the NeXTSTEP character set,
    /// modulo 256 as in Apple's reader.
    private mutating func readOctal(_ escape: Int, _ index: inout Int, _ end: Int, into result: inout [UInt8])
    {
        var value = 0
        index = escape + 1
        while index < min(end, escape + 4), (0x30...0x37).contains(text[index]) {
            value = value << 3 + Int(text[index] & 7)
            index += 1
        }
        let code = UInt8(truncatingIfNeeded: value)
        let scalar = NextStepCharacterSet.scalar(for: code)
        if value > 0xFF || scalar == nil {
            report(.undefinedOctalEscape(String(decoding: text[escape..<index], as: UTF8.self)), at: escape)
        } else if value >= 0x80 {
            note(.octalEscape, at: escape)
        }
        result += UTF8.encode(scalar ?? "\u{FFFD}")!
    }

    /// `\Uhhhh`: up to four hexadecimal digits, which are a UTF-16 code unit. A
    /// surrogate pair is one character.
    private mutating func readUnicode(
        _ escape: Int, _ index: inout Int, _ end: Int, into result: inout [UInt8]
    ) {
        guard let unit = codeUnit(at: escape, &index, end) else {
            let isCapital = text[escape + 1] == 0x55
            report(isCapital ? .unicodeEscapeWithoutDigits : .unknownEscape("\\u"), at: escape)
            result.append(text[escape + 1])
            return
        }
        if let scalar = Unicode.Scalar(unit) {
            result += UTF8.encode(scalar)!
            return
        }
        let second = index
        var next = index
        if unit < 0xDC00, second + 1 < end, text[second] == 0x5C, text[second + 1] | 0x20 == 0x75 {
            next = second + 2
            let before = diagnostics.mark
            if let low = codeUnit(at: second, &next, end), low & 0xFC00 == 0xDC00 {
                index = next
                note(.escapedSurrogatePair, at: escape)
                let value = 0x10000 + UInt32(unit & 0x3FF) << 10 + UInt32(low & 0x3FF)
                result += UTF8.encode(Unicode.Scalar(value)!)!
                return
            }
            diagnostics.rollBack(to: before)
        }
        report(.unpairedSurrogate(String(decoding: text[escape..<index], as: UTF8.self)), at: escape)
        result += [0xEF, 0xBF, 0xBD]
    }

    private mutating func codeUnit(at escape: Int, _ index: inout Int, _ end: Int) -> UInt16? {
        var value: UInt16 = 0
        index = escape + 2
        while index < min(end, escape + 6), let digit = Character(Unicode.Scalar(text[index])).hexDigitValue {
            value = value << 4 + UInt16(digit)
            index += 1
        }
        guard index > escape + 2 else { return nil }
        if text[escape + 1] == 0x75 {
            report(.lowercaseUnicodeEscape(String(decoding: text[escape..<index], as: UTF8.self)), at: escape)
        }
        return value
    }
}
