// JSON values of the protocol: read member by member, because clients leave out what they do not support.

internal import JSON

/// A JSON value.
///
/// Numbers of the protocol are whole. Other numbers are kept for identifiers of clients that use them.
package enum JSON: Sendable, Hashable {
    case null
    case boolean(Bool)
    case integer(Int)
    case number(Double)
    case text(String)
    case list([JSON])
    case object([String: JSON])

    /// Reads a document; `nil` if it is no JSON.
    ///
    /// Half a surrogate pair in an escape (`\ud83d`), which JavaScript writes but JSON's strings cannot hold, becomes U+FFFD:
    /// it counts as one UTF-16 unit, too, so the places of later edits stay right.
    package init?(_ bytes: [UInt8]) {
        let parser = JSONParser()
        if let read = try? parser.withValue(of: bytes, { JSON($0) }) {
            self = read
        } else if let mended = LoneSurrogates.replaced(in: bytes),
            let read = try? parser.withValue(of: mended, { JSON($0) })
        {
            self = read
        } else {
            return nil
        }
    }

    // The recursion is as deep as the document, which the parser limits to 1,024 levels.
    private init(_ value: JSONValue) {
        switch value.kind {
        case .null: self = .null
        case .boolean: self = .boolean(value.boolean ?? false)
        case .integer, .unsigned, .double:
            self = value.integer.map(JSON.integer) ?? .number(value.double ?? 0)
        case .string: self = .text(value.string ?? "")
        case .list: self = .list(value.elements.map { JSON($0) })
        case .object:
            var members: [String: JSON] = [:]
            for member in value.members { members[member.name.string ?? ""] = JSON(member.value) }
            self = .object(members)
        }
    }

    /// The value as JSON text in UTF-8, members sorted by their names.
    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        append(to: &bytes)
        return bytes
    }

    private func append(to bytes: inout [UInt8]) {
        switch self {
        case .null: bytes += "null".utf8
        case .boolean(let flag): bytes += (flag ? "true" : "false").utf8
        case .integer(let number): bytes += String(number).utf8
        case .number(let number): bytes += (number.isFinite ? number.description : "null").utf8
        case .text(let text): bytes += JSONText.string(text).utf8
        case .list(let elements):
            bytes.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                element.append(to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let members):
            bytes.append(UInt8(ascii: "{"))
            for (index, member) in members.sorted(by: { $0.key < $1.key }).enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                bytes += JSONText.string(member.key).utf8
                bytes.append(UInt8(ascii: ":"))
                member.value.append(to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }
}

// MARK: Reading

extension JSON {
    /// A member; `nil` if this is no object, and for a member that is missing or null.
    package subscript(_ name: String) -> JSON? {
        guard case .object(let members) = self, let value = members[name], value != .null else { return nil }
        return value
    }

    /// The text; `nil` for another kind of value.
    package var text: String? { if case .text(let text) = self { text } else { nil } }
    /// The whole number; `nil` for another kind of value.
    package var integer: Int? { if case .integer(let number) = self { number } else { nil } }
    /// The truth value; `nil` for another kind of value.
    package var boolean: Bool? { if case .boolean(let flag) = self { flag } else { nil } }
    /// The elements of a list; `nil` for another kind of value.
    package var list: [JSON]? { if case .list(let elements) = self { elements } else { nil } }
}

// MARK: Writing

extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    package init(stringLiteral value: String) { self = .text(value) }
    package init(integerLiteral value: Int) { self = .integer(value) }
    package init(booleanLiteral value: Bool) { self = .boolean(value) }
    package init(arrayLiteral elements: JSON...) { self = .list(elements) }
    package init(dictionaryLiteral elements: (String, JSON)...) {
        self = .object(Dictionary(elements, uniquingKeysWith: { $1 }))
    }
}

/// Escapes of UTF-16 surrogates that are no pair.
private enum LoneSurrogates {
    /// The document with U+FFFD in their place; `nil` if there are none.
    static func replaced(in bytes: [UInt8]) -> [UInt8]? {
        var mended = bytes
        var isMended = false
        var index = 0
        while index < bytes.count {
            guard bytes[index] == UInt8(ascii: "\\") else {
                index += 1
                continue
            }
            guard let unit = unit(at: index, in: bytes) else {
                index += 2
                continue
            }
            if (0xD800...0xDBFF).contains(unit), let low = self.unit(at: index + 6, in: bytes),
                (0xDC00...0xDFFF).contains(low)
            {
                index += 12
                continue
            }
            if (0xD800...0xDFFF).contains(unit) {
                mended.replaceSubrange(index + 2..<index + 6, with: "FFFD".utf8)
                isMended = true
            }
            index += 6
        }
        return isMended ? mended : nil
    }

    /// The number of an escape such as `\u00e4`; `nil` if there is none at this place.
    private static func unit(at index: Int, in bytes: [UInt8]) -> UInt16? {
        guard index + 6 <= bytes.count, bytes[index] == UInt8(ascii: "\\"),
            bytes[index + 1] == UInt8(ascii: "u")
        else { return nil }
        return UInt16(String(decoding: bytes[index + 2..<index + 6], as: UTF8.self), radix: 16)
    }
}
