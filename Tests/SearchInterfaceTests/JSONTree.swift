// A small JSON coder for `Codable` values of texts, integers and Booleans, so that the library needs none.

import JSON

/// A JSON value independent of its parser.
indirect enum JSONTree: Equatable {
    case object([String: JSONTree])
    case list([JSONTree])
    case string(String)
    case integer(Int)
    case boolean(Bool)
    case null

    init(parsing text: String) throws {
        self = try JSONParser().withValue(of: Array(text.utf8)) { JSONTree($0) }
    }

    private init(_ value: JSONValue) {
        switch value.kind {
        case .object:
            self = .object(
                Dictionary(
                    value.members.map { ($0.name.string ?? "", JSONTree($0.value)) }, uniquingKeysWith: { $1 }
                ))
        case .list: self = .list(value.elements.map(JSONTree.init))
        case .string: self = .string(value.string ?? "")
        case .integer, .unsigned, .double: self = .integer(value.integer ?? 0)
        case .boolean: self = .boolean(value.boolean ?? false)
        case .null: self = .null
        }
    }

    /// The value as JSON, members by name.
    var text: String {
        switch self {
        case .object(let members):
            "{"
                + members.sorted { $0.key < $1.key }.map { JSONText.string($0.key) + ":" + $0.value.text }
                .joined(separator: ",") + "}"
        case .list(let elements): JSONObject.list(elements.map(\.text))
        case .string(let text): JSONText.string(text)
        case .integer(let number): String(number)
        case .boolean(let value): String(value)
        case .null: "null"
        }
    }

    init(encoding value: some Encodable) throws {
        let encoder = TreeEncoder()
        try value.encode(to: encoder)
        self = encoder.tree
    }

    func decode<Value: Decodable>(_ type: Value.Type = Value.self, path: [any CodingKey] = []) throws -> Value
    {
        func mismatch() -> DecodingError {
            .typeMismatch(type, .init(codingPath: path, debugDescription: "another type"))
        }
        let value: Any
        switch (self, type) {
        case (.string(let text), is String.Type): value = text
        case (.integer(let number), is Int.Type): value = number
        case (.boolean(let truth), is Bool.Type): value = truth
        case (_, is String.Type), (_, is Int.Type), (_, is Bool.Type): throw mismatch()
        default: return try Value(from: TreeDecoder(tree: self, codingPath: path))
        }
        guard let value = value as? Value else { throw mismatch() }
        return value
    }
}

private struct Place: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(_ place: Int) { (stringValue, intValue) = (String(place), place) }
    init?(stringValue: String) { return nil }
    init?(intValue: Int) { self.init(intValue) }
}

private final class TreeEncoder: Encoder {
    var tree = JSONTree.null
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        tree = .object([:])
        return KeyedEncodingContainer(Keyed(encoder: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        tree = .list([])
        return Unkeyed(encoder: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { Single(encoder: self) }

    static func tree(of value: some Encodable) throws -> JSONTree {
        switch value {
        case let text as String: .string(text)
        case let number as Int: .integer(number)
        case let truth as Bool: .boolean(truth)
        default: try JSONTree(encoding: value)
        }
    }

    struct Keyed<Key: CodingKey>: KeyedEncodingContainerProtocol {
        let encoder: TreeEncoder
        var codingPath: [any CodingKey] { [] }

        func encodeNil(forKey key: Key) { set(.null, key) }
        func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
            set(try TreeEncoder.tree(of: value), key)
        }
        private func set(_ value: JSONTree, _ key: Key) {
            guard case .object(var members) = encoder.tree else { return }
            members[key.stringValue] = value
            encoder.tree = .object(members)
        }
        func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type, forKey key: Key
        ) -> KeyedEncodingContainer<Nested> { fatalError("nothing here nests containers") }
        func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
            fatalError("nothing here nests containers")
        }
        func superEncoder() -> any Encoder { fatalError("nothing here inherits") }
        func superEncoder(forKey key: Key) -> any Encoder { fatalError("nothing here inherits") }
    }

