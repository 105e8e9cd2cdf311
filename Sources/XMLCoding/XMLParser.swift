// How bytes become an XML document: encodings are settled here, libxml2 finds the elements.

internal import CXML

/// Reads XML 1.0 from memory.
///
/// Nothing outside of the bytes is looked at, and no entity but XML's own five is expanded: a document that refers
/// to another one ends there, with a fault. Elements are at most 256 deep.
package enum XMLParser {
    /// Reads a document; what stands before a fault is kept.
    ///
    /// - Parameters:
    ///   - bytes: UTF-8 or UTF-16, with or without a byte order mark (UTF-16 only with one).
    ///   - sizeLimit: the most bytes that are read at all.
    package static func parse(_ bytes: [UInt8], sizeLimit: Int = 1 << 30) -> XMLDocument {
        // Offsets are kept in 32 bits.
        let sizeLimit = min(sizeLimit, 1 << 30)
        guard bytes.count <= sizeLimit else { return failed(.tooLarge(limit: sizeLimit)) }
        guard let text = utf8(bytes) else { return failed(.unsupportedEncoding("UTF-16")) }
        if !isUTF16(bytes), let encoding = declaredEncoding(text), !accepted.contains(encoding.lowercased()) {
            return failed(.unsupportedEncoding(encoding))
        }
        // Behind bytes that are no text, nothing can be trusted; what stands before them is read.
        let invalid = firstInvalidOffset(text)
        let builder = XMLDocumentBuilder(invalid.map { Array(text[..<$0]) } ?? text)
        builder.parse()
        if let invalid { builder.fail(.unsupportedEncoding("UTF-8"), at: invalid) }
        return builder.document
    }

    /// Names of encodings whose bytes are UTF-8.
    private static let accepted: Set<String> = ["utf-8", "utf8", "us-ascii", "ascii"]

    private static func failed(_ kind: XMLFault.Kind) -> XMLDocument {
        XMLDocument(
            names: [], nodes: [], attributes: [], characters: [], fault: XMLFault(kind: kind, byteOffset: 0))
    }

    /// A file's text in UTF-8 without a byte order mark; `nil` where it has that of UTF-16 and is none.
    ///
    /// Offsets count in these bytes. UTF-8 is not checked.
    package static func utf8(_ bytes: [UInt8]) -> [UInt8]? {
        if isUTF16(bytes) { return utf8(ofUTF16: bytes) }
        return bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    }

    private static func isUTF16(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE])
    }

    private static func utf8(ofUTF16 bytes: [UInt8]) -> [UInt8]? {
        guard bytes.count % 2 == 0 else { return nil }
        let high = bytes[0] == 0xFE ? 0 : 1
        let units = stride(from: 2, to: bytes.count, by: 2).map {
            UInt16(bytes[$0 + high]) << 8 | UInt16(bytes[$0 + 1 - high])
        }
        return String(validating: units, as: UTF16.self).map { Array($0.utf8) }
    }

    /// Where the bytes are no UTF-8, or no text at all: at a NUL, which is how UTF-16 without a mark looks.
    private static func firstInvalidOffset(_ bytes: [UInt8]) -> Int? {
        if let nul = bytes.firstIndex(of: 0) { return nul }
        let isValid = bytes.withUnsafeBufferPointer { (try? UTF8Span(validating: $0.span)) != nil }
        guard !isValid else { return nil }
        var decoder = UTF8()
        var iterator = bytes.makeIterator()
        var offset = 0
        while case .scalarValue(let scalar) = decoder.decode(&iterator) { offset += UTF8.width(scalar) }
        return offset
    }

    /// What an XML declaration says after `encoding=`.
    private static func declaredEncoding(_ bytes: [UInt8]) -> String? {
        let head = String(decoding: bytes.prefix(256), as: UTF8.self)
        guard head.hasPrefix("<?xml"), let end = head.firstRange(of: "?>"),
            let name = head[..<end.lowerBound].firstRange(of: "encoding")
        else { return nil }
        let rest = head[name.upperBound..<end.lowerBound].drop { $0 == "=" || $0.isWhitespace }
        guard let quote = rest.first, quote == "\"" || quote == "'" else { return nil }
        return String(rest.dropFirst().prefix { $0 != quote })
    }
}

extension UTF8 {
    fileprivate static func width(_ scalar: Unicode.Scalar) -> Int { String(Character(scalar)).utf8.count }
}

/// Collects what libxml2 finds.
private final class XMLDocumentBuilder {
    private let bytes: [UInt8]
    private var names: [String] = []
    private var nameIndices: [NameKey: Int32] = [:]
    private var nodes: [XMLDocument.Node] = []
    private var attributes: [XMLDocument.Attribute] = []
    private var characters: [UInt8] = []
    private var open: [Int] = []
    /// Whether the last thing found is text.
    private var endsInText = false
    private var fault: XMLFault?

