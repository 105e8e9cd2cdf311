// Changes texts of a `.resx` file in its own bytes.

internal import Localization
internal import XML

/// The edits of a file: texts are replaced where they are, and new ones are inserted where the source file
/// has them.
struct ResxEditor {
    private(set) var findings: [ExchangeDiagnostic] = []
    private let bytes: [UInt8]
    private let file: ResxFile
    private let root: XMLElement
    private let locale: LocaleIdentifier?
    private var edits: XMLEdits
    private let order: EntryOrder
    private let lineBreak: String
    /// The white space before an element, and before those in it.
    private let indentation: String
    private let innerIndentation: String
    private var added: [Int: [(rank: Int, xml: String)]] = [:]

    /// - Parameters:
    ///   - bytes: the document in UTF-8 without a byte order mark.
    ///   - root: its outermost element.
    ///   - keys: the keys of the source file, in its order.
    ///   - locale: the locale of the texts.
    init(
        _ bytes: [UInt8], _ file: ResxFile, _ root: XMLElement, keys: [String], locale: LocaleIdentifier?
    ) {
        (self.bytes, self.file, self.root, self.locale) = (bytes, file, root, locale)
        edits = XMLEdits(bytes)
        order = EntryOrder(file.entries.map(\.key), following: keys)
        lineBreak = bytes.firstRange(of: [0x0D, 0x0A]) == nil ? "\n" : "\r\n"
        let model = root.elements.last
        indentation = model.map { bytes.indentation(before: $0.byteOffset) } ?? "  "
        innerIndentation =
            model?.elements.first.map { bytes.indentation(before: $0.byteOffset) } ?? indentation + "  "
    }

    /// The document with all changes made.
    mutating func edited() -> [UInt8] {
        for (place, entries) in added {
            let xml = entries.sorted { $0.rank < $1.rank }.map(\.xml)
            guard let end = end(ofEntry: place) else { continue }
            let text = xml.map { lineBreak + indentation + $0 }.joined()
            edits.replace(end..<end, with: text.utf8)
        }
        return edits.applied()
    }

    /// The offset behind an entry; -1 stands for what is before the first one.
    private func end(ofEntry number: Int) -> Int? {
        let before =
            number >= 0
            ? file.entries[number].element
            : root.elements.prefix { $0.name != "data" }.last
        if let before { return XMLElementRange(startingAt: before.byteOffset, in: bytes)?.whole.upperBound }
        return XMLElementRange(startingAt: root.byteOffset, in: bytes)?.startTag.upperBound
    }

    /// Gives a message the forms of a unit. Forms that the unit does not have stay.
    mutating func set(_ unit: TranslationUnit) {
        guard let message = unit.translation else { return }
        let entry = file.entry(unit.key)
        guard !unit.key.isEmpty, let text = message.text(replacing: entry?.text, of: unit, in: locale) else {
            findings.append(ExchangeDiagnostic(.textUnsupported, unit.key))
            return
        }
        if let scalar = XMLText.unrepresentableScalar(in: text + unit.key) {
            let code = String(scalar.value, radix: 16, uppercase: true)
            findings.append(ExchangeDiagnostic(.xliffCharacterNotAllowed, unit.key, "U+" + code))
            return
        }
        if let entry {
            guard let range = XMLElementRange(startingAt: entry.value.byteOffset, in: bytes) else { return }
            edits.replaceText(
                of: range, named: "value", in: bytes, from: entry.text, to: text, escape: spelled)
            return
        }
        let comment = unit.describingComment.flatMap {
            XMLText.unrepresentableScalar(in: $0) == nil ? $0 : nil
        }
        var xml = "<data name=\"\(XMLEscapes.attribute(unit.key))\" xml:space=\"preserve\">"
        xml += lineBreak + innerIndentation + "<value>\(spelled(text))</value>"
        if let comment { xml += lineBreak + innerIndentation + "<comment>\(spelled(comment))</comment>" }
        let (place, rank) = order.place(of: unit.key)
        added[place, default: []].append((rank, xml + lineBreak + indentation + "</data>"))
    }

    private func spelled(_ text: String) -> String {
        XMLText.escaped(text).replacing("\n", with: lineBreak)
    }
}
