// Reads documents with the locations of their values. A fault affects only the value that contains it.

extension JSONReader {
    /// The only value of a document; `nil` if it has none. Offsets count a byte order mark.
    ///
    /// Syntax of JavaScript that JSON does not allow is reported and skipped: comments, and commas before
    /// closing brackets. Values below `maximumDepth` levels are not read.
    package static func located(_ bytes: [UInt8]) -> (value: LocatedJSON?, faults: [JSONFault]) {
        var reader = LocatedReader(JSONReader(bytes))
        let value = reader.value()
        reader.skipToEnd(hasValue: value != nil)
        return (value, reader.faults)
    }
}

private struct LocatedReader {
    private(set) var faults: [JSONFault] = []
    private var json: JSONReader

    init(_ json: JSONReader) { self.json = json }

    private var peek: UInt8? { json.offset < json.bytes.count ? json.bytes[json.offset] : nil }

    private mutating func report(_ kind: JSONFault.Kind, _ signs: String = "", at offset: Int? = nil) {
        faults.append(JSONFault(kind: kind, offset: offset ?? json.offset, signs: signs))
    }

    // MARK: Between values

    /// Skips white space and comments.
    private mutating func skipSpace() {
        while let byte = peek {
            if byte.isJSONSpace {
                json.offset += 1
            } else if byte == UInt8(ascii: "/"), json.offset + 1 < json.bytes.count,
                json.bytes[json.offset + 1] == byte || json.bytes[json.offset + 1] == UInt8(ascii: "*")
            {
                skipComment(isLine: json.bytes[json.offset + 1] == byte)
            } else {
                return
            }
        }
    }

    private mutating func skipComment(isLine: Bool) {
        report(.notAllowed, isLine ? "//" : "/*")
        json.offset += 2
        while let byte = peek {
            json.offset += 1
            if isLine, byte == 0x0A || byte == 0x0D { return }
            if !isLine, byte == UInt8(ascii: "*"), peek == UInt8(ascii: "/") {
                json.offset += 1
                return
            }
        }
    }

    /// Skips invalid text, up to a comma, a closing bracket or the end of the line.
    private mutating func skipFragment() {
        let start = json.offset
        repeat {
            if peek == UInt8(ascii: "\""), json.offset > start {
                passString()
            } else {
                json.offset += 1
            }
        } while peek.map { !Self.endsFragment($0) } ?? false
        // Never stops within a character.
        while let byte = peek, byte & 0xC0 == 0x80 { json.offset += 1 }
        report(.notAllowed, excerpt(from: start), at: start)
    }

    private static func endsFragment(_ byte: UInt8) -> Bool {
        byte == 0x0A || byte == 0x0D || ",}]".utf8.contains(byte)
    }

    private func excerpt(from start: Int) -> String {
        String(String(decoding: json.bytes[start..<min(json.offset, start + 80)], as: UTF8.self).prefix(20))
    }

    /// Reports text after the document.
    mutating func skipToEnd(hasValue: Bool) {
        skipSpace()
        guard let byte = peek else { return }
        report(
            hasValue ? .notAllowed : .missing,
            hasValue ? String(UnicodeScalar(byte < 0x80 ? byte : 0x3F)) : "{")
    }

    // MARK: Values

    /// The next value; `nil`, with a fault, if there is none.
    mutating func value() -> LocatedJSON? {
        skipSpace()
        let start = json.offset
        switch peek {
        case nil:
            report(.missing, "\"")
            return nil
        case UInt8(ascii: "\"")?:
            return LocatedJSON(content: .string(string()), range: start..<json.offset)
        case UInt8(ascii: "{")?, UInt8(ascii: "[")?:
            guard json.depth < JSONReader.maximumDepth else {
                report(.tooDeep, String(JSONReader.maximumDepth))
                skipNested()
                return LocatedJSON(content: .other, range: start..<json.offset)
            }
            json.depth += 1
            defer { json.depth -= 1 }
            let content: LocatedJSON.Content =
                peek == UInt8(ascii: "{") ? .object(members()) : .array(elements())
            return LocatedJSON(content: content, range: start..<json.offset)
        default: return scalar(from: start)
        }
    }

    /// Reads a number or a word.
    private mutating func scalar(from start: Int) -> LocatedJSON? {
        // Numbers and words are read as in any JSON text.
        if let value = try? json.value() {
            return LocatedJSON(content: value == .null ? .null : .other, range: start..<json.offset)
        }
        json.offset = start
        guard let byte = peek, !Self.endsFragment(byte) else {
            report(.missing, "\"")
            return nil
        }
        skipFragment()
        return nil
    }

