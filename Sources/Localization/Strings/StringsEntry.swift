// One entry of a `.strings` file: its key, its value, and their byte ranges.

/// An entry of a `.strings` file, such as `/* Title */ "Title" = "Titel";`.
public struct StringsEntry: Sendable, Hashable {
    /// The kinds of values besides texts (old-style property lists).
    public enum StructuredForm: String, Sendable, Hashable, CaseIterable {
        /// `{ key = value; }`
        case dictionary
        /// `( value, value )`
        case array
        /// `<0fbd77>`
        case data
    }

    public enum Value: Sendable, Hashable {
        /// A text, with its escapes resolved.
        case text(String)
        /// `key;`: the value is the key.
        case implied
        /// A dictionary, an array or data, as written in the file.
        case structured(StructuredForm, source: String)
    }

    /// The key, with its escapes resolved.
    public let key: String
    // An enumeration of texts and forms would take as many bytes again.
    private let content: String
    private let kind: Kind
    /// The comments that belong to the entry: those directly above it (without a blank line
    /// between), inside it, and after it on its last line. They are without comment signs, and
    /// without white space at both ends.
    public internal(set) var comments: [String]
    /// Where the key begins.
    public let position: SourcePosition
    /// Where the value begins.
    public let valuePosition: SourcePosition
    // Large files have hundreds of thousands of entries: where they begin, the positions say.
    private let keyEnd: UInt32
    private let valueEnd: UInt32
    private let end: UInt32

    private enum Kind: Sendable, Hashable {
        case text
        case implied
        case structured(StructuredForm)
    }

    /// An entry with the places of its parts.
    ///
    /// - Parameters:
    ///   - keyEnd: the offset behind the key.
    ///   - valueEnd: the offset behind the value.
    ///   - end: the offset behind the `;`.
    init(
        key: String, value: Value, comments: [String], position: SourcePosition,
        valuePosition: SourcePosition, keyEnd: Int, valueEnd: Int, end: Int
    ) {
        (self.key, self.comments) = (key, comments)
        (content, kind) =
            switch value {
            case .text(let text): (text, .text)
            case .implied: (key, .implied)
            case .structured(let form, let source): (source, .structured(form))
            }
        (self.position, self.valuePosition) = (position, valuePosition)
        self.keyEnd = UInt32(clamping: keyEnd)
        self.valueEnd = UInt32(clamping: valueEnd)
        self.end = UInt32(clamping: end)
    }

    public var value: Value {
        switch kind {
        case .text: .text(content)
        case .implied: .implied
        case .structured(let form): .structured(form, source: content)
        }
    }

    /// The entry's bytes, from the key's first to its `;`.
    public var byteRange: Range<Int> { position.byteOffset..<Int(end) }
    /// The key's bytes, quotes included.
    public var keyRange: Range<Int> { position.byteOffset..<Int(keyEnd) }
    /// The value's bytes, quotes included; if the value is implied, the empty range after the key.
    public var valueRange: Range<Int> { valuePosition.byteOffset..<Int(valueEnd) }

    /// The entry's text; `nil` if the value is a dictionary, an array or data.
    public var text: String? {
        if case .structured = kind { nil } else { content }
    }

    /// All comments as one text, joined by line breaks; `nil` if there are none.
    public var comment: String? { comments.joinedLines }
}

extension [String] {
    /// The lines of a comment in one text; `nil` without any.
    package var joinedLines: String? {
        switch count {
        case 0: nil
        case 1: self[0]
        default: joined(separator: "\n")
        }
    }
}
