// Texts of Android's resources: their escapes, white space, markup and placeholders.

internal import Localization
internal import XML

/// Reads and writes the contents of `<string>` and `<item>` ("String resources", Android developers' guide;
/// the rules are those of aapt2's `ResourceUtils`).
struct AndroidText {
    /// The text; tags are part of it where the element has any.
    private(set) var text = ""
    /// Whether the element contains other elements, such as `<b>`.
    private(set) var hasMarkup = false
    /// The texts that translators must leave alone (`<xliff:g>`), with their start tags.
    private(set) var protected: [(tag: String, text: String)] = []
    /// Whether an apostrophe is there that aapt refuses.
    private(set) var hasBareApostrophe = false
    /// Whether `\u` is there without four hexadecimal digits, which aapt refuses.
    private(set) var hasInvalidEscape = false
    private var isQuoted = false
    private var pendingSpace = false
    private var isAtStart = true

    init(_ element: XMLElement) {
        hasMarkup = element.elements.contains { $0.localName != "g" }
        read(element)
    }

    /// Whether the value refers to another resource: `@string/name`, `?attr/name`.
    static func isReference(_ element: XMLElement) -> Bool {
        guard let text = element.text?.drop(while: \.isWhitespace), let first = text.first else {
            return false
        }
        return (first == "@" || first == "?") && text.contains("/")
    }

    // As deep as the document, whose depth is limited.
    private mutating func read(_ element: XMLElement) {
        for child in element.children {
            switch child {
            case .text(let text): append(text)
            case .element(let inner) where inner.localName == "g":
                let start = text.endIndex
                let tag = Self.startTag(inner)
                read(inner)
                protected.append((tag, String(text[start...]).trimmedStart))
            case .element(let inner):
                flushSpace()
                text += Self.startTag(inner)
                isAtStart = false
                read(inner)
                flushSpace()
                text += "</\(inner.name)>"
            }
        }
    }

    private static func startTag(_ element: XMLElement) -> String {
        var xml = "<" + element.name
        for attribute in element.attributes {
            xml += " \(attribute.name)=\"\(escapedMarkup(attribute.value, inAttribute: true))\""
        }
        return xml + ">"
    }

    private mutating func flushSpace() {
        if pendingSpace, !isAtStart { text += " " }
        pendingSpace = false
    }

    private mutating func append(_ source: String) {
        var scalars = source.unicodeScalars[...]
        while let scalar = scalars.popFirst() {
            switch scalar {
            case "\\": if let next = scalars.popFirst() { append(escape: next, &scalars) }
            case "\"": isQuoted.toggle()
            case _ where !isQuoted && scalar.properties.isWhitespace && scalar != "\u{A0}":
                pendingSpace = true
            default:
                if scalar == "'", !isQuoted { hasBareApostrophe = true }
                put(scalar)
            }
        }
    }

    private mutating func append(escape: Unicode.Scalar, _ rest: inout Substring.UnicodeScalarView) {
        switch escape {
        case "n": put("\n")
        case "t": put("\t")
        case "u":
            let digits = rest.prefix(4)
            guard digits.count == 4, digits.allSatisfy(\.properties.isASCIIHexDigit),
                let unit = UInt16(String(digits), radix: 16)
            else {
                hasInvalidEscape = true
                return put("u")
            }
            rest = rest.dropFirst(4)
            if UTF16.isLeadSurrogate(unit), rest.starts(with: "\\u".unicodeScalars),
                let low = UInt16(String(rest.dropFirst(2).prefix(4)), radix: 16), UTF16.isTrailSurrogate(low)
            {
                rest = rest.dropFirst(6)
                put(String(decoding: [unit, low], as: UTF16.self).unicodeScalars.first ?? "\u{FFFD}")
            } else {
                put(Unicode.Scalar(unit) ?? "\u{FFFD}")
            }
        default: put(escape)
        }
    }

    private mutating func put(_ scalar: Unicode.Scalar) {
        flushSpace()
        isAtStart = false
        switch scalar {
        // Beside markup, signs of their own are told apart from tags.
        case "<" where hasMarkup: text += "&lt;"
        case "&" where hasMarkup: text += "&amp;"
        default: text.unicodeScalars.append(scalar)
        }
    }

    // MARK: Writing

