// Escaping of values in HTML.

internal import Mustache

/// HTML in which every value is escaped scalar by scalar.
///
/// The library's own escaping works on characters: a quotation mark followed by a combining accent is one
/// other character, which is not escaped. A browser reads scalars, so that this quotation mark ends an
/// attribute.
struct ScalarEscapedHTML: MustacheContentType {
    /// The tag that selects this escaping; it must be the first tag of a template.
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

    /// All characters with a meaning in texts and quoted attributes are ASCII, and UTF-8 has no ASCII byte in
    /// other scalars.
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
