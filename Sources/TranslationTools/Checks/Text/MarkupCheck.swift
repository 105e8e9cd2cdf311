// Finds tags of HTML and XML that a translation lost, added or changed.

internal import Localization

/// Other tags than in the source text, in any order.
///
/// `<name>` may be a placeholder for people, which is translated: a tag is what HTML knows, what is closed, and what
/// has attributes.
struct MarkupCheck: TextCheck {
    let identifier = "markup"
    let category = CheckCategory.text
    let severity = Severity.warning
    let triggers = TextTraits.angleBracket
    let example = CheckExample(
        "Press <b>Return</b>", locale: "tr", wrong: "<b>Enter</i> tuşuna basın",
        right: "<b>Enter</b> tuşuna basın")

    func problems(in text: TextPair) -> [TranslationProblem] {
        guard let source = text.source else { return [] }
        let tags = (Self.tags(in: text.text), Self.tags(in: source))
        guard tags.0 != tags.1 else { return [] }
        if let lost = tags.1.subtracting(tags.0).first {
            return [TranslationProblem(.text(lost), variant: "lost")]
        }
        if let added = tags.0.subtracting(tags.1).first { return [TranslationProblem(.text(added))] }
        return []
    }

    /// The tags of a text without their attributes: `<b>`, `</b>`, `<br/>`.
    private static func tags(in text: String) -> [String] {
        var tags: [String] = []
        var rest = text.utf8[...]
        while let start = rest.firstIndex(of: 0x3C) {
            rest = rest[rest.index(after: start)...]
            guard let end = rest.prefix(1024).firstIndex(of: 0x3E) else { continue }
            var inside = rest[..<end]
            let isClosing = inside.first == 0x2F
            if isClosing { inside.removeFirst() }
            let isEmpty = inside.last == 0x2F
            let name = inside.prefix {
                (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) || $0 == 0x2D
            }
            guard let first = name.first, (0x61...0x7A).contains(first | 0x20) else { continue }
            let tag = String(Substring(name)).lowercased()
            let hasAttributes = inside.dropFirst(name.count).contains(0x3D)
            guard isClosing || isEmpty || hasAttributes || names.contains(tag) else { continue }
            tags.append(isClosing ? "</\(tag)>" : "<\(tag)>")
            rest = rest[rest.index(after: end)...]
        }
        return tags
    }

    private static let names: Set<String> = [
        "a", "abbr", "b", "big", "blockquote", "body", "br", "center", "code", "dd", "div", "dl", "dt", "em",
        "font",
        "h1", "h2", "h3", "h4", "h5", "h6", "head", "hr", "html", "i", "img", "kbd", "li", "ol", "p", "pre",
        "q",
        "s", "samp", "small", "span", "strong", "sub", "sup", "table", "td", "th", "title", "tr", "tt", "u",
        "ul",
        "var",
    ]
}
