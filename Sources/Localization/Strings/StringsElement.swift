// The pieces of a `.strings` file, each in a few bytes.

/// A piece of a `.strings` file. The elements of a file together cover all its bytes.
public struct StringsElement: Sendable, Hashable {
    /// The kind of the piece.
    public enum Kind: Sendable, Hashable {
        /// U+FEFF, at the beginning or misplaced.
        case byteOrderMark
        /// White space and line breaks.
        case whitespace
        /// One comment with its signs. A `//` comment excludes its line break.
        case comment
        /// The entry with this index in `StringsFile.entries`.
        case entry(Int)
        /// The `{` before all entries, as in old-style property lists.
        case openingBrace
        /// The `}` after all entries.
        case closingBrace
        /// Text that could not be parsed; a diagnostic says why.
        case unreadable
    }

    /// The kind of the piece.
    public let kind: Kind
    /// Its bytes in the file.
    public let byteRange: Range<Int>
}

/// All pieces of a file, in order. Each begins where the one before it ends.
public struct StringsElements: RandomAccessCollection, Sendable, Hashable {
    private var pieces: [Piece] = []

    /// A piece that begins where the one before it ends.
    private struct Piece: Sendable, Hashable {
        /// The number of a kind, or that of an entry and the number of kinds.
        let kind: UInt32
        let end: UInt32
    }

    private static let kinds: [StringsElement.Kind] = [
        .byteOrderMark, .whitespace, .comment, .openingBrace, .closingBrace, .unreadable,
    ]

    init() {}

    /// 0.
    public var startIndex: Int { 0 }
    /// The number of pieces.
    public var endIndex: Int { pieces.count }

    /// The piece of a number.
    public subscript(index: Int) -> StringsElement {
        let piece = pieces[index]
        let start = index == 0 ? 0 : Int(pieces[index - 1].end)
        let number = Int(piece.kind)
        let kind = number < Self.kinds.count ? Self.kinds[number] : .entry(number - Self.kinds.count)
        return StringsElement(kind: kind, byteRange: start..<Int(piece.end))
    }

    mutating func reserveCapacity(_ count: Int) { pieces.reserveCapacity(count) }

    mutating func append(_ kind: StringsElement.Kind, end: Int) {
        let number =
            switch kind {
            case .byteOrderMark: 0
            case .whitespace: 1
            case .comment: 2
            case .openingBrace: 3
            case .closingBrace: 4
            case .unreadable: 5
            case .entry(let index): Self.kinds.count + index
            }
        pieces.append(Piece(kind: UInt32(number), end: UInt32(clamping: end)))
    }
}
