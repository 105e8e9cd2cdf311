// The writer of JSON values as compact text.

/// Values as compact JSON text, in UTF-8.
///
/// Besides the characters that JSON must escape, it escapes those that would have an effect where the text is
/// displayed raw: U+007F to U+009F, which control terminals, the line separators U+2028 and U+2029, and
/// bidirectional controls (Unicode's `Bidi_Control`), which reorder the text around them. Readers of JSON get
/// the same characters.
public enum JSONText {
    /// A string with its quotation marks.
    public static func string(_ text: String) -> String {
        var json: [UInt8] = []
        append(text, to: &json)
        return String(decoding: json, as: UTF8.self)
    }

    /// Appends a string with its quotation marks.
    static func append(_ text: String, to json: inout [UInt8]) {
        var text = text
        text.withUTF8 { append($0, to: &json) }
    }

    /// A value with all nested values. Of members with the same name, the last value is
    /// kept, at the position of the first.
    package static func value(_ value: JSONValue) -> String {
        var json: [UInt8] = []
        append(value, to: &json)
        return json.withUnsafeBufferPointer { String(wellFormed: $0) }
    }

    // The recursion is as deep as the document, which simdjson limits to 1,024 levels.
    private static func append(_ value: JSONValue, to json: inout [UInt8]) {
        switch value.kind {
        case .object:
            json.append(UInt8(ascii: "{"))
            for (number, member) in uniqueMembers(of: value).enumerated() {
                if number > 0 { json.append(UInt8(ascii: ",")) }
                append(member.name.utf8, to: &json)
                json.append(UInt8(ascii: ":"))
                append(member.value, to: &json)
            }
            json.append(UInt8(ascii: "}"))
        case .list:
            json.append(UInt8(ascii: "["))
            for (number, element) in value.elements.enumerated() {
                if number > 0 { json.append(UInt8(ascii: ",")) }
                append(element, to: &json)
            }
            json.append(UInt8(ascii: "]"))
        case .string: append(value.utf8, to: &json)
        case .integer, .unsigned: json += (value.decimalSpelling ?? "0").utf8
        case .double: json += (value.double ?? 0).description.utf8
        case .boolean: json += (value.isTrue ? "true" : "false").utf8
        case .null: json += "null".utf8
        }
    }

    private static func append(_ text: UnsafeBufferPointer<UInt8>, to json: inout [UInt8]) {
        json.append(UInt8(ascii: "\""))
        var index = 0
        while index < text.count {
            // Most texts are copied at once.
            let start = index
            while index < text.count, !mayNeedEscape(text[index]) { index += 1 }
            json.append(contentsOf: text[start..<index])
            guard index < text.count else { break }
            let byte = text[index]
            if let (code, length) = actingCharacter(in: text, at: index) {
                appendEscape(code, to: &json)
                index += length
                continue
            }
            index += 1
            switch byte {
            case UInt8(ascii: "\""): json += #"\""#.utf8
            case UInt8(ascii: "\\"): json += #"\\"#.utf8
            case 0x0A: json += #"\n"#.utf8
            case 0x0D: json += #"\r"#.utf8
            case 0x09: json += #"\t"#.utf8
            case ..<0x20: appendEscape(UInt16(byte), to: &json)
            default: json.append(byte)
            }
        }
        json.append(UInt8(ascii: "\""))
    }

    /// Whether a byte is escaped, or begins a character that may be.
    @inline(__always)
    private static func mayNeedEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == 0x7F
            || byte == 0xC2
            || byte == 0xD8 || byte == 0xE2
    }

    private static func appendEscape(_ code: UInt16, to json: inout [UInt8]) {
        let hexadecimal = String(code, radix: 16)
        json += #"\u"#.utf8
        json += repeatElement(UInt8(ascii: "0"), count: 4 - hexadecimal.utf8.count)
        json += hexadecimal.utf8
    }

    /// The character that begins at an index, and the number of its bytes, if it has an effect where text is
    /// displayed raw, and JSON does not require an escape.
    @inline(__always)
    private static func actingCharacter(
        in text: UnsafeBufferPointer<UInt8>, at index: Int
    ) -> (code: UInt16, length: Int)? {
        switch text[index] {
        case 0x7F: return (0x7F, 1)
        // U+0080 to U+009F, then U+061C.
        case 0xC2 where index + 1 < text.count && text[index + 1] < 0xA0: return (UInt16(text[index + 1]), 2)
        case 0xD8 where index + 1 < text.count && text[index + 1] == 0x9C: return (0x061C, 2)
        case 0xE2 where index + 2 < text.count && text[index + 1] | 1 == 0x81:
            let code = 0x2000 | UInt16(text[index + 1] & 1) << 6 | UInt16(text[index + 2] & 0x3F)
            switch code {
            case 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: return (code, 3)
            default: return nil
            }
        default: return nil
        }
    }

    /// An object's members, each name once.
    package static func uniqueMembers(of object: JSONValue) -> [(name: JSONValue, value: JSONValue)] {
        unique(Array(object.members))
    }

    /// Members with each name once: the last value of a name, at the position of the first.
    package static func unique(
        _ members: [(name: JSONValue, value: JSONValue)]
    ) -> [(name: JSONValue, value: JSONValue)] {
        if members.count < 2 { return members }
        var kept: [(name: JSONValue, value: JSONValue)] = []
        kept.reserveCapacity(members.count)
        // Used only for large objects: comparing a few names is faster than hashing them.
        var places: [ByteString: Int] = [:]
        let hashes = members.count > 32
        for member in members {
            let name = member.name.utf8
            let place: Int?
            if hashes {
                let key = ByteString(String(wellFormed: name))
                place = places[key]
                if place == nil { places[key] = kept.count }
            } else {
                place = kept.firstIndex {
                    let other = $0.name.utf8
                    return other.count == name.count && other.elementsEqual(name)
                }
            }
            if let place { kept[place].value = member.value } else { kept.append(member) }
        }
        return kept
    }
}

extension JSONValue {
    fileprivate var isTrue: Bool { UInt8(truncatingIfNeeded: tape[index] >> 56) == UInt8(ascii: "t") }
}
