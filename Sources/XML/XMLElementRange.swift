// Where an element is in the bytes of a document, so that it can be replaced there.

/// The bytes of an element.
package struct XMLElementRange: Sendable, Hashable {
    package let startTag: Range<Int>
    /// What is between the tags; empty, behind the start tag, for `<a/>`.
    package let content: Range<Int>
    package let whole: Range<Int>

    /// Whether the element is a single tag, as `<a/>` is.
    package var isSingleTag: Bool { whole == startTag }

    /// Finds the end of an element of a document that is known to be well-formed.
    ///
    /// - Parameters:
    ///   - start: the offset of the start tag's `<`.
    ///   - bytes: the document in UTF-8.
    package init?(startingAt start: Int, in bytes: [UInt8]) {
        var scanner = Scanner(bytes: bytes, position: start)
        guard let first = scanner.next(), first.kind != .end else { return nil }
        startTag = first.range
        guard first.kind == .start else {
            content = first.range.upperBound..<first.range.upperBound
            whole = first.range
            return
        }
        var depth = 1
        while let tag = scanner.next() {
            switch tag.kind {
            case .start: depth += 1
            case .end: depth -= 1
            case .empty: break
            }
            if depth == 0 {
                content = first.range.upperBound..<tag.range.lowerBound
                whole = first.range.lowerBound..<tag.range.upperBound
                return
            }
        }
        return nil
    }

    /// The comment directly before an offset, with nothing but white space between; `nil` if there is none.
    package static func comment(before offset: Int, in bytes: [UInt8]) -> String? {
        var end = offset
        while end > 0, bytes[end - 1] <= 0x20 { end -= 1 }
        guard end >= 7, bytes[end - 3..<end].elementsEqual("-->".utf8) else { return nil }
        var start = end - 7
        while start >= 0 {
            if bytes[start] == 0x3C, bytes[start..<start + 4].elementsEqual("<!--".utf8) {
                return String(decoding: bytes[start + 4..<end - 3], as: UTF8.self)
            }
            // The end of another comment or of a tag: this one has no beginning.
            if bytes[start] == 0x3E, bytes[start - min(start, 2)..<start + 1].elementsEqual("-->".utf8) {
                return nil
            }
            start -= 1
        }
        return nil
    }

    private struct Tag {
        enum Kind { case start, end, empty }
        let kind: Kind
        let range: Range<Int>
    }

    /// Goes from tag to tag.
    private struct Scanner {
        let bytes: [UInt8]
        var position: Int

        mutating func next() -> Tag? {
            while let start = bytes[position...].firstIndex(of: 0x3C) {
                if has("<!--", at: start) {
                    skip(behind: "-->", from: start + 4)
                } else if has("<![CDATA[", at: start) {
                    skip(behind: "]]>", from: start + 9)
                } else if has("<?", at: start) {
                    skip(behind: "?>", from: start + 2)
                } else {
                    return tag(at: start)
                }
            }
            position = bytes.count
            return nil
        }

        private mutating func tag(at start: Int) -> Tag? {
            var index = start + 1
            var quote: UInt8?
            while index < bytes.count {
                let byte = bytes[index]
                if let open = quote {
                    if byte == open { quote = nil }
                } else if byte == 0x22 || byte == 0x27 {
                    quote = byte
                } else if byte == 0x3E {
                    position = index + 1
                    let kind: Tag.Kind =
                        bytes[start + 1] == 0x2F ? .end : bytes[index - 1] == 0x2F ? .empty : .start
                    return Tag(kind: kind, range: start..<index + 1)
                }
                index += 1
            }
            position = bytes.count
            return nil
        }

        private func has(_ text: String, at start: Int) -> Bool { bytes[start...].starts(with: text.utf8) }

        private mutating func skip(behind text: String, from start: Int) {
            var index = start
            while index < bytes.count, !has(text, at: index) { index += 1 }
            position = min(index + text.utf8.count, bytes.count)
        }
    }
}

/// Changes to the bytes of a document, which are made all at once.
package struct XMLEdits: Sendable {
    private let bytes: [UInt8]
    private var edits: [(range: Range<Int>, replacement: [UInt8])] = []

    /// - Parameter bytes: the document in UTF-8.
    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Whether nothing changes.
    package var isEmpty: Bool { edits.isEmpty }

    /// Replaces a range; an empty range inserts. Ranges do not overlap.
    package mutating func replace(_ range: Range<Int>, with replacement: some Sequence<UInt8>) {
        let replacement = Array(replacement)
        if bytes[range].elementsEqual(replacement) { return }
        edits.append((range, replacement))
    }

    /// Replaces what is between the tags of an element; a single tag becomes two.
    ///
    /// - Parameter name: the name of the element, as its start tag has it.
    package mutating func replaceContent(
        of element: XMLElementRange, named name: String, with content: some Sequence<UInt8>
    ) {
        guard element.isSingleTag else { return replace(element.content, with: content) }
        let open = bytes[element.startTag.lowerBound..<element.startTag.upperBound - 2]
        replace(element.whole, with: Array(open) + ">".utf8 + Array(content) + "</\(name)>".utf8)
    }

    /// The document with all changes; insertions at one place are in the order in which they were made.
    package func applied() -> [UInt8] {
        var result: [UInt8] = []
        var end = 0
        let ordered = edits.enumerated().sorted {
            ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset)
        }
        for (_, edit) in ordered where edit.range.lowerBound >= end {
            result += bytes[end..<edit.range.lowerBound]
            result += edit.replacement
            end = edit.range.upperBound
        }
        return result + bytes[end...]
    }
}
