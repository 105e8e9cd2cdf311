// Codes in texts of XLIFF that stand outside the text: `<x id="1"/>`, `<g id="2">…</g>`.

internal import Localization
internal import XML

/// The contents of a `source` or `target`, with codes in the places of inline
/// elements (XLIFF 1.2, section 2.4).
///
/// Editors of other programs replace markup and placeholders by such elements. What they stand for is in
/// `equiv-text`, or in the source text that the project has: what is between the same words there.
struct XLIFFInlineText {
    /// A code: an element, or one end of it.
    private struct Code: Hashable {
        let identifier: String
        var end = 0
    }

    private enum Piece {
        case text(String)
        case code(Code)
    }

    private var pieces: [Piece] = []
    private var equivalents: [Code: String] = [:]

    /// Takes an element apart; `nil` where it has an inline element of another kind.
    init?(_ element: XMLElement) {
        guard append(element) else { return nil }
    }

    private mutating func append(_ element: XMLElement) -> Bool {
        for child in element.children {
            switch child {
            case .text(let text): append(text: text)
            case .element(let inline):
                let identifier = inline[attribute: "rid"] ?? inline[attribute: "id"] ?? ""
                switch inline.localName {
                // Codes that stand in the text themselves are text.
                case "ph", "bpt", "ept", "it", "sub", "mrk": if !append(inline) { return false }
                case "x": append(Code(identifier: identifier), inline)
                case "bx": append(Code(identifier: identifier, end: 1), inline)
                case "ex": append(Code(identifier: identifier, end: 2), inline)
                case "g":
                    append(Code(identifier: identifier, end: 1), nil)
                    if !append(inline) { return false }
                    append(Code(identifier: identifier, end: 2), nil)
                default: return false
                }
            }
        }
        return true
    }

    private mutating func append(text: String) {
        guard !text.isEmpty else { return }
        if case .text(let before)? = pieces.last {
            pieces[pieces.count - 1] = .text(before + text)
        } else {
            pieces.append(.text(text))
        }
    }

    private mutating func append(_ code: Code, _ element: XMLElement?) {
        if let text = element?[attribute: "equiv-text"] { equivalents[code] = text }
        pieces.append(.code(code))
    }

    /// The text with what the codes stand for; `nil` where that is not known.
    ///
    /// - Parameters:
    ///   - source: the source text as the file has it.
    ///   - known: the same text as the project has it.
    func text(source: XLIFFInlineText?, known: String?) -> String? {
        // A code is what the source says it is: the identifier tells, not how a translation shows it.
        var codes = equivalents.merging(source?.equivalents ?? [:]) { $1 }
        if let source, let known, let found = source.codes(in: known) { codes.merge(found) { own, _ in own } }
        var text = ""
        for piece in pieces {
            switch piece {
            case .text(let words): text += words
            case .code(let code):
                guard let meaning = codes[code] else { return nil }
                text += meaning
            }
        }
        return text
    }

    /// What is between the words in a text; `nil` where the words are not all there, or in more than one way.
    private func codes(in text: String) -> [Code: String]? {
        let bytes = Array(text.utf8)
        guard let first = boundaries(in: bytes), let last = reversed.boundaries(in: bytes.reversed()) else {
            return nil
        }
        let mirrored = last.reversed().map { bytes.count - $0.upperBound..<bytes.count - $0.lowerBound }
        guard first == mirrored else { return nil }
        var codes: [Code: String] = [:]
        var index = 0
        for case .code(let code) in pieces {
            let meaning = String(decoding: bytes[first[index]], as: UTF8.self)
            if let known = codes.updateValue(meaning, forKey: code), known != meaning { return nil }
            index += 1
        }
        return codes
    }

    private var reversed: XLIFFInlineText {
        var other = self
        other.pieces.reverse()
        other.isReversed.toggle()
        return other
    }

    private var isReversed = false

    /// The ranges of the codes, each word taken where it is first found. Two codes in a
    /// row have no border between them.
    private func boundaries(in bytes: [UInt8]) -> [Range<Int>]? {
        var ranges: [Range<Int>] = []
        var position = 0
        var start: Int?
        for piece in pieces {
            switch piece {
            case .code:
                guard start == nil else { return nil }
                start = position
            case .text(let words):
                let wanted = isReversed ? Array(words.utf8.reversed()) : Array(words.utf8)
                guard let begin = start else {
                    guard bytes[position...].starts(with: wanted) else { return nil }
                    position += wanted.count
                    continue
                }
                guard let found = bytes[position...].firstRange(of: wanted) else { return nil }
                ranges.append(begin..<found.lowerBound)
                (start, position) = (nil, found.upperBound)
            }
        }
        if let start {
            ranges.append(start..<bytes.count)
            position = bytes.count
        }
        return position == bytes.count ? ranges : nil
    }
}

extension XMLElement {
    /// The text in the element, with the elements in it as they are written: `<x id="1"/>`.
    var contentsAsWritten: String {
        children.map { child in
            switch child {
            case .text(let text): text
            case .element(let element): element.asWritten
            }
        }.joined()
    }

    private var asWritten: String {
        let tag = attributes.reduce("<" + name) { tag, attribute in
            let value = XMLText.escaped(attribute.value).replacing("\"", with: "&quot;")
            return tag + " \(attribute.name)=\"\(value)\""
        }
        return children.isEmpty ? tag + "/>" : tag + ">" + contentsAsWritten + "</\(name)>"
    }
}

extension XMLText {
    /// Appends an element with a text in which inline elements of XLIFF are as they are
    /// written, and become elements again.
    mutating func element(
        _ name: String, _ attributes: KeyValuePairs<String, String?> = [:], inlineText text: String
    ) {
        guard let contents = Self.inlineContents(text) else { return element(name, attributes, text: text) }
        start(name, attributes)
        raw(contents)
        end(name)
    }

    /// A text as contents of an element; `nil` where it has no inline elements, or not all of them are
    /// closed.
    private static func inlineContents(_ text: String) -> String? {
        guard text.utf8.contains(UInt8(ascii: "<")) else { return nil }
        var contents = ""
        var hasElements = false
        for (index, piece) in text.split(separator: "<", omittingEmptySubsequences: false).enumerated() {
            guard index > 0 else {
                contents += escaped(String(piece))
                continue
            }
            let name = piece.drop { $0 == "/" }.prefix { $0.isLetter }
            guard inlineElements.contains(String(name)), let end = piece.firstIndex(of: ">") else {
                contents += "&lt;" + escaped(String(piece))
                continue
            }
            hasElements = true
            contents += "<" + piece[...end] + escaped(String(piece[end...].dropFirst()))
        }
        guard hasElements, XMLParser.parse(Array("<a>\(contents)</a>".utf8)).fault == nil else { return nil }
        return contents
    }

    /// The inline elements of XLIFF 1.2 (section 2.4) and 2.1 (section 4.3.1).
    private static let inlineElements: Set<String> = [
        "bpt", "bx", "cp", "ec", "em", "ept", "ex", "g", "it", "mrk", "pc", "ph", "sc", "sm", "sub", "x",
    ]
}
