// One entry of a `.strings` file: its key, its value, and where its bytes are.

/// An entry of a `.strings` file, such as `/* Title */ "Title" = "Titel";`.
public struct StringsEntry: Sendable, Hashable {
    /// What an entry's value may be, beside a text (old-style property lists).
    public enum StructuredForm: String, Sendable, Hashable, CaseIterable {
        /// `{ key = value; }`
        case dictionary
        /// `( value, value )`
        case array
        /// `<0fbd77>`
        case data
    }

    /// The value of an entry.
    public enum Value: Sendable, Hashable {
        /// A text, with all escapes read.
        case text(String)
        /// `key;`, which means that the value is the key.
        case implied
        /// A dictionary, an array or data, as it is written in the file.
        case structured(StructuredForm, source: String)
    }

    /// The key, with all escapes read.
    public let key: String
    /// The value.
    public let value: Value
    /// The comments that belong to the entry: those right above it (no blank line between), inside it, and
    /// behind it on its last line. Without their signs, white space trimmed at both ends.
    public internal(set) var comments: [String]
    /// The entry's bytes, from the key's first to its `;`.
    public let byteRange: Range<Int>
    /// The key's bytes, quotes included.
    public let keyRange: Range<Int>
    /// The value's bytes, quotes included; where the value is implied, the empty range behind the key.
    public let valueRange: Range<Int>
    /// Where the key begins.
    public let position: SourcePosition
    /// Where the value begins.
    public let valuePosition: SourcePosition

    /// The text that the entry stands for; `nil` where the value is a dictionary, an array or data.
    public var text: String? {
        switch value {
        case .text(let text): text
        case .implied: key
        case .structured: nil
        }
    }

    /// All comments as one text, a line break between them; `nil` where there are none.
    public var comment: String? { comments.isEmpty ? nil : comments.joined(separator: "\n") }
}
