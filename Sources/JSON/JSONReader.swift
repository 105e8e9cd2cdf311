// The reader of JSON texts (RFC 8259) from outside the program.

internal import Support

/// Why a text is not JSON.
public struct JSONSyntaxError: Error, Hashable {
    /// The expected text, in English.
    public let expected: String
    /// The offset at which it was expected, in bytes, from 0.
    public let offset: Int
}

/// Reads JSON values from bytes, one after the other.
public struct JSONReader {
    /// The strictness of a reader, in which programs differ.
    public struct Options: OptionSet, Sendable {
        /// The options as bits.
        public let rawValue: Int

        /// Creates options from their bits.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// An object must not have two members of the same name. Without it the last value
        /// counts, at the first one's position.
        public static let refusesRepeatedNames = Options(rawValue: 1)
        /// Half a surrogate pair in an escape (`\ud83d`), which JavaScript writes but a string cannot
        /// contain, becomes U+FFFD. Without this option the text is refused.
        public static let replacesLoneSurrogates = Options(rawValue: 2)
    }

    let bytes: [UInt8]
    private let options: Options
    /// The offset of the next byte.
    var offset = 0
    var depth = 0

    /// The most levels of nested arrays and objects.
    public static let maximumDepth = 64

    /// - Parameter bytes: values in UTF-8, with or without white space between them.
    public init(_ bytes: [UInt8], _ options: Options = []) {
        self.bytes = bytes
        self.options = options
        // A byte order mark is not part of the text.
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
    }

    /// The only value of a text.
    ///
    /// - Throws: `JSONSyntaxError`.
    public static func value(of bytes: [UInt8], _ options: Options = []) throws(JSONSyntaxError) -> JSON {
        var reader = JSONReader(bytes, options)
        let value = try reader.value()
        guard reader.isAtEnd() else { throw reader.fault("the end") }
        return value
    }

    /// Whether only white space is left.
    public mutating func isAtEnd() -> Bool {
        skipSpace()
        return offset == bytes.count
    }

    private func fault(_ expected: String) -> JSONSyntaxError {
        JSONSyntaxError(expected: expected, offset: offset)
    }

    private mutating func skipSpace() {
        while offset < bytes.count, [0x20, 0x0A, 0x0D, 0x09].contains(bytes[offset]) { offset += 1 }
    }

    private mutating func pass(_ byte: UInt8) -> Bool {
        skipSpace()
        guard offset < bytes.count, bytes[offset] == byte else { return false }
        offset += 1
        return true
    }

    /// The next value.
    ///
    /// - Throws: `JSONSyntaxError`.
    public mutating func value() throws(JSONSyntaxError) -> JSON {
        skipSpace()
        guard offset < bytes.count else { throw fault("a value") }
        switch bytes[offset] {
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            depth += 1
            defer { depth -= 1 }
            guard depth <= Self.maximumDepth else { throw fault("at most \(Self.maximumDepth) levels") }
            return bytes[offset] == UInt8(ascii: "{") ? try object() : try array()
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
        default:
            for (word, value) in [("true", JSON.bool(true)), ("false", .bool(false)), ("null", .null)]
            where bytes[offset...].starts(with: word.utf8) {
                offset += word.utf8.count
                return value
            }
            throw fault("a value")
        }
    }

    private mutating func object() throws(JSONSyntaxError) -> JSON {
        offset += 1
        var members: [JSON.Member] = []
        if pass(UInt8(ascii: "}")) { return .object([]) }
        repeat {
            skipSpace()
            guard offset < bytes.count, bytes[offset] == UInt8(ascii: "\"") else { throw fault("a name") }
            let name = try string()
            guard pass(UInt8(ascii: ":")) else { throw fault("a colon") }
            members.append(JSON.Member(name, try value()))
        } while pass(UInt8(ascii: ","))
        guard pass(UInt8(ascii: "}")) else { throw fault("a comma or a brace") }
        let object = JSON.object(members).withoutRepeatedNames
        guard !options.contains(.refusesRepeatedNames) || object.members.count == members.count else {
            throw fault("each name once")
        }
        return object
    }

    private mutating func array() throws(JSONSyntaxError) -> JSON {
        offset += 1
        var elements: [JSON] = []
        if pass(UInt8(ascii: "]")) { return .array([]) }
        repeat { elements.append(try value()) } while pass(UInt8(ascii: ","))
        guard pass(UInt8(ascii: "]")) else { throw fault("a comma or a bracket") }
        return .array(elements)
    }

    private mutating func digits() -> Bool {
        let start = offset
        while offset < bytes.count, (0x30...0x39).contains(bytes[offset]) { offset += 1 }
        return offset > start
    }

    private mutating func number() throws(JSONSyntaxError) -> JSON {
        let start = offset
        if bytes[offset] == UInt8(ascii: "-") { offset += 1 }
        let first = offset
        guard digits(), offset == first + 1 || bytes[first] != 0x30 else { throw fault("a digit") }
        if offset < bytes.count, bytes[offset] == UInt8(ascii: ".") {
            offset += 1
            guard digits() else { throw fault("a digit") }
        }
        if offset < bytes.count, bytes[offset] | 0x20 == UInt8(ascii: "e") {
            offset += 1
            if offset < bytes.count, [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(bytes[offset]) {
                offset += 1
            }
            guard digits() else { throw fault("a digit") }
        }
        return .number(String(decoding: bytes[start..<offset], as: UTF8.self))
    }

    mutating func string() throws(JSONSyntaxError) -> String {
        offset += 1
        let start = offset
        var text: [UInt8] = []
        while true {
            guard offset < bytes.count else { throw fault("a quotation mark") }
            switch bytes[offset] {
            case UInt8(ascii: "\""):
                offset += 1
                guard let string = String(validating: text, as: UTF8.self) else {
                    throw JSONSyntaxError(expected: "UTF-8", offset: start)
                }
                return string.streamSafe
            case UInt8(ascii: "\\"):
                offset += 1
                try escape(into: &text)
            case 0..<0x20: throw fault("an escape instead of a control character")
            case let byte:
                text.append(byte)
                offset += 1
            }
        }
    }

    mutating func escape(into text: inout [UInt8]) throws(JSONSyntaxError) {
        guard offset < bytes.count else { throw fault("an escape") }
        let byte = bytes[offset]
        offset += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"): text += Array(String(Character(try escapedCharacter())).utf8)
        default: throw fault("an escape")
        }
    }

    /// The character of an escape in hexadecimal digits, which may be two escapes for a pair of surrogates.
    private mutating func escapedCharacter() throws(JSONSyntaxError) -> Unicode.Scalar {
        let unit = try unit()
        let end = offset
        if (0xD800..<0xDC00).contains(unit), bytes[offset...].starts(with: "\\u".utf8) {
            offset += 2
            let low = try self.unit()
            if (0xDC00..<0xE000).contains(low),
                let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
            {
                return scalar
            }
        } else if let scalar = Unicode.Scalar(unit) {
            return scalar
        }
        guard options.contains(.replacesLoneSurrogates) else { throw fault("a pair of surrogates") }
        offset = end
        return "\u{FFFD}"
    }

    private mutating func unit() throws(JSONSyntaxError) -> UInt32 {
        guard offset + 4 <= bytes.count, bytes[offset..<offset + 4].allSatisfy({ $0 < 0x80 }),
            let unit = UInt32(String(decoding: bytes[offset..<offset + 4], as: UTF8.self), radix: 16),
            bytes[offset] != UInt8(ascii: "+")
        else { throw fault("four hexadecimal digits") }
        offset += 4
        return unit
    }
}
