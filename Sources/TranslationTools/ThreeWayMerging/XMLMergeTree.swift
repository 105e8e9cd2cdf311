// XML documents as trees: property lists, XLIFF and Android's resources.

internal import XML

extension MergeList {
    /// The elements of a document; `nil` if it is not well-formed, or not in UTF-8.
    init?(xml bytes: [UInt8]) {
        let mark = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let text = Array(bytes.dropFirst(mark))
        let document = XMLParser.parse(bytes)
        guard document.fault == nil, let root = document.root, XMLParser.utf8(bytes) == text,
            let range = XMLElementRange(startingAt: root.byteOffset, in: text)
        else { return nil }
        let reader = XMLTreeReader(bytes: text)
        guard case .list(let list) = reader.body(of: root, range, from: range.whole.lowerBound) else {
            return nil
        }
        self = list
        opening = Array(bytes[..<(mark + range.whole.lowerBound)]) + opening
        closing += text[range.whole.upperBound...]
    }
}

private struct XMLTreeReader {
    let bytes: [UInt8]

    /// Elements whose contents are one text, whatever elements are in it.
    private static let texts: Set<String> = [
        "source", "target", "seg-source", "string", "item", "value", "note", "alt-trans", "originalData",
    ]
    /// Elements that contain nothing but other elements, though there may be none.
    private static let lists: Set<String> = [
        "dict", "plist", "resources", "plurals", "string-array", "xliff", "file", "body", "group",
        "trans-unit",
        "unit", "segment", "notes", "header",
    ]
    /// The attributes that tell elements of one name apart.
    private static let identities = ["original", "target-language", "name", "id", "quantity"]

    /// The children whose texts do, in Qt's files.
    private static let identifyingTexts = ["context": ["name"], "message": ["source", "comment"]]

    /// - Parameter start: where the bytes of the piece begin.
    func body(of element: XMLElement, _ range: XMLElementRange, from start: Int) -> MergeNode.Body {
        let children = element.elements
        let isList =
            !range.isSingleTag && !Self.texts.contains(element.localName)
            && (!children.isEmpty || Self.lists.contains(element.localName)) && hasNoText(element)
        guard isList else {
            return .text(
                MergeText(
                    bytes: Array(bytes[start..<range.whole.upperBound]), meaning: Array(bytes[range.whole])))
        }
        var list = MergeList(opening: Array(bytes[start..<range.content.lowerBound]))
        var end = range.content.lowerBound
        var key: XMLElement?
        for child in children {
            guard let place = XMLElementRange(startingAt: child.byteOffset, in: bytes) else { continue }
            if element.name == "dict", child.name == "key", key == nil {
                key = child
                continue
            }
            let first = key?.byteOffset ?? place.whole.lowerBound
            list.children.append(
                MergeNode(
                    name: MergeName(key.map { $0.text ?? "" } ?? identity(of: child)),
                    leading: Array(bytes[end..<first]), body: body(of: child, place, from: first)))
            end = place.whole.upperBound
            key = nil
        }
        list.closing = Array(bytes[end..<range.whole.upperBound])
        list.numberOccurrences()
        return .list(list)
    }

    private func identity(of element: XMLElement) -> String {
        let name = Self.identities.reduce(element.localName) { name, attribute in
            element[attribute: attribute].map { name + " " + $0 } ?? name
        }
        return (Self.identifyingTexts[element.localName] ?? []).reduce(name) { name, child in
            element.first(child)?.text.map { name + " " + $0 } ?? name
        }
    }

    private func hasNoText(_ element: XMLElement) -> Bool {
        element.children.allSatisfy { child in
            if case .text(let text) = child { Array(text.utf8).isBlank } else { true }
        }
    }
}
