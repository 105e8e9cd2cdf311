// Property lists in XML, as `plutil` writes them, by the parser that names each fault of a document.

internal import Localization
internal import XML

extension PropertyList {
    /// The value of a document; `nil` where the document is no property list.
    init?(_ document: XMLDocument) {
        guard let root = document.root, root.name == "plist", let value = root.elements.first else {
            return nil
        }
        self.init(value)
    }

    // As deep as the document, whose depth is limited.
    private init(_ element: XMLElement) {
        let value: Value
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
        self.init(value, at: element.byteOffset)
    }

    /// Keys and values alternate. A key without a value is one whose value is unknown; where the document
    /// breaks off, only what is complete counts.
    private static func members(of dictionary: XMLElement) -> [Member] {
        var members: [Member] = []
        var key: (text: String, element: XMLElement)?
        func miss(_ key: (text: String, element: XMLElement)) {
            members.append(
                Member(key: key.text, value: PropertyList(.unknown("key"), at: key.element.byteOffset)))
        }
        for element in dictionary.elements where element.isComplete || element.name == "dict" {
            if element.name == "key" {
                if let key { miss(key) }
                key = (element.text ?? "", element)
            } else if let named = key {
                if element.isComplete {
                    members.append(Member(key: named.text, value: PropertyList(element)))
                }
                key = nil
            }
        }
        if let key, dictionary.isComplete { miss(key) }
        return members
    }
}
