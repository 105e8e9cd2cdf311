// JSON responses as values for tests.

import JSON

/// A JSON value, independent of the parser.
enum JSON: Equatable {
    case object([Member])
    case list([JSON])
    case text(String)
    /// A number in its spelling.
    case number(String)
    case boolean(Bool)
    case null

    struct Member: Equatable {
        var name: String
        var value: JSON
    }

    /// Reads one document.
    init(_ text: some StringProtocol) throws {
        self = try JSONParser().withValue(of: Array(text.utf8)) { JSON($0) }
    }

    private init(_ value: JSONValue) {
        switch value.kind {
        case .object:
            self = .object(value.members.map { Member(name: $0.name.string ?? "", value: JSON($0.value)) })
        case .list: self = .list(value.elements.map { JSON($0) })
        case .string: self = .text(value.string ?? "")
        case .integer, .unsigned, .double: self = .number(value.decimalSpelling ?? "?")
        case .boolean: self = .boolean(value.boolean ?? false)
        case .null: self = .null
        }
    }

    /// The names of an object's members, in order.
    var names: [String] {
        if case .object(let members) = self { members.map(\.name) } else { [] }
    }

    /// The elements of a list.
    var elements: [JSON] {
        if case .list(let elements) = self { elements } else { [] }
    }

    /// The text; `nil` for another kind of value.
    var text: String? {
        if case .text(let text) = self { text } else { nil }
    }

    /// The whole number; `nil` for another kind of value.
    var integer: Int? {
        if case .number(let spelling) = self { Int(spelling) } else { nil }
    }

    /// A member's value; `nil` if there is none.
    subscript(name: String) -> JSON? {
        if case .object(let members) = self { members.first { $0.name == name }?.value } else { nil }
    }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByNilLiteral,
    ExpressibleByArrayLiteral
{
    init(stringLiteral value: String) { self = .text(value) }
    init(integerLiteral value: Int) { self = .number(String(value)) }
    init(nilLiteral: ()) { self = .null }
    init(arrayLiteral elements: JSON...) { self = .list(elements) }
}

extension ProgramRun {
    /// The only line of standard output.
    var json: JSON { get throws { try JSON(output) } }

    /// Each line of standard output.
    var jsonLines: [JSON] { get throws { try lines.map { try JSON($0) } } }

    /// The ids of the hits of the response.
    var ids: [String] {
        get throws { try json["hits"]?.elements.compactMap { $0["id"]?.text } ?? [] }
    }
}
