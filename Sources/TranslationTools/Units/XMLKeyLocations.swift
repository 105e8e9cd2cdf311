// Where XLIFF files and Android's resources name a message: in an attribute of its element.

internal import Localization

/// Renames a key in an XML document, which may be damaged elsewhere.
struct XMLKeyLocations {
    private let utf8: [UInt8]
    /// The attributes of a key, by the elements that have it; the first that an element has counts.
    private let attributes: [String: [String]]
    private let key: String
    private let newKey: String

    init(_ utf8: [UInt8], _ attributes: [String: [String]], _ key: String, _ newKey: String) {
        (self.utf8, self.attributes, self.key, self.newKey) = (utf8, attributes, key, newKey)
    }

    /// The edits that give the message the other key, in all of its forms.
    var edits: [TextEdit] {
        var edits: [TextEdit] = []
        var index = 0
        while let start = utf8[index...].firstIndex(of: UInt8(ascii: "<")) {
            if let end = end(of: "<!--", "-->", at: start) ?? end(of: "<![CDATA[", "]]>", at: start) {
                index = end
                continue
            }
            let tag = XMLStartTag(utf8, at: start)
            if let names = attributes[tag.name],
                let attribute = names.lazy.compactMap({ tag.attributes[$0] }).first,
                let value = renamed(attribute.text)
            {
                edits.append(TextEdit(attribute.range, XMLEscapes.escaped(value)))
            }
            index = max(tag.end, start + 1)
        }
        return edits
    }

    private func renamed(_ value: String) -> String? {
        if value == key { return newKey }
        guard let form = VariationKey(value), form.key == key else { return nil }
        return VariationKey(key: newKey, variation: form.variation).description
    }

    private func end(of open: String, _ close: String, at start: Int) -> Int? {
        guard utf8[start...].starts(with: open.utf8) else { return nil }
        let sign = Array(close.utf8)
        var index = start + open.utf8.count
        while index + sign.count <= utf8.count {
            if utf8[index..<index + sign.count].elementsEqual(sign) { return index + sign.count }
            index += 1
        }
        return utf8.count
    }
}

/// A tag with its attributes.
struct XMLStartTag {
    private(set) var name = ""
    /// The values without quotes, and where they are.
    private(set) var attributes: [String: (text: String, range: Range<Int>)] = [:]
    /// The offset behind the tag.
    private(set) var end: Int

    init(_ utf8: [UInt8], at start: Int) {
        var index = start + 1
        func word() -> String {
            let first = index
            while index < utf8.count, utf8[index] > 0x20, !Array("=/>\"'<".utf8).contains(utf8[index]) {
                index += 1
            }
            return String(decoding: utf8[first..<index], as: UTF8.self)
        }
        name = word()
        while index < utf8.count, utf8[index] != UInt8(ascii: ">"), utf8[index] != UInt8(ascii: "<") {
            while index < utf8.count, utf8[index] <= 0x20 { index += 1 }
            let attribute = word()
            while index < utf8.count, utf8[index] <= 0x20 || utf8[index] == UInt8(ascii: "=") { index += 1 }
            guard index < utf8.count else { break }
            if utf8[index] == UInt8(ascii: "\"") || utf8[index] == UInt8(ascii: "'") {
                let close = utf8[(index + 1)...].firstIndex(of: utf8[index]) ?? utf8.count
                let text = String(decoding: utf8[(index + 1)..<close], as: UTF8.self)
                attributes[attribute] = (XMLEscapes.unescaped(text), (index + 1)..<close)
                index = min(close + 1, utf8.count)
            } else if attribute.isEmpty, utf8[index] != UInt8(ascii: ">"), utf8[index] != UInt8(ascii: "<") {
                index += 1
            }
        }
        end = index
    }
}

/// The characters that attributes of XML cannot contain as they are.
enum XMLEscapes {
    private static let escapes = [
        ("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("\"", "&quot;"), ("'", "&apos;"),
    ]

    /// A text as the value of an attribute: readers make spaces of white space that is no reference.
    static func attribute(_ text: String) -> String {
        [("\n", "&#10;"), ("\t", "&#9;"), ("\r", "&#13;")].reduce(escaped(text)) {
            $0.replacing($1.0, with: $1.1)
        }
    }

    /// A text without the signs of XML, between tags and in either kind of quotes.
    static func escaped(_ text: String) -> String {
        escapes.reduce(text) { $0.replacing($1.0, with: $1.1) }
    }

    /// The text of an attribute; references by number stay as they are.
    static func unescaped(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
        return escapes.reversed().reduce(text) { $0.replacing($1.1, with: $1.0) }
    }
}
