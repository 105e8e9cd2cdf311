// The messages of Qt's `.ts` files (Qt Linguist's manual, "TS File Format"; its schema `ts.xsd`).

internal import JSON
internal import Localization
internal import XML

/// A `.ts` file, and where its texts are.
struct QtFile {
    /// A message.
    struct Entry {
        /// The identifier, else context, source text and what tells equal ones apart.
        let key: String
        let source: String
        let element: XMLElement
        let translation: XMLElement?
        let isPlural: Bool
        let references: [String]

        /// The elements with the forms of a plural.
        var forms: [XMLElement] { (translation?.elements ?? []).filter { $0.name == "numerusform" } }

        /// Whether any form of the translation has a text.
        var hasText: Bool {
            (isPlural ? forms : [translation].compactMap(\.self)).contains {
                QtText.text($0)?.isEmpty == false
            }
        }

        /// How far the translation is.
        var state: TranslationState {
            switch translation?[attribute: "type"] {
            case "unfinished": .needsReview
            case "obsolete", "vanished": .obsolete
            default: .translated
            }
        }

        /// The text of a child; `nil` where there is none.
        func text(_ name: String) -> String? { element.first(name).flatMap(QtText.text) }
    }

    private(set) var entries: [Entry] = []
    private(set) var xml: XMLFindings
    /// The outermost element; `nil` where the document is none of Qt's.
    private(set) var root: XMLElement?
    /// Whether the document could be read to its end.
    let isComplete: Bool
    private var indices: [ByteString: Int] = [:]
    /// The file of the last place in sources, and the line: places are relative to the one before.
    private var place = (file: "", line: 0)

    init(_ bytes: [UInt8]) {
        xml = XMLFindings(bytes)
        // Sources of TypeScript have the same extension, and are no damaged files of Qt.
        guard Self.isQt(bytes) else {
            isComplete = false
            return
        }
        let document = XMLParser.parse(bytes)
        isComplete = document.fault == nil
        root = xml.root(of: document, named: "TS")
        guard let root else { return }
        for element in root.elements {
            if element.name == "message" { read(element, in: "") }
            guard element.name == "context" else { continue }
            let context = element.first("name")?.text ?? ""
            for message in element.elements where message.name == "message" { read(message, in: context) }
        }
    }

    /// Whether a file is XML, or was.
    private static func isQt(_ bytes: [UInt8]) -> Bool {
        let start = bytes.prefix(1024).drop { $0 <= 0x20 || $0 >= 0x80 }
        return start.first == UInt8(ascii: "<")
            && (start.starts(with: "<?xml".utf8) || start.firstRange(of: Array("TS".utf8)) != nil)
    }

    func entry(_ key: String) -> Entry? { indices[ByteString(key)].map { entries[$0] } }

    /// The line and column of an element.
    mutating func position(_ element: XMLElement) -> SourcePosition { xml.position(element.byteOffset) }

    private mutating func read(_ element: XMLElement, in context: String) {
        let references = references(of: element)
        guard element.isComplete else { return }
        let source = element.first("source").flatMap(QtText.text) ?? ""
        let identifier = element[attribute: "id"]
        guard identifier?.isEmpty == false || !source.isEmpty else {
            // Qt's lupdate writes an empty text as it is in the sources.
            if element.first("source") == nil { xml.report(.missingName, at: element.byteOffset) }
            return
        }
        var key = "\(context)|\(source)"
        if let comment = element.first("comment").flatMap(QtText.text), !comment.isEmpty {
            key += "|" + comment
        }
        let entry = Entry(
            key: identifier ?? key, source: source, element: element,
            translation: element.first("translation"),
            isPlural: element[attribute: "numerus"] == "yes", references: references)
        if let known = indices[ByteString(entry.key)] {
            // A message that was removed from the sources may be there beside a new one.
            if entry.state == .obsolete { return }
            if entries[known].state == .obsolete {
                entries[known] = entry
            } else {
                xml.report(.duplicateName, entry.key, at: element.byteOffset)
            }
            return
        }
        indices[ByteString(entry.key)] = entries.count
        entries.append(entry)
    }

    private mutating func references(of element: XMLElement) -> [String] {
        element.elements.compactMap { child in
            guard child.name == "location" else { return nil }
            if let file = child[attribute: "filename"] {
                if file != place.file { place = (file, 0) }
            }
            guard let line = child[attribute: "line"], let number = Int(line) else {
                return place.file.isEmpty ? nil : place.file
            }
            let isRelative = line.hasPrefix("+") || line.hasPrefix("-")
            place.line = isRelative ? place.line &+ number : number
            return place.file.isEmpty ? nil : "\(place.file):\(place.line)"
        }
    }
}

/// Texts of `.ts` files, in which an element stands for a character that XML does not have.
enum QtText {
    /// The text of an element; of several for different widths the first.
    static func text(_ element: XMLElement) -> String? {
        if let text = element.text { return text }
        if let variant = element.first("lengthvariant") { return text(variant) }
        var result = ""
        for child in element.children {
            switch child {
            case .text(let text): result += text
            case .element(let inner):
                guard inner.name == "byte", let scalar = scalar(inner[attribute: "value"] ?? "") else {
                    return nil
                }
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// `x1b` or `27`
    private static func scalar(_ value: String) -> Unicode.Scalar? {
        let number = value.hasPrefix("x") ? UInt32(value.dropFirst(), radix: 16) : UInt32(value)
        return number.flatMap(Unicode.Scalar.init)
    }

    /// A text as Qt's tools spell it.
    static func spelled(_ text: String) -> String {
        guard XMLText.unrepresentableScalar(in: text) != nil || text.utf8.contains(0x0D) else {
            return XMLEscapes.escaped(text)
        }
        return text.unicodeScalars.map { scalar in
            let character = String(scalar)
            return XMLText.unrepresentableScalar(in: character) != nil || scalar == "\r"
                ? "<byte value=\"x\(String(scalar.value, radix: 16))\"/>" : XMLEscapes.escaped(character)
        }.joined()
    }
}