    /// A text of the project as the contents of an element: with Java's specifiers, and tags as elements.
    ///
    /// - Parameter spelling: how the source text is written; `nil` where it has no tags, or is not known.
    static func contents(_ format: FormatString, like spelling: AndroidSpelling? = nil) -> String {
        let text = AndroidSpecifiers.java(format)
        guard let spelling else { return xml(text, isMarkup: hasElements(text)) }
        if spelling.isCDATA, !text.contains("]]>") { return "<![CDATA[\(escaped(text))]]>" }
        return xml(
            text, isMarkup: spelling.hasMarkup && isWellFormed(text), protected: spelling.protected)
    }

    /// Whether a text of the project is read as another one from the file that it was written to: elements do
    /// not tell how their tags were spelled.
    static func isWritten(_ text: String, as read: String) -> Bool {
        let format = FormatString(text)
        if AndroidSpecifiers.java(format).utf8.elementsEqual(read.utf8) { return true }
        guard text.utf8.contains(UInt8(ascii: "<")) else { return false }
        let document = parsed(contents: contents(format))
        return document.root.map { AndroidText($0).text.utf8.elementsEqual(read.utf8) } ?? false
    }

    /// A text as the contents of an element.
    ///
    /// - Parameters:
    ///   - isMarkup: whether tags in the text are elements.
    ///   - protected: the texts to enclose in their tags again.
    static func xml(
        _ text: String, isMarkup: Bool = false, protected: [(tag: String, text: String)] = []
    ) -> String {
        var escaped = escaped(text)
        if isMarkup {
            escaped = unescapedInTags(escaped)
        } else {
            escaped = escapedMarkup(escaped, inAttribute: false)
        }
        for (tag, content) in protected where !content.isEmpty {
            let wanted =
                isMarkup ? Self.escaped(content) : escapedMarkup(Self.escaped(content), inAttribute: false)
            guard let found = escaped.firstRange(of: wanted),
                escaped[found.upperBound...].firstRange(of: wanted) == nil
            else { continue }
            let name = tag.dropFirst().prefix { !$0.isWhitespace && $0 != ">" }
            escaped.replaceSubrange(found, with: tag + wanted + "</\(name)>")
        }
        return escaped
    }

    private static func escaped(_ text: String) -> String {
        var result = ""
        let scalars = Array(text.unicodeScalars)
        for (index, scalar) in scalars.enumerated() {
            switch scalar {
            case "\\", "'", "\"": result += "\\\(scalar)"
            case "\n": result += "\\n"
            case "\t": result += "\\t"
            case "@", "?":
                result += index == 0 ? "\\\(scalar)" : String(scalar)
            case " ":
                // White space at the ends and in rows would be lost.
                let isEdge = index == 0 || index == scalars.count - 1
                let follows = index > 0 && scalars[index - 1].properties.isWhitespace
                result += isEdge || follows ? "\\u0020" : " "
            case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF,
                _ where scalar.properties.isWhitespace && scalar != "\u{A0}":
                let digits = String(scalar.value, radix: 16, uppercase: true)
                result += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    private static func escapedMarkup(_ text: String, inAttribute: Bool) -> String {
        var result = ""
        for character in text.unicodeScalars {
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"" where inAttribute: result += "&quot;"
            default: result.unicodeScalars.append(character)
            }
        }
        return result
    }

    /// A text in which tags have no escapes of texts.
    private static func unescapedInTags(_ text: String) -> String {
        var result = ""
        var isInTag = false
        var scalars = text.unicodeScalars[...]
        while let scalar = scalars.popFirst() {
            if scalar == "<" { isInTag = true }
            if scalar == ">" { isInTag = false }
            if isInTag, scalar == "\\", let next = scalars.first, next == "\"" || next == "'" { continue }
            result.unicodeScalars.append(scalar)
        }
        return result
    }

    /// Whether a text with tags can be the contents of an element.
    static func isWellFormed(_ text: String) -> Bool { parsed(text).fault == nil }

    /// Whether a text has tags that can be elements. Signs beside them are told
    /// apart from tags: `<b>R&amp;D</b>`.
    static func hasElements(_ text: String) -> Bool {
        guard text.utf8.contains(UInt8(ascii: "<")) else { return false }
        let document = parsed(text)
        return document.fault == nil && document.root?.elements.isEmpty == false
    }

    private static func parsed(_ text: String) -> XMLDocument {
        parsed(contents: unescapedInTags(escaped(text)))
    }

    private static func parsed(contents: String) -> XMLDocument {
        XMLParser.parse(Array("<a xmlns:xliff=\"x\">\(contents)</a>".utf8))
    }
}

extension String {
    fileprivate var trimmedStart: String { String(drop { $0 == " " }) }
}
