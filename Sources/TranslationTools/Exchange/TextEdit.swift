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
