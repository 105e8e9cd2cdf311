// JSON values that keep what documents of others look like: the order of members, and numbers as they are spelled.

/// A JSON value. Members keep their order, numbers their spelling, so that a document comes back as it was sent.
package indirect enum JSON: Hashable, Sendable {
    case null
    case bool(Bool)
    /// A number as it is spelled.
    case number(String)
    case string(String)
    case array([JSON])
    case object([Member])

    /// A member of an object.
    package struct Member: Hashable, Sendable {
        package var name: String
        package var value: JSON

        package init(_ name: String, _ value: JSON) {
            self.name = name
            self.value = value
        }
    }

    /// A whole number.
    static func number(_ value: some BinaryInteger) -> JSON { .number(String(value)) }

    /// A number.
    static func number(_ value: Double) -> JSON { .number(value.isFinite ? "\(value)" : "0") }

    /// An array of strings.
    static func strings(_ values: some Sequence<String>) -> JSON { .array(values.map { .string($0) }) }

    /// A string, or null.
    static func optional(_ value: String?) -> JSON { value.map { .string($0) } ?? .null }

    /// The value of a member; `nil` if there is no such member, or this is no object. Of repeated members the last one counts.
    package subscript(name: String) -> JSON? {
        guard case .object(let members) = self else { return nil }
        return members.last { $0.name == name }?.value
    }

    /// The members of an object; empty for another value.
    var members: [Member] {
        if case .object(let members) = self { members } else { [] }
    }

    /// The string; `nil` for another value.
    var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The truth value; `nil` for another value.
    var bool: Bool? {
        if case .bool(let flag) = self { flag } else { nil }
    }

    /// The whole number; `nil` for another value.
    var integer: Int? {
        guard case .number(let spelling) = self else { return nil }
        return Int(spelling) ?? Double(spelling).flatMap { Int(exactly: $0) }
    }

    /// The number; `nil` for another value.
    var double: Double? {
        if case .number(let spelling) = self { Double(spelling) } else { nil }
    }

    /// The elements; `nil` for another value.
    var elements: [JSON]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    /// The strings of an array of strings; `nil` for another value.
    var strings: [String]? {
        guard let elements else { return nil }
        let strings = elements.compactMap(\.string)
        return strings.count == elements.count ? strings : nil
    }

    var isNull: Bool { self == .null }

    /// An object with each name once: the last value of a repeated name, at its first place.
    var withoutRepeatedNames: JSON {
        guard case .object(let members) = self, Set(members.map(\.name)).count != members.count else {
            return self
        }
        var unique: [Member] = []
        for member in members { unique.set(member.name, member.value) }
        return .object(unique)
    }

    // MARK: Writing

    /// The JSON text.
    package var text: String {
        var bytes: [UInt8] = []
        write(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends the JSON text in UTF-8, in one line.
    func write(to bytes: inout [UInt8]) {
        switch self {
        case .null: bytes += "null".utf8
        case .bool(let flag): bytes += (flag ? "true" : "false").utf8
        case .number(let spelling): bytes += spelling.utf8
        case .string(let text): Self.write(text, to: &bytes)
        case .array(let elements):
            bytes.append(UInt8(ascii: "["))
            for (number, element) in elements.enumerated() {
                if number > 0 { bytes.append(UInt8(ascii: ",")) }
                element.write(to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let members):
            bytes.append(UInt8(ascii: "{"))
            for (number, member) in members.enumerated() {
                if number > 0 { bytes.append(UInt8(ascii: ",")) }
                Self.write(member.name, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                member.value.write(to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }

    private static let digits = Array("0123456789abcdef".utf8)

    private static func write(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case 0x0A: bytes += "\\n".utf8
            case 0..<0x20: bytes += "\\u00".utf8 + [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral
{
    package init(stringLiteral value: String) { self = .string(value) }
    package init(dictionaryLiteral members: (String, JSON)...) {
        self = .object(members.map { Member($0.0, $0.1) })
    }
    package init(arrayLiteral elements: JSON...) { self = .array(elements) }
    package init(booleanLiteral value: Bool) { self = .bool(value) }
    package init(integerLiteral value: Int) { self = .number(value) }
}

extension [JSON.Member] {
    /// Sets the value of a member, at its place or at the end.
    mutating func set(_ name: String, _ value: JSON) {
        if let index = firstIndex(where: { $0.name == name }) {
            self[index].value = value
        } else {
            append(JSON.Member(name, value))
        }
    }
}
