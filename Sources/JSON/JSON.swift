// JSON values as a tree, and how they are written.

/// A JSON value (RFC 8259). Members keep their order and numbers their spelling, so that a document can be
/// written back unchanged.
///
/// ``JSONReader`` reads values. ``text`` and ``write(to:)`` write them, with the escapes of ``JSONText``.
/// Equality compares the order of members and the spelling of numbers too.
public indirect enum JSON: Hashable, Sendable {
    case null
    case bool(Bool)
    /// A number as it is spelled.
    case number(String)
    case string(String)
    case array([JSON])
    case object([Member])

    /// A member of an object.
    public struct Member: Hashable, Sendable {
        /// The name, without escapes.
        public var name: String
        public var value: JSON

        public init(_ name: String, _ value: JSON) {
            self.name = name
            self.value = value
        }
    }

    public static func number(_ value: some BinaryInteger) -> JSON { .number(String(value)) }

    /// A number with the fewest digits that read back as the same one; 0 for infinities and NaN, which JSON
    /// does not have.
    public static func number(_ value: Double) -> JSON { .number(value.isFinite ? "\(value)" : "0") }

    /// An array of strings.
    public static func strings(_ values: some Sequence<String>) -> JSON { .array(values.map { .string($0) }) }

    /// A string, or null.
    public static func optional(_ value: String?) -> JSON { value.map { .string($0) } ?? .null }

    /// The value of a member; `nil` if there is no such member, or if this is not an object. Of repeated
    /// members the last one counts.
    ///
    /// Setting a value replaces the member at its position or adds it at the end; `nil` removes it. Any other
    /// value becomes an object first.
    public subscript(name: String) -> JSON? {
        get {
            guard case .object(let members) = self else { return nil }
            return members.last { $0.name == name }?.value
        }
        set {
            var members = members
            if let newValue { members.set(name, newValue) } else { members.removeAll { $0.name == name } }
            self = .object(members)
        }
    }

    /// The members of an object; empty for another value.
    public var members: [Member] {
        if case .object(let members) = self { members } else { [] }
    }

    /// The string; `nil` for another value.
    public var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The truth value; `nil` for another value.
    public var bool: Bool? {
        if case .bool(let flag) = self { flag } else { nil }
    }

    /// The whole number; `nil` for another value.
    public var integer: Int? {
        guard case .number(let spelling) = self else { return nil }
        return Int(spelling) ?? Double(spelling).flatMap { Int(exactly: $0) }
    }

    /// The number; `nil` for another value.
    public var double: Double? {
        if case .number(let spelling) = self { Double(spelling) } else { nil }
    }

    /// The elements; `nil` for another value.
    public var elements: [JSON]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    /// The strings of an array of strings; `nil` for another value.
    public var strings: [String]? {
        guard let elements else { return nil }
        let strings = elements.compactMap(\.string)
        return strings.count == elements.count ? strings : nil
    }

    public var isNull: Bool { self == .null }

    /// An object with each name once: the last value of a repeated name, at its first position.
    var withoutRepeatedNames: JSON {
        guard case .object(let members) = self, Set(members.map(\.name)).count != members.count else {
            return self
        }
        var unique: [Member] = []
        var places: [String: Int] = [:]
        for member in members {
            if let place = places.updateValue(unique.count, forKey: member.name) {
                places[member.name] = place
                unique[place].value = member.value
            } else {
                unique.append(member)
            }
        }
        return .object(unique)
    }

    // MARK: Writing

    /// The JSON text, in one line.
    public var text: String {
        var bytes: [UInt8] = []
        write(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends the JSON text in UTF-8, in one line.
    public func write(to bytes: inout [UInt8]) {
        switch self {
        case .null: bytes += "null".utf8
        case .bool(let flag): bytes += (flag ? "true" : "false").utf8
        case .number(let spelling): bytes += spelling.utf8
        case .string(let text): JSONText.append(text, to: &bytes)
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
                JSONText.append(member.name, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                member.value.write(to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral
{
    public init(stringLiteral value: String) { self = .string(value) }
    /// An object with its members in this order.
    public init(dictionaryLiteral members: (String, JSON)...) {
        self = .object(members.map { Member($0.0, $0.1) })
    }
    public init(arrayLiteral elements: JSON...) { self = .array(elements) }
    /// A truth value.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// A whole number.
    public init(integerLiteral value: Int) { self = .number(value) }
}

extension [JSON.Member] {
    /// Sets the value of a member, at its position or at the end.
    public mutating func set(_ name: String, _ value: JSON) {
        if let index = firstIndex(where: { $0.name == name }) {
            self[index].value = value
        } else {
            append(JSON.Member(name, value))
        }
    }
}
