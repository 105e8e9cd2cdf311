// Brings an existing resource file up to date in its own bytes.

internal import Localization
internal import XML

extension AndroidResources {
    /// An existing file with the texts of a table: what says the same, and all that the
    /// table does not have, stays as it is.
    ///
    /// - Returns: `nil` for the bytes where the file could not be read.
    public static func update(
        _ old: [UInt8], with table: TranslationTable
    ) -> (bytes: [UInt8]?, findings: [ExchangeDiagnostic]) { update(old, with: table, like: nil) }

    /// - Parameter source: how the source texts are written, for new texts.
    static func update(
        _ old: [UInt8], with table: TranslationTable, like source: AndroidSpellings?
    ) -> (bytes: [UInt8]?, findings: [ExchangeDiagnostic]) {
        let document = XMLParser.parse(old)
        let markLength = old.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let text = Array(old.dropFirst(markLength))
        guard document.fault == nil, let root = document.root, root.name == "resources",
            XMLParser.utf8(old) == text
        else {
            var xml = XMLFindings(old)
            if let fault = document.fault {
                xml.report(fault)
            } else {
                xml.report(.androidUnexpectedDocument, document.root?.name ?? "", at: 0)
            }
            return (nil, xml.findings)
        }
        let rootTag = XMLElementRange(startingAt: root.byteOffset, in: text)?.startTag ?? 0..<0
        let hasNamespace = text[rootTag].firstRange(of: "xmlns:xliff".utf8) != nil
        let (written, findings) = write(table, like: hasNamespace ? source : source?.withoutProtection)
        var update = AndroidUpdate(text, root)
        update.merge(XMLParser.parse(written), written)
        return (Array(old[..<markLength]) + update.edits.applied(), findings)
    }
}

private struct AndroidUpdate {
    var edits: XMLEdits
    private let text: [UInt8]
    private let root: XMLElement
    private var known: [String: XMLElement] = [:]
    private let indentation: String

    init(_ text: [UInt8], _ root: XMLElement) {
        self.text = text
        self.root = root
        edits = XMLEdits(text)
        for element in root.elements where !AndroidResources.isOfProduct(element) {
            if let name = element[attribute: "name"] { known[Self.identity(element, name)] = element }
        }
        indentation = root.elements.first.map { text.indentation(before: $0.byteOffset) } ?? "    "
    }

    private static func identity(_ element: XMLElement, _ name: String) -> String {
        element.name + " " + name
    }

    /// Takes over what a new file of the same table says.
    mutating func merge(_ document: XMLDocument, _ bytes: [UInt8]) {
        guard let new = document.root, let end = XMLElementRange(startingAt: root.byteOffset, in: text) else {
            return
        }
        var added: [UInt8] = []
        for element in new.elements {
            guard let name = element[attribute: "name"] else { continue }
            if let old = known[Self.identity(element, name)] {
                if element.name == "string" {
                    replace(old, element)
                } else {
                    mergeItems(old, element, bytes)
                }
            } else if let range = XMLElementRange(startingAt: element.byteOffset, in: bytes) {
                var start = range.whole.lowerBound
                if let comment = XMLElementRange.comment(before: start, in: bytes) {
                    let whole = "<!--\(comment)-->"
                    start = bytes[..<start].lastRange(of: Array(whole.utf8)) ?? start
                }
                added += "\(indentation)".utf8 + bytes[start..<range.whole.upperBound] + [0x0A]
            }
        }
        guard !added.isEmpty else { return }
        if end.isSingleTag { return edits.replaceContent(of: end, named: root.name, with: [0x0A] + added) }
        // Before the line of the end tag.
        var place = end.content.upperBound
        while place > end.content.lowerBound, text[place - 1] == 0x20 || text[place - 1] == 0x09 {
            place -= 1
        }
        let beginsLine = place > 0 && text[place - 1] == 0x0A
        edits.replace(place..<place, with: (beginsLine ? [] : [0x0A]) + added)
    }

    /// Replaces the contents of an element where another text is wanted.
    private mutating func replace(_ old: XMLElement, _ new: XMLElement) {
        let (before, after) = (AndroidText(old), AndroidText(new))
        // What the file has as tags may be in the new text as tags, too.
        guard !AndroidText.isReference(old),
            !before.text.utf8.elementsEqual(after.text.utf8),
            !AndroidSpecifiers.java(FormatString(before.text)).utf8.elementsEqual(after.text.utf8),
            let range = XMLElementRange(startingAt: old.byteOffset, in: text)
        else { return }
        let isMarkup = before.hasMarkup && AndroidText.isWellFormed(after.text)
        let contents = AndroidText.xml(after.text, isMarkup: isMarkup, protected: before.protected)
        edits.replaceContent(of: range, named: old.name, with: contents.utf8)
    }

    private mutating func mergeItems(_ old: XMLElement, _ new: XMLElement, _ bytes: [UInt8]) {
        let oldItems = old.elements.filter { $0.name == "item" }
        var last = oldItems.last
        for (index, item) in new.elements.enumerated() {
            let quantity = item[attribute: "quantity"]
            let known =
                quantity == nil
                ? (oldItems.indices.contains(index) ? oldItems[index] : nil)
                : oldItems.first { $0[attribute: "quantity"] == quantity }
            if let known {
                replace(known, item)
                if quantity != nil { last = known }
            } else if let range = XMLElementRange(startingAt: item.byteOffset, in: bytes), let last,
                let place = XMLElementRange(startingAt: last.byteOffset, in: text)
            {
                let line = "\n" + text.indentation(before: last.byteOffset)
                let end = place.whole.upperBound
                edits.replace(end..<end, with: Array(line.utf8) + bytes[range.whole])
            }
        }
    }
}

extension [UInt8] {
    /// The white space between the beginning of a line and an offset in it.
    func indentation(before offset: Int) -> String {
        var start = offset
        while start > 0, self[start - 1] == 0x20 || self[start - 1] == 0x09 { start -= 1 }
        return start > 0 && self[start - 1] != 0x0A
            ? "" : String(decoding: self[start..<offset], as: UTF8.self)
    }
}

extension ArraySlice<UInt8> {
    /// The beginning of the last place of some bytes.
    fileprivate func lastRange(of wanted: [UInt8]) -> Int? {
        guard count >= wanted.count else { return nil }
        return stride(from: endIndex - wanted.count, through: startIndex, by: -1).first {
            self[$0..<$0 + wanted.count].elementsEqual(wanted)
        }
    }
}
