// The texts of `.resx` files (.NET's documentation, "Work with .resx files programmatically").

internal import JSON
internal import Localization
internal import XML

/// A `.resx` file, and where its texts are.
struct ResxFile {
    /// A text.
    struct Entry {
        let key: String
        let text: String
        let comment: String?
        /// The element with name, text and comment.
        let element: XMLElement
        /// The element with the text.
        let value: XMLElement
    }

    private(set) var entries: [Entry] = []
    private(set) var xml: XMLFindings
    /// The outermost element; `nil` where the document is none of resources.
    private(set) var root: XMLElement?
    /// Whether the document could be read to its end.
    let isComplete: Bool
    private var indices: [ByteString: Int] = [:]

    init(_ bytes: [UInt8]) {
        xml = XMLFindings(bytes)
        let document = XMLParser.parse(bytes)
        isComplete = document.fault == nil
        root = xml.root(of: document, named: "root")
        guard let root else { return }
        for element in root.elements where element.isComplete && element.name == "data" { read(element) }
    }

    func entry(_ key: String) -> Entry? { indices[ByteString(key)].map { entries[$0] } }

    /// The line and column of an element.
    mutating func position(_ element: XMLElement) -> SourcePosition { xml.position(element.byteOffset) }

    /// Reports that the file is in another encoding than UTF-8, in which it is not changed.
    mutating func reportEncoding() { xml.report(.xmlUnsupportedEncoding, "UTF-16", at: 0) }

    private mutating func read(_ element: XMLElement) {
        // Pictures, numbers and references to files are no texts.
        guard element[attribute: "type"] == nil, element[attribute: "mimetype"] == nil else { return }
        guard let name = element[attribute: "name"], !name.isEmpty else {
            return xml.report(.missingName, at: element.byteOffset)
        }
        // What a designer of forms notes about a control.
        guard !name.hasPrefix(">>"), let value = element.first("value"), let text = value.text else { return }
        guard indices[ByteString(name)] == nil else {
            return xml.report(.duplicateName, name, at: element.byteOffset)
        }
        indices[ByteString(name)] = entries.count
        entries.append(
            Entry(
                key: name, text: text, comment: element.first("comment")?.text, element: element, value: value
            ))
    }
}