    struct Unkeyed: UnkeyedEncodingContainer {
        let encoder: TreeEncoder
        var codingPath: [any CodingKey] { [] }
        var count: Int { elements.count }
        private var elements: [JSONTree] {
            if case .list(let elements) = encoder.tree { elements } else { [] }
        }

        init(encoder: TreeEncoder) { self.encoder = encoder }
        func encodeNil() { encoder.tree = .list(elements + [.null]) }
        func encode<Value: Encodable>(_ value: Value) throws {
            encoder.tree = .list(elements + [try TreeEncoder.tree(of: value)])
        }
        func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
            fatalError("nothing here nests containers")
        }
        func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
            fatalError("nothing here nests containers")
        }
        func superEncoder() -> any Encoder { fatalError("nothing here inherits") }
    }

    struct Single: SingleValueEncodingContainer {
        let encoder: TreeEncoder
        var codingPath: [any CodingKey] { [] }

        func encodeNil() { encoder.tree = .null }
        func encode<Value: Encodable>(_ value: Value) throws {
            encoder.tree = try TreeEncoder.tree(of: value)
        }
    }
}

private struct TreeDecoder: Decoder {
    let tree: JSONTree
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    private func mismatch(_ type: Any.Type) -> DecodingError {
        .typeMismatch(type, .init(codingPath: codingPath, debugDescription: "another type"))
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard case .object(let members) = tree else { throw mismatch([String: Any].self) }
        return KeyedDecodingContainer(Keyed(members: members, codingPath: codingPath))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .list(let elements) = tree else { throw mismatch([Any].self) }
        return Unkeyed(elements: elements, codingPath: codingPath)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer {
        Single(tree: tree, codingPath: codingPath)
    }

    struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
        let members: [String: JSONTree]
        let codingPath: [any CodingKey]
        var allKeys: [Key] { members.keys.compactMap(Key.init) }

        func contains(_ key: Key) -> Bool { members[key.stringValue] != nil }
        private func member(_ key: Key) throws -> JSONTree {
            guard let member = members[key.stringValue] else {
                throw DecodingError.keyNotFound(
                    key, .init(codingPath: codingPath, debugDescription: "missing"))
            }
            return member
        }
        func decodeNil(forKey key: Key) throws -> Bool { try member(key) == .null }
        func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
            try member(key).decode(type, path: codingPath + [key])
        }
        func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type, forKey key: Key
        ) -> KeyedDecodingContainer<Nested> { fatalError("nothing here nests containers") }
        func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedDecodingContainer {
            fatalError("nothing here nests containers")
        }
        func superDecoder() -> any Decoder { fatalError("nothing here inherits") }
        func superDecoder(forKey key: Key) -> any Decoder { fatalError("nothing here inherits") }
    }

    struct Unkeyed: UnkeyedDecodingContainer {
        let elements: [JSONTree]
        let codingPath: [any CodingKey]
        private(set) var currentIndex = 0

        init(elements: [JSONTree], codingPath: [any CodingKey]) {
            (self.elements, self.codingPath) = (elements, codingPath)
        }
        var count: Int? { elements.count }
        var isAtEnd: Bool { currentIndex == elements.count }
        mutating func decodeNil() -> Bool {
            guard !isAtEnd, elements[currentIndex] == .null else { return false }
            currentIndex += 1
            return true
        }
        mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
            defer { currentIndex += 1 }
            return try elements[currentIndex].decode(type, path: codingPath + [Place(currentIndex)])
        }
        func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedDecodingContainer<Nested> {
            fatalError("nothing here nests containers")
        }
        func nestedUnkeyedContainer() -> any UnkeyedDecodingContainer {
            fatalError("nothing here nests containers")
        }
        func superDecoder() -> any Decoder { fatalError("nothing here inherits") }
    }

    struct Single: SingleValueDecodingContainer {
        let tree: JSONTree
        let codingPath: [any CodingKey]

        func decodeNil() -> Bool { tree == .null }
        func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
            try tree.decode(type, path: codingPath)
        }
    }
}
