// Converts texts of shop systems, which are often HTML, to the plain text that readers see, for searching and
// display.

internal import CatalogSearch

/// How texts of a catalog that may be HTML are read.
struct HTMLText {
    /// Whether anything is HTML.
    private let isRead: Bool

    init(_ description: CatalogDescription) { isRead = description.readsHTML }

    /// The plain text of a field: descriptions and summaries lose their tags, and all texts get the
    /// characters of their entities.
    func plain(_ text: String, of field: FieldName) -> String {
        isRead ? Self.plain(text, hasTags: field == .description || field == .summary) : text
    }

    /// The plain text of a label, such as the value of an attribute, with the characters of its entities.
    /// Labels have no tags: a label with a `<`, or with a `&` that does not begin an entity, is not HTML.
    func label(_ text: String) -> String { isRead ? Self.plain(text, hasTags: false) : text }

    /// A text that is read as a plain text of a field.
    func source(_ plain: String, of field: FieldName) -> String {
        self.plain(plain, of: field) == plain ? plain : Self.escaped(plain)
    }

    /// A text that is read as a label.
    func source(label: String) -> String { self.label(label) == label ? label : Self.escaped(label) }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
    }

    /// A text without tags and entities of HTML stays unchanged, such as `a < b`.
    static func plain(_ text: String, hasTags: Bool = true) -> String {
        guard text.utf8.contains(where: { $0 == UInt8(ascii: "&") || hasTags && $0 == UInt8(ascii: "<") })
        else { return text }
        var reader = Reader(text, readsTags: hasTags)
        reader.read()
        return reader.foundMarkup && (hasTags || !reader.foundPlainMark) ? reader.text : text
    }

    /// Tags that end a line of text.
    fileprivate static let blocks: Set<String> = [
        "address", "article", "aside", "blockquote", "br", "dd", "div", "dl", "dt", "figcaption", "figure",
        "footer", "h1", "h2",
        "h3", "h4", "h5", "h6", "header", "hr", "li", "main", "nav", "ol", "p", "pre", "section", "table",
        "tr", "ul",
    ]
    /// Tags between which there is a space.
    fileprivate static let cells: Set<String> = ["td", "th", "option", "img"]
    /// Tags within lines.
    fileprivate static let inline: Set<String> = [
        "a", "abbr", "b", "bdi", "bdo", "big", "center", "cite", "code", "del", "dfn", "em", "font", "i",
        "iframe", "ins", "kbd",
        "label", "link", "mark", "meta", "q", "s", "samp", "small", "source", "span", "strike", "strong",
        "sub", "sup", "svg", "tbody",
        "tfoot", "thead", "time", "u", "var", "video", "wbr", "caption", "col", "colgroup", "html", "body",
        "head",
    ]
    /// Tags whose content browsers do not show on the page.
    fileprivate static let hidden: Set<String> = ["script", "style", "template", "title", "noscript"]
}

/// Reads one text, in time that grows with its length.
private struct Reader {
    private let source: Substring.UnicodeScalarView
    private let readsTags: Bool
    private var place: Substring.UnicodeScalarView.Index
    private(set) var text = ""
    private(set) var foundMarkup = false
    /// Whether there is a `<` or `&` that would be escaped in HTML.
    private(set) var foundPlainMark = false
    /// Whether there are tags, so that these determine the ends of lines.
    private var hasTags = false
    /// White space to insert before the next character.
    private var pending = Pending.nothing

    private enum Pending: Int { case nothing, space, line }
    /// The most characters of an entity, and of a tag's name.
    private static let nameLimit = 10

    init(_ text: String, readsTags: Bool) {
        source = text[...].unicodeScalars
        self.readsTags = readsTags
        place = source.startIndex
    }

    mutating func read() {
        while place < source.endIndex {
            let scalar = source[place]
            if scalar == "<", readsTags, readTag() || readComment() { continue }
            if scalar == "&", readEntity() { continue }
            if scalar == "<" || scalar == "&" { foundPlainMark = true }
            append(scalar)
            place = source.index(after: place)
        }
    }

