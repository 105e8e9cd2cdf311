// Property lists in XML, as `plutil` writes them, with the places of their values.

internal import XML

/// A value of a property list.
struct PropertyList {
    /// A key of a dictionary and its value.
    struct Member {
        let key: String
        let value: PropertyList
    }

    /// What a value is. Numbers, dates and data stay as they are spelled.
    indirect enum Value {
        case dictionary([Member])
        case array([PropertyList])
        case string(String)
        case integer(String)
        case real(String)
        case boolean(Bool)
        case date(String)
        case data(String)
        /// An element that property lists do not have, by its name.
        case unknown(String)
    }

    let value: Value
    /// Where its start tag begins.
    let byteOffset: Int

    /// The value of a document; `nil` where the document is no property list.
    init?(_ document: XMLDocument) {
        guard let root = document.root, root.name == "plist", let value = root.elements.first else {
            return nil
        }
        self.init(value)
    }

    // As deep as the document, whose depth is limited.
    private init(_ element: XMLElement) {
        byteOffset = element.byteOffset
        switch element.name {
        case "dict": value = .dictionary(Self.members(of: element))
        case "array": value = .array(element.elements.filter(\.isComplete).map { PropertyList($0) })
        case "string": value = element.text.map { .string($0) } ?? .unknown("string")
        case "integer": value = element.text.map { .integer($0) } ?? .unknown("integer")
        case "real": value = element.text.map { .real($0) } ?? .unknown("real")
        case "date": value = element.text.map { .date($0) } ?? .unknown("date")
        case "data": value = element.text.map { .data($0) } ?? .unknown("data")
        case "true": value = .boolean(true)
        case "false": value = .boolean(false)
        default: value = .unknown(element.name)
        }
    }

    /// Keys and values alternate. A key without a value is one whose value is unknown; where the document breaks off,
    /// only what is complete counts.
    private static func members(of dictionary: XMLElement) -> [Member] {
        var members: [Member] = []
        var key: (text: String, element: XMLElement)?
        for element in dictionary.elements where element.isComplete || element.name == "dict" {
            if element.name == "key" {
                if let key {
                    members.append(Member(key: key.text, value: PropertyList(missing: key.element)))
                }
                key = (element.text ?? "", element)
            } else if let named = key {
                if element.isComplete {
                    members.append(Member(key: named.text, value: PropertyList(element)))
                }
                key = nil
            }
        }
        if let key, dictionary.isComplete {
            members.append(Member(key: key.text, value: PropertyList(missing: key.element)))
        }
        return members
    }

    /// A value of a file without places.
    init(_ value: Value) {
        self.value = value
        byteOffset = 0
    }

    private init(missing key: XMLElement) {
        value = .unknown("key")
        byteOffset = key.byteOffset
    }

    /// The members of a dictionary; `nil` for another value.
    var members: [Member]? {
        if case .dictionary(let members) = value { members } else { nil }
    }

    /// The text; `nil` for another value.
    var string: String? { if case .string(let text) = value { text } else { nil } }
}
