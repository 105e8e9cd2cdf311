// Markup that looks different and is the same.

/// Elements of Pango's that have a short and a long name ("Pango Markup", GNOME's manual): `<b>` and
/// `<span weight="bold">`.
enum EquivalentMarkup {
    /// The text with the short names.
    static func shortened(_ text: String) -> String {
        guard text.containsASCII("<span ") else { return text }
        var result = ""
        var rest = text[...]
        // What the elements that are open are called.
        var open: [String] = []
        while let start = rest.firstIndex(of: "<") {
            result += rest[..<start]
            guard let end = rest[start...].firstIndex(of: ">") else { break }
            let tag = rest[start...end]
            rest = rest[rest.index(after: end)...]
            if tag.hasPrefix("<span") {
                open.append(name(of: tag) ?? "")
                result += open.last.map { $0.isEmpty ? String(tag) : "<\($0)>" } ?? ""
            } else if tag == "</span>", let name = open.popLast(), !name.isEmpty {
                result += "</\(name)>"
            } else {
                result += tag
            }
        }
        return result + rest
    }

    /// The short name of an element with one attribute; `nil` where there is none.
    private static func name(of tag: Substring) -> String? {
        let attributes = tag.dropFirst("<span".count).dropLast().split(separator: " ")
        guard attributes.count == 1 else { return nil }
        let parts = attributes[0].split(separator: "=")
        guard parts.count == 2 else { return nil }
        let value = parts[1].filter { $0 != "\"" && $0 != "'" }
        switch (parts[0], value) {
        case ("weight", "bold"), ("font_weight", "bold"), ("weight", "700"): return "b"
        case ("style", "italic"), ("font_style", "italic"): return "i"
        case ("size", "larger"), ("font_size", "larger"): return "big"
        case ("size", "smaller"), ("font_size", "smaller"): return "small"
        case ("underline", "single"): return "u"
        case ("strikethrough", "true"): return "s"
        case ("font_family", "monospace"), ("face", "monospace"): return "tt"
        default: return nil
        }
    }
}
