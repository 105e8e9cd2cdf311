// Received JSON as values that tests compare: objects without an order, numbers by their values.

import Foundation

/// A JSON value.
enum ReceivedJSON: Hashable, Decodable {
    case null
    case boolean(Bool)
    case number(Double)
    case text(String)
    case list([ReceivedJSON])
    case object([String: ReceivedJSON])

    /// Reads JSON in UTF-8.
    init(_ bytes: [UInt8]) throws { self = try JSONDecoder().decode(ReceivedJSON.self, from: Data(bytes)) }

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let boolean = try? value.decode(Bool.self) {
            self = .boolean(boolean)
        } else if let number = try? value.decode(Double.self) {
            self = .number(number)
        } else if let text = try? value.decode(String.self) {
            self = .text(text)
        } else if let list = try? value.decode([ReceivedJSON].self) {
            self = .list(list)
        } else {
            self = .object(try value.decode([String: ReceivedJSON].self))
        }
    }

    /// A member of an object.
    subscript(name: String) -> ReceivedJSON? { members?[name] }

    /// An element of a list.
    subscript(index: Int) -> ReceivedJSON? {
        elements.flatMap { $0.indices.contains(index) ? $0[index] : nil }
    }

    var members: [String: ReceivedJSON]? { if case .object(let members) = self { members } else { nil } }
    var elements: [ReceivedJSON]? { if case .list(let elements) = self { elements } else { nil } }
    var text: String? { if case .text(let text) = self { text } else { nil } }
    var number: Double? { if case .number(let number) = self { number } else { nil } }
    var boolean: Bool? { if case .boolean(let boolean) = self { boolean } else { nil } }
}

extension ReceivedJSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    init(stringLiteral text: String) { self = .text(text) }
    init(integerLiteral number: Int) { self = .number(Double(number)) }
    init(booleanLiteral boolean: Bool) { self = .boolean(boolean) }
    init(arrayLiteral elements: ReceivedJSON...) { self = .list(elements) }
    init(dictionaryLiteral members: (String, ReceivedJSON)...) {
        self = .object(Dictionary(uniqueKeysWithValues: members))
    }
}
