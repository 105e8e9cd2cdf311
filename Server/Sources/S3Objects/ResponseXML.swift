// Reads the XML of responses: elements by their names, texts with entities.

/// A response in XML, or an element of one. Responses of Amazon S3 have no relevant attributes, no comments
/// and no CDATA, and an element never contains another one of the same name.
struct ResponseXML {
    private let text: Substring

    init(_ bytes: some Sequence<UInt8>) { text = Substring(String(decoding: Array(bytes), as: UTF8.self)) }

    private init(_ text: Substring) { self.text = text }

    /// The elements with a name, in order.
    func elements(_ name: String) -> [ResponseXML] {
        var found: [ResponseXML] = []
        var rest = text.utf8[...]
        let (start, end) = ("<" + name + ">", "</" + name + ">")
        while let first = rest.firstRange(of: start.utf8) {
            let inner = rest[first.upperBound...]
            guard let last = inner.firstRange(of: end.utf8) else { break }
            found.append(ResponseXML(Substring(inner[..<last.lowerBound])))
            rest = inner[last.upperBound...]
        }
        return found
    }

    /// The text of the first element with a name; `nil` if there is none, or if its text is not well-formed.
    func value(_ name: String) -> String? { elements(name).first?.decoded }

    private static let entities: [Substring: String] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'",
    ]

    private var decoded: String? {
        var result = ""
        var rest = text
        while let start = rest.firstIndex(where: { $0 == "&" || $0 == "<" }) {
            result += rest[..<start]
            guard rest[start] == "&", let end = rest[start...].firstIndex(of: ";") else { return nil }
            let name = rest[rest.index(after: start)..<end]
            if let character = Self.entities[name] {
                result += character
            } else if name.first == "#", let scalar = Self.scalar(name.dropFirst()) {
                result.unicodeScalars.append(scalar)
            } else {
                return nil
            }
            rest = rest[rest.index(after: end)...]
        }
        return result + rest
    }

    private static func scalar(_ digits: Substring) -> UnicodeScalar? {
        let isHexadecimal = digits.first == "x"
        let number = UInt32(isHexadecimal ? digits.dropFirst() : digits, radix: isHexadecimal ? 16 : 10)
        return number.flatMap(UnicodeScalar.init)
    }
}
