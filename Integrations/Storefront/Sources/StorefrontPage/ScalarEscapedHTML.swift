// How are values kept from becoming markup?

internal import Mustache

/// HTML in which every value is escaped scalar by scalar.
///
/// The library's own escaping looks at characters, and a quotation mark with an accent behind it is another character
/// than a quotation mark. A browser reads scalars: to it that mark ends an attribute.
struct ScalarEscapedHTML: MustacheContentType {
    /// The tag that makes a template use this; it must be the first.
    static var pragma: String {
        registration
        return "{{% CONTENT_TYPE: \(name) }}"
    }

    private static let name = "SCALAR-ESCAPED-HTML"
    private static let registration: Void = MustacheContentTypes.register(ScalarEscapedHTML(), named: name)

    func escapeText(_ text: String) -> String {
        guard text.utf8.contains(where: { Self.reference(for: $0) != nil }) else { return text }
        var escaped: [UInt8] = []
        escaped.reserveCapacity(text.utf8.count * 2)
        for byte in text.utf8 {
            if let reference = Self.reference(for: byte) {
                escaped += reference.utf8
            } else {
                escaped.append(byte)
            }
        }
        return String(decoding: escaped, as: UTF8.self)
    }

    /// All that has a meaning in texts and in attributes with quotation marks of either kind is ASCII, and no byte of another
    /// scalar looks like it.
    private static func reference(for byte: UInt8) -> String? {
        switch byte {
        case UInt8(ascii: "&"): "&amp;"
        case UInt8(ascii: "<"): "&lt;"
        case UInt8(ascii: ">"): "&gt;"
        case UInt8(ascii: "\""): "&quot;"
        case UInt8(ascii: "'"): "&#39;"
        default: nil
        }
    }
}
