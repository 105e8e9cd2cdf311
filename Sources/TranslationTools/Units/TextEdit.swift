// A change of a text, by the bytes that it replaces.

/// A replacement of bytes of a text in UTF-8.
public struct TextEdit: Sendable, Hashable {
    /// The bytes that are replaced, as offsets into the text.
    public let range: Range<Int>
    /// What takes their place.
    public let text: String

    /// Replaces a range of bytes.
    public init(_ range: Range<Int>, _ text: String) {
        self.range = range
        self.text = text
    }

    /// Inserts a comment before an offset: on a line of its own where nothing but white space is before it on its line.
    init(inserting comment: String, before offset: Int, in text: [UInt8]) {
        let line = text[..<offset].lastIndex { $0 == 0x0A || $0 == 0x0D }.map { $0 + 1 } ?? 0
        let indentation = text[line..<offset]
        let isFirst = indentation.allSatisfy { $0 == 0x20 || $0 == 0x09 }
        self.init(
            offset..<offset,
            comment + (isFirst ? "\n" + String(decoding: indentation, as: UTF8.self) : " "))
    }
}

extension [TextEdit] {
    /// A text with all edits made; their ranges must not overlap.
    public func applied(to text: [UInt8]) -> [UInt8] {
        var edited = text
        for edit in sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
            edited.replaceSubrange(edit.range, with: edit.text.utf8)
        }
        return edited
    }
}