    private mutating func append(_ scalar: Unicode.Scalar) {
        if scalar == "\u{A0}" || scalar.properties.isWhitespace {
            return wait(scalar == "\n" && !hasTags ? .line : .space)
        }
        switch pending {
        case .nothing: break
        case .space: if !text.isEmpty { text += " " }
        case .line: if !text.isEmpty { text += "\n" }
        }
        pending = .nothing
        text.unicodeScalars.append(scalar)
    }

    private mutating func wait(_ space: Pending) { if space.rawValue > pending.rawValue { pending = space } }

    /// Reads `<p class="…">` or `</p>`, and the content of a hidden tag.
    ///
    /// - Returns: whether there is a tag of HTML.
    private mutating func readTag() -> Bool {
        var next = source.index(after: place)
        let isEnd = next < source.endIndex && source[next] == "/"
        if isEnd { next = source.index(after: next) }
        let name = source[next...].prefix(Self.nameLimit).prefix {
            $0.isASCII && ($0.properties.isAlphabetic || $0.isASCIIDigit)
        }
        let tag = String(name).lowercased()
        let pause: Pending
        if HTMLText.blocks.contains(tag) {
            pause = .line
        } else if HTMLText.cells.contains(tag) {
            pause = .space
        } else if HTMLText.inline.contains(tag) || HTMLText.hidden.contains(tag) {
            pause = .nothing
        } else {
            return false
        }
        guard let end = endOfTag(after: name.endIndex) else { return false }
        (foundMarkup, hasTags) = (true, true)
        place = end
        wait(pause)
        if !isEnd, HTMLText.hidden.contains(tag) { skip(until: "</\(tag)") }
        return true
    }

    /// The index after a tag's `>`, which does not count within quotation marks; `nil` if there is none
    /// before the next `<`.
    private func endOfTag(after name: String.UnicodeScalarView.Index) -> String.UnicodeScalarView.Index? {
        guard name < source.endIndex, [" ", "\t", "\n", "\r", "/", ">"].contains(source[name]) else {
            return nil
        }
        var place = name
        var quote: Unicode.Scalar?
        while place < source.endIndex {
            let scalar = source[place]
            place = source.index(after: place)
            if let open = quote {
                if scalar == open { quote = nil }
            } else if scalar == ">" {
                return place
            } else if scalar == "\"" || scalar == "'" {
                quote = scalar
            } else if scalar == "<" {
                return nil
            }
        }
        return nil
    }

    /// Reads `<!-- … -->`.
    private mutating func readComment() -> Bool {
        guard source[place...].starts(with: "<!--".unicodeScalars) else { return false }
        foundMarkup = true
        skip(until: "-->")
        return true
    }

    /// Skips everything up to and including a text, or to the end.
    private mutating func skip(until end: String) {
        let length = end.unicodeScalars.count
        while place < source.endIndex {
            let part = source[place...].prefix(length)
            if String(part).lowercased() == end {
                place = part.endIndex
                // Skips the rest of an end tag.
                while end.hasPrefix("</"), place < source.endIndex {
                    let scalar = source[place]
                    place = source.index(after: place)
                    if scalar == ">" { break }
                }
                return
            }
            place = source.index(after: place)
        }
    }

    /// Reads `&amp;`, `&#8364;` or `&#x20AC;`.
    private mutating func readEntity() -> Bool {
        let start = source.index(after: place)
        let name = source[start...].prefix(Self.nameLimit).prefix {
            $0 == "#" || $0.isASCII && $0.properties.isAlphabetic || $0.isASCIIDigit
        }
        guard name.endIndex < source.endIndex, source[name.endIndex] == ";",
            let scalar = HTMLEntities.scalar(Substring(name))
        else { return false }
        foundMarkup = true
        append(scalar)
        place = source.index(after: name.endIndex)
        return true
    }
}

extension Unicode.Scalar {
    fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}
