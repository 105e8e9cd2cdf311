// Reads JSON, without the general parser that a program which only shows texts need not link.

/// A value of JSON as `formatjs compile` writes it.
enum FormatJSValue: Sendable {
    case text(String)
    /// A number, `true`, `false` or `null`, as it is written.
    case word(String)
    case array([FormatJSValue])
    case object([(name: String, value: FormatJSValue)])

    /// The value of a member; the last one of a name.
    subscript(name: String) -> FormatJSValue? {
        guard case .object(let members) = self else { return nil }
        return members.last { $0.name == name }?.value
    }

    var text: String? { if case .text(let text) = self { text } else { nil } }
    var word: String? { if case .word(let word) = self { word } else { nil } }
    var elements: [FormatJSValue]? { if case .array(let elements) = self { elements } else { nil } }
    var members: [(name: String, value: FormatJSValue)]? {
        if case .object(let members) = self { members } else { nil }
    }
}

/// A parser of JSON (RFC 8259). The first fault ends the reading; the complete members of the outermost
/// object before it count.
struct FormatJSReader {
    /// A member of the outermost object.
    struct Entry {
        let id: String
        /// Where the id is, as an offset of `text`.
        let offset: Int
        let value: FormatJSValue
    }

    private(set) var entries: [Entry] = []
    /// Whether the document is an object.
    private(set) var isObject = false
    /// Where the document is broken, as an offset of `text`; `nil` for a well-formed one.
    private(set) var fault: Int?
    /// The document in UTF-8.
    let text: [UInt8]
    private var index = 0

    private struct Fault: Error {}
    /// Each level of choices in a message has five levels of JSON.
    private static let deepest = 5 * ICUMessage.deepest

    init(_ bytes: [UInt8]) {
        text = DecodedText(bytes).utf8
        do throws(Fault) {
            skipSpace()
            try expect(0x7B)
            isObject = true
            var isFirst = true
            while let (id, offset) = try nextName(&isFirst) {
                entries.append(Entry(id: id, offset: offset, value: try value(depth: 1)))
            }
            skipSpace()
            guard index == text.count else { throw Fault() }
        } catch {
            fault = index
        }
    }

    private mutating func value(depth: Int) throws(Fault) -> FormatJSValue {
        guard depth < Self.deepest else { throw Fault() }
        skipSpace()
        switch peek {
        case 0x22: return .text(try string())
        case 0x7B:
            index += 1
            var found: [(name: String, value: FormatJSValue)] = []
            var isFirst = true
            while let (name, _) = try nextName(&isFirst) {
                found.append((name, try value(depth: depth + 1)))
            }
            return .object(found)
        case 0x5B:
            index += 1
            var found: [FormatJSValue] = []
            skipSpace()
            if skip(0x5D) { return .array(found) }
            repeat {
                found.append(try value(depth: depth + 1))
                skipSpace()
            } while skip(0x2C)
            try expect(0x5D)
            return .array(found)
        default:
            let start = index
            while let byte = peek, byte > 0x20, ![0x2C, 0x5D, 0x7D, 0x22, 0x7B, 0x5B, 0x3A].contains(byte) {
                index += 1
            }
            let word = String(decoding: text[start..<index], as: UTF8.self)
            guard ["true", "false", "null"].contains(word) || MessageFormat2Number(word) != nil else {
                index = start
                throw Fault()
            }
            return .word(word)
        }
    }

    /// Reads the name of the next member of an object, up to its value; `nil` at the end of the object.
    private mutating func nextName(_ isFirst: inout Bool) throws(Fault) -> (name: String, offset: Int)? {
        skipSpace()
        if isFirst {
            isFirst = false
            if skip(0x7D) { return nil }
        } else if !skip(0x2C) {
            try expect(0x7D)
            return nil
        } else {
            skipSpace()
        }
        let offset = index
        let name = try string()
        skipSpace()
        try expect(0x3A)
        return (name, offset)
    }

    private mutating func string() throws(Fault) -> String {
        try expect(0x22)
        var result: [UInt8] = []
        while let byte = peek {
            guard byte >= 0x20 else { throw Fault() }
            index += 1
            if byte == 0x22 { return String(decoding: result, as: UTF8.self) }
            guard byte == 0x5C else {
                result.append(byte)
                continue
            }
            guard let sign = peek else { throw Fault() }
            index += 1
            switch sign {
            case 0x22, 0x5C, 0x2F: result.append(sign)
            case 0x62: result.append(0x08)
            case 0x66: result.append(0x0C)
            case 0x6E: result.append(0x0A)
            case 0x72: result.append(0x0D)
            case 0x74: result.append(0x09)
            case 0x75: result += Array(String(try escapedScalar()).utf8)
            default: throw Fault()
            }
        }
        throw Fault()
    }

    /// The character of `\u` and four digits, or of two of them.
    private mutating func escapedScalar() throws(Fault) -> Unicode.Scalar {
        let first = try unit()
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard first < 0xDC00, skip(0x5C), skip(0x75) else { throw Fault() }
        let second = try unit()
        guard (0xDC00..<0xE000).contains(second),
            let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
        else { throw Fault() }
        return scalar
    }

    private mutating func unit() throws(Fault) -> UInt32 {
        guard index + 4 <= text.count,
            let unit = UInt32(String(decoding: text[index..<index + 4], as: UTF8.self), radix: 16),
            text[index] != 0x2B, text[index] != 0x2D
        else { throw Fault() }
        index += 4
        return unit
    }

    private var peek: UInt8? { index < text.count ? text[index] : nil }

    private mutating func skip(_ byte: UInt8) -> Bool {
        guard peek == byte else { return false }
        index += 1
        return true
    }

    private mutating func expect(_ byte: UInt8) throws(Fault) { guard skip(byte) else { throw Fault() } }

    private mutating func skipSpace() {
        while let byte = peek, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { index += 1 }
    }
}
