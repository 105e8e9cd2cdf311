// Reads property lists in XML, without the general parser of XML that a program
// which only shows texts need not link.

internal import Support

/// A parser of what Apple's tools write: elements, character references, the five entities of XML, CDATA.
/// Entities of a document's own are faults.
///
/// The first fault ends the reading; the complete members of the outermost dictionary before it count.
package struct PropertyListParser {
    /// The outermost value; `nil` where there is none.
    package private(set) var root: PropertyList?
    /// Where the document is broken, as an offset of `text`; `nil` for a well-formed one.
    package private(set) var fault: Int?
    /// The document in UTF-8.
    package let text: [UInt8]
    private var index = 0
    private var outermost: [PropertyList.Member]?

    private struct Fault: Error {}
    private static let deepest = 64

    package init(_ bytes: [UInt8]) {
        text = DecodedText(bytes).utf8
        do throws(Fault) {
            try skipToElement()
            let plist = try startTag()
            guard plist.name == "plist", !plist.isEmpty else { throw Fault() }
            try skipToElement()
            root = try value(of: try startTag(), depth: 0)
            try skipToElement()
            try endTag("plist")
        } catch {
            fault = index
            if root == nil, let outermost { root = PropertyList(.dictionary(outermost)) }
        }
    }

    // MARK: Values

    private struct Tag {
        let name: String
        let isEmpty: Bool
        let offset: Int
    }

    private mutating func value(of tag: Tag, depth: Int) throws(Fault) -> PropertyList {
        guard depth < Self.deepest else { throw Fault() }
        let value: PropertyList.Value
        switch tag.name {
        case "dict": value = .dictionary(tag.isEmpty ? [] : try members(depth))
        case "array": value = .array(tag.isEmpty ? [] : try elements(depth))
        case "string": value = .string(try contents(tag))
        case "integer": value = .integer(try contents(tag))
        case "real": value = .real(try contents(tag))
        case "date": value = .date(try contents(tag))
        case "data": value = .data(try contents(tag))
        case "true", "false":
            _ = try contents(tag)
            value = .boolean(tag.name == "true")
        default: throw Fault()
        }
        return PropertyList(value, at: tag.offset)
    }

    private mutating func members(_ depth: Int) throws(Fault) -> [PropertyList.Member] {
        var members: [PropertyList.Member] = []
        if depth == 0 { outermost = [] }
        while true {
            try skipToElement()
            if isEndTag { break }
            let tag = try startTag()
            guard tag.name == "key" else { throw Fault() }
            let key = try contents(tag)
            try skipToElement()
            let member = PropertyList.Member(key: key, value: try value(of: try startTag(), depth: depth + 1))
            members.append(member)
            if depth == 0 { outermost?.append(member) }
        }
        try endTag("dict")
        return members
    }

    private mutating func elements(_ depth: Int) throws(Fault) -> [PropertyList] {
        var elements: [PropertyList] = []
        while true {
            try skipToElement()
            if isEndTag { break }
            elements.append(try value(of: try startTag(), depth: depth + 1))
        }
        try endTag("array")
        return elements
    }

    // MARK: Markup

    private func isNext(_ sign: StaticString) -> Bool {
        sign.withUTF8Buffer { text[index...].starts(with: $0) }
    }

    private var isEndTag: Bool { isNext("</") }

    /// Goes behind the next occurrence of a sign.
    private mutating func skip(behind sign: StaticString) throws(Fault) {
        while index < text.count {
            if isNext(sign) {
                index += sign.utf8CodeUnitCount
                return
            }
            index += 1
        }
        throw Fault()
    }

    private mutating func skipSpace() {
        while index < text.count, text[index] <= 0x20 { index += 1 }
    }

    /// Goes to the next tag, past white space, comments, declarations and processing instructions.
    private mutating func skipToElement() throws(Fault) {
        while true {
            skipSpace()
            if isNext("<!--") {
                try skip(behind: "-->")
            } else if isNext("<?") {
                try skip(behind: "?>")
            } else if isNext("<!DOCTYPE") {
                while index < text.count, text[index] != UInt8(ascii: ">") {
                    // Declarations in brackets could only name entities, which no property list has.
                    if text[index] == UInt8(ascii: "[") { throw Fault() }
                    index += 1
                }
                try skip(behind: ">")
            } else {
                guard isNext("<") else { throw Fault() }
                return
            }
        }
    }

    private mutating func name() throws(Fault) -> String {
        let start = index
        while index < text.count, text[index] > 0x20, !"<>/=".utf8.contains(text[index]) { index += 1 }
        guard index > start else { throw Fault() }
        return String(decoding: text[start..<index], as: UTF8.self)
    }

    private mutating func startTag() throws(Fault) -> Tag {
        let offset = index
        guard isNext("<") else { throw Fault() }
        index += 1
        let name = try name()
        // Attributes say nothing.
        var quote: UInt8?
        while index < text.count {
            let byte = text[index]
            index += 1
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if byte == UInt8(ascii: ">") {
                return Tag(name: name, isEmpty: text[index - 2] == UInt8(ascii: "/"), offset: offset)
            } else if byte == UInt8(ascii: "<") {
                throw Fault()
            }
        }
        throw Fault()
    }

    private mutating func endTag(_ wanted: String) throws(Fault) {
        guard isEndTag else { throw Fault() }
        index += 2
        guard try name() == wanted else { throw Fault() }
        skipSpace()
        guard isNext(">") else { throw Fault() }
        index += 1
    }

    // MARK: Text

    /// The text of an element without elements in it, to its end tag.
    private mutating func contents(_ tag: Tag) throws(Fault) -> String {
        guard !tag.isEmpty else { return "" }
        var bytes: [UInt8] = []
        while index < text.count {
            if isEndTag {
                try endTag(tag.name)
                return String(streamSafe: bytes)
            }
            if isNext("<![CDATA[") {
                index += 9
                let start = index
                try skip(behind: "]]>")
                bytes += text[start..<index - 3]
            } else if isNext("<!--") {
                try skip(behind: "-->")
            } else if isNext("<") {
                throw Fault()
            } else if isNext("&") {
                bytes += String(try reference()).utf8
            } else {
                bytes.append(text[index])
                index += 1
            }
        }
        throw Fault()
    }

    private static let entities: [String: Unicode.Scalar] = [
        "lt": "<", "gt": ">", "amp": "&", "quot": "\"", "apos": "'",
    ]

    /// A character reference, or an entity of XML.
    private mutating func reference() throws(Fault) -> Unicode.Scalar {
        // No reference is longer than that of the last code point with a few zeros.
        guard let end = text[index...].prefix(16).firstIndex(of: UInt8(ascii: ";")) else { throw Fault() }
        let name = String(decoding: text[index + 1..<end], as: UTF8.self)
        let scalar: Unicode.Scalar?
        if name.hasPrefix("#x") {
            scalar = UInt32(name.dropFirst(2), radix: 16).flatMap(Unicode.Scalar.init)
        } else if name.hasPrefix("#") {
            scalar = UInt32(name.dropFirst()).flatMap(Unicode.Scalar.init)
        } else {
            scalar = Self.entities[name]
        }
        guard let scalar else { throw Fault() }
        index = end + 1
        return scalar
    }
}
