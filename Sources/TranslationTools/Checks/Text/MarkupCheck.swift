// Finds tags of HTML and XML that a translation lost, added or changed.

internal import Localization

/// Other tags than in the source text, in any order.
///
/// `<name>` may be a placeholder for people, which is translated: a tag is what HTML knows, what is
/// closed, and what has attributes. `git prune <head>` names something, too. Where a line breaks
/// (`<br>`) is a matter of the language. Elements of react-i18next have numbers: `<1>here</1>`.
struct MarkupCheck: TextCheck {
    let identifier = "markup"
    let category = CheckCategory.text
    let severity = Severity.warning
    let triggers = TextTraits([.angleBracket, .ampersand])
    let example = CheckExample(
        "Press <b>Return</b>", locale: "tr", wrong: "<b>Enter</i> tuşuna basın",
        right: "<b>Enter</b> tuşuna basın")

    func problems(in text: TextPair) -> [TranslationProblem] {
        // What translators say about themselves has the markup that they like.
        guard let source = text.source, !source.asksForTranslators else { return [] }
        if let broken = CharacterReferences.broken(in: text.text, besides: source) {
            return [
                TranslationProblem(.text(broken.text), variant: broken.isReference ? "reference" : "entity")
            ]
        }
        guard !text.sourceTraits.union(text.traits).isDisjoint(with: .angleBracket) else { return [] }
        // `%<name>s` of Ruby is a placeholder.
        func read(_ string: String, besides other: String) -> [String] {
            Self.tags(
                in: string.utf8.containsPair(0x25, 0x3C)
                    ? PlaceholderSyntax.prose(of: string, text.placeholders) : string, besides: other)
        }
        var tags = (read(text.text, besides: source), read(source, besides: text.text))
        let hasBreaks = tags.1.contains(where: Self.isLineBreak)
        tags.0.removeAll(where: Self.isLineBreak)
        tags.1.removeAll(where: Self.isLineBreak)
        guard tags.0 != tags.1 else { return [] }
        if source.containsASCII("<span ") || text.text.containsASCII("<span ") {
            let shortened = (EquivalentMarkup.shortened(text.text), EquivalentMarkup.shortened(source))
            tags = (
                read(shortened.0, besides: shortened.1), read(shortened.1, besides: shortened.0)
            )
            tags.0.removeAll(where: Self.isLineBreak)
            tags.1.removeAll(where: Self.isLineBreak)
        }
        // Swing takes a text without elements for what it is, also without the outermost one.
        if !hasBreaks, tags.0.isEmpty, Set(tags.1).isSubset(of: Self.documents) { return [] }
        let names = Self.names(in: tags.1)
        if !names.isEmpty {
            tags.0.removeAll(where: names.contains)
            tags.1.removeAll(where: names.contains)
        }
        if tags.0.sorted() == tags.1.sorted() {
            // The order may differ, but not what is inside of what.
            guard let wrong = Self.misnested(tags.0), Self.misnested(tags.1) == nil else { return [] }
            return [TranslationProblem(.text(wrong), variant: "nesting")]
        }
        let (lost, added) = (tags.1.subtracting(tags.0), tags.0.subtracting(tags.1))
        // Each branch of a text of MessageFormat or Fluent has its tags, and languages have other branches.
        if Set(tags.0) == Set(tags.1),
            text.choosesBranches || Self.areMentions(lost + added, in: tags.0)
                || (lost + added).allSatisfy({ Self.isNamed($0, in: source) })
        {
            return []
        }
        if let lost = lost.first {
            return [TranslationProblem(.text(lost), variant: "lost")]
        }
        if let added = added.first {
            // A language may need markup for what others write without: `1<sup>er</sup>`.
            let isSound = Self.isBalanced(tags.1.isEmpty ? tags.0 : tags.0.subtracting(tags.1))
            if isSound, !tags.1.isEmpty || hasBreaks || !source.utf8.contains(0x3C) { return [] }
            return [TranslationProblem(.text(added))]
        }
        return []
    }

    private static let documents: Set<String> = ["<html>", "</html>", "<body>", "</body>"]

    private static func isLineBreak(_ tag: String) -> Bool { tag == "<br>" || tag == "</br>" }

    /// Whether elements only say what their contents are, such as Mallard's `<app>`, and each is closed: a
    /// translation may name an application more often than its source, or less.
    private static func areMentions(_ elements: [String], in tags: [String]) -> Bool {
        misnested(tags) == nil
            && elements.allSatisfy { tag in
                let name = tag.drop { $0 == "<" || $0 == "/" }.dropLast()
                return !names.contains(String(name)) && tags.contains("</\(name)>")
                    && tags.count { $0 == "<\(name)>" } == tags.count { $0 == "</\(name)>" }
            }
    }

    /// Whether a sentence says something about a tag that is never closed, as `Convert any <br> to newlines`:
    /// it stands between words, and may be named more often.
    private static func isNamed(_ tag: String, in source: String) -> Bool {
        let pieces = source.split(separator: tag, omittingEmptySubsequences: false)
        return pieces.count > 1
            && zip(pieces, pieces.dropFirst()).allSatisfy { before, after in
                before.last == " " && before.dropLast().last?.isLetter == true && after.first == " "
                    && after.dropFirst().first?.isLowercase == true
            }
    }