    /// Skips an object or array.
    private mutating func skipNested() {
        var depth = 0
        while let byte = peek {
            switch byte {
            case UInt8(ascii: "\""): passString()
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                json.offset += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                json.offset += 1
                if depth == 0 { return }
            default: json.offset += 1
            }
        }
    }

    private mutating func members() -> [LocatedJSON.Member] {
        var members: [LocatedJSON.Member] = []
        json.offset += 1
        while !passEnd(UInt8(ascii: "}")) {
            if peek == UInt8(ascii: ",") {
                json.offset += 1
                continue
            }
            guard peek == UInt8(ascii: "\"") else {
                skipFragment()
                passComma(needed: false)
                continue
            }
            let start = json.offset
            let name = string()
            let nameRange = start..<json.offset
            skipSpace()
            if peek == UInt8(ascii: ":") {
                json.offset += 1
            } else {
                report(.missing, ":")
            }
            if let value = value() {
                members.append(LocatedJSON.Member(name: name, nameRange: nameRange, value: value))
            }
            passComma()
        }
        return members
    }

    private mutating func elements() -> [LocatedJSON] {
        var elements: [LocatedJSON] = []
        json.offset += 1
        while !passEnd(UInt8(ascii: "]")) {
            let start = json.offset
            if let value = value() { elements.append(value) }
            if json.offset == start { json.offset += 1 }
            passComma()
        }
        return elements
    }

    /// Skips the end of an object or array, if that is next. The end of the enclosing value ends it, too.
    private mutating func passEnd(_ bracket: UInt8) -> Bool {
        skipSpace()
        guard let byte = peek, byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") else {
            if peek == nil { report(.missing, String(UnicodeScalar(bracket))) }
            return peek == nil
        }
        if byte == bracket {
            json.offset += 1
        } else {
            report(.missing, String(UnicodeScalar(bracket)))
            // At the outermost level, no enclosing value would skip the other bracket.
            if json.depth == 1 { json.offset += 1 }
        }
        return true
    }

    /// Skips the comma before the next member or element; it must not precede a closing bracket.
    private mutating func passComma(needed: Bool = true) {
        skipSpace()
        guard peek == UInt8(ascii: ",") else {
            if needed, let byte = peek, !"}]".utf8.contains(byte) { report(.missing, ",") }
            return
        }
        let comma = json.offset
        json.offset += 1
        skipSpace()
        if let byte = peek, ",}]".utf8.contains(byte) { report(.notAllowed, ",", at: comma) }
    }

    // MARK: Strings

    /// Skips a string.
    private mutating func passString() {
        json.offset = json.bytes.withUnsafeBufferPointer { JSONSource($0).end(ofStringAt: json.offset) }
    }

    /// The string that begins here. Without a closing quotation mark it ends with its line.
    private mutating func string() -> String {
        let start = json.offset
        if let text = try? json.string() { return text }
        json.offset = start + 1
        var text: [UInt8] = []
        while let byte = peek, byte != UInt8(ascii: "\"") {
            if byte == UInt8(ascii: "\\") {
                readEscape(into: &text)
            } else if byte == 0x0A || byte == 0x0D, endsUnclosedString() {
                report(.missing, "\"")
                return String(decoding: text, as: UTF8.self)
            } else {
                if byte < 0x20 {
                    report(
                        .controlCharacter,
                        "U+00" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true))
                }
                text.append(byte)
                json.offset += 1
            }
        }
        if peek == nil { report(.missing, "\"") } else { json.offset += 1 }
        if String(validating: text, as: UTF8.self) == nil { report(.encoding, at: start) }
        return String(decoding: text, as: UTF8.self)
    }

    private mutating func readEscape(into text: inout [UInt8]) {
        let start = json.offset
        json.offset += 1
        if (try? json.escape(into: &text)) != nil { return }
        json.offset = min(start + 2, json.bytes.count)
        if json.offset == start + 2, json.bytes[start + 1] == UInt8(ascii: "u") {
            for _ in 0..<4 {
                guard let byte = peek, byte.isHexadecimalDigit else { break }
                json.offset += 1
            }
        }
        report(.escape, excerpt(from: start), at: start)
        text += "\u{FFFD}".utf8
    }

    /// Whether an unclosed string ends at the line break here: a name, a closing bracket or nothing follows.
    private func endsUnclosedString() -> Bool {
        var place = json.offset
        while place < json.bytes.count, json.bytes[place].isJSONSpace { place += 1 }
        return place == json.bytes.count || "\"}]".utf8.contains(json.bytes[place])
    }
}

extension UInt8 {
    fileprivate var isHexadecimalDigit: Bool {
        (0x30...0x39).contains(self) || (0x61...0x66).contains(self | 0x20)
    }
}
