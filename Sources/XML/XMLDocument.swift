// A parsed XML document. Elements, attributes and texts are stored in a few flat arrays, so a document with a
// million elements needs only a few allocations and no references between elements.

internal import Support

/// A parsed document, up to its first fault.
package final class XMLDocument: Sendable {
    /// A half-open range of `XMLDocument.characters`.
    struct Span: Sendable {
        var start: Int32
        var end: Int32
    }

    struct Node: Sendable {
        /// An index of `names`; -1 for text.
        var name: Int32
        /// For text: its characters. For an element: its attributes, as a half-open range of `attributes`.
        var span: Span
        /// The index after all descendants; -1 for an element whose end was not reached.
        var next: Int32
        /// The offset of the `<` of the start tag.
        var byteOffset: Int32
    }

    struct Attribute: Sendable {
        var name: Int32
        var value: Span
    }

    let names: [String]
    /// The names without their prefixes.
    let localNames: [String]
    let nodes: [Node]
    let attributes: [Attribute]
    let characters: [UInt8]

    /// What is wrong with the document, in its order: references to unknown entities, then the fault that
    /// ends it.
    package let faults: [XMLFault]
    /// The first fault; `nil` if the document is well-formed.
    package var fault: XMLFault? { faults.first }

    init(
        names: [String], nodes: [Node], attributes: [Attribute], characters: [UInt8], faults: [XMLFault]
    ) {
        self.names = names
        localNames = names.map { name in
            name.firstIndex(of: ":").map { String(name[name.index(after: $0)...]) } ?? name
        }
        self.nodes = nodes
        self.attributes = attributes
        self.characters = characters
        self.faults = faults
    }

    /// The outermost element; `nil` if there is a fault before it.
    package var root: XMLElement? { nodes.isEmpty ? nil : XMLElement(document: self, index: 0) }

    func text(_ span: Span) -> String {
        String(streamSafe: characters[Int(span.start)..<Int(span.end)])
    }
}

/// Why a document could not be parsed, or not to its end.
package struct XMLFault: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        /// The document is longer than the caller allows.
        case tooLarge(limit: Int)
        /// The document has another encoding than UTF-8 or UTF-16, or bytes that are invalid in its encoding.
        case unsupportedEncoding(String)
        /// A reference to an entity other than XML's own five, which are the only ones that are
        /// expanded. The document goes on.
        case entity(name: String)
        /// An element has too many attributes, or the document declares too many namespaces.
        case tooManyAttributes(limit: Int)
        /// The document is not well-formed; the value is libxml2's English message.
        case notWellFormed(String)
    }

    /// The most references to unknown entities that are faults of one document.
    static let mostEntities = 1_000

    package let kind: Kind
    /// The offset of the fault, in bytes of the document in UTF-8 without its byte order mark.
    package let byteOffset: Int

    package init(kind: Kind, byteOffset: Int) {
        self.kind = kind
        self.byteOffset = byteOffset
    }
}

package struct XMLElement: Sendable {
    let document: XMLDocument
    let index: Int

    private var node: XMLDocument.Node { document.nodes[index] }

    /// The name, with its prefix and a colon if it has one.
    package var name: String { document.names[Int(node.name)] }

    /// The name without its prefix.
    package var localName: String { document.localNames[Int(node.name)] }

    /// The offset of the start tag, in bytes of the document in UTF-8 without its byte order mark.
    package var byteOffset: Int { Int(node.byteOffset) }

    /// Whether the end tag was read.
    package var isComplete: Bool { node.next >= 0 }

    /// The attributes in order.
    package var attributes: [(name: String, value: String)] {
        document.attributes[Int(node.span.start)..<Int(node.span.end)].map {
            (document.names[Int($0.name)], document.text($0.value))
        }
    }

    /// The value of the attribute with this name; `nil` if there is none.
    package subscript(attribute attribute: String) -> String? {
        for place in Int(node.span.start)..<Int(node.span.end) {
            let found = document.attributes[place]
            if document.names[Int(found.name)] == attribute { return document.text(found.value) }
        }
        return nil
    }

    package enum Child: Sendable {
        case element(XMLElement)
        case text(String)
    }

    /// The child elements and texts in order. Adjacent texts and CDATA sections are joined.
    package var children: [Child] {
        var children: [Child] = []
        forEachChild { node, index in
            children.append(
                node.name < 0
                    ? .text(document.text(node.span)) : .element(XMLElement(document: document, index: index))
            )
        }
        return children
    }

    /// The child elements.
    package var elements: [XMLElement] {
        var elements: [XMLElement] = []
        forEachChild { node, index in
            if node.name >= 0 { elements.append(XMLElement(document: document, index: index)) }
        }
        return elements
    }

    /// The first child element with this name.
    package func first(_ name: String) -> XMLElement? { elements.first { $0.name == name } }

    /// The text of the element; `nil` if it has child elements.
    package var text: String? {
        var text = ""
        var hasElements = false
        forEachChild { node, _ in
            if node.name < 0 { text += document.text(node.span) } else { hasElements = true }
        }
        return hasElements ? nil : text
    }

    private func forEachChild(_ body: (XMLDocument.Node, Int) -> Void) {
        let nodes = document.nodes
        let end = node.next < 0 ? nodes.count : Int(node.next)
        var index = index + 1
        while index < end {
            let child = nodes[index]
            body(child, index)
            // An element without an end extends to the end of the parsed nodes.
            index = child.next < 0 ? end : Int(child.next)
        }
    }
}
