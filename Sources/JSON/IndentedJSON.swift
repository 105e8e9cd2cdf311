// JSON over several lines, in the style of a document that people and other programs edit, too.

/// The choices that JSON leaves to a document's writer.
package struct JSONStyle: Sendable, Hashable {
    package var indentation = "  "
    package var lineBreak = "\n"
    /// The text between a member's name and its value.
    package var separator: String
    /// Whether all characters except those of ASCII are escaped.
    package var escapesAllButASCII = false
    /// Whether U+2028 and U+2029, which end lines in editors and in older JavaScript, are escaped.
    package var escapesLineSeparators = true

    /// - Parameter separator: the text between a member's name and its value; Xcode's by default.
    package init(separator: String = " : ") { self.separator = separator }
}

/// Bytes of JSON: a line for each member; an object without members contains an empty line.
package struct IndentedJSON {
    package private(set) var bytes: [UInt8] = []
    private let style: JSONStyle
    private var depth: Int

    /// - Parameter depth: the number of objects around the value.
    package init(style: JSONStyle = JSONStyle(), depth: Int = 0) {
        self.style = style
        self.depth = depth
    }

    /// Writes a member: name and value.
    package mutating func append(_ member: JSON.Member) {
        append(string: member.name)
        bytes.append(contentsOf: style.separator.utf8)
        append(member.value)
    }

    /// Writes a value.
    package mutating func append(_ json: JSON) {
        switch json {
        case .null: bytes.append(contentsOf: "null".utf8)
        case .bool(let flag): bytes.append(contentsOf: (flag ? "true" : "false").utf8)
        case .number(let spelled): bytes.append(contentsOf: spelled.utf8)
        case .string(let text): append(string: text)
        case .array(let elements): list(elements, open: "[", close: "]") { $0.append($1) }
        case .object(let members): list(members, open: "{", close: "}") { $0.append($1) }
        }
    }

    private mutating func list<Element>(
        _ elements: [Element], open: String, close: String, _ write: (inout IndentedJSON, Element) -> Void
    ) {
        bytes.append(contentsOf: open.utf8)
        depth += 1
        for (index, element) in elements.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            line()
            write(&self, element)
        }
        depth -= 1
        if elements.isEmpty { bytes.append(contentsOf: style.lineBreak.utf8) }
        line()
        bytes.append(contentsOf: close.utf8)
    }

    /// Begins a line.
    package mutating func line() {
        bytes.append(contentsOf: style.lineBreak.utf8)
        guard !style.lineBreak.isEmpty else { return }
        for _ in 0..<depth { bytes.append(contentsOf: style.indentation.utf8) }
    }

    /// A document with parts of it replaced; their ranges must not overlap.
    package static func edited(_ document: [UInt8], _ edits: [(range: Range<Int>, bytes: [UInt8])]) -> [UInt8]
    {
        var result: [UInt8] = []
        result.reserveCapacity(document.count + edits.reduce(0) { $0 + $1.bytes.count })
        var end = 0
        for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
            result += document[end..<edit.range.lowerBound]
            result += edit.bytes
            end = edit.range.upperBound
        }
        return result + document[end...]
    }

    /// Writes bytes that are already JSON.
    package mutating func raw(_ json: some Sequence<UInt8>) { bytes.append(contentsOf: json) }

    package mutating func append(string: String) {
        bytes.append(UInt8(ascii: "\""))
        append(contentsOf: string)
        bytes.append(UInt8(ascii: "\""))
    }

    /// Writes the content between the quotation marks of a string.
    package mutating func append(contentsOf string: String) {
        if style.escapesAllButASCII, string.utf8.contains(where: { $0 >= 0x80 }) {
            for scalar in string.unicodeScalars {
                if scalar.isASCII {
                    append(contentsOf: String(scalar).utf8)
                } else {
                    for unit in String(scalar).utf16 { bytes.append(contentsOf: unit.escape.utf8) }
                }
            }
            return
        }
        append(contentsOf: string.utf8)
    }

    private mutating func append(contentsOf utf8: String.UTF8View) {
        for byte in utf8 {
            switch byte {
            case 0xA8...0xA9 where style.escapesLineSeparators && bytes.suffix(2) == [0xE2, 0x80]:
                bytes.removeLast(2)
                bytes.append(contentsOf: (byte == 0xA8 ? #"\u2028"# : #"\u2029"#).utf8)
            case UInt8(ascii: "\""): bytes.append(contentsOf: #"\""#.utf8)
            case UInt8(ascii: "\\"): bytes.append(contentsOf: #"\\"#.utf8)
            case 0x08: bytes.append(contentsOf: #"\b"#.utf8)
            case 0x09: bytes.append(contentsOf: #"\t"#.utf8)
            case 0x0A: bytes.append(contentsOf: #"\n"#.utf8)
            case 0x0C: bytes.append(contentsOf: #"\f"#.utf8)
            case 0x0D: bytes.append(contentsOf: #"\r"#.utf8)
            case ..<0x20:
                bytes.append(contentsOf: (byte < 0x10 ? #"\u000"# : #"\u00"#).utf8)
                bytes.append(contentsOf: String(byte, radix: 16).utf8)
            default: bytes.append(byte)
            }
        }
    }
}

extension UInt16 {
    /// The escape of a unit of UTF-16.
    fileprivate var escape: String {
        let digits = String(self, radix: 16)
        return #"\u"# + String(repeating: "0", count: 4 - digits.utf8.count) + digits
    }
}

extension JSONStyle {
    /// The style of a document, determined from its first member.
    package init(of bytes: [UInt8], _ first: JSONMemberLocations.Member?) {
        self.init()
        guard let first else { return }
        self.init(of: bytes, name: first.nameOffset..<first.name.endIndex + 1, value: first.valueOffset)
    }

    /// The style of a document.
    ///
    /// - Parameters:
    ///   - name: the name of its first member, with quotation marks.
    ///   - value: the offset of that member's value.
    package init(of bytes: [UInt8], name: Range<Int>, value: Int) {
        self.init()
        separator = String(decoding: bytes[name.upperBound..<value], as: UTF8.self)
        guard let start = bytes[..<name.lowerBound].lastIndex(of: 0x0A) else {
            (indentation, lineBreak) = ("", "")
            return
        }
        indentation = String(decoding: bytes[(start + 1)..<name.lowerBound], as: UTF8.self)
        lineBreak = start > 0 && bytes[start - 1] == 0x0D ? "\r\n" : "\n"
    }
}