    /// libxml2 keeps each name once, so that its address is as good as the name.
    private struct NameKey: Hashable {
        let name: UnsafePointer<CChar>
        let prefix: UnsafePointer<CChar>?
    }

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var document: XMLDocument {
        XMLDocument(names: names, nodes: nodes, attributes: attributes, characters: characters, fault: fault)
    }

    func parse() {
        var handler = cxml_handler()
        handler.context = Unmanaged.passUnretained(self).toOpaque()
        handler.start = { context, name, prefix, attributes, count, offset in
            guard let name else { return }
            XMLDocumentBuilder.of(context)?.start(
                name, prefix, UnsafeBufferPointer(start: attributes, count: count), offset)
        }
        handler.end = { XMLDocumentBuilder.of($0)?.end() }
        handler.text = { XMLDocumentBuilder.of($0)?.text(UnsafeBufferPointer(start: $1, count: $2)) }
        handler.fault = { context, message, offset in
            let words = message.map { String(cString: $0) } ?? ""
            XMLDocumentBuilder.of(context)?.fail(.notWellFormed(words.trimmingLineEnd), at: offset)
        }
        handler.entity = { context, name, offset in
            let name = name.map { String(cString: $0) } ?? ""
            XMLDocumentBuilder.of(context)?.fail(.entity(name: name), at: offset)
        }
        bytes.withUnsafeBufferPointer { _ = cxml_parse($0.baseAddress, $0.count, &handler) }
    }

    private static func of(_ context: UnsafeMutableRawPointer?) -> XMLDocumentBuilder? {
        context.map { Unmanaged<XMLDocumentBuilder>.fromOpaque($0).takeUnretainedValue() }
    }

    private func start(
        _ name: UnsafePointer<CChar>, _ prefix: UnsafePointer<CChar>?,
        _ given: UnsafeBufferPointer<cxml_attribute>, _ offset: Int
    ) {
        endsInText = false
        let first = attributes.count
        for attribute in given {
            guard let name = attribute.name else { continue }
            let count = attribute.value.map { value in attribute.end.map { $0 - value } ?? 0 } ?? 0
            attributes.append(
                XMLDocument.Attribute(
                    name: index(of: name, attribute.prefix),
                    value: append(UnsafeBufferPointer(start: attribute.value, count: max(0, count)))))
        }
        open.append(nodes.count)
        nodes.append(
            XMLDocument.Node(
                name: index(of: name, prefix),
                span: XMLDocument.Span(start: Int32(first), end: Int32(attributes.count)), next: -1,
                byteOffset: Int32(tagStart(before: offset))))
    }

    /// Where the tag begins whose end is at `offset`: no `<` may stand within a tag.
    private func tagStart(before offset: Int) -> Int {
        var place = min(offset, bytes.count)
        while place > 0 {
            place -= 1
            if bytes[place] == UInt8(ascii: "<") { return place }
        }
        return 0
    }

    private func end() {
        endsInText = false
        guard let last = open.popLast() else { return }
        nodes[last].next = Int32(nodes.count)
    }

    private func text(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard !bytes.isEmpty else { return }
        let span = append(bytes)
        // Text comes in pieces. Only a tag parts them.
        if endsInText {
            nodes[nodes.count - 1].span.end = span.end
        } else {
            nodes.append(
                XMLDocument.Node(name: -1, span: span, next: Int32(nodes.count + 1), byteOffset: 0))
        }
        endsInText = true
    }

    private func append(_ bytes: UnsafeBufferPointer<UInt8>) -> XMLDocument.Span {
        let start = characters.count
        characters.append(contentsOf: bytes)
        return XMLDocument.Span(start: Int32(start), end: Int32(characters.count))
    }

    private func index(of name: UnsafePointer<CChar>, _ prefix: UnsafePointer<CChar>?) -> Int32 {
        let key = NameKey(name: name, prefix: prefix)
        if let index = nameIndices[key] { return index }
        let text = String(cString: name)
        names.append(prefix.map { String(cString: $0) + ":" + text } ?? text)
        nameIndices[key] = Int32(names.count - 1)
        return Int32(names.count - 1)
    }

    /// Notes a fault. The first one counts, but a document that breaks off does so for the reason that is known.
    func fail(_ kind: XMLFault.Kind, at offset: Int) {
        if case .entity? = fault?.kind { return }
        fault = XMLFault(kind: kind, byteOffset: min(offset, bytes.count))
    }
}

extension String {
    fileprivate var trimmingLineEnd: String { last?.isNewline == true ? String(dropLast()) : self }
}
