// The XML writer.

/// A document that the caller writes element by element.
package struct XMLText {
    /// The document so far, in UTF-8.
    package private(set) var bytes: [UInt8] = []

    /// Begins with the XML declaration.
    package init() { raw("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n") }

    /// The first character of a text that XML 1.0 cannot represent, even as a reference (section 2.2,
    /// `Char`): a control character other than tab and line breaks, U+FFFE or U+FFFF.
    package static func unrepresentableScalar(in text: String) -> Unicode.Scalar? {
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x09, 0x0A, 0x0D, 0x20...0xFFFD, 0x10000...: continue
            default: return scalar
            }
        }
        return nil
    }

    /// A comment. Two hyphens in a row, which XML does not allow in one (section 2.5), are written apart.
    package static func comment(_ text: String) -> String {
        // The second time finds those that overlap with what the first one wrote.
        "<!-- \(text.replacing("--", with: "- -").replacing("--", with: "- -")) -->"
    }

    /// Appends text that is already XML.
    package mutating func raw(_ text: String) { bytes.append(contentsOf: text.utf8) }

    /// Appends a start tag.
    package mutating func start(_ name: String, _ attributes: KeyValuePairs<String, String?> = [:]) {
        tag(name, attributes)
        raw(">")
    }

    /// Appends an empty element.
    package mutating func empty(_ name: String, _ attributes: KeyValuePairs<String, String?> = [:]) {
        tag(name, attributes)
        raw("/>")
    }

    /// Appends an end tag.
    package mutating func end(_ name: String) {
        raw("</")
        raw(name)
        raw(">")
    }

    /// Appends an element that contains a text.
    package mutating func element(
        _ name: String, _ attributes: KeyValuePairs<String, String?> = [:], text: String
    ) {
        start(name, attributes)
        self.text(text)
        end(name)
    }

    /// A text as it is written between tags.
    package static func escaped(_ text: String) -> String {
        var xml = XMLText()
        let start = xml.bytes.count
        xml.text(text)
        return String(decoding: xml.bytes[start...], as: UTF8.self)
    }

    /// Appends text. A carriage return becomes a reference, because readers change a bare one into a line
    /// feed.
    package mutating func text(_ text: String) {
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "&"): raw("&amp;")
            case UInt8(ascii: "<"): raw("&lt;")
            case UInt8(ascii: ">"): raw("&gt;")
            case 0x0D: raw("&#13;")
            default: bytes.append(byte)
            }
        }
    }

    private mutating func tag(_ name: String, _ attributes: KeyValuePairs<String, String?>) {
        raw("<")
        raw(name)
        for case (let name, let value?) in attributes {
            raw(" ")
            raw(name)
            raw("=\"")
            attribute(value)
            raw("\"")
        }
    }

    /// Appends an attribute's value. Tabs and line breaks become references, because
    /// readers change bare ones into spaces.
    private mutating func attribute(_ text: String) {
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "&"): raw("&amp;")
            case UInt8(ascii: "<"): raw("&lt;")
            case UInt8(ascii: ">"): raw("&gt;")
            case UInt8(ascii: "\""): raw("&quot;")
            case 0x09: raw("&#9;")
            case 0x0A: raw("&#10;")
            case 0x0D: raw("&#13;")
            default: bytes.append(byte)
            }
        }
    }
}
