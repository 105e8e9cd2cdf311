// The XML parser: this file handles encodings, and libxml2 parses the elements.

internal import CXML

/// Parses XML 1.0 from memory.
///
/// The parser opens no other file. It expands no entities except XML's own five: a reference to another one
/// is a fault, and text as it is. Elements may be at most 256 levels deep and have 256 attributes; a
/// document may declare 256 namespaces.
package enum XMLParser {
    /// Parses a document. The part before a fault is kept.
    ///
    /// - Parameters:
    ///   - bytes: UTF-8 or UTF-16, with or without a byte order mark (UTF-16 only with one), or a Latin
    ///     encoding that the XML declaration names.
    ///   - sizeLimit: the maximum size of the document in bytes. A larger document is not parsed.
    package static func parse(_ bytes: [UInt8], sizeLimit: Int = 1 << 30) -> XMLDocument {
        // Offsets are stored in 32 bits.
        let sizeLimit = min(sizeLimit, 1 << 30)
        guard bytes.count <= sizeLimit else { return failed(.tooLarge(limit: sizeLimit)) }
        guard let text = utf8(bytes) else { return failed(.unsupportedEncoding("UTF-16")) }
        if !isUTF16(bytes), let encoding = declaredEncoding(text)?.lowercased(), !accepted.contains(encoding),
            LatinEncoding(name: encoding) == nil
        {
            return failed(.unsupportedEncoding(encoding.uppercased()))
        }
        // After invalid bytes, nothing can be trusted; parse only the part before them.
        let invalid = firstInvalidOffset(text)
        let crowded = XMLAttributeLimit.firstCrowdedTag(in: text[..<(invalid ?? text.count)])
        let end = crowded ?? invalid ?? text.count
        let builder = XMLDocumentBuilder(end < text.count ? Array(text[..<end]) : text)
        builder.parse()
        if let crowded {
            builder.failAtEnd(.tooManyAttributes(limit: XMLAttributeLimit.limit), at: crowded)
        } else if let invalid {
            builder.fail(.unsupportedEncoding("UTF-8"), at: invalid)
        }
        return builder.document
    }

    /// Names of encodings whose bytes are UTF-8.
    private static let accepted: Set<String> = ["utf-8", "utf8", "us-ascii", "ascii"]

    private static func failed(_ kind: XMLFault.Kind) -> XMLDocument {
        XMLDocument(
            names: [], nodes: [], attributes: [], characters: [],
            faults: [XMLFault(kind: kind, byteOffset: 0)])
    }

    /// A file's text in UTF-8 without a byte order mark; `nil` if it begins with the mark of
    /// UTF-16 but is not valid UTF-16.
    ///
    /// Offsets of this module count in these bytes. UTF-8 is not validated.
    package static func utf8(_ bytes: [UInt8]) -> [UInt8]? {
        if isUTF16(bytes) { return utf8(ofUTF16: bytes) }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return Array(bytes.dropFirst(3)) }
        guard let encoding = declaredEncoding(bytes).flatMap({ LatinEncoding(name: $0.lowercased()) }) else {
            return bytes
        }
        return encoding.utf8(bytes)
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

    /// The offset of the first NUL, which UTF-16 without a mark contains, else of the first invalid
    /// UTF-8; `nil` if there is neither.
    private static func firstInvalidOffset(_ bytes: [UInt8]) -> Int? {
        if let nul = bytes.firstIndex(of: 0) { return nul }
        let isValid = (try? UTF8Span(validating: bytes.span)) != nil
        guard !isValid else { return nil }
        var decoder = UTF8()
        var iterator = bytes.makeIterator()
        var offset = 0
        while case .scalarValue(let scalar) = decoder.decode(&iterator) { offset += UTF8.width(scalar) }
        return offset
    }

    /// The encoding that the XML declaration names.
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

/// Builds a document from libxml2's calls.
private final class XMLDocumentBuilder {
    private let bytes: [UInt8]
    private var names: [String] = []
    private var nameIndices: [NameKey: Int32] = [:]
    private var nodes: [XMLDocument.Node] = []
    private var attributes: [XMLDocument.Attribute] = []
    private var characters: [UInt8] = []
    private var open: [Int] = []
    /// Whether the last node is text.
    private var endsInText = false
    private var fault: XMLFault?
    /// The first references to entities that are not expanded.
    private var entityFaults: [XMLFault] = []

    /// libxml2 stores each name once, so its address identifies the name.
    private struct NameKey: Hashable {
        let name: UnsafePointer<CChar>
        let prefix: UnsafePointer<CChar>?
    }

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var document: XMLDocument {
        XMLDocument(
            names: names, nodes: nodes, attributes: attributes, characters: characters,
            faults: entityFaults + (fault.map { [$0] } ?? []))
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
            XMLDocumentBuilder.of(context)?.noteEntity(name, at: offset)
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

    /// The start of the tag whose end is at `offset`. A tag contains no other `<`.
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
        // libxml2 passes text in pieces; only a tag separates texts.
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

    /// Sets the fault of a document that was cut there, unless the part before it has one of its own.
    func failAtEnd(_ kind: XMLFault.Kind, at offset: Int) {
        if let fault, fault.byteOffset < offset { return }
        fault = XMLFault(kind: kind, byteOffset: offset)
    }

    private func noteEntity(_ name: String, at offset: Int) {
        guard entityFaults.count < XMLFault.mostEntities else { return }
        entityFaults.append(XMLFault(kind: .entity(name: name), byteOffset: min(offset, bytes.count)))
    }

    /// Sets the fault. A later fault replaces an earlier one: invalid bytes are why the
    /// document before them is incomplete.
    func fail(_ kind: XMLFault.Kind, at offset: Int) {
        fault = XMLFault(kind: kind, byteOffset: min(offset, bytes.count))
    }
}

extension String {
    fileprivate var trimmingLineEnd: String { last?.isNewline == true ? String(dropLast()) : self }
}