    /// Whether each element is closed.
    private static func isBalanced(_ tags: [String]) -> Bool {
        let closing = tags.filter { $0.hasPrefix("</") }
        return !closing.isEmpty && closing.count * 2 == tags.count && misnested(tags) == nil
    }

    /// The first closing tag that does not close the last open element.
    private static func misnested(_ tags: [String]) -> String? {
        var open: [String] = []
        let closed = Set(tags.filter { $0.hasPrefix("</") })
        for tag in tags {
            if tag.hasPrefix("</") {
                guard open.popLast() == tag else { return tag }
            } else if closed.contains(closing(tag)) {
                // `<br>` and its like are never closed.
                open.append(closing(tag))
            }
        }
        return nil
    }

    /// The tag that closes an element: `</g>` for `<g id="1">`.
    private static func closing(_ tag: String) -> String {
        "</" + tag.dropFirst().prefix { $0 != " " && $0 != ">" } + ">"
    }

    /// The tags of a text without their attributes: `<b>`, `</b>`, `<br/>`. A name that HTML does not
    /// know is an element if it is closed; a number also if it is in the other text.
    private static func tags(in text: String, besides other: String) -> [String] {
        let tags = elements(in: text)
        var closed = Set(tags.map(\.text).filter { $0.hasPrefix("</") })
        if tags.contains(where: \.isNumber) {
            closed.formUnion(
                elements(in: other).filter { $0.isNumber && $0.text.hasPrefix("</") }.map(\.text))
        }
        return tags.filter { $0.isKnown || closed.contains(closing($0.text)) }.map(\.text)
    }

    /// What is written like a tag, and whether it is one whatever else the text has.
    private static func elements(in text: String) -> [(text: String, isKnown: Bool, isNumber: Bool)] {
        var tags: [(text: String, isKnown: Bool, isNumber: Bool)] = []
        var rest = text.utf8[...]
        while let start = rest.firstIndex(of: 0x3C) {
            rest = rest[rest.index(after: start)...]
            guard let end = end(ofTag: rest.prefix(1024)) else { continue }
            var inside = rest[..<end]
            let isClosing = inside.first == 0x2F
            if isClosing { inside.removeFirst() }
            let isEmpty = inside.last == 0x2F
            let name = inside.prefix {
                (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) || $0 == 0x2D
            }
            let isNumber = !name.isEmpty && name.allSatisfy { (0x30...0x39).contains($0) }
            guard let first = name.first, (0x61...0x7A).contains(first | 0x20) || isNumber else { continue }
            // `1 <2 and 3>` compares numbers.
            if isNumber, name.count + (isEmpty ? 1 : 0) != inside.count { continue }
            // `<http://example.org/>` is an address.
            if let next = inside.dropFirst(name.count).first, next > 0x20, next != 0x2F { continue }
            // `</dcc close nick>` is a command that begins with a slash.
            if isClosing, inside.dropFirst(name.count).contains(where: { $0 > 0x20 }) { continue }
            let tag = String(Substring(name)).lowercased()
            let hasAttributes = inside.dropFirst(name.count).contains(0x3D)
            let shown = !isClosing && codes.contains(tag) ? Self.code(tag, inside) : tag
            let isKnown = isClosing || isEmpty || hasAttributes || names.contains(tag)
            tags.append((isClosing ? "</\(tag)>" : "<\(shown)>", isKnown, isNumber))
            // `<1/>` and `<1></1>` are the same.
            if isNumber, isEmpty { tags.append(("</\(tag)>", true, true)) }
            rest = rest[rest.index(after: end)...]
        }
        return tags
    }

    /// The sign that ends a tag: none between the quotation marks of a value, which is no
    /// tag without the second of them.
    private static func end(ofTag text: Substring.UTF8View) -> Substring.UTF8View.Index? {
        var index = text.startIndex
        var previous: UInt8 = 0
        while index < text.endIndex {
            let byte = text[index]
            if byte == 0x3E { return index }
            if previous == 0x3D, byte == 0x22 || byte == 0x27 {
                guard let closing = text[text.index(after: index)...].firstIndex(of: byte) else { return nil }
                index = closing
            }
            previous = byte
            index = text.index(after: index)
        }
        return nil
    }

    /// Elements of XLIFF that stand for something outside of the text.
    private static let codes: Set<String> = ["x", "bx", "ex", "ph", "g", "sc", "ec", "sm", "em", "cp"]

    /// Such an element with its identifier.
    private static func code(_ tag: String, _ inside: Substring.UTF8View) -> String {
        let text = String(Substring(inside))
        guard let start = text.firstRange(of: " id=\"") else { return tag }
        return tag + " id=\"" + text[start.upperBound...].prefix { $0 != "\"" }.prefix(64) + "\""
    }

    /// The tags of a source text that are words, and that it never closes.
    private static func names(in tags: [String]) -> Set<String> {
        Set(tags.filter { words.contains($0) && !tags.contains("</" + $0.dropFirst()) })
    }

    /// Tags that HTML wants to be closed, and that are words of English.
    private static let words: Set<String> = [
        "<big>", "<body>", "<center>", "<code>", "<font>", "<head>", "<small>", "<span>", "<strong>",
        "<table>",
        "<title>", "<var>",
    ]

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
